"""The chess clock on the panel."""

"""The chess clock on the live table."""

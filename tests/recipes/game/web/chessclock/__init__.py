"""The chess clock on the phone."""

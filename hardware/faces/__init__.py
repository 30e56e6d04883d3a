"""Draws what screens show: each face is a value that draws itself."""

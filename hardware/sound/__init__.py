"""The sounder and the start light."""

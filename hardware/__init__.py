"""Pins, pixels and sound. Imports companion, never web."""

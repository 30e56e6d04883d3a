"""Reads Special Abilities, and applies them to numbers."""

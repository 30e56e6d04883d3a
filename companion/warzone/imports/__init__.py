"""Reads files with unit cards, in a process of their own: python -m companion.warzone.imports."""

"""Files that bring unit cards, read in a process of their own: python -m companion.warzone.imports."""

"""Writes a match as one file that any other table can open. It has all that everyone could know of the match, and no
more."""

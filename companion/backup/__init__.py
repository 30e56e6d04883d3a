"""Writes everything that a table has into one file, and restores it: every row of every match, kept things, saved
matches."""

"""Keeps the journal: what happened at the table, and what outlives a match, in one SQLite file."""

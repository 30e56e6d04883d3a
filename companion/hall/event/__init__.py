"""Keeps the event that a hall plays: players, Swiss pairings round by round, results, standings, all of it in and out
as CSV.

Event is an immutable value; commands.py makes the next one of it, store.py keeps it. No rulebook prescribes any of
this: what a win counts, which tie-breaks decide and in which order are the event's own choices, with defaults.
"""

"""Plays WarTime on the live table: state, commands, events, and what everyone sees."""

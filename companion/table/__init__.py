"""Runs the live table: one owner of state, its journal, and what every game's match must offer."""

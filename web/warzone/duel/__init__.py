"""Serves the duel sheet: one Unit against another over the live table, as a page and as JSON."""

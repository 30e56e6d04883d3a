"""Serves the organiser's site: every table of a hall, its round, its calls and its event."""

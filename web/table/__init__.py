"""Serves the live table on the site: its API, its log, its choices."""

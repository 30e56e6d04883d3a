"""Serves the page and the JSON of the smaller sums."""

"""Serves the page that measures: the board to tap, one question in one address."""

"""Serves past games on the site: every match that the table's journal has."""

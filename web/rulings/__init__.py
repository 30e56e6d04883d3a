"""Looks rulings up: the API, the pages, and the link from a number to its ruling."""

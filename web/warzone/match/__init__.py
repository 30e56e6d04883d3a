"""Serves the Warzone match on the site."""

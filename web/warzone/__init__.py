"""Warzone Eternal on the site."""

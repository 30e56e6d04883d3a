"""Puts WarTime on the site."""

"""Puts the live board on the site."""

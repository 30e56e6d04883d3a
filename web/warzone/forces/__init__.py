"""Serves Forces on the site: built, checked and kept."""

"""Holds the site that the games share: its pages, its games, its assets."""

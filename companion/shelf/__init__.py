"""Keeps past games: sums up every match that the journal has, once, and finds it again."""

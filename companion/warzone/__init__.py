"""Warzone Eternal: tests, attacks and their exact chances."""

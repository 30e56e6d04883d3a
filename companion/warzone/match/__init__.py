"""Keeps the Warzone match on the live table: setup, turns, counters, secrets and victory points."""

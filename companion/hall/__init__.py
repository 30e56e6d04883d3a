"""Runs many tables in one evening: what a table sends to a hall's broker, and what the organiser makes of it."""

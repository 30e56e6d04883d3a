"""Serves Warzone's calculators: GET forms whose address is the question."""

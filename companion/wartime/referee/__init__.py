"""Measures on the board: ranges, moves, attacks and charges."""

"""Dice counted: what the tests of an attack do, exactly. Knows tests and nothing of units."""

"""Counts dice: what the tests of an attack do, exactly. Knows tests, and no units."""

"""Scenario Objective counters in a match: who controls and damages them, and what that makes of the Turn's end."""

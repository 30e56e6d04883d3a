"""Reactions: what the Active Player's Unit is doing, and who of the other side may answer it."""

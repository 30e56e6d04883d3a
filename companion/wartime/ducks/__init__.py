"""Sitting ducks: who stands still on the live board, and who reaches whom before and after."""

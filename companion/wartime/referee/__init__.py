"""The board and what is measured on it: ranges, moves, attacks and charges."""

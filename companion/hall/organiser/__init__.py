"""Keeps the organiser's side of a hall: all that tables have sent, the round, who plays whom, and which calls are
open."""

"""A chess clock: two timers, of which one runs."""

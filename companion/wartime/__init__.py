"""Holds WarTime: simultaneous play, with sand timers in place of turns. Rules after the WarTime Rulebook."""

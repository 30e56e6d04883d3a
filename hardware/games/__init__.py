"""Describes each game's panel: its buttons, its faces and its sounds."""

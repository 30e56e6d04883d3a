"""Keeps a battle as it is fought at the table: which card lies where, whose turn it is, which flags are claimed."""

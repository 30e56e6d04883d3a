"""Holds the `warglass` command and the service behind it: the one folder that may import hardware and web."""

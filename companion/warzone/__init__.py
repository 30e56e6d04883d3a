"""Warzone Eternal: what its core rulebook states, as pure functions."""

"""Warzone on the panel."""

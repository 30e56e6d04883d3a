"""Describes unit cards: how they are printed, written, kept and shared."""

"""Unit cards: what is printed on them, how they are written, kept and passed on."""

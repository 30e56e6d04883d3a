"""Looks an installation over, like a mechanic, and says what to do about what it finds."""

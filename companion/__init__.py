"""Holds the table itself: live state and rules. It does not know pins, pixels or HTTP."""

__version__ = "0.2.0"

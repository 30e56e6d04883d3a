"""The table itself: live state and rules. Knows nothing of pins, pixels or HTTP."""

__version__ = "0.2.0"

"""What keeps buttons or screens from being tried."""

from companion.errors import WarglassError


class CannotTry(WarglassError):
    """The trial cannot be made. The message says what to do first."""

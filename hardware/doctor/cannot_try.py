"""What keeps buttons or screens from being tried."""


class CannotTry(Exception):
    """The trial cannot be made. The message says what to do first."""

"""Defines the errors that all of Warglass's own derive from."""


class WarglassError(Exception):
    """Is the root of all our errors, so that one `except` catches them. The message is fit to show to the caller."""


class FileError(WarglassError):
    """Says that a file cannot be used: which, at which line (from 1) where that is known, and why."""

    def __init__(self, file: str, message: str, line: int | None = None) -> None:
        super().__init__(f"{file}, line {line}: {message}" if line else f"{file}: {message}")
        self.file = file
        self.message = message
        self.line = line

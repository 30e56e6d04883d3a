"""What everything of ours that can go wrong has in common."""


class WarglassError(Exception):
    """The root of all of ours, so that one thing can be caught. The message is fit to show to whoever asked."""


class FileError(WarglassError):
    """A file cannot be used: which, at which line (from 1) where that is known, and why."""

    def __init__(self, file: str, message: str, line: int | None = None) -> None:
        super().__init__(f"{file}, line {line}: {message}" if line else f"{file}: {message}")
        self.file = file
        self.message = message
        self.line = line

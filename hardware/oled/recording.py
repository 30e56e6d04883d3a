"""What luma.oled's devices would send, kept instead of sent."""

from collections.abc import Sequence
from typing import NamedTuple


class Traffic(NamedTuple):
    """One transfer: commands with their arguments, or data."""

    is_data: bool
    body: bytes


class Recording:
    """luma.core's serial interface, going nowhere.

    luma ties an atexit hook to every device it makes; what that sends ends here too.
    """

    def __init__(self) -> None:
        self._traffic: list[Traffic] = []

    def command(self, *commands: int) -> None:
        self._traffic.append(Traffic(False, bytes(commands)))

    def data(self, data: Sequence[int]) -> None:
        self._traffic.append(Traffic(True, bytes(data)))

    def cleanup(self) -> None:
        """Nothing is held open here."""

    def take(self) -> list[Traffic]:
        """What has been recorded since the last time."""
        taken, self._traffic = self._traffic, []
        return taken

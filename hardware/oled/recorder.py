"""What luma.oled's devices would send, kept instead of sent."""

from collections.abc import Sequence
from typing import NamedTuple


class Transfer(NamedTuple):
    """Commands with their arguments, or data."""

    is_data: bool
    body: bytes


class TransferRecorder:
    """luma.core's serial interface, going nowhere.

    luma ties an atexit hook to every device it makes; what that sends ends here too.
    """

    def __init__(self) -> None:
        self._transfers: list[Transfer] = []

    def command(self, *commands: int) -> None:
        self._transfers.append(Transfer(False, bytes(commands)))

    def data(self, data: Sequence[int]) -> None:
        self._transfers.append(Transfer(True, bytes(data)))

    def cleanup(self) -> None:
        """Nothing is held open here."""

    def take(self) -> list[Transfer]:
        """What has been recorded since the last time."""
        taken, self._transfers = self._transfers, []
        return taken

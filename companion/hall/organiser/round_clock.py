"""The round and its clock: begun, paused, and given more time."""

from typing import Self

import msgspec

from companion.hall.organiser.view import RoundView
from companion.table.errors import Refused

MINUTE = 60_000
LONGEST = 24 * 60 * MINUTE
"""A round may be given a day."""


class RoundClock(msgspec.Struct, frozen=True, kw_only=True):
    """Round `number`, 0 before the first. Every `…ms` is on the hall's clock. `pause` is another, and
    greater, each time the hall pauses all games, in all rounds, also after an archive that is lost."""

    number: int = 0
    title: str = ""
    length_ms: int = 0
    ends_ms: int | None = None
    left_ms: int = 0
    begun: bool = False
    pause: int = 0

    def next(self, *, title: str, minutes: int) -> Self:
        """The round after this one, its clock not begun. Raises Refused."""
        length = _checked(minutes * MINUTE)
        return type(self)(
            number=self.number + 1,
            title=title or f"Round {self.number + 1}",
            length_ms=length,
            left_ms=length,
            pause=self.pause,
        )

    def started(self, now_ms: int) -> Self:
        """Raises Refused where there is no round, it runs already, or its time is up."""
        self._there()
        if self.ends_ms is not None:
            raise Refused("The round's clock runs already.")
        if not self.left_ms:
            raise Refused("The round's time is up: give it more first.")
        return msgspec.structs.replace(self, ends_ms=now_ms + self.left_ms, begun=True)

    def paused(self, now_ms: int) -> Self:
        """Raises Refused where it does not run."""
        self._there()
        if self.ends_ms is None:
            raise Refused("The round's clock stands already.")
        left = max(0, self.ends_ms - now_ms)
        return msgspec.structs.replace(self, ends_ms=None, left_ms=left, pause=max(self.pause + 1, now_ms))

    def extended(self, minutes: int, now_ms: int) -> Self:
        """With so many minutes more, or less: after its time was up, from now on. Raises Refused."""
        self._there()
        by = minutes * MINUTE
        length = _checked(max(MINUTE, self.length_ms + by))
        if self.ends_ms is None:
            left = min(LONGEST, max(0, self.left_ms + by))
            return msgspec.structs.replace(self, length_ms=length, left_ms=left)
        return msgspec.structs.replace(self, length_ms=length, ends_ms=max(now_ms, max(now_ms, self.ends_ms) + by))

    def view(self) -> RoundView:
        return RoundView(
            number=self.number,
            title=self.title,
            length_ms=self.length_ms,
            ends_ms=self.ends_ms,
            left_ms=self.left_ms,
            begun=self.begun,
        )

    def _there(self) -> None:
        if not self.number:
            raise Refused("There is no round yet: make one first.")


def _checked(length_ms: int) -> int:
    if not MINUTE <= length_ms <= LONGEST:
        raise Refused("A round lasts from a minute to a day.")
    return length_ms

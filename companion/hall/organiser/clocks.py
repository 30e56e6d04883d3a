"""Keeps the hall's clock and the round's, and how far off each table's is."""

from typing import Self

import msgspec
from msgspec.structs import replace

from companion.clock import MS, Clock
from companion.hall.organiser.view import RoundView
from companion.table.errors import Refused

# The hall's clock: all tables' deadlines are in its milliseconds.

_AGREES_MS = 10_000


class HallClock:
    """Tells wall time as the machine had it when the clock began, plus the monotonic clock since. Any thread may read
    it.

    So a change of that machine's time does not move a round.
    """

    def __init__(self, clock: Clock, epoch_ms: int) -> None:
        """`epoch_ms`: what it says when the machine's monotonic clock says 0."""
        self._clock = clock
        self.epoch_ms = epoch_ms

    def now_ms(self) -> int:
        return self.epoch_ms + self._clock.now() // MS

    def wall_ahead_ms(self) -> int:
        """Returns how far the machine's time is ahead of it."""
        return self._clock.wall() // MS - self.now_ms()


def resumed(clock: Clock, *, epoch_ms: int | None, last_ms: int, ran_on: bool | None) -> HallClock:
    """Returns the clock after a restart of the organiser.

    It is the same where the machine has run on, even if its time was set meanwhile. After a restart of the machine it
    is another one. It is never behind `last_ms`, because a machine without a battery for its clock may be far back.
    With `ran_on` None it is unknown, and the machine's time decides.
    """
    now_ms = clock.now() // MS
    begun_ms = clock.wall() // MS - now_ms
    if ran_on is None:
        ran_on = epoch_ms is not None and abs(begun_ms - epoch_ms) <= _AGREES_MS
    if ran_on and epoch_ms is not None:
        begun_ms = epoch_ms
    return HallClock(clock, max(begun_ms, last_ms - now_ms))


# How far a table's clock is from the hall's, and how far that may be wrong.

DRIFT_PPM = 100
"""Bounds the drift of two computers' clocks, in millionths: twice a hundred thousandth is usual."""
_MILLION = 1_000_000


class Offset(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what to add to the table's clock for the hall's, as `ms`.

    It was measured at `at_ms` of the hall's, give or take `error_ms` then.
    """

    ms: int
    error_ms: int
    at_ms: int

    def error(self, now_ms: int) -> int:
        """Returns how far it may be wrong by now, after the clocks have drifted."""
        return self.error_ms - (now_ms - self.at_ms) * DRIFT_PPM // -_MILLION


class Offsets(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the offsets of one table since the start `boot` of its service: the next may be another machine."""

    boot: int = -1
    best: Offset | None = None
    rough: int | None = None
    """Holds an upper bound, because no message arrives before it was sent."""

    def bounded_by(self, boot: int, *, table_ms: int, now_ms: int) -> "Offsets":
        """Takes a message that the table wrote at `table_ms`."""
        mine = self if boot == self.boot else Offsets(boot=boot)
        rough = now_ms - table_ms
        if boot < self.boot or (mine.rough is not None and mine.rough <= rough):
            return self
        return replace(mine, rough=rough)

    def measured(self, boot: int, *, asked_ms: int, table_ms: int, now_ms: int) -> "Offsets":
        """Takes a measurement: the table was asked at `asked_ms`, its clock said `table_ms`, and the answer came now.

        It keeps the surest measurement by now: the one with the least round trip, until it has aged.
        """
        if boot < self.boot:
            return self
        mine = self if boot == self.boot else Offsets(boot=boot)
        # All three are cut to whole milliseconds, which is another one of doubt; and so is half of an odd trip.
        trip = now_ms - asked_ms
        new = Offset(ms=asked_ms + trip // 2 - table_ms, error_ms=(trip + 1) // 2 + 1, at_ms=now_ms)
        if mine.best is not None and mine.best.error(now_ms) <= new.error_ms:
            return mine
        return replace(mine, best=new)

    def hall_ms(self, boot: int, table_ms: int) -> int | None:
        """Returns the hall's clock at that instant of the table's; None where that start's clock is unknown."""
        if boot != self.boot:
            return None
        offset = self.rough if self.best is None else self.best.ms
        return None if offset is None else table_ms + offset


# The round and its clock: begun, paused, and given more time.

MINUTE = 60_000
LONGEST = 24 * 60 * MINUTE
"""Limits a round to a day."""
_BOUNDS = "A round lasts from a minute to a day."


class RoundClock(RoundView, frozen=True, kw_only=True):
    """Holds the clock of round `number`, 0 before the first. Every `…ms` is on the hall's clock.

    `pause` grows each time the hall pauses all games, over all rounds, and even after an archive is lost.
    """

    pause: int = 0

    def next(self, *, title: str, minutes: int) -> Self:
        """Returns the round after this one, its clock not begun. Raises Refused."""
        length = minutes * MINUTE
        if not MINUTE <= length <= LONGEST:
            raise Refused(_BOUNDS)
        return type(self)(
            number=self.number + 1,
            title=title or f"Round {self.number + 1}",
            length_ms=length,
            left_ms=length,
            pause=self.pause,
        )

    def started(self, now_ms: int) -> Self:
        """Starts the clock. Raises Refused where there is no round, it runs already, or its time is up."""
        self._there()
        if self.ends_ms is not None:
            raise Refused("The round's clock runs already.")
        if not self.left_ms:
            raise Refused("The round's time is up: give it more first.")
        return replace(self, ends_ms=now_ms + self.left_ms, begun=True)

    def paused(self, now_ms: int) -> Self:
        """Pauses the clock. Raises Refused where it does not run."""
        self._there()
        if self.ends_ms is None:
            raise Refused("The round's clock stands already.")
        left = max(0, self.ends_ms - now_ms)
        return replace(self, ends_ms=None, left_ms=left, pause=max(self.pause + 1, now_ms))

    def extended(self, minutes: int, now_ms: int) -> Self:
        """Gives it so many minutes more, or less; after its time was up, from now on. Raises Refused.

        The next round does not get them.
        """
        self._there()
        by = minutes * MINUTE
        if self.ends_ms is None:
            return replace(self, left_ms=_within_a_day(self.left_ms + by))
        left = max(0, self.ends_ms - now_ms)
        return replace(self, ends_ms=now_ms + _within_a_day(left + by))

    def view(self) -> RoundView:
        return RoundView(**{field: getattr(self, field) for field in RoundView.__struct_fields__})

    def _there(self) -> None:
        if not self.number:
            raise Refused("There is no round yet: make one first.")


def _within_a_day(left_ms: int) -> int:
    if left_ms > LONGEST:
        raise Refused(_BOUNDS)
    return max(0, left_ms)

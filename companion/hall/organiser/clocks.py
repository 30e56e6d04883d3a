"""The hall's clock, the round's, and how far off each table's is."""

from typing import Self

import msgspec

from companion.clock import MS, Clock
from companion.hall.organiser.view import RoundView
from companion.table.errors import Refused

# The hall's clock: milliseconds that all tables' deadlines are told in.

_AGREES_MS = 10_000


class HallClock:
    """Wall time as the organiser's machine had it when the clock was begun, and the monotonic clock since: nobody who
    sets that machine's time moves a round. Any thread may read it."""

    def __init__(self, clock: Clock, epoch_ms: int) -> None:
        """`epoch_ms`: what it says when the machine's monotonic clock says 0."""
        self._clock = clock
        self.epoch_ms = epoch_ms

    def now_ms(self) -> int:
        return self.epoch_ms + self._clock.now() // MS

    def wall_ahead_ms(self) -> int:
        """By how much the machine's time is ahead of it."""
        return self._clock.wall() // MS - self.now_ms()


def resumed(clock: Clock, *, epoch_ms: int | None, last_ms: int, ran_on: bool | None) -> HallClock:
    """The clock after a restart of the organiser: the same where the machine has run on, whatever its time was set to
    meanwhile, another one where it was started anew, and never behind `last_ms`, whatever a machine whose clock has no
    battery takes the time for. `ran_on` None: nobody knows, and the machine's time has to tell."""
    now_ms = clock.now() // MS
    begun_ms = clock.wall() // MS - now_ms
    if ran_on is None:
        ran_on = epoch_ms is not None and abs(begun_ms - epoch_ms) <= _AGREES_MS
    if ran_on and epoch_ms is not None:
        begun_ms = epoch_ms
    return HallClock(clock, max(begun_ms, last_ms - now_ms))


# How far a table's clock is from the hall's, and how far that may be wrong.

DRIFT_PPM = 100
"""So many millionths do two computers' clocks part at the most: twice a hundred thousandth is usual."""
_MILLION = 1_000_000


class Offset(msgspec.Struct, frozen=True, kw_only=True):
    """`ms` is to be added to the table's clock for the hall's: measured at `at_ms` of the hall's, give or take
    `error_ms` then."""

    ms: int
    error_ms: int
    at_ms: int

    def error(self, now_ms: int) -> int:
        """How far it may be wrong by now, the clocks having drifted since."""
        return self.error_ms - (now_ms - self.at_ms) * DRIFT_PPM // -_MILLION


class Offsets(msgspec.Struct, frozen=True, kw_only=True):
    """Of one table, since the start `boot` of its service: another machine may stand there after the next."""

    boot: int = -1
    best: Offset | None = None
    rough: int | None = None
    """At the most so much, for no message arrives before it was sent."""

    def told(self, boot: int, *, table_ms: int, now_ms: int) -> "Offsets":
        """A message has come that the table wrote at `table_ms`."""
        mine = self if boot == self.boot else Offsets(boot=boot)
        rough = now_ms - table_ms
        if boot < self.boot or (mine.rough is not None and mine.rough <= rough):
            return self
        return msgspec.structs.replace(mine, rough=rough)

    def measured(self, boot: int, *, asked_ms: int, table_ms: int, now_ms: int) -> "Offsets":
        """The table was asked at `asked_ms`, its clock said `table_ms`, and that was heard now. The measurement that is
        the surest by now is kept: the one with the least round trip, until it has aged."""
        if boot < self.boot:
            return self
        mine = self if boot == self.boot else Offsets(boot=boot)
        # All three are cut to whole milliseconds, which is another one of doubt; and so is half of an odd trip.
        trip = now_ms - asked_ms
        new = Offset(ms=asked_ms + trip // 2 - table_ms, error_ms=(trip + 1) // 2 + 1, at_ms=now_ms)
        if mine.best is not None and mine.best.error(now_ms) <= new.error_ms:
            return mine
        return msgspec.structs.replace(mine, best=new)

    def hall_ms(self, boot: int, table_ms: int) -> int | None:
        """The hall's clock when the table's said so; None where nothing is known of that start's clock."""
        if boot != self.boot:
            return None
        offset = self.rough if self.best is None else self.best.ms
        return None if offset is None else table_ms + offset


# The round and its clock: begun, paused, and given more time.

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
        """With so many minutes more, or less: after its time was up, from now on. The next round is given none of
        them. Raises Refused."""
        self._there()
        by = minutes * MINUTE
        if self.ends_ms is None:
            return msgspec.structs.replace(self, left_ms=_within_a_day(self.left_ms + by))
        left = max(0, self.ends_ms - now_ms)
        return msgspec.structs.replace(self, ends_ms=now_ms + _within_a_day(left + by))

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


def _within_a_day(left_ms: int) -> int:
    if left_ms > LONGEST:
        raise Refused("A round lasts from a minute to a day.")
    return max(0, left_ms)


def _checked(length_ms: int) -> int:
    if not MINUTE <= length_ms <= LONGEST:
        raise Refused("A round lasts from a minute to a day.")
    return length_ms

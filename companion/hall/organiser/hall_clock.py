"""The hall's clock: milliseconds that all tables' deadlines are told in."""

from companion.clock import MS, Clock

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

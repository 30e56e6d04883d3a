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


def resumed(clock: Clock, *, epoch_ms: int | None, last_ms: int) -> HallClock:
    """The clock after a restart of the organiser: the same where the machine has run on, another one where it was
    started anew, and never behind `last_ms`, whatever a machine whose clock has no battery takes the time for."""
    now_ms = clock.now() // MS
    begun_ms = clock.wall() // MS - now_ms
    if epoch_ms is not None and abs(begun_ms - epoch_ms) <= _AGREES_MS:
        begun_ms = epoch_ms
    return HallClock(clock, max(begun_ms, last_ms - now_ms))

"""How far a table's clock is from the hall's, and how far that may be wrong."""

import msgspec

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

"""Sand time: a clock that runs only while the table runs."""

import msgspec


class SandClock(msgspec.Struct, frozen=True):
    """Maps the monotonic clock to *sand time*, the nanoseconds during which this match's sand could fall.

    Everything a match remembers is in sand time, so a pause, a restart of the service or a reboot moves nothing:
    they only stop this clock or anchor it anew. The map is a single offset, never a sum of ticks, so it cannot drift.
    """

    sand_ns: int = 0
    """Sand time at the anchor; while stopped, sand time now."""
    anchor_ns: int | None = None
    """Monotonic instant at which `sand_ns` was true, or None while stopped."""

    @property
    def running(self) -> bool:
        return self.anchor_ns is not None

    def sand(self, now: int) -> int:
        """Sand time at the monotonic instant `now`."""
        return self.sand_ns if self.anchor_ns is None else self.sand_ns + now - self.anchor_ns

    def instant(self, sand_ns: int) -> int | None:
        """The monotonic instant at which sand time is `sand_ns`; None while stopped."""
        return None if self.anchor_ns is None else self.anchor_ns + sand_ns - self.sand_ns

    def stopped(self, sand_ns: int) -> "SandClock":
        return SandClock(sand_ns=sand_ns)

    def started(self, *, sand_ns: int, now: int) -> "SandClock":
        return SandClock(sand_ns=sand_ns, anchor_ns=now)

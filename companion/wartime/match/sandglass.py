"""One sand timer in play."""

import msgspec

from companion.wartime.scenario.scenario import TimerSpec


class Sandglass(msgspec.Struct, frozen=True, kw_only=True):
    """The state of one timer. `ends_ns` is the sand time at which it runs out; None while it is available.

    On a spell timer `caster` is who casts, where that is known, and `casters` are those that could when it was flipped.
    """

    spec: TimerSpec
    ends_ns: int | None = None
    unit: str | None = None
    card: str | None = None
    caster: str | None = None
    casters: tuple[str, ...] | None = None
    off_board: bool = False
    flips: int = 0
    ran_out_ns: int | None = None

    @property
    def active(self) -> bool:
        return self.ends_ns is not None

    def left_ns(self, sand_ns: int) -> int:
        """Nanoseconds of sand still to run; 0 while available."""
        return 0 if self.ends_ns is None else max(0, min(self.spec.run_ns, self.ends_ns - sand_ns))

    def flipped(
        self,
        *,
        sand_ns: int,
        unit: str | None = None,
        card: str | None = None,
        caster: str | None = None,
        casters: tuple[str, ...] | None = None,
    ) -> "Sandglass":
        return Sandglass(
            spec=self.spec,
            ends_ns=sand_ns + self.spec.run_ns,
            unit=unit,
            card=card,
            caster=caster,
            casters=casters,
            flips=self.flips + 1,
        )

    def turned(self, *, sand_ns: int) -> "Sandglass":
        """Turned over while running. The two bulbs change places: left becomes full run less left."""
        passed = self.spec.run_ns - self.left_ns(sand_ns)
        return msgspec.structs.replace(self, ends_ns=sand_ns + passed)

    def given(self, *, sand_ns: int, ns: int) -> "Sandglass":
        """With so much more sand, or less, to fall: never more than all of it. What is free runs again."""
        left = max(0, min(self.spec.run_ns, self.left_ns(sand_ns) + ns))
        if self.ends_ns is not None:
            return msgspec.structs.replace(self, ends_ns=sand_ns + left)
        return Sandglass(spec=self.spec, ends_ns=sand_ns + left, flips=self.flips + 1) if left else self

    def freed(self) -> "Sandglass":
        return Sandglass(spec=self.spec, flips=self.flips)

    def drained(self) -> "Sandglass":
        """Its sand has run out by itself, at `ends_ns`."""
        return Sandglass(spec=self.spec, flips=self.flips, ran_out_ns=self.ends_ns)

"""Defines what the state of every game has, its sand clock among it."""

from collections.abc import Mapping
from enum import Enum
from typing import Self

import msgspec
from msgspec.structs import replace

from companion.clock import MS
from companion.table.events import Event, Named, PutAway, Recovered, Refusal, TakenOut, Undone
from companion.table.view import Phase, Reason

# Sand time: a clock that runs only while the table runs.


class SandClock(msgspec.Struct, frozen=True):
    """Maps the monotonic clock to *sand time*, the nanoseconds during which this match's sand could fall.

    Everything that a match remembers is in sand time. So a pause, a restart of the service or a reboot moves no timer:
    they only stop this clock or give it a new anchor. The map is a single offset, never a sum of ticks, so it cannot
    drift.
    """

    sand_ns: int = 0
    """Is sand time at the anchor; while stopped, sand time now."""
    anchor_ns: int | None = None
    """Is the monotonic instant at which `sand_ns` was true, or None while stopped."""

    @property
    def running(self) -> bool:
        return self.anchor_ns is not None

    def sand(self, now: int) -> int:
        """Returns sand time at the monotonic instant `now`."""
        return self.sand_ns if self.anchor_ns is None else self.sand_ns + now - self.anchor_ns

    def instant(self, sand_ns: int) -> int | None:
        """Returns the monotonic instant at which sand time is `sand_ns`; None while stopped."""
        return None if self.anchor_ns is None else self.anchor_ns + sand_ns - self.sand_ns

    def stopped(self, sand_ns: int) -> "SandClock":
        return SandClock(sand_ns=sand_ns)

    def started(self, *, sand_ns: int, now: int) -> "SandClock":
        return SandClock(sand_ns=sand_ns, anchor_ns=now)


# What the state of every game has: how far it has come, its sand clock, and what the panel last refused.


class Stage(Enum):
    """Says how far a match has come: before the start (a signal, or the first card), after it, after the end."""

    SETUP = "setup"
    PLAY = "play"
    OVER = "over"


class MatchState(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what every game's state has; each game adds its own.

    `latest_ns` is the sand time of the last event: time never runs backwards. `people` has players' names by seat, in
    games whose sides go by those. `refusal` is the last at the panel. The table alone sets it: no journaled event does.
    """

    clock: SandClock
    stage: Stage = Stage.SETUP
    people: Mapping[str, str] = {}
    refusal: Refusal | None = None
    latest_ns: int = 0

    @property
    def idle(self) -> bool:
        """Returns whether the match may continue by itself after a restart of the service. If not, all sand stands
        until the players resume."""
        return True

    @property
    def paused(self) -> bool:
        return not self.clock.running and self.stage is not Stage.OVER

    @property
    def phase(self) -> Phase:
        if self.stage is Stage.SETUP:
            return Phase.SETUP
        if self.stage is Stage.OVER:
            return Phase.ENDED
        return Phase.PAUSED if self.paused else Phase.RUNNING

    def sand(self, now: int) -> int:
        """Returns sand time at the monotonic instant `now`, never before the last event."""
        return max(self.latest_ns, self.clock.sand(now))

    def refused(self, subject: str) -> Reason | None:
        """Returns the last refusal at the panel, where it was about this part of the table."""
        refusal = self.refusal
        if refusal is None or refusal.subject != subject:
            return None
        return Reason(refusal.reason, refusal.mono_ns // MS)

    def at(self, event: Event) -> Self:
        """Returns this state at the instant of the event. Where the sand stands, time does not move: what happened by
        itself after a resumption that was undone is later than that."""
        if event.TIMELESS or not self.clock.running:
            return self
        return replace(self, latest_ns=max(self.latest_ns, event.sand_ns))

    def named(self, event: Named) -> Self:
        """Returns this state with the event's name for the player at its seat."""
        others = {seat: name for seat, name in self.people.items() if seat != event.seat}
        return replace(self, people=others | ({event.seat: event.name} if event.name else {}))

    def over(self, event: Event) -> Self:
        """Returns this state, ended by that event."""
        return replace(self, stage=Stage.OVER, clock=self.clock.stopped(event.sand_ns))

    def put_away(self, event: PutAway) -> Self:
        """Returns this state, saved for later: what was running stops where it was. An idle table's clock gets a new
        anchor when the match is resumed."""
        still = self.idle or not self.clock.running
        return replace(self, clock=self.clock if still else self.clock.stopped(event.sand_ns))

    def recovered(self, event: Recovered | TakenOut) -> Self:
        """Returns this state with what was running stopped where it was at the last event. An idle table just
        continues."""
        if not self.clock.running:
            return self
        sand_ns, now = event.sand_ns, event.mono_ns
        clock = self.clock.started(sand_ns=sand_ns, now=now) if self.idle else self.clock.stopped(sand_ns)
        return replace(self, clock=clock)

    def rewound(self, undone: Undone) -> Self:
        """Returns this state, evolved again without an event, carried on from the instant of the undo.

        Where the sand falls again, it falls from the sand time that was showing: an undone pause gives back every timer
        as it stood. Where it stands (a resumption was undone), it stands where it had stood before.
        """
        if not self.clock.running:
            return self
        sand_ns = max(self.latest_ns, undone.sand_ns)
        return replace(self, clock=self.clock.started(sand_ns=sand_ns, now=undone.mono_ns), latest_ns=sand_ns)

"""Goes through a game's events once more and records what its report needs."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum

import msgspec
from msgspec.structs import replace

from companion.table.events import Event, PutAway, Refusal
from companion.table.game import Step
from companion.table.seats import Side
from companion.table.state import Stage
from companion.wartime.match.agreement import PutRight
from companion.wartime.match.state import Army, Sandglass, State
from companion.wartime.scenario.parts import ARMIES
from companion.wartime.scenario.scenario import TimerSpec

# What a game leaves behind for its report. All times are nanoseconds of sand time since the start signal.


class RunEnd(Enum):
    """Says how a run of sand ended. `RUNNING`: it had not, when the game ended or the report was made."""

    RAN_OUT = "ran_out"
    TAKEN_BACK = "taken_back"
    RUNNING = "running"


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one flip of a timer and the sand that fell after it.

    `unit` and `card` are what it was last assigned to: naming a running timer, or moving it, says what the flip had
    been for. `caster` cast the spell, as far as that is known.

    From `off_board_ns` on it drained beside the board, its unit eliminated.
    """

    timer: str
    start_ns: int
    end_ns: int
    how: RunEnd
    unit: str | None = None
    card: str | None = None
    caster: str | None = None
    off_board_ns: int | None = None


class Loss(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a unit that was eliminated. `back_ns` is when it came back, if it did."""

    side: str
    unit: str
    at_ns: int
    back_ns: int | None = None


class ScribeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a game up to its end, or up to now. `sides` are the sides' names in words. `refusals` counts by side
    the presses on its timers that were refused.

    `pauses` counts how often the sand was stopped. `tokens` counts by side and unit what came off its stack.
    """

    sides: dict[str, str]
    timers: tuple[TimerSpec, ...]
    length_ns: int = 0
    pauses: int = 0
    runs: tuple[Run, ...] = ()
    refusals: Mapping[str, int] = {}
    losses: tuple[Loss, ...] = ()
    tokens: Mapping[tuple[str, str], int] = {}


# A game of WarTime as its report needs it: its events in order, and what the sand did between them.


def record(opening: State, steps: Iterable[Step[State]], *, sand_ns: int) -> ScribeRecord:
    """Returns the game that began as `opening` and went through `steps`, without those taken back, up to `sand_ns` or
    its end.

    It records only the armies' own timers, and only from the start signal on.
    """
    scribe = _Scribe(opening)
    for step in steps:
        scribe.take(step.was, step.event, step.now)
    return scribe.record(sand_ns)


class _Scribe:
    """Records what each event changed. One without effect, such as a run-out that was undone, leaves no trace."""

    def __init__(self, opening: State) -> None:
        self._scenario = opening.scenario
        self._sides = {spec.id: spec.side for spec in opening.scenario.timers}
        self._open: dict[str, Run] = {}
        self._runs: list[Run] = []
        self._refusals: Counter[str] = Counter()
        self._losses: list[Loss] = []
        self._gone: dict[tuple[str, str], int] = {}
        self._tokens: Counter[tuple[str, str]] = Counter()
        self._pauses = 0
        self._begun_ns: int | None = None
        self._ended_ns: int | None = None

    def take(self, was: State, event: Event, now: State) -> None:
        for timer, glass in now.timers.items():
            if self._sides[timer] is not None and glass is not was.timers[timer]:
                self._follow(event, was.timers[timer], glass)
        if was.stage is Stage.PLAY:
            paused = was.clock.running and not now.clock.running and now.stage is Stage.PLAY
            self._pauses += paused and not isinstance(event, PutAway)
            if isinstance(event, Refusal) and (side := self._sides.get(event.subject or "")):
                self._refusals[side.value] += event.times
        if now.stage is not was.stage:
            if now.stage is Stage.PLAY:
                self._begun_ns = event.sand_ns
            else:
                self._ended_ns = event.sand_ns
        for side, force in now.forces.items():
            if force is not was.forces[side]:
                self._count(side.value, was.forces[side], force, event.sand_ns)
                if isinstance(event, PutRight):
                    self._put_back(side.value, was.forces[side], force)

    def record(self, sand_ns: int) -> ScribeRecord:
        """Returns what was recorded, by the game's own clock."""
        begun_ns = sand_ns if self._begun_ns is None else self._begun_ns
        until_ns = sand_ns if self._ended_ns is None else self._ended_ns
        runs = [*self._runs, *(replace(run, end_ns=until_ns) for run in self._open.values())]
        return ScribeRecord(
            sides={side.value: ARMIES[side] for side in Side},
            timers=tuple(spec for spec in self._scenario.timers if spec.side is not None),
            length_ns=max(0, until_ns - begun_ns),
            pauses=self._pauses,
            runs=tuple(_since(begun_ns, run) for run in sorted(runs, key=lambda run: (run.start_ns, run.timer))),
            refusals=self._refusals,
            losses=tuple(_loss(begun_ns, loss) for loss in self._losses),
            tokens=self._tokens,
        )

    def _count(self, side: str, was: Army, now: Army, at: int) -> None:
        """Records what a side lost and got back, whatever did it."""
        for unit in now.eliminated:
            if not was.is_eliminated(unit):
                self._gone[side, unit] = len(self._losses)
                self._losses.append(Loss(side=side, unit=unit, at_ns=at))
        for unit in was.eliminated:
            if not now.is_eliminated(unit) and (index := self._gone.pop((side, unit), None)) is not None:
                self._losses[index] = replace(self._losses[index], back_ns=at)
        for unit, left in now.stacks.items():
            if left < was.stacks.get(unit, left):
                self._tokens[side, unit] += was.stacks[unit] - left

    def _put_back(self, side: str, was: Army, now: Army) -> None:
        """Takes tokens that both sides agree never came off out of the losses. Tokens that a card puts on stay lost."""
        for unit, left in now.stacks.items():
            lost = self._tokens[side, unit]
            self._tokens[side, unit] = lost - min(lost, max(0, left - was.stacks.get(unit, left)))
        self._tokens = +self._tokens

    def _follow(self, event: Event, was: Sandglass, glass: Sandglass) -> None:
        timer, at = glass.spec.id, event.sand_ns
        if timer in self._open and (glass.flips != was.flips or not glass.active):
            how = RunEnd.TAKEN_BACK if glass.ran_out_ns is None else RunEnd.RAN_OUT
            self._runs.append(replace(self._open.pop(timer), end_ns=at, how=how))
        if glass.flips != was.flips:
            self._open[timer] = Run(
                timer=timer,
                start_ns=at,
                end_ns=at,
                how=RunEnd.RUNNING,
                unit=glass.unit,
                card=glass.card,
                caster=glass.caster,
            )
        elif timer in self._open:
            if glass.off_board and not was.off_board:
                self._open[timer] = replace(self._open[timer], off_board_ns=at)
            elif not glass.off_board:
                whom = {"unit": glass.unit, "card": glass.card, "caster": glass.caster}
                self._open[timer] = replace(self._open[timer], off_board_ns=None, **whom)


def _loss(begun_ns: int, loss: Loss) -> Loss:
    back_ns = None if loss.back_ns is None else max(0, loss.back_ns - begun_ns)
    return replace(loss, at_ns=max(0, loss.at_ns - begun_ns), back_ns=back_ns)


def _since(begun_ns: int, run: Run) -> Run:
    off_board_ns = None if run.off_board_ns is None else run.off_board_ns - begun_ns
    return replace(run, start_ns=run.start_ns - begun_ns, end_ns=run.end_ns - begun_ns, off_board_ns=off_board_ns)

"""A chess clock as phones and screens see it, and what there is to tell of it afterwards."""

from collections.abc import Iterable, Mapping

import msgspec
from companion.chessclock.match.state import SECONDS, State

from companion.clock import MS
from companion.table.game import ALL, Figures, Step
from companion.table.seats import Seat, Side
from companion.table.state import Stage
from companion.table.view import Over, Reason, TableView, Timer, TimerState


class ChessView(TableView, frozen=True, kw_only=True):
    """Two timers, `gold` and `red`. `winner` is the seat that won, None as long as none has."""

    winner: str | None = None
    refused: dict[str, Reason | None]


class ChessReport(msgspec.Struct, frozen=True, kw_only=True):
    """How many moves were made, and what each side had left."""

    moves: int
    left_ms: dict[str, int]


def view(state: State, now: int) -> ChessView:
    """What is shown at the monotonic instant `now`."""
    return ChessView(
        server_ms=now // MS,
        game="chessclock",
        phase=state.phase,
        paused=state.paused,
        timers=tuple(_timer(state, side, state.sand(now)) for side in Side),
        winner=None if state.winner is None else state.winner.value,
        refused={side.value: state.refused(side.value) for side in Side},
    )


def report(opening: State, steps: Iterable[Step[State]], sand_ns: int) -> ChessReport:
    state = opening
    for step in steps:
        state = step.now
    at = state.latest_ns if state.stage is Stage.OVER else sand_ns
    return ChessReport(moves=state.presses, left_ms={side.value: state.left_ns(side, at) // MS for side in Side})


def figures(report: ChessReport) -> Figures:
    """Moves are made in turn."""
    return Figures(
        length_ms=sum(SECONDS * 1000 - left_ms for left_ms in report.left_ms.values()),
        actions={side: (report.moves + 1 - at) // 2 for at, side in enumerate(report.left_ms)},
    )


def over(state: State, names: Mapping[Seat, str]) -> Over:
    return Over(
        winner=None if state.winner is None else state.winner.value,
        title="Game over" if state.winner is None else f"{names[state.winner]} wins",
    )


def told(report: ChessReport, _: Mapping[Seat, str]) -> dict[str, str]:
    """A side is told what it had left, everyone else how many moves were made."""
    left = {side: f"You had {left_ms // 1000} s left." for side, left_ms in report.left_ms.items()}
    return {**left, ALL: f"{report.moves} moves."}


def _timer(state: State, side: Side, sand_ns: int) -> Timer:
    runs = state.stage is Stage.PLAY and state.turn is side
    ends = state.clock.instant(state.falls_ns) if runs else None
    return Timer(
        id=side.value,
        label=side.value.title(),
        side=side.value,
        kind="clock",
        seconds=SECONDS,
        state=TimerState.ACTIVE if runs else TimerState.AVAILABLE,
        remaining_ms=state.left_ns(side, state.latest_ns if state.stage is Stage.OVER else sand_ns) // MS,
        ends_ms=None if ends is None else ends // MS,
    )

"""The slim view: what the hall sees of a table at a glance, always small enough."""

import itertools
from collections.abc import Callable, Iterable, Mapping

import msgspec
from msgspec.structs import replace

from companion.hall.wire.from_table import MOST_SAND, Called, Sand, State
from companion.hall.wire.sizes import LARGEST_STATE, LONGEST_SHORT
from companion.table.seats import Seat
from companion.table.view import TableView, Timer, TimerState

_SEATS = 4
_LONGEST_SEAT = 16
_WORDS, _NAME = 16, 12
"""Characters of the end and of a name, where there is little room."""


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """What a state has that no view tells: where it stands in the order, how far the journal is, what the match is
    called and how it stands, and what the desk knows. `acted_ms` is when a player last did something, as far as that is
    known."""

    boot: int
    connection: int
    match: int = 0
    seq: int = 0
    called: str = ""
    standing: str = ""
    score: Mapping[Seat, int] = {}
    acted_ms: int | None = None
    call: Called | None = None
    round: int | None = None


def slim(view: TableView, beside: Beside) -> State:
    """At most LARGEST_STATE bytes of JSON. What does not fit is left out, the least needed first: what the match is
    called, how it stands in words, the sand that runs out last, and so on but for one timer; the words of its end but
    for the first; the last timer, when somebody last acted, the score; of the names all but the first letters, then the
    names. Whether a judge is called, the order, and how far the journal is are never left out."""
    state = _whole(view, beside)
    for less in _STEPS:
        if _fits(state):
            break
        state = less(state)
    return state


def acted(view: TableView) -> int | None:
    """When the last act of a player's was, as far as the view's last lines tell (ms of the table's clock)."""
    return max((line.mono_ms for line in view.last if line.side is not None), default=None)


def by_seat(score: Mapping[Seat, int]) -> dict[str, int]:
    return {seat.value: points for seat, points in score.items()}


def _whole(view: TableView, beside: Beside) -> State:
    over = view.over
    return State(
        boot=beside.boot,
        connection=beside.connection,
        version=view.version,
        ms=view.server_ms,
        match=beside.match,
        seq=beside.seq,
        game=_short(view.game, _WORDS),
        phase=view.phase.value,
        paused=view.paused,
        acted_ms=beside.acted_ms,
        names={_seat(seat): _short(name) for seat, name in itertools.islice(view.names.items(), _SEATS)},
        score=by_seat(beside.score),
        standing=_short(beside.standing),
        called=_short(beside.called),
        sand=_sand(view.timers),
        over=None if over is None else _short(over.title),
        winner=None if over is None or over.winner is None else _seat(over.winner),
        call=beside.call,
        round=beside.round,
        faults=len(view.faults),
    )


def _sand(timers: Iterable[Timer]) -> tuple[Sand, ...]:
    """The timers in play, the one that runs out first before all others."""
    in_play = sorted((each for each in timers if each.state is TimerState.ACTIVE), key=lambda each: each.remaining_ms)
    return tuple(
        Sand(
            timer=_short(each.id),
            side=_seat(each.side),
            ends_ms=each.ends_ms,
            left_ms=each.remaining_ms,
        )
        for each in in_play[:MOST_SAND]
    )


def _without_sand(state: State) -> State:
    return replace(state, sand=state.sand[:-1] if len(state.sand) > 1 else state.sand)


_STEPS: tuple[Callable[[State], State], ...] = (
    lambda state: replace(state, called=""),
    lambda state: replace(state, standing=""),
    *[_without_sand] * (MOST_SAND - 1),
    lambda state: replace(state, over=state.over and _short(state.over, _WORDS)),
    lambda state: replace(state, sand=()),
    lambda state: replace(state, acted_ms=None),
    lambda state: replace(state, score={}),
    lambda state: replace(state, names={seat: _short(name, _NAME) for seat, name in state.names.items()}),
    lambda state: replace(state, names={}),
    lambda state: replace(state, over=state.over and "over"),
)


def _fits(state: State) -> bool:
    return len(msgspec.json.encode(state)) <= LARGEST_STATE


def _short(text: str, most: int = LONGEST_SHORT) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _seat(text: str) -> str:
    return text[:_LONGEST_SEAT]

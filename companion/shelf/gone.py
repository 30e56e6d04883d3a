"""What a match's rows tell of whoever played it, beside what its game's report does."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.table.events import CallTakenBack, Event, HouseRuled, JudgeCalled
from companion.table.history import PAGE, Entry, Source
from companion.table.match import Match
from companion.table.standing import stands
from companion.table.state import Stage
from companion.table.told.past import Past

PULSE = 24


class Gone(msgspec.Struct, frozen=True, kw_only=True):
    """By seat: what whoever `played` there is called, how many `rulings` were asked for there, and how often that side
    acted in each of PULSE parts of the match that are as long as one another. `size`: the bytes of all events as
    everyone may read them."""

    people: Mapping[str, str]
    rulings: Mapping[str, int]
    pulse: dict[str, tuple[int, ...]]
    size: int


def gone_through(past: Past) -> Gone:
    """All rows once, a page at a time. Raises sqlite3.Error and msgspec.DecodeError."""
    going = _Going(past.opening, length=max(1, past.match.state.latest_ns + 1), last=past.match)
    for after in range(0, past.last, PAGE):
        for entry in past.entries(after + 1, min(after + PAGE, past.last)):
            going.add(entry, stands=stands(past.marks, entry.seq))
    return going.told()


class _Going:
    def __init__(self, opening: Match[Any], *, length: int, last: Match[Any]) -> None:
        self._match = opening
        self._last = last
        self._length = length
        self._acted: Counter[tuple[str, str]] = Counter()
        self._calls: dict[int, Source] = {}
        self._asked: list[tuple[Source, str | None]] = []
        self._parts: dict[str, list[int]] = {}
        self._people: Mapping[str, str] = {}
        self._size = 0

    def add(self, entry: Entry, *, stands: bool) -> None:
        event, source = entry.event, Source.read(entry.source)
        self._size += len(msgspec.json.encode(event.public()))
        # Whoever sits down once it is over, for the next one, has not played this one.
        over = self._match.state.stage is Stage.OVER
        if source.seat and source.player and not over:
            self._acted[source.seat, source.player] += 1
        self._ask(event, source, stands=stands)
        if stands:
            self._pulse(event)
            self._match = self._match.evolve(event)
        if not over:
            self._people = self._match.state.people

    def told(self) -> Gone:
        people: dict[str, str] = {}
        for (seat, player), _ in self._acted.most_common():
            if seat in self._last.sides:
                people.setdefault(seat, player)
        people |= self._people
        seats = {name: seat for seat, name in people.items()}
        asked = [*((call, None) for call in self._calls.values()), *self._asked]
        rulings: Counter[str] = Counter()
        for source, side in asked:
            asker = source.seat if source.seat in self._last.sides else side or seats.get(source.player or "")
            if asker is not None:
                rulings[asker] += 1
        pulse = {seat: tuple(self._parts[seat]) for seat in sorted(self._parts)}
        return Gone(people=people, rulings=rulings, pulse=pulse, size=self._size)

    def _ask(self, event: Event, source: Source, *, stands: bool) -> None:
        match event:
            case JudgeCalled(call=call):
                self._calls[call] = source
            case CallTakenBack(call=call):
                self._calls.pop(call, None)
            case HouseRuled():
                self._asked.append((source, None))
            case _ if stands and isinstance(event, self._last.game.asks):
                self._asked.append((source, self._last.side(event)))

    def _pulse(self, event: Event) -> None:
        """In match time; where that stands, as in a game that was never begun, all of it is in the first part."""
        seat = self._last.side(event) if self._last.undoable(event) else None
        if seat is not None:
            parts = self._parts.setdefault(seat, [0] * PULSE)
            parts[max(0, min(PULSE - 1, PULSE * event.sand_ns // self._length))] += 1

"""WarTime as a Match: the state with its pure functions bound to it."""

from collections.abc import Sequence
from typing import Self

import msgspec

from companion.table.events import Event, Undone
from companion.table.view import TableView
from companion.wartime.match import evolve, rules, views, words
from companion.wartime.match.events import BY_ITSELF
from companion.wartime.match.state import State
from companion.wartime.report.report import Report, report
from companion.wartime.report.scribe import record
from companion.wartime.scenario.scenario import Scenario


class WarTime(msgspec.Struct, frozen=True):
    """A game of WarTime being played. See companion.table.match.Match for what each method promises."""

    state: State

    @classmethod
    def opened(cls, scenario: Scenario, *, now: int) -> "WarTime":
        return cls(State.opened(scenario, now=now))

    @property
    def game(self) -> str:
        return "wartime"

    def decide(self, command: object, now: int) -> Sequence[Event]:
        return rules.decide(self.state, command, now)

    def sand(self, now: int) -> int:
        return self.state.sand(now)

    def evolve(self, event: Event) -> Self:
        return msgspec.structs.replace(self, state=evolve.evolve(self.state, event))

    def rewound(self, undone: Undone) -> Self:
        return msgspec.structs.replace(self, state=evolve.rewound(self.state, undone))

    def due(self) -> int | None:
        ends = [glass.ends_ns for glass in self.state.timers.values() if glass.ends_ns is not None]
        return self.state.clock.instant(min(ends)) if ends else None

    def view(self, now: int) -> TableView:
        return views.view(self.state, now)

    def sentence(self, event: Event) -> str:
        return words.sentence(self.state.scenario, event)

    def side(self, event: Event) -> str | None:
        return words.acting_side(self.state.scenario, event)

    def report(self, events: Sequence[Event], *, sand_ns: int) -> Report:
        return report(record(self.state, events, sand_ns=sand_ns))

    def undoable(self, event: Event) -> bool:
        return not isinstance(event, BY_ITSELF)

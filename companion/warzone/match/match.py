"""Warzone as a Match: the state with its pure functions bound to it."""

from collections.abc import Sequence
from typing import Self

import msgspec

from companion.table.events import Event, Undone
from companion.table.view import TableView
from companion.warzone.choices import WarzoneChoices
from companion.warzone.match import evolve, rules, viewing, words
from companion.warzone.match.events import BY_ITSELF
from companion.warzone.match.report import WarzoneReport, report
from companion.warzone.match.state import State


class Warzone(msgspec.Struct, frozen=True):
    """A game of Warzone being played. See companion.table.match.Match for what each method promises."""

    state: State

    @classmethod
    def opened(cls, *, choices: WarzoneChoices, now: int) -> "Warzone":
        return cls(State.opened(choices=choices, now=now))

    @property
    def game(self) -> str:
        return "warzone"

    def decide(self, command: object, now: int) -> Sequence[Event]:
        return rules.decide(self.state, command, now)

    def sand(self, now: int) -> int:
        return self.state.sand(now)

    def evolve(self, event: Event) -> Self:
        return msgspec.structs.replace(self, state=evolve.evolve(self.state, event))

    def rewound(self, undone: Undone) -> Self:
        return msgspec.structs.replace(self, state=evolve.rewound(self.state, undone))

    def due(self) -> int | None:
        return None

    def view(self, now: int) -> TableView:
        return viewing.view(self.state, now)

    def sentence(self, event: Event) -> str:
        return words.sentence(self.state, event)

    def side(self, event: Event) -> str | None:
        return words.acting_side(event)

    def report(self, events: Sequence[Event], *, sand_ns: int) -> WarzoneReport:
        return report(self.state, events, sand_ns=sand_ns)

    def undoable(self, event: Event) -> bool:
        return not isinstance(event, BY_ITSELF)

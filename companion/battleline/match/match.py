"""Battle Line as a Match: the state with its pure functions bound to it."""

from collections.abc import Sequence
from typing import Self

import msgspec

from companion.battleline.match import evolve, rules, views, words
from companion.battleline.match.events import BY_ITSELF
from companion.battleline.match.report import BattleReport, report
from companion.battleline.match.state import State
from companion.table.events import Event, Undone
from companion.table.view import TableView


class Battle(msgspec.Struct, frozen=True):
    """A battle being fought. See companion.table.match.Match for what each method promises."""

    state: State

    @property
    def game(self) -> str:
        return "battleline"

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
        return views.view(self.state, now)

    def sentence(self, event: Event) -> str:
        return words.sentence(self.state, event)

    def side(self, event: Event) -> str | None:
        return words.acting_side(event)

    def report(self, events: Sequence[Event], *, sand_ns: int) -> BattleReport:
        return report(self.state, events, sand_ns=sand_ns)

    def undoable(self, event: Event) -> bool:
        return not isinstance(event, BY_ITSELF)

"""A game of WarTime that is asked something: its view, and the timers and units that a question names."""

from collections.abc import Sequence
from math import ceil

import msgspec

from companion.answers.answer import Answer
from companion.answers.said import Said
from companion.answers.speaker import Speaker
from companion.clock import MS
from companion.table.seats import Seat
from companion.table.view import Phase
from companion.wartime.match.state import State
from companion.wartime.match.views import TimerView, UnitView, WarTimeView

TABLE = "/"
OVER = Answer("The game is over.", TABLE)
_LONGEST_S = 120


class Sand(msgspec.Struct, frozen=True):
    """A game that is asked something."""

    state: State
    view: WarTimeView
    speaker: Speaker

    @property
    def now(self) -> int:
        """The monotonic instant of the view."""
        return self.view.server_ms * MS

    @property
    def over(self) -> bool:
        return self.view.phase is Phase.ENDED

    def timers(self, said: Said, ids: Sequence[str] = ()) -> list[TimerView]:
        """The timers of those it is about, of these ids where some are given; not the table's own unless they are."""
        seats = said.sides(self.speaker.seats)
        meant = [each for each in self.view.timers if each.id in ids or (not ids and each.side in self.view.sides)]
        return [each for each in meant if each.side not in self.view.sides or Seat(each.side) in seats] or meant

    def units(self, said: Said) -> list[tuple[Seat, UnitView]]:
        """The units that are named, those of whom it is about before all others."""
        meant = {key for keys in said.values("unit") for key in keys}
        seats = said.sides(self.speaker.seats)
        found = [
            (Seat(side), unit)
            for side, force in self.view.sides.items()
            for unit in force.brought
            if (side, unit.name) in meant
        ]
        return [each for each in found if each[0] in seats] or found

    def timer(self, id: str | None) -> TimerView | None:
        return next((each for each in self.view.timers if each.id == id), None)

    def left(self, timer: TimerView) -> str:
        """How much sand it has, "42 s" or "6:12", as it is asked."""
        return f"{self.seconds(timer)} of sand left{', and the game is paused' if self.view.paused else ''}"

    def seconds(self, timer: TimerView) -> str:
        seconds = ceil(timer.remaining_ms / 1000)
        return f"{seconds} s" if seconds <= _LONGEST_S else f"{seconds // 60}:{seconds % 60:02}"

    def told_apart(self, units: Sequence[tuple[Seat, UnitView]], seat: Seat, unit: UnitView) -> str:
        """Returns the unit's name, with its owner if several units share the name."""
        alike = sum(other.name.casefold() == unit.name.casefold() for _, other in units) > 1
        return f"{self.speaker.whose(seat)} {unit.name}" if alike else unit.name


def out_of_play(unit: UnitView) -> str:
    """Returns why the unit takes no part, "is eliminated", or an empty string."""
    return {"eliminated": "is eliminated", "left_off": "was left off the board"}.get(unit.state, "")


def yes_or_no(said: Said, *, free: bool) -> str:
    """What comes first where that is the question."""
    if said.has("long", "when", "many"):
        return ""
    if said.has("busy"):
        return "No: " if free else "Yes: "
    return "Yes: " if free else "Not yet: "

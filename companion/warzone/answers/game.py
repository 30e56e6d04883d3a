"""A game of Warzone that is asked something: its view, and the Units that a question names."""

from collections.abc import Callable

import msgspec

from companion.answers.answer import Answer
from companion.answers.said import Said
from companion.answers.speaker import Speaker, inside, listed, sentence
from companion.table.seats import Seat
from companion.table.view import Phase
from companion.warzone.match.views import ForceView, UnitView, WarzoneView

TABLE = "/"
UNIT = "/warzone/match/sides/{side}/units/{unit}"
MOST_TOLD = 6
"""So many Units an answer speaks of one by one; where more may be meant, nobody knows which."""


class Asked(msgspec.Struct, frozen=True):
    view: WarzoneView
    speaker: Speaker

    @property
    def over(self) -> bool:
        return self.view.phase is Phase.ENDED

    def force(self, seat: Seat) -> ForceView:
        return self.view.sides[seat.value]

    def units(self, said: Said) -> list[tuple[Seat, UnitView]]:
        """The Units that are named, those of whom it is about before all others."""
        meant = {key for keys in said.values("unit") for key in keys}
        found = [
            (seat, unit)
            for seat in self.speaker.seats
            for unit in self.force(seat).units
            if (seat.value, unit.unit.id) in meant
        ]
        seats = said.sides(self.speaker.seats)
        return [each for each in found if each[0] in seats] or found

    def of_each(self, said: Said, tell: Callable[[Seat, UnitView], str]) -> Answer | None:
        """What there is to say of each named Unit, by name where it is more than one."""
        units = self.units(said)
        if not units or len(units) > MOST_TOLD:
            return None
        told = [tell(seat, unit) for seat, unit in units]
        if len(units) > 1:
            told = [f"{self.named(seat, unit)}: {inside(text)}" for (seat, unit), text in zip(units, told, strict=True)]
        (seat, unit), *others = units
        href = TABLE if others else UNIT.format(side=seat.value, unit=unit.unit.id)
        return Answer(" ".join(map(sentence, told)), href)

    def named(self, seat: Seat, unit: UnitView) -> str:
        """The Unit's name, and whose it is where the other side has one of that name."""
        other = (each.unit.name for side in self.speaker.seats if side is not seat for each in self.force(side).units)
        return f"{self.speaker.whose(seat)} {unit.unit.name}" if unit.unit.name in other else unit.unit.name

    def list_of(self, said: Said, wanted: Callable[[Seat, UnitView], bool]) -> Answer:
        """Those Units of whom it is about of which that holds."""
        told = []
        for seat in said.sides(self.speaker.seats):
            names = [unit.unit.name for unit in self.force(seat).units if unit.fall is None and wanted(seat, unit)]
            told.append((seat, f"{listed(names)}." if names else "None."))
        return Answer(self.speaker.each(told), TABLE)

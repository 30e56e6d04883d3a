"""The scenarios that a table can play: those that came with Warglass, and those that its players made."""

import msgspec

from companion.ids import free_id
from companion.readings import Readings
from companion.table.errors import NotHere, Refused
from companion.table.events import Deleted
from companion.table.history import Source
from companion.table.opening import SCENARIO
from companion.table.table import Table
from companion.wartime.scenario.built_in import BUILT_IN
from companion.wartime.scenario.scenario import Scenario

GAME = "wartime"
TAKEN = ("new", "import")
"""No scenario's ids: the site has pages there."""


class Scenarios:
    """Reads and keeps scenarios through the table. Any thread may call any method."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._readings = Readings(
            table, game=GAME, kind=SCENARIO, struct=Scenario, order=lambda scenario: scenario.name.casefold()
        )

    def all(self) -> list[Scenario]:
        """First the built-in ones, then the saved ones by name. One that cannot be read any more is left out."""
        return [*BUILT_IN.values(), *self._readings.all()]

    def find(self, id: str) -> Scenario:
        """Raises NotHere."""
        for scenario in self.all():
            if scenario.id == id:
                return scenario
        raise NotHere("scenario", id)

    def played(self) -> Scenario:
        """The scenario that the current match was set up with, which may have been changed or deleted since. Raises
        NotHere where another game is being played."""
        if self._table.game != GAME:
            raise NotHere("game of WarTime", self._table.game)
        return msgspec.json.decode(self._table.setup, type=Scenario)

    def save(self, scenario: Scenario) -> None:
        """Keeps it, in place of the saved one of the same id. Matches that are being played keep theirs. Raises
        Refused for an id of a built-in one."""
        if scenario.id in BUILT_IN:
            raise Refused(f"{BUILT_IN[scenario.id].name} comes with Warglass: save a copy under another id.")
        self._table.keep(GAME, SCENARIO, scenario.id, msgspec.json.encode(scenario))

    def delete(self, id: str, *, source: Source) -> None:
        """Raises NotHere, and Refused for a built-in one."""
        if id in BUILT_IN:
            raise Refused(f"{BUILT_IN[id].name} comes with Warglass: it stays.")
        name = next((each.name for each in self.all() if each.id == id), id)
        self._table.discard(GAME, SCENARIO, id)
        self._table.note(Deleted(kind="scenario", name=name), source=source)

    def free_id(self, name: str) -> str:
        """An id after the name that no scenario has yet."""
        return free_id(name, {*TAKEN, *(scenario.id for scenario in self.all())}, otherwise="scenario")

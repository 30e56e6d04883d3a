"""The Forces that this table keeps."""

import msgspec

from companion.ids import free_id
from companion.readings import Readings
from companion.table.errors import NotHere
from companion.table.events import Deleted
from companion.table.history import Source
from companion.table.table import Table
from companion.warzone.cards.kept import GAME
from companion.warzone.force.force import KeptForce

FORCE = "force"


class KeptForces:
    """Reads and keeps Forces through the table. Any thread may call any method."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._readings = Readings(
            table, game=GAME, kind=FORCE, struct=KeptForce, order=lambda force: force.name.casefold()
        )

    def all(self) -> tuple[KeptForce, ...]:
        """Every Force by name. One that cannot be read any more is left out."""
        return self._readings.all()

    def find(self, id: str) -> KeptForce:
        """Raises NotHere."""
        for force in self.all():
            if force.id == id:
                return force
        raise NotHere(FORCE, id)

    def save(self, force: KeptForce) -> None:
        """Keeps it, in place of the one of the same id. Raises Refused where the disk does not take it."""
        self._table.keep(GAME, FORCE, force.id, msgspec.json.encode(force))

    def delete(self, id: str, *, source: Source) -> None:
        """Raises NotHere, and Refused where the disk does not take it."""
        name = next((force.name for force in self.all() if force.id == id), id)
        self._table.discard(GAME, FORCE, id)
        self._table.note(Deleted(kind="Force", name=name), source=source)

    def id_for(self, name: str) -> str:
        """The id of the kept Force of that name, or one that no Force has yet."""
        kept = self.all()
        same = next((force.id for force in kept if force.name.casefold() == name.casefold()), None)
        return same or free_id(name, {force.id for force in kept}, otherwise=FORCE)

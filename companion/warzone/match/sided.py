"""What is one side's act, and what is about one of its Units: as players ask for it, and as it happened."""

from companion.table.commands import Command
from companion.table.events import Event
from companion.table.sides import Side


class SideCommand(Command, frozen=True, kw_only=True):
    """`side` is whose act it is; a refusal is read on its screens."""

    side: Side

    @property
    def subject(self) -> str | None:
        return self.side.value


class UnitCommand(SideCommand, frozen=True, kw_only=True):
    """About the Unit of that id in the side's own Force."""

    unit: str


class SideEvent(Event, frozen=True, kw_only=True):
    side: Side


class UnitEvent(SideEvent, frozen=True, kw_only=True):
    unit: str

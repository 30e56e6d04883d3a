"""What happens to Scenario Objective counters, and what is made of them at the end of a Turn."""

from companion.table.events import Event
from companion.table.sides import Side
from companion.warzone.match.dice import Die
from companion.warzone.match.objectives.tracked import Place
from companion.warzone.match.sided import SideEvent, UnitEvent
from companion.warzone.sums.commander import Stand


class Interacted(UnitEvent, frozen=True, kw_only=True):
    """One of the Unit's two Actions: an Interact Action with the counter. `dice` are those that were rolled against
    `needed`, none where the players said how it went. `activates`: its Activation began with it."""

    counter: str
    success: bool
    needed: int | None = None
    dice: tuple[Die, ...] = ()
    place: Place | None = None
    activates: bool = False


class ControlSet(Event, frozen=True, kw_only=True):
    counter: str
    control: Side | None = None


class DamageSet(SideEvent, frozen=True, kw_only=True):
    """In this Turn so far."""

    counter: str
    damage: int


class ObjectivePlaced(Event, frozen=True, kw_only=True):
    counter: str
    place: Place


class ConnectionSet(Event, frozen=True, kw_only=True):
    """In this Turn."""

    counter: str
    unit: str | None = None


class CommandersMeasured(Event, frozen=True, kw_only=True):
    gold: Stand
    red: Stand


class AnsweredTracked(Event, frozen=True, kw_only=True):
    """`answers`: the option that was taken, by question."""

    turn: int
    answers: dict[str, str]

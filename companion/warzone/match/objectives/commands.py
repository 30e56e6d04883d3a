"""What players ask about Scenario Objective counters and about what they are worth (Chapter 13)."""

from companion.table.commands import Command
from companion.table.sides import Side
from companion.warzone.match.dice import Die
from companion.warzone.match.objectives.tracked import Place
from companion.warzone.match.sided import SideCommand, UnitCommand
from companion.warzone.sums.commander import Stand


class Interact(UnitCommand, frozen=True, kw_only=True):
    """The Unit performs an Interact Action: a TN(LD) Test by `dice` against `needed`, of which a second counts only
    where a failed test is rolled again; or, without dice, `success` as the players say. `place` is where the counter is
    then, if it can move and somebody says."""

    counter: str
    needed: int | None = None
    dice: tuple[Die, ...] = ()
    success: bool = True
    place: Place | None = None


class SetControl(Command, frozen=True, kw_only=True):
    """Who controls a counter of Key Positions, by the players' own word; None: nobody."""

    counter: str
    control: Side | None = None


class SetDamage(SideCommand, frozen=True, kw_only=True):
    """How often this side damaged a counter of Sabotage this Turn, by the players' own word."""

    counter: str
    damage: int


class PlaceObjective(Command, frozen=True, kw_only=True):
    """Where a counter of Escort or Intercept Transmissions is, by the players' own word."""

    counter: str
    place: Place


class SetConnection(Command, frozen=True, kw_only=True):
    """Which Unit made a connection at a counter of Intercept Transmissions this Turn, by the players' own word; None:
    none did."""

    counter: str
    unit: str | None = None


class MeasureCommanders(Command, frozen=True, kw_only=True):
    """How far both Commanders are from their own Sides, at the end of the Turn."""

    gold: Stand
    red: Stand


class AnswerTracked(Command, frozen=True, kw_only=True):
    """Whatever is asked at the end of this Turn, and follows from what was tracked, is answered so."""

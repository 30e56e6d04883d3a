"""Holds the parts that WarTime's acts and events share, and their common refusals."""

from typing import Annotated, ClassVar

import msgspec

from companion.clock import SECOND
from companion.fields.characters import Word
from companion.names import all_named, named, spelt
from companion.table.commands import GameAct, GameEvent, typed
from companion.table.errors import NotHere, Refused
from companion.table.game import Own
from companion.table.seats import Side, side_named
from companion.table.state import Stage
from companion.wartime.match.state import Sandglass, State
from companion.wartime.referee.board import CENTRES, Hex, on_board
from companion.wartime.scenario.parts import ARMIES

# What a field of an act takes.

Name = Annotated[Word, typed(named)]
Names = Annotated[tuple[Word, ...], msgspec.Meta(max_length=40), typed(all_named)]
Place = Annotated[Hex, typed(lambda field, text: on_board(field, text.upper()))]
NameInPath = Annotated[str, typed(named)]
SideInPath = Annotated[Side, typed(lambda _, text: side_named(text))]


class WarTimeEvent(GameEvent[State], frozen=True, kw_only=True):
    """Says what has happened. All times are sand time, in nanoseconds."""

    SENTENCE: ClassVar[str]
    LABEL: ClassVar[str]
    """Are what `sentence` and `label` return, where no field changes it."""

    def sentence(self, _: State) -> str:
        return self.SENTENCE

    def label(self, _: State) -> str:
        return self.LABEL

    def side_of(self, state: State) -> Side | None:  # noqa: ARG002
        """Returns the side whose timer or unit it is about."""
        return None

    def own(self, state: State) -> Own | None:  # noqa: ARG002
        """Returns the side whose seat alone may take it back."""
        return None


class ArmyEvent(WarTimeEvent, frozen=True, kw_only=True):
    """Says what a side has done. `SENTENCE` and `LABEL` follow the name of its army."""

    side: Side

    def sentence(self, _: State) -> str:
        return f"{ARMIES[self.side]} {self.SENTENCE}"

    def label(self, _: State) -> str:
        return f"{ARMIES[self.side]}'s {self.LABEL}"

    def side_of(self, _: State) -> Side:
        return self.side


class WarTimeAct(GameAct[State, WarTimeEvent], frozen=True, kw_only=True):
    def own(self, state: State) -> Own | None:  # noqa: ARG002
        """Returns the side whose seat alone may ask for it."""
        return None


class TimerAct(WarTimeAct, frozen=True, kw_only=True):
    """Asks for something of a timer. Its screens also show the refusal."""

    timer: str = msgspec.field(name="id")

    @property
    def subject(self) -> str:
        return self.timer


class TimerEvent(WarTimeEvent, frozen=True, kw_only=True):
    timer: str

    def side_of(self, state: State) -> Side | None:
        return state.timers[self.timer].spec.side


class StackAct(WarTimeAct, frozen=True, kw_only=True):
    """Asks for something of a unit. `side` is needed only where both armies have a unit of that name."""

    unit: NameInPath = msgspec.field(name="name")
    side: Side | None = None


class StackEvent(ArmyEvent, frozen=True, kw_only=True):
    unit: str

    @property
    def who(self) -> str:
        return f"{ARMIES[self.side]}'s {self.unit}"


def card_of(state: State, timer: str, card: str | None) -> Own | None:
    """Returns the side that alone may play the card with that timer: another's try would show which cards lie face down
    (WarTime Rulebook, Set Up)."""
    glass = state.timers.get(timer)
    side = glass.spec.side if glass else None
    return Own(side, "card") if side and card is not None else None


# What the log says of several things alike.


def counted(count: int, word: str = "token") -> str:
    return f"1 {word}" if count == 1 else f"{count} {word}s"


def seconds_left(left_ns: int) -> str:
    """Returns whole seconds as a screen shows them. A started second counts, so a running timer never shows 0."""
    return f"{-(-left_ns // SECOND)} s"


# What several acts refuse.

PAUSED = "Paused. Resume first."
MOST_NAMES = 100
"""Limits how many units a side may name in a match: the box has fewer than half, and every view lists them all."""


def not_over(state: State) -> None:
    """Raises Refused once the game is over."""
    if state.stage is Stage.OVER:
        raise Refused("The game is over.")


def in_play(state: State) -> None:
    """Raises Refused before the game, and once it is over."""
    not_over(state)
    if state.stage is Stage.SETUP:
        raise Refused("The game has not begun.")


def not_standing(state: State) -> None:
    """Raises Refused in a pause."""
    if state.paused:
        raise Refused(PAUSED)


def running(state: State, timer: str) -> Sandglass:
    """Returns the timer, which must be running in a game that is not over. Raises Refused, NotHere."""
    glass = state.timer(timer)
    not_over(state)
    if not glass.active:
        raise Refused(f"{glass.spec.name} is not running.")
    return glass


def whose(state: State, unit: str, side: Side | None) -> tuple[Side, str]:
    """Returns the side that has this unit, and the unit's name as that side spells it. Raises Refused, NotHere."""
    if side is None:
        sides = [each for each in Side if state.forces[each].knows(unit)]
        if not sides:
            raise NotHere("unit", unit)
        if len(sides) > 1:
            raise Refused(f"Both sides have a unit called {unit}: say whose.")
        side = sides[0]
    return side, spelt(unit, state.forces[side].names)


def listed(state: State, side: Side, unit: str) -> str:
    """Returns the unit as its side spells it. Raises Refused where the side has named too many others."""
    names = state.forces[side].names
    unit = spelt(unit, names)
    if len(names) >= MOST_NAMES and unit not in names:
        raise Refused(f"The {ARMIES[side]} has {MOST_NAMES} units already: take one of these.")
    return unit


def unit_of(state: State, side: Side, unit: str) -> str:
    """Returns the unit as its side spells it. Raises Refused where the side has not brought it, or has lost it (Units;
    Optional Rules, Set Up)."""
    force, army = state.forces[side], ARMIES[side]
    unit = listed(state, side, unit)
    if force.units and unit not in force.units:
        locked = f"{unit} is not on the board: the {army}'s units are locked."
        raise Refused(locked if state.locked else f"{unit} is not among the {army}'s units.")
    if force.is_eliminated(unit):
        raise Refused(f"{unit} is eliminated.")
    return unit


def on_the_board(place: str) -> Hex:
    """Returns the hex of that name. Raises NotHere."""
    name = place.upper()
    if name not in CENTRES:
        raise NotHere("hex", place)
    return name


def vacant(state: State, place: Hex) -> None:
    """Raises Refused where a stack stands in that hex (Movement Restrictions: no more than one)."""
    if (found := state.standing.get(place)) is not None:
        raise Refused(f"{ARMIES[found[0]]}'s {found[1]} stands in {place}.")
    if (feature := state.ground.standing.get(place)) is not None:
        raise Refused(f"{feature.label} stands in {place}.")

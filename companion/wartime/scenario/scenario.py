"""Describes what a game of WarTime is set up with: board, units, cards, sand timers and what the neutral ones end."""

from enum import StrEnum
from typing import Annotated

import msgspec

from companion.clock import SECOND
from companion.fields.characters import LINES, Word
from companion.table.seats import Side
from companion.wartime.referee.board import HEXES, Hex, Terrain
from companion.wartime.scenario.parts import ARMIES, Condition, Hand, Item, PlacedFeature, Says, TimeSpace, UnitSpec


class TimerKind(StrEnum):
    COMMAND = "command"
    SPELL = "spell"
    SETUP = "setup"
    GAME = "game"


class TimerSpec(msgspec.Struct, frozen=True):
    """Describes one sand timer of the box. `side` is None for the neutral, black-capped ones; `label` goes by its
    colour.

    `number` is what its screen, its tile and its chit show, no two of a side's alike; None where it has no chit.
    """

    id: str
    label: str
    side: Side | None
    kind: TimerKind
    seconds: int
    number: int | None = None

    @property
    def tag(self) -> str:
        """Returns which of its side's it is: "60a"."""
        return self.label.removeprefix(self.side.value.capitalize() if self.side else "").strip()

    @property
    def owner(self) -> str:
        """Returns its side, or "neutral"."""
        return self.side.value if self.side else "neutral"

    @property
    def name(self) -> str:
        """Names it as players read it: "Valyance 60a"."""
        return f"{ARMIES[self.side]} {self.tag}" if self.side else self.label

    @property
    def run_ns(self) -> int:
        return self.seconds * SECOND


def _army(side: Side) -> tuple[TimerSpec, ...]:
    name, word = side.value, side.value.capitalize()
    return (
        TimerSpec(f"{name}-30", f"{word} 30", side, TimerKind.COMMAND, 30, 1),
        TimerSpec(f"{name}-60a", f"{word} 60a", side, TimerKind.COMMAND, 60, 2),
        TimerSpec(f"{name}-60b", f"{word} 60b", side, TimerKind.COMMAND, 60, 3),
        TimerSpec(f"{name}-90", f"{word} 90", side, TimerKind.COMMAND, 90, 4),
        TimerSpec(f"{name}-spell", f"{word} spell", side, TimerKind.SPELL, 30, 5),
    )


BOX: tuple[TimerSpec, ...] = (
    *_army(Side.GOLD),
    *_army(Side.RED),
    TimerSpec("neutral-120", "2 minutes", None, TimerKind.SETUP, 120, 1),
    TimerSpec("neutral-600", "10 minutes", None, TimerKind.GAME, 600, 2),
)
"""Lists the timers as in the box (WarTime Rulebook, Timers). A side of "a typical game" has one 30, two 60, one 90 and
one blue 30.

The 2-minute timer is for Optional Rules, Set Up, the 10-minute timer for scenarios that end by it.
"""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what a scenario says, besides its timers. An empty part means that the players did not say, and anything is
    allowed.

    `text` is what it is and what to know before playing it, `victory` its victory conditions. `terrain` is by hex;
    `lines` are the solid black lines, each between two hexes. `time_spaces` are the board's six or fewer, `items` the
    item tokens. `cards` are by side.

    `time_limit` says that the start signal flips the 10-minute timer, which ends the game when it has run out. The
    Battle Book says which scenarios do so; the Rulebook (Object of the Game) only says that some end by time.
    """

    id: Annotated[str, msgspec.Meta(max_length=40)]
    name: Annotated[str, msgspec.Meta(max_length=60)]
    text: Annotated[str, msgspec.Meta(max_length=2000), LINES] = ""
    victory: Annotated[str, msgspec.Meta(max_length=2000), LINES] = ""
    time_limit: bool = False
    terrain: Annotated[dict[Hex, Terrain], msgspec.Meta(max_length=len(HEXES))] = {}
    features: Annotated[tuple[PlacedFeature, ...], msgspec.Meta(max_length=40)] = ()
    lines: Annotated[tuple[tuple[Hex, Hex], ...], msgspec.Meta(max_length=300)] = ()
    time_spaces: Annotated[tuple[TimeSpace, ...], msgspec.Meta(max_length=6)] = ()
    items: Annotated[tuple[Item, ...], msgspec.Meta(max_length=20)] = ()
    units: Annotated[tuple[UnitSpec, ...], msgspec.Meta(max_length=40)] = ()
    cards: Annotated[dict[Side, Hand], msgspec.Meta(max_length=2)] = {}
    neutral: Annotated[dict[Word, Says], msgspec.Meta(max_length=2)] = {}
    """Says what the neutral timers are for in play, by their ids (Timers: they "manage other aspects of the game")."""
    conditions: Annotated[tuple[Condition, ...], msgspec.Meta(max_length=10)] = ()
    """Lists the victory conditions that the table counts."""


class Scenario(Terms, frozen=True, kw_only=True):
    """Describes how this game is played, as a match is set up with it and as its journal keeps it."""

    timers: Annotated[tuple[TimerSpec, ...], msgspec.Meta(max_length=40)] = BOX

    def army(self, side: Side) -> tuple[UnitSpec, ...]:
        """Returns this side's units."""
        return tuple(unit for unit in self.units if unit.side is side)

    def hand(self, side: Side) -> Hand | None:
        """Returns this side's cards; None where the scenario does not list them."""
        return self.cards.get(side)


OPEN = Scenario(id="open", name="Open game")
TEN_MINUTES = Scenario(id="ten-minutes", name="Ten minutes", time_limit=True)

"""Holds the acts by which players set up the live board by hand and take tokens off its features.

These are not actions of a unit, so they cost no timer.

A scenario sets the board up; without one it remembers what was put on it. Cards, Time spaces and items may change it at
any time. So may players who correct the map to match the minis.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.names import same, spelt
from companion.table.errors import NotHere, Refused
from companion.table.game import few_words
from companion.table.seats import Side
from companion.table.state import Stage
from companion.wartime.match.checks import (
    NameInPath,
    Place,
    StackAct,
    StackEvent,
    WarTimeAct,
    WarTimeEvent,
    counted,
    in_play,
    not_over,
    on_the_board,
    unit_of,
    vacant,
    whose,
)
from companion.wartime.match.state import State
from companion.wartime.referee.board import NEIGHBOURS, Feature, Hex, Terrain
from companion.wartime.scenario.parts import MOST_TOKENS, Tokens


class PlaceUnit(StackAct, frozen=True, kw_only=True):
    """Puts the unit into that hex, or takes it off the board. It is not an action of its own, so it flips no timer.
    `side` is needed only where the unit's side is not known."""

    ADDRESSES = ("units/{name}/place",)
    SUMMARY = "Put a unit into a hex, without an action"

    hex: Place | None = None

    def decide(self, state: State, at: int) -> Sequence["UnitPlaced"]:
        not_over(state)
        if state.stage is Stage.SETUP and state.locked:
            # Optional Rules, Set Up: at the end of the 2 minutes all units are locked in place until the game begins.
            raise Refused("The units are locked in place until the game begins.")
        if self.side is None and not any(force.knows(self.unit) for force in state.forces.values()):
            raise Refused(f"Say whose {self.unit} is.")
        side, unit = whose(state, self.unit, self.side)
        unit = unit_of(state, side, unit)
        was = state.place_of(side, unit)
        hex = self.hex and on_the_board(self.hex)
        if hex == was:
            raise Refused(f"{unit} stands in {hex} already." if hex else f"{unit} is not on the board.")
        if hex is not None:
            vacant(state, hex)
        return [UnitPlaced(sand_ns=at, side=side, unit=unit, hex=hex, was=was)]


class UnitPlaced(StackEvent, frozen=True, kw_only=True, omit_defaults=True):
    """Records that the unit stands in `hex` now, or not on the board. It stood in `was`, where that was known. A unit
    that was left off takes part again."""

    hex: Hex | None = None
    was: Hex | None = None

    def apply(self, state: State) -> State:
        force = state.forces[self.side]
        if self.unit in force.left_off:
            off = tuple(each for each in force.left_off if each != self.unit)
            state = state.with_force(self.side, units=(*force.units, self.unit), left_off=off)
        return moved(state.with_known(self.side, self.unit), self.side, self.unit, self.hex)

    def sentence(self, _: State) -> str:
        return f"{self.who} is {f'in {self.hex}' if self.hex else 'off the board'}"

    def label(self, _: State) -> str:
        return few_words(f"where {self.unit} is", "where it is")


def moved(state: State, side: Side, unit: str, place: Hex | None) -> State:
    """Returns the state with the unit there. After an undo, another unit may be there: it leaves the board."""
    for each, force in state.forces.items():
        own = each is side
        places = {name: hex for name, hex in force.places.items() if hex != place and not (own and same(name, unit))}
        state = state.with_force(each, places={**places, unit: place} if place and own else places)
    return state


class LayTile(WarTimeAct, frozen=True, kw_only=True):
    """Lays another Terrain Tile into that hex; plains remove it."""

    ADDRESSES = ("board/{hex}/tile",)
    SUMMARY = "Lay another Terrain Tile into a hex"

    hex: str
    terrain: Terrain

    def decide(self, state: State, at: int) -> Sequence["TileLaid"]:
        not_over(state)
        hex = on_the_board(self.hex)
        if state.ground.terrain.get(hex, Terrain.PLAINS) is self.terrain and hex not in state.ground.features:
            raise Refused(f"{hex} is {self.terrain.label.lower()} already.")
        return [TileLaid(sand_ns=at, hex=hex, terrain=self.terrain)]


class TileLaid(WarTimeEvent, frozen=True, kw_only=True):
    hex: Hex
    terrain: Terrain

    def apply(self, state: State) -> State:
        return replace(state, ground=state.ground.tiled(self.hex, self.terrain))

    def sentence(self, _: State) -> str:
        return f"{self.hex} is {self.terrain.label.lower()}"

    def label(self, _: State) -> str:
        return f"{self.hex}'s terrain"


class PlaceFeature(WarTimeAct, frozen=True, kw_only=True):
    """Puts a Terrain Feature of so many tokens into that hex."""

    ADDRESSES = ("board/{hex}/feature",)
    SUMMARY = "Put a Terrain Feature into a hex"

    hex: str
    feature: Feature
    tokens: Tokens

    def decide(self, state: State, at: int) -> Sequence["FeaturePlaced"]:
        not_over(state)
        hex = on_the_board(self.hex)
        if not 1 <= self.tokens <= MOST_TOKENS:
            raise Refused(f"A feature has 1 to {MOST_TOKENS} tokens, not {self.tokens}.")
        if (found := state.standing.get(hex)) is not None:
            raise Refused(f"{found[1]} stands in {hex}.")
        return [FeaturePlaced(sand_ns=at, hex=hex, feature=self.feature, tokens=self.tokens)]


class FeaturePlaced(WarTimeEvent, frozen=True, kw_only=True):
    hex: Hex
    feature: Feature
    tokens: int

    def apply(self, state: State) -> State:
        return replace(state, ground=state.ground.piled(self.hex, self.feature, self.tokens))

    def sentence(self, _: State) -> str:
        return f"{self.feature.label} of {counted(self.tokens)} in {self.hex}"

    def label(self, _: State) -> str:
        return f"{self.hex}'s feature"


class DamageFeature(WarTimeAct, frozen=True, kw_only=True):
    """Takes so many tokens off the Terrain Feature in this hex: never more than are there."""

    ADDRESSES = ("features/{hex}/damage",)
    SUMMARY = "Take tokens off a Terrain Feature"

    hex: str
    tokens: Tokens = 1

    def decide(self, state: State, at: int) -> Sequence["FeatureDamaged"]:
        in_play(state)
        place = self.hex.upper()
        left = feature_left(state, place)
        tokens = min(self.tokens, left)
        return [FeatureDamaged(sand_ns=at, hex=place, tokens=tokens, left=left - tokens)]


class FeatureDamaged(WarTimeEvent, frozen=True, kw_only=True):
    """Records that `tokens` came off the Terrain Feature. `left` are left; at 0 the hex is plains."""

    hex: str
    tokens: int
    left: int

    def apply(self, state: State) -> State:
        return replace(state, ground=state.ground.wear_feature(self.hex, self.tokens))

    def sentence(self, _: State) -> str:
        return f"{self.hex} loses {counted(self.tokens)}: {f'{self.left} left' if self.left else 'it is plains now'}"

    def label(self, _: State) -> str:
        return f"{self.hex}'s loss of {counted(self.tokens)}"


def feature_left(state: State, place: str) -> int:
    """Returns the tokens of the Terrain Feature in that hex. Raises Refused, NotHere."""
    if (pile := state.ground.features.get(place)) is None:
        raise NotHere("terrain feature", place)
    if not pile.left:
        raise Refused(f"{place} is plains already.")
    return pile.left


class DrawLine(WarTimeAct, frozen=True, kw_only=True):
    """Draws a solid black line between two hexes that touch, or removes the one that is there."""

    ADDRESSES = ("board/lines",)
    SUMMARY = "Draw or remove a solid black line"

    one: Place
    other: Place

    def decide(self, state: State, at: int) -> Sequence["LineDrawn"]:
        not_over(state)
        one, other = on_the_board(self.one), on_the_board(self.other)
        if other not in NEIGHBOURS[one]:
            raise Refused(f"{one} and {other} do not touch. A line is between two hexes that do.")
        return [LineDrawn(sand_ns=at, one=one, other=other, drawn=not state.ground.has_line((one, other)))]


class LineDrawn(WarTimeEvent, frozen=True, kw_only=True):
    """Records a change of a solid black line. `drawn` says whether there is one now."""

    LABEL = "the black line"

    one: Hex
    other: Hex
    drawn: bool

    def apply(self, state: State) -> State:
        return replace(state, ground=state.ground.lined((self.one, self.other), drawn=self.drawn))

    def sentence(self, _: State) -> str:
        return f"{'A' if self.drawn else 'No'} black line between {self.one} and {self.other}"


class PlaceItem(WarTimeAct, frozen=True, kw_only=True):
    """Puts the item into that hex, or takes it off the board."""

    ADDRESSES = ("items/{name}/place",)
    SUMMARY = "Put an item into a hex"

    item: NameInPath = msgspec.field(name="name")
    hex: Place | None = None

    def decide(self, state: State, at: int) -> Sequence["ItemPlaced"]:
        not_over(state)
        items = tuple(each.name for each in state.scenario.items)
        if (name := spelt(self.item, items)) not in items:
            raise NotHere("item", self.item)
        return [ItemPlaced(sand_ns=at, item=name, hex=self.hex and on_the_board(self.hex))]


class ItemPlaced(WarTimeEvent, frozen=True, kw_only=True, omit_defaults=True):
    item: str
    hex: Hex | None = None

    def apply(self, state: State) -> State:
        return replace(state, ground=state.ground.with_item(self.item, self.hex))

    def sentence(self, _: State) -> str:
        return f"{self.item} lies {f'in {self.hex}' if self.hex else 'off the board'}"

    def label(self, _: State) -> str:
        return few_words(f"where {self.item} is", "where it is")

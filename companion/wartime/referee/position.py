"""Where everything stands: the board of one question, as the API's JSON has it."""

from typing import Annotated

import msgspec

from companion.fields.invalid import Invalid
from companion.wartime.referee.hexes import CENTRES, HEXES, NEIGHBOURS, Hex
from companion.wartime.referee.terrain import Feature, Terrain

EACH = msgspec.Meta(max_length=len(HEXES))
"""Of each hex at most one thing can be said."""


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hexes that are not plain and empty.

    `terrain`: the Terrain Tiles. `features`: the Terrain Features, stacks of tokens. `lines`: solid black lines, each
    between two hexes that touch. `units`: hexes with a unit of either side.
    """

    terrain: Annotated[dict[Hex, Terrain], EACH] = msgspec.field(default_factory=dict)
    features: Annotated[dict[Hex, Feature], EACH] = msgspec.field(default_factory=dict)
    lines: Annotated[tuple[tuple[Hex, Hex], ...], msgspec.Meta(max_length=len(HEXES) * 3)] = ()
    units: Annotated[tuple[Hex, ...], EACH] = ()

    def check(self) -> None:
        """Raises Invalid where this is no board that players could set up.

        A hex has a single terrain type, and no more than one stack stands in it (WarTime Rulebook, Terrain Tiles,
        Terrain Features, Movement Restrictions).
        """
        for name in self.terrain:
            if name not in CENTRES:
                raise _off_board(f"terrain.{name}", name)
        for name in self.features:
            if name not in CENTRES:
                raise _off_board(f"features.{name}", name)
            if (tile := self.terrain_of(name)) is not Terrain.PLAINS:
                raise Invalid(f"features.{name}", f"{name} already is {tile.label.lower()}")
        for index, (one, other) in enumerate(self.lines):
            if other not in NEIGHBOURS.get(one, ()):
                on_board(f"lines[{index}]", one)
                on_board(f"lines[{index}]", other)
                raise Invalid(f"lines[{index}]", f"{one} and {other} do not touch")
        standing: set[Hex] = set()
        for index, name in enumerate(self.units):
            if name not in CENTRES:
                raise _off_board(f"units[{index}]", name)
            if name in self.features:
                raise Invalid(f"units[{index}]", f"{name} holds {self.features[name].label.lower()} already")
            if name in standing:
                raise Invalid(f"units[{index}]", f"{name} is there twice")
            standing.add(name)

    def terrain_of(self, name: Hex) -> Terrain:
        return self.terrain.get(name, Terrain.PLAINS)

    def without_stack(self, name: Hex) -> "Position":
        """The board when the stack in this hex has lost its last token: empty, and plains where a feature stood
        (WarTime Rulebook, Eliminated Units and Terrain Features)."""
        return Position(
            terrain=self.terrain,
            features={at: feature for at, feature in self.features.items() if at != name},
            lines=self.lines,
            units=tuple(at for at in self.units if at != name),
        )


def on_board(field: str, name: Hex) -> Hex:
    """The same name. Raises Invalid where the board has no such hex."""
    if name not in CENTRES:
        raise _off_board(field, name)
    return name


def _off_board(field: str, name: str) -> Invalid:
    return Invalid(field, f"must be a hex from A1 to I13, got {name[:8]!r}")

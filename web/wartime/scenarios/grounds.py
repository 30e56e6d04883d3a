"""What each terrain does, in a player's words: the figures are the referee's own."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.wartime.referee.board import (
    ALONG_THE_WALL,
    FEATURES,
    TILES,
    AttackKind,
    Effect,
    Feature,
    Penalty,
    Terrain,
)
from companion.wartime.scenario.scenario import Scenario
from web.wartime.drawing import CODES, Ground


@dataclass(frozen=True, kw_only=True)
class GroundWords:
    """`symbol` is the one on the map, `code` its two letters, `source` the heading that a ruling is from."""

    symbol: str
    code: str
    name: str
    says: str
    source: str


def grounds(scenario: Scenario) -> list[GroundWords]:
    """What lies on this board, in the order of the book's tables; and what a black line does, where there is one."""
    lying = {*scenario.terrain.values(), *(feature.terrain for feature in scenario.features)}
    found = [ground_words(ground) for ground in CODES if ground in lying]
    if scenario.lines:
        found.append(
            GroundWords(
                symbol="line",
                code="",
                name="Black line",
                says="No move and no melee attack goes across it.",
                source=f"{TILES}: {Terrain.CASTLE_WALL.label}",
            )
        )
    return found


def ground_words(ground: Ground) -> GroundWords:
    """One terrain type or Terrain Feature that is not Plains."""
    says = _feature() if isinstance(ground, Feature) else _tile(ground)
    return GroundWords(
        symbol=ground.value,
        code=CODES[ground],
        name=ground.label,
        says=" ".join(says),
        source=FEATURES if isinstance(ground, Feature) else f"{TILES}: {ground.label}",
    )


def _feature() -> Iterator[str]:
    yield "Closed to units. Blocks line of sight."
    yield "Attacked like a unit; without tokens it is gone, and Plains."


def _tile(terrain: Terrain) -> Iterator[str]:
    effect = terrain.effect
    along = f", {ALONG_THE_WALL} from wall to wall" if terrain is Terrain.CASTLE_WALL else ""
    yield "Closed to units." if effect.enter is None else f"{effect.enter} MP to enter{along}."
    if effect.closed_to:
        yield f"Closed to {' and '.join(sorted(each.value.capitalize() for each in effect.closed_to))} units."
    yield "Blocks line of sight." if effect.blocks_sight else "Does not block line of sight."
    if effect.penalties:
        yield f"{_weakened(effect)} deal 1 less to a unit in it."


def _weakened(effect: Effect) -> str:
    if {Penalty(kind) for kind in AttackKind} <= set(effect.penalties):
        return "All attacks"
    words = [
        f"{each.kind.value} attacks{f' by {each.keyword.value.capitalize()} units' if each.keyword else ''}"
        for each in effect.penalties
    ]
    said = " and ".join(words)
    return said[0].upper() + said[1:]

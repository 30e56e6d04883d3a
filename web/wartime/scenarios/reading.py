"""Shows one scenario as everybody may read it at any time, on a phone as on paper."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from flask import Response

from companion.table.seats import Side
from companion.wartime.referee.board import (
    ALONG_THE_WALL,
    FEATURES,
    TILES,
    AttackKind,
    Feature,
    Hex,
    Penalty,
    Terrain,
    TerrainEffect,
)
from companion.wartime.scenario.library import BUILT_IN
from companion.wartime.scenario.parts import ARMIES, Card, CardKind, Hand, ScenarioHit, UnitSpec
from companion.wartime.scenario.scenario import Scenario, TimerKind
from web.http.render import page
from web.wartime.drawing import (
    CODES,
    SHAPES,
    DrawnBoard,
    Ground,
    Token,
    abbreviations,
    cell,
    outline,
    rows,
    so_many,
    walls,
)
from web.wartime.scenarios.fields import RANGES

# A scenario's diagram: its board with every unit where it starts.


def diagram(
    scenario: Scenario,
    *,
    href: Callable[[Hex], str | None] = lambda _: None,
    roles: Callable[[Hex], Iterable[tuple[str, str]]] = lambda _: (),
) -> DrawnBoard:
    """Returns the board. `href` says where a tap leads, `roles` what a hex is on its page (drawing.cell)."""
    features = {feature.hex: feature for feature in scenario.features}
    times = {space.hex for space in scenario.time_spaces}
    tokens = tokens_of(scenario)
    placed = {unit.hex: tokens[unit.side, unit.name] for unit in scenario.units}
    return DrawnBoard(
        rows=rows(
            lambda name: cell(
                name,
                features[name].terrain if name in features else scenario.terrain.get(name, Terrain.PLAINS),
                href=href(name),
                token=placed.get(name),
                stack=features[name].tokens if name in features else None,
                items=[item.name for item in scenario.items if item.hex == name],
                time=name in times,
                roles=roles(name),
            )
        ),
        walls=walls(scenario.lines),
    )


def tokens_of(scenario: Scenario) -> dict[tuple[Side, str], Token]:
    """Returns every unit's token, by its side and its name."""
    return {
        (side, unit.name): _token(unit, letters[unit.name])
        for side in Side
        for letters in [abbreviations(unit.name for unit in scenario.army(side))]
        for unit in scenario.army(side)
    }


def _token(unit: UnitSpec, letters: str) -> Token:
    stack = "" if unit.health is None else f", {so_many(unit.health)}"
    said = f"{unit.name} of {ARMIES[unit.side]}{stack}"
    return Token(side=unit.side.value, abbr=letters, left=unit.health, said=said)


# What each terrain does, in a player's words: the figures are the referee's own.


@dataclass(frozen=True, kw_only=True)
class GroundWords:
    """Describes a ground: its `symbol` on the map, its `code` of two letters, the heading that is the `source`."""

    symbol: str
    code: str
    name: str
    says: str
    source: str


def grounds(scenario: Scenario) -> list[GroundWords]:
    """Returns the grounds on this board, in the order of the book's tables, and what its black lines do."""
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
    """Returns one terrain type or Terrain Feature that is not Plains."""
    return GroundWords(
        symbol=ground.value,
        code=CODES[ground],
        name=ground.label,
        says=_FEATURE if isinstance(ground, Feature) else " ".join(_tile(ground)),
        source=FEATURES if isinstance(ground, Feature) else f"{TILES}: {ground.label}",
    )


_FEATURE = "Closed to units. Blocks line of sight. Attacked like a unit; without tokens it is gone, and Plains."


def _tile(terrain: Terrain) -> Iterator[str]:
    effect = terrain.effect
    along = f", {ALONG_THE_WALL} from wall to wall" if terrain is Terrain.CASTLE_WALL else ""
    yield "Closed to units." if effect.enter is None else f"{effect.enter} MP to enter{along}."
    if effect.closed_to:
        yield f"Closed to {' and '.join(sorted(each.value.capitalize() for each in effect.closed_to))} units."
    yield "Blocks line of sight." if effect.blocks_sight else "Does not block line of sight."
    if effect.penalties:
        yield f"{_weakened(effect)} deal 1 less to a unit in it."


def _weakened(effect: TerrainEffect) -> str:
    if {Penalty(kind) for kind in AttackKind} <= set(effect.penalties):
        return "All attacks"
    words = [
        f"{each.kind.value} attacks{f' by {each.keyword.value.capitalize()} units' if each.keyword else ''}"
        for each in effect.penalties
    ]
    said = " and ".join(words)
    return said[0].upper() + said[1:]


SIGNS = {AttackKind.MELEE: "○", AttackKind.DISTANCE: "◇"}
"""Lists the shapes around the numbers on a token (WarTime Rulebook, Types of Attacks)."""
KINDS = {
    CardKind.STANDARD: "Standard Action cards",
    CardKind.HEROIC: "Heroic Action cards",
    CardKind.SPELL: "Spell cards",
}
UNKNOWN = "–"


@dataclass(frozen=True, kw_only=True)
class FormRow:
    """Describes a unit's line: `figures` are its hex and what its token says, in the order of FIGURES."""

    token: Token
    name: str
    type: str
    figures: tuple[str, ...]
    keywords: str


FIGURES = (
    ("Hex", "Hex"),
    ("Spd", "Speed"),
    ("Hlth", "Health"),
    ("Chg", "Charge"),
    *((f"R{each}", f"Range {each}") for each in RANGES),
)
"""Lists the columns: their headings, and what those mean."""


@dataclass(frozen=True, kw_only=True)
class ScenarioPart:
    """Says what one side begins with. `cards` are the titles of their kinds with their names, `choice` how many."""

    side: str
    army: str
    shape: str
    timers: str
    rows: tuple[FormRow, ...]
    cards: tuple[tuple[str, list[str]], ...]
    choice: str


def reading(scenario: Scenario, *, played: bool, kept: bool) -> Response:
    """Returns the page. `played`: it is the one on the table. `kept`: the library has it as it stands here."""
    return page(
        "scenario.html",
        scenario=scenario,
        played=played,
        kept=kept,
        built_in=scenario.id in BUILT_IN,
        board=diagram(scenario),
        outline=outline(),
        parts=[_part(scenario, side) for side in Side],
        figures=FIGURES,
        neutral=[
            f"{each.label} {'to set up' if each.kind is TimerKind.SETUP else 'for the game'}"
            for each in scenario.timers
            if each.side is None
        ],
        grounds=grounds(scenario),
        spaces=_spaces(scenario),
    )


def hit_words(hit: ScenarioHit | None) -> str:
    """Returns a damage as the token shows it: "3○"."""
    return UNKNOWN if hit is None else f"{hit.value}{SIGNS[hit.kind]}"


def _part(scenario: Scenario, side: Side) -> ScenarioPart:
    tokens = tokens_of(scenario)
    hand = scenario.hand(side) or Hand()
    return ScenarioPart(
        side=side.value,
        army=ARMIES[side],
        shape=SHAPES[side],
        timers=", ".join(each.tag for each in scenario.timers if each.side is side),
        rows=tuple(_row(unit, tokens[side, unit.name]) for unit in scenario.army(side)),
        cards=tuple(
            (title, names)
            for kind, title in KINDS.items()
            if (names := [_card(card) for card in hand.cards if card.kind is kind])
        ),
        choice=_choice(hand),
    )


def _row(unit: UnitSpec, token: Token) -> FormRow:
    known = (unit.hex, unit.speed, unit.health, unit.charge)
    hits = {str(distance): hit for distance, hit in unit.damage.items()}
    return FormRow(
        token=token,
        name=unit.name,
        type=unit.type or "",
        figures=(
            *(UNKNOWN if each is None else str(each) for each in known),
            *(hit_words(hits.get(each)) for each in RANGES),
        ),
        keywords=", ".join(each.capitalize() for each in unit.keywords),
    )


def _card(card: Card) -> str:
    return f"{card.name} ({', '.join(card.only)} only)" if card.only else card.name


def _choice(hand: Hand) -> str:
    if not hand.cards:
        return ""
    spells = [card for card in hand.cards if card.kind is CardKind.SPELL]
    chosen = []
    if len(spells) < len(hand.cards):
        dealt = f" of {hand.dealt} dealt at random" if hand.dealt else ""
        chosen.append(f"{_so_many(hand.actions, 'Action')}{dealt}")
    if spells:
        chosen.append(_so_many(hand.spells, "Spell"))
    return " and ".join(chosen)


def _so_many(number: int, kind: str) -> str:
    return f"{number} {kind} card{'' if number == 1 else 's'}"


def _spaces(scenario: Scenario) -> list[tuple[str, str]]:
    """Returns the time spaces that do the same, and what they do."""
    alike: dict[str, list[str]] = {}
    for space in scenario.time_spaces:
        alike.setdefault(space.text, []).append(space.hex)
    return [(", ".join(hexes), text) for text, hexes in alike.items()]

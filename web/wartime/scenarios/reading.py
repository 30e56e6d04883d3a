"""One scenario as everybody may read it at any time, on a phone as on paper."""

from dataclasses import dataclass

from flask import Response

from companion.table.seats import Side
from companion.wartime.referee.board import AttackKind
from companion.wartime.scenario.library import BUILT_IN
from companion.wartime.scenario.parts import ARMIES, CardKind, Hand, Hit, UnitSpec
from companion.wartime.scenario.scenario import Scenario, TimerKind
from web.http.render import page
from web.wartime import hexmap
from web.wartime.drawing import Token
from web.wartime.scenarios.diagram import diagram, tokens_of
from web.wartime.scenarios.fields import RANGES
from web.wartime.scenarios.grounds import grounds
from web.wartime.tokens import SHAPES

SIGNS = {AttackKind.MELEE: "○", AttackKind.DISTANCE: "◇"}
"""As around the numbers on a token (WarTime Rulebook, Types of Attacks)."""
KINDS = {
    CardKind.STANDARD: "Standard Action cards",
    CardKind.HEROIC: "Heroic Action cards",
    CardKind.SPELL: "Spell cards",
}
UNKNOWN = "–"


@dataclass(frozen=True, kw_only=True)
class Row:
    """A unit's line: `figures` are its hex and what its token says, in the order of FIGURES."""

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
"""The columns: as they are headed, and what that means."""


@dataclass(frozen=True, kw_only=True)
class Cards:
    """A side's cards of a kind, one text each."""

    kind: str
    names: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Part:
    """What one side begins with; `choice` says how many cards it chooses."""

    side: str
    army: str
    shape: str
    timers: str
    rows: tuple[Row, ...]
    cards: tuple[Cards, ...]
    choice: str


def reading(scenario: Scenario, *, played: bool, kept: bool) -> Response:
    """The page. `played`: it is the one on the table; `kept`: it is in the library, as it stands here."""
    return page(
        "scenario.html",
        scenario=scenario,
        played=played,
        kept=kept,
        built_in=scenario.id in BUILT_IN,
        board=diagram(scenario),
        outline=hexmap.outline(),
        parts=[_part(scenario, side) for side in Side],
        figures=FIGURES,
        neutral=[_neutral(each.kind, each.label) for each in scenario.timers if each.side is None],
        grounds=grounds(scenario),
        spaces=_spaces(scenario),
    )


def hit_words(hit: Hit | None) -> str:
    """A damage as the token shows it: "3○"."""
    return UNKNOWN if hit is None else f"{hit.value}{SIGNS[hit.kind]}"


def _part(scenario: Scenario, side: Side) -> Part:
    tokens = tokens_of(scenario)
    hand = scenario.hand(side) or Hand()
    return Part(
        side=side.value,
        army=ARMIES[side],
        shape=SHAPES[side],
        timers=", ".join(each.tag for each in scenario.timers if each.side is side),
        rows=tuple(_row(unit, tokens[side, unit.name]) for unit in scenario.army(side)),
        cards=tuple(
            Cards(kind=title, names=names)
            for kind, title in KINDS.items()
            if (names := tuple(_card(card.name, card.only) for card in hand.cards if card.kind is kind))
        ),
        choice=_choice(hand),
    )


def _row(unit: UnitSpec, token: Token) -> Row:
    known = (unit.hex, unit.speed, unit.health, unit.charge)
    hits = {str(distance): hit for distance, hit in unit.damage.items()}
    return Row(
        token=token,
        name=unit.name,
        type=unit.type or "",
        figures=(
            *(UNKNOWN if each is None else str(each) for each in known),
            *(hit_words(hits.get(each)) for each in RANGES),
        ),
        keywords=", ".join(each.capitalize() for each in unit.keywords),
    )


def _card(name: str, only: tuple[str, ...]) -> str:
    return f"{name} ({', '.join(only)} only)" if only else name


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


def _neutral(kind: TimerKind, label: str) -> str:
    return f"{label} {'to set up' if kind is TimerKind.SETUP else 'for the game'}"


def _spaces(scenario: Scenario) -> list[tuple[str, str]]:
    """The time spaces that do the same, and what they do."""
    alike: dict[str, list[str]] = {}
    for space in scenario.time_spaces:
        alike.setdefault(space.text, []).append(space.hex)
    return [(", ".join(hexes), text) for text, hexes in alike.items()]

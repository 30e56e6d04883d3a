"""The calculators as tabs, each led to with what it has in common with the question that is asked."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from companion.warzone.attacks.situation import STRIKE_WORDS
from companion.warzone.attacks.target import Target
from web.warzone.calculators.asked import address
from web.warzone.calculators.planning import PlansQuery
from web.warzone.cards.attacks import ShootQuery, StrikeQuery, is_modifier

SHOOT, STRIKE, ARMOR = "/warzone/shoot", "/warzone/strike", "/warzone/armor"
PLANS, INITIATIVE, TESTS = "/warzone/plans", "/warzone/initiative", "/warzone/tests"
NAMES = {
    SHOOT: "Shoot",
    STRIKE: "Strike",
    ARMOR: "Armor",
    PLANS: "Plans",
    INITIATIVE: "Initiative",
    TESTS: "Tests",
}


@dataclass(frozen=True, kw_only=True)
class Tab:
    name: str
    href: str
    here: bool


def tabs(path: str, texts: Mapping[str, str]) -> list[Tab]:
    """Every calculator, led to with the numbers that it shares with this question."""
    return [
        Tab(name=name, href=to + address(texts if to == path else carried(texts, path, to)), here=to == path)
        for to, name in NAMES.items()
    ]


def carried(texts: Mapping[str, str], path: str, to: str) -> dict[str, str]:
    """The parameters of a question on `path` that mean the same on `to`, under the names that they have there."""
    said = {_in_plans(name, text, path): text for name, text in texts.items()}
    return {_out_of_plans(name, to): text for name, text in said.items() if name in _ASKED[path] & _ASKED[to]}


def _in_plans(name: str, text: str, path: str) -> str:
    """The plans have a word for everything; a strike's weapon is its modifier, or the name of one of a card's."""
    if path == SHOOT and name == "weapon":
        return "ranged_weapon"
    if path == STRIKE and name == "weapon":
        return name if is_modifier(text) else "melee_weapon"
    return _STRIKE_WORDS.get(name, name) if path == STRIKE else name


def _out_of_plans(name: str, to: str) -> str:
    if (to, name) in ((SHOOT, "ranged_weapon"), (STRIKE, "melee_weapon")):
        return "weapon"
    return name.removeprefix("strike_") if to == STRIKE else name


def _names(question: type[msgspec.Struct]) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(question))


# A weapon without DAM is another to shoot with than to strike with.
_STRIKE_WORDS = {**STRIKE_WORDS, "harmless": "strike_harmless"}
_ASKED = {
    SHOOT: frozenset(_in_plans(name, "", SHOOT) for name in _names(ShootQuery)),
    STRIKE: frozenset(_in_plans(name, text, STRIKE) for name in _names(StrikeQuery) for text in ("0", "a name")),
    PLANS: _names(PlansQuery),
    # The target is the same wherever it is hit; what else these ask is of another hit than an attack's.
    ARMOR: _names(Target) | {"target"},
    TESTS: _names(Target),
    INITIATIVE: frozenset[str](),
}
"""What each calculator asks that others may ask too, in the words of the plans."""

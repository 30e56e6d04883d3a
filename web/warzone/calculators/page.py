"""Reads the address of a calculator's page, and draws its template."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import redirect, request
from msgspec import inspect
from werkzeug import Response

from companion.fields.words import kinds
from companion.warzone.attacks.situation import STRIKE_WORDS
from companion.warzone.attacks.target import Target
from web.http.render import page
from web.warzone.calculators.fields import CalculatorRequest, address, in_one_line, label, read_address, stepped
from web.warzone.calculators.planning import PlansQuery, folded
from web.warzone.cards.attacks import ShootQuery, StrikeQuery, is_modifier

# The calculators as tabs, each led to with what it has in common with the question that is asked.

SHOOT, STRIKE, ARMOR = "/warzone/shoot", "/warzone/strike", "/warzone/armor"
PLANS, INITIATIVE, TESTS = "/warzone/plans", "/warzone/initiative", "/warzone/tests"
RANGE = f"{TESTS}?test=band"
"""Is one group of the tests, which players look for by itself."""
NAMES = {
    SHOOT: "Shoot",
    STRIKE: "Strike",
    ARMOR: "Armor",
    PLANS: "Plans",
    INITIATIVE: "Initiative",
    RANGE: "Range",
    TESTS: "Tests",
}


_INVENTED = {
    "mw": "12", "dam": "14", "ar": "20", "cc": "13", "cf": "19", "strike_dam": "12", "wounds": "2", "ld": "13",
    "mv": "5", "distance": "7", "short": "12", "long": "24", "band": "short", "in_clear": "3", "in_rough": "1",
    "height": "3", "model": "2", "gap": "2", "moved": "2", "blocked": "2", "turns": "2", "roll": "8", "rolls": "2",
    "cover_height": "2", "cover_distance": "1", "turn": "2", "a_roll": "11", "b_roll": "9", "a_vp": "2", "b_vp": "5",
    "a_pinned": "1", "a": "5", "b": "3", "move_range": "7",
}  # fmt: skip
"""Says what examples are made of: numbers of no real unit."""
_EXAMPLES = {
    SHOOT: ("mw", "dam", "ar", "wounds"),
    STRIKE: ("cc", "dam", "cf", "ar", "wounds"),
    ARMOR: ("dam", "ar", "rolls"),
    PLANS: ("mw", "dam", "cc", "strike_dam", "cf", "ar", "move_range"),
    INITIATIVE: ("turn", "a_roll", "b_roll", "a_vp", "b_vp", "a_pinned", "a", "b"),
}


def example(path: str, names: Iterable[str] = ()) -> str:
    """Returns the address of a worked example, empty where no number is needed. `names` are a test's parameters."""
    numbers = {name: _INVENTED[name] for name in _EXAMPLES.get(path, tuple(names)) if name in _INVENTED}
    return joined(path, numbers) if numbers else ""


@dataclass(frozen=True, kw_only=True)
class CalculatorTab:
    name: str
    href: str
    here: bool


def tabs(path: str, texts: Mapping[str, str]) -> list[CalculatorTab]:
    """Returns a tab for every calculator, with the numbers that it shares with this question.

    `path` is a key of NAMES.
    """
    return [
        CalculatorTab(name=name, href=joined(to, texts if to == path else carried(texts, path, to)), here=to == path)
        for to, name in NAMES.items()
    ]


def joined(path: str, texts: Mapping[str, str]) -> str:
    """Returns the address of a calculator with these parameters, those that its own path has left out."""
    own, _, given = path.partition("?")
    return own + address(dict(pair.split("=") for pair in given.split("&") if pair) | dict(texts))


def carried(texts: Mapping[str, str], path: str, to: str) -> dict[str, str]:
    """Returns the parameters of a question on `path` that mean the same on `to`, under their names there."""
    said = {_in_plans(name, text, path): text for name, text in texts.items()}
    return {_out_of_plans(name, to): text for name, text in said.items() if name in _ASKED[path] & _ASKED[to]}


def _in_plans(name: str, text: str, path: str) -> str:
    """Names a field as the plans do: a strike's weapon is its modifier, or the name of one of a card's."""
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
    RANGE: frozenset[str](),
    TESTS: _names(Target),
    INITIATIVE: frozenset[str](),
}
"""Says what each calculator asks that others may ask too, in the words of the plans."""

MOST_COUNTED = 99
"""Limits what a row counts."""


def asked_of(kind: type[msgspec.Struct]) -> CalculatorRequest | Response:
    """Reads what this request asks. A form's long address is redirected to its short one."""
    said = list(request.args.items(multi=True))
    meant = in_one_line(folded(stepped(said, lambda name: _bounds(kind, name))), ",", "rolls")
    asked = read_address(meant, kind)
    if not asked.errors and (meant != said or len(said) > len(asked.texts)):
        return redirect(request.path + asked.address, 303)
    return asked


def _bounds(kind: type[msgspec.Struct], name: str) -> tuple[int, int]:
    match kinds(kind).get(name):
        case inspect.IntType(ge=int(least), le=int(most)):
            return least, most
    return 1, MOST_COUNTED


def drawn(
    template: str, asked: CalculatorRequest, *, tab: str = "", shows: str | None = None, **values: Any
) -> Response:
    """Draws a calculator's page.

    `tab` is the one it belongs to, where that is not its own path. `shows` leads to its worked example, where that
    depends on more than the path.
    """
    return page(
        template,
        status=422 if asked.errors else 200,
        asked=asked,
        path=request.path,
        labelled=label,
        example=example(request.path) if shows is None else shows,
        tabs_of_warzone=tabs(tab or request.path, asked.texts),
        **values,
    )

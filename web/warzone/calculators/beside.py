"""The calculators side by side, and what of a question goes along from one to the next."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import redirect, request
from werkzeug import Response

from web.http.render import page
from web.warzone.calculators.asked import Asked, address, read
from web.warzone.calculators.labels import label

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
_WORN = frozenset(("ar", "cover", "dive", "armor_modifier", "armor_reroll", "wounds", "wounds_taken"))
_TARGET = _WORN | {"target"}
_ATTACK = _TARGET | {"attacker", "def"}
_SHOT = _ATTACK | {
    *("mw", "dam", "cf", "range", "obstruction", "friends_engaged", "modifier", "multiplier", "shots", "reroll"),
    *("burst", "area", "band", "ranged_weapon"),
}
_BLOW = _ATTACK | {
    *("cc", "st", "weapon", "friends", "strikes", "charge", "fierce_charge", "melee_weapon"),
    *("strike_dam", "strike_cf", "strike_modifier", "strike_multiplier", "strike_reroll"),
}
_SHARED = {SHOOT: _SHOT, STRIKE: _BLOW, ARMOR: _TARGET, PLANS: _SHOT | _BLOW, INITIATIVE: frozenset(), TESTS: _WORN}
"""What each calculator asks in common with others, in the words of the plans, which have a word for everything."""
_STRIKE_WORDS = {name: f"strike_{name}" for name in ("dam", "cf", "modifier", "multiplier", "reroll")}


@dataclass(frozen=True, kw_only=True)
class Tab:
    name: str
    href: str
    here: bool


def tabs(path: str, texts: Mapping[str, str]) -> list[Tab]:
    """Every calculator, led to with the numbers that it shares with this question."""
    return [
        Tab(name=name, href=to + address(texts if to == path else crossed(texts, path, to)), here=to == path)
        for to, name in NAMES.items()
    ]


def crossed(texts: Mapping[str, str], path: str, to: str) -> dict[str, str]:
    """The parameters of a question on `path` that mean the same on `to`, under the names that they have there."""
    said = {_in_plans(name, text, path): text for name, text in texts.items()}
    return {_out_of_plans(name, to): text for name, text in said.items() if name in _SHARED[path] & _SHARED[to]}


def asked_of(kind: type[msgspec.Struct]) -> Asked | Response:
    """What this request asks; where a form has said it the long way round, the way to its short address."""
    said = list(request.args.items(multi=True))
    asked = read(said, kind)
    if not asked.errors and len(said) > len(asked.texts):
        return redirect(request.path + asked.address, 303)
    return asked


def drawn(template: str, asked: Asked, **values: Any) -> Response:
    """A calculator's page."""
    return page(
        template,
        status=422 if asked.errors else 200,
        asked=asked,
        path=request.path,
        labelled=label,
        tabs_of_warzone=tabs(request.path, asked.texts),
        **values,
    )


def _in_plans(name: str, text: str, path: str) -> str:
    if path == SHOOT and name == "weapon":
        return "ranged_weapon"
    if path == STRIKE and name == "weapon":
        return name if text.lstrip("+-").isdecimal() else "melee_weapon"
    return _STRIKE_WORDS.get(name, name) if path == STRIKE else name


def _out_of_plans(name: str, to: str) -> str:
    if (to, name) in ((SHOOT, "ranged_weapon"), (STRIKE, "melee_weapon")):
        return "weapon"
    return name.removeprefix("strike_") if to == STRIKE else name

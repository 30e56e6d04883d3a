"""What a unit can do, asked for by numbers, by cards, or by both; one target or several."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import UNSET

from companion.fields.invalid import Invalid
from companion.warzone.abilities.ability import Vocabulary
from companion.warzone.attacks.plans import Comparison, compare
from companion.warzone.attacks.situation import Situation, UnitState
from companion.warzone.cards.numbers import BandName
from companion.warzone.choices import WarzoneChoices
from web.warzone.calculators.partial import completed, given, partial
from web.warzone.calculators.plantargets import read_targets
from web.warzone.cards.attacks import FromCards, Id, WeaponName

Targets = Annotated[
    str,
    msgspec.Meta(
        description="Several targets, each by name with the parameters that differ from the rest of the address; "
        "target is the id of a unit card",
        max_length=4000,
        examples=["Elite:ar=22:def=-1:cover=1,Grunt:ar=18:charge=1,Moth:target=moth"],
    ),
]
PlansQuery = partial(
    "PlansQuery",
    Situation,
    UnitState,
    targets=Targets,
    attacker=Id,
    ranged_weapon=WeaponName,
    band=BandName,
    melee_weapon=WeaponName,
    target=Id,
)
"""One unit's numbers and its target's; for several targets, what each changes."""
_EITHER = {"strike_dam": "st", "st": "strike_dam"}
"""A strike is made with a weapon or without: the one that is given takes the place of the other on the card."""


def situations(query: msgspec.Struct, cards: FromCards) -> list[Situation]:
    """The targets of a PlansQuery, each with all its numbers. Raises Invalid."""
    printed = {**cards.actor(query), **cards.target(query)}
    targets: Any = getattr(query, "targets", UNSET)
    if targets is UNSET:
        return [completed(numbers(query, printed), Situation)]
    return [_situation(query, target, printed, cards) for target in read_targets(targets)]


def compared(query: msgspec.Struct, cards: FromCards, choices: WarzoneChoices) -> Comparison:
    """Every legal plan of a PlansQuery. Raises Invalid."""
    return compare(situations(query, cards), unit_state(query), choices, plans_vocabulary(query, cards))


def plans_vocabulary(query: msgspec.Struct, cards: FromCards) -> Vocabulary:
    """What abilities do to any of the targets of a PlansQuery. Raises Invalid."""
    targets: Any = getattr(query, "targets", UNSET)
    others = [] if targets is UNSET else [each["target"] for each in read_targets(targets) if "target" in each]
    return cards.vocabulary(query, *others)


def unit_state(query: msgspec.Struct) -> UnitState:
    """The state of a PlansQuery's unit."""
    return completed(given(query, UnitState), UnitState)


def numbers(query: msgspec.Struct, printed: Mapping[str, Any]) -> dict[str, Any]:
    """A PlansQuery's own numbers before those `printed` on the cards."""
    explicit = given(query, Situation)
    replaced = {other for one, other in _EITHER.items() if one in explicit}
    return {**{name: value for name, value in printed.items() if name not in replaced}, **explicit}


def _situation(
    query: msgspec.Struct, target: Mapping[str, str], printed: Mapping[str, Any], cards: FromCards
) -> Situation:
    """One of several targets: what is said of it comes before its card, and its card before what is said of all."""
    own = {name: value for name, value in target.items() if name != "target"}
    try:
        card = cards.printed_of(target["target"]) if "target" in target else {}
        return completed({**numbers(query, printed), **card, **own}, Situation)
    except Invalid as error:
        raise Invalid("targets", f"{target['name']}: {error.field} {error.message}") from error

"""Attacks of Warzone Eternal as JSON: what do I need, why, and what will it do? Questions: they change nothing."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET

from companion.warzone.answers import AttackAnswer
from companion.warzone.armor import ArmorAnswer, armor_test
from companion.warzone.choices import WarzoneChoices
from companion.warzone.errors import Unanswerable
from companion.warzone.plans import Comparison, compare
from companion.warzone.shoot import shoot
from companion.warzone.situation import Situation, UnitState
from companion.warzone.strike import strike
from web.endpoint import Call, Endpoint, get
from web.problems import Invalid
from web.warzone import plantargets
from web.warzone.fromcards import ArmorQuery, FromCards, ShootQuery, StrikeQuery, dice
from web.warzone.partial import completed, given, partial

Q = TypeVar("Q", bound=msgspec.Struct)
B = TypeVar("B", bound=msgspec.Struct)

Targets = Annotated[
    str,
    msgspec.Meta(
        description="Several targets, each by name with the parameters that differ from the rest of the address",
        examples=["Elite:ar=22:def=-1:cover=1,Grunt:ar=18:charge=1"],
    ),
]
PlansQuery = partial("PlansQuery", Situation, UnitState, targets=Targets)
"""One unit's numbers and its target's; for several targets, what each changes."""


def endpoints(choices: Callable[[], WarzoneChoices], cards: FromCards) -> Sequence[Endpoint[Any, Any]]:
    """`choices` tells what the table has agreed on, `cards` the numbers of its unit cards."""
    return (
        get(
            "/warzone/shoot",
            asked(lambda query: shoot(cards.shoot(query), choices())),
            query=ShootQuery,
            answer=AttackAnswer,
            summary="A Shoot Action's sums and exact chances, direct or indirect",
        ),
        get(
            "/warzone/strike",
            asked(lambda query: strike(cards.strike(query), choices())),
            query=StrikeQuery,
            answer=AttackAnswer,
            summary="A Strike Action's sums and exact chances",
        ),
        get(
            "/warzone/armor",
            asked(lambda query: armor_test(cards.armor(query), choices(), rolls=dice(query))),
            query=ArmorQuery,
            answer=ArmorAnswer,
            summary="Armor Tests: the number to roll, the chances, and what given dice mean",
        ),
        get(
            "/warzone/plans",
            asked(lambda query: compare(situations(query), unit_state(query), choices())),
            query=PlansQuery,
            answer=Comparison,
            summary="A unit's two actions against one target or several, side by side",
        ),
    )


def situations(query: msgspec.Struct) -> list[Situation]:
    """The targets of a PlansQuery, each with all its numbers. Raises Unanswerable and Invalid."""
    shared = given(query, Situation)
    targets: Any = getattr(query, "targets", UNSET)
    if targets is UNSET:
        return [completed(shared, Situation)]
    return [_situation(shared, target) for target in plantargets.read(targets)]


def unit_state(query: msgspec.Struct) -> UnitState:
    """The state of a PlansQuery's unit."""
    return completed(given(query, UnitState), UnitState)


def _situation(shared: dict[str, Any], target: dict[str, str]) -> Situation:
    try:
        return completed({**shared, **target}, Situation)
    except Invalid as error:
        raise Invalid("targets", f"{target['name']}: {error.field} {error.message}") from error


def asked(answer: Callable[[Q], object]) -> Callable[[Call[Q, B]], object]:
    """The handler of a question: what cannot be answered as it is asked is a 422 that names the field."""

    def handle(call: Call[Q, B]) -> object:
        try:
            return answer(call.query)
        except Unanswerable as error:
            raise Invalid(error.field, error.message) from error

    return handle

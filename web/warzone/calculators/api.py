"""Answers attacks of Warzone Eternal as JSON: what do I need, why, and what will it do?

Questions only: they change no state.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from companion.warzone.attacks.answers import AttackAnswer
from companion.warzone.attacks.armor import ArmorAnswer, armor_test
from companion.warzone.attacks.plans import Comparison
from companion.warzone.attacks.shoot import shoot
from companion.warzone.attacks.strike import strike
from companion.warzone.choices import WarzoneChoices
from web.http.endpoint import Call, Endpoint, get
from web.warzone.calculators.planning import PlansQuery, compared
from web.warzone.cards.attacks import ArmorQuery, FromCards, ShootQuery, StrikeQuery, dice

Q = TypeVar("Q", bound=msgspec.Struct)
B = TypeVar("B", bound=msgspec.Struct)


def endpoints(choices: Callable[[], WarzoneChoices], cards: FromCards) -> Sequence[Endpoint[Any, Any]]:
    """`choices` tells what the table has agreed on, `cards` the numbers of its unit cards."""
    return (
        get(
            "/warzone/shoot",
            handler(lambda query: shoot(cards.shoot(query), choices(), cards.vocabulary(query))),
            query=ShootQuery,
            answer=AttackAnswer,
            summary="A Shoot Action's sums and exact chances, direct or indirect",
        ),
        get(
            "/warzone/strike",
            handler(lambda query: strike(cards.strike(query), choices(), cards.vocabulary(query))),
            query=StrikeQuery,
            answer=AttackAnswer,
            summary="A Strike Action's sums and exact chances",
        ),
        get(
            "/warzone/armor",
            handler(
                lambda query: armor_test(cards.armor(query), choices(), cards.vocabulary(query), rolls=dice(query))
            ),
            query=ArmorQuery,
            answer=ArmorAnswer,
            summary="Armor Tests: the number to roll, the chances, and what given dice mean",
        ),
        get(
            "/warzone/plans",
            handler(lambda query: compared(query, cards, choices())),
            query=PlansQuery,
            answer=Comparison,
            summary="A unit's two actions against one target or several, side by side",
        ),
    )


def handler(answer: Callable[[Q], object]) -> Callable[[Call[Q, B]], object]:
    """Returns the handler of a question."""
    return lambda call: answer(call.query)

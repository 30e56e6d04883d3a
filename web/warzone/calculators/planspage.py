"""Serves the page that says what to do: a unit's two actions, side by side, against one target or several."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from flask import Flask
from werkzeug import Response

from companion.choices import Chosen
from companion.warzone.attacks.plans import Comparison, Plan, PlanStep
from companion.warzone.attacks.situation import Situation, UnitSituation
from companion.warzone.cards.library import KeptCards
from companion.warzone.choices import WarzoneChoices
from web.warzone.calculators.attackview import plan_row, sums
from web.warzone.calculators.fields import LISTED, FieldOutcome, answered, fields, signed, unplaced, wanted
from web.warzone.calculators.ledgers import Bar, Sum, ability_answer, percent, sides
from web.warzone.calculators.page import PLANS, asked_of, drawn
from web.warzone.calculators.planning import TARGETS, PlansQuery, compared, target_rows
from web.warzone.cards.attacks import FromCards, known, melee, ranged, units

_MOST_DEF = 20
_PICKED = frozenset(("move_cover",))
_MOVED = ("move_by", "move_range", "move_obstruction", "move_cover", "move_dam")
_PLACED = frozenset(
    (
        *("mw", "range", "dam", "cf", "cc", "weapon", "strike_dam", "st", "strike_cf"),
        *("def", "ar", "wounds", "wounds_taken", "friends", "obstruction", "move_engages", "move_charge"),
        *("cover", "charge", "engaged", "friends_engaged", "pinned", "jammed", "engaged_elsewhere", "dive"),
        *_MOVED,
    )
)
"""Says what the template has a place for; everything else is kept under More, with these first."""
_RARE = (
    *("modifier", "shots", "multiplier", "area", "reroll"),
    *("strike_modifier", "strikes", "strike_multiplier", "strike_reroll"),
    *("armor_modifier", "armor_reroll", "name"),
)


_NUMBERED = {
    "attacker": ("mw", "range", "dam", "cf", "cc", "weapon", "strike_dam", "st", "strike_cf"),
    "target": ("ar", "wounds", "def"),
}


@dataclass(frozen=True, kw_only=True)
class PlanTableRow:
    """Holds a plan: its two actions, their result, and the sums of each attack."""

    actions: str
    casualty: Bar
    rest: str
    steps: Sequence[tuple[str, Sequence[Sum]]]
    assumptions: Sequence[str]
    best: bool


@dataclass(frozen=True, kw_only=True)
class PlansView:
    """Rows target by target; `lacking` or `reason` says why there are none."""

    lacking: str = ""
    reason: str | None = None
    targets: Sequence[tuple[str, Sequence[PlanTableRow]]] = ()
    choices: Sequence[Chosen] = ()


class PlansPage:
    """Serves the page of plans. It goes by the table's rule choices, and knows its unit cards."""

    def __init__(self, *, choices: Callable[[], WarzoneChoices], cards: KeptCards) -> None:
        self._choices = choices
        self._cards = cards
        self._from_cards = FromCards(cards)

    def install(self, app: Flask) -> None:
        app.add_url_rule(PLANS, endpoint="warzone_plans_page", view_func=self.plans_page, methods=["GET"])

    def plans_page(self) -> Response:
        """Draws the plans of one unit, as their address asks for them."""
        asked = asked_of(PlansQuery)
        if isinstance(asked, Response):
            return asked
        found = answered(asked, lambda: compared(asked.query, self._from_cards, self._choices()))
        printed = known(asked, self._from_cards.actor, self._from_cards.target)
        cards = self._cards.all()
        attacker = next((card for card in cards if card.id == asked.texts.get("attacker")), None)
        shown = found.asked if isinstance(found, FieldOutcome) else asked
        own = fields(shown, Situation, UnitSituation, auto=printed, picked=_PICKED)
        return drawn(
            "warzone_plans.html",
            shown,
            view=_view(found, said={*asked.texts, *printed}),
            f={
                **own,
                **units(shown, cards, "attacker", "target"),
                **ranged(shown, attacker, "ranged_weapon"),
                **melee(shown, attacker, "melee_weapon"),
            },
            more=unplaced(own, (*_PLACED, *LISTED), first=_RARE),
            sides=sides(shown, own, _NUMBERED),
            said=ability_answer(shown, found.abilities if isinstance(found, Comparison) else ()),
            targets=target_rows(shown.texts.get(TARGETS, "")),
            modifiers=[(str(each), signed(each)) for each in range(_MOST_DEF, -_MOST_DEF - 1, -1)],
            moves_open=any(name in _MOVED for name in asked.texts),
        )


def _view(found: Comparison | FieldOutcome, said: set[str]) -> PlansView:
    if isinstance(found, Comparison):
        grouped = groupby(found.plans, key=lambda plan: plan.target)
        return PlansView(
            reason=found.reason,
            targets=[(target, [_row(plan) for plan in plans]) for target, plans in grouped],
            choices=found.choices,
        )
    if found.lacking is None:
        return PlansView()
    return PlansView(lacking=wanted([name for name in ("ar",) if name not in said], found.lacking))


def _row(plan: Plan) -> PlanTableRow:
    short = plan_row(plan)
    return PlanTableRow(
        actions=short.actions,
        casualty=short.casualty,
        rest=f"{plan.expected_wounds:.2f} wounds on average, pinned {percent(plan.pinned.p)}",
        steps=[(step.action.value.capitalize(), _sums(step)) for step in plan.steps if step.target_number is not None],
        assumptions=plan.assumptions,
        best=plan.best,
    )


def _sums(step: PlanStep) -> list[Sum]:
    """Returns the ledgers of an attack."""
    assert step.target_number is not None
    assert step.damage is not None
    assert step.armor is not None
    return sums(step.target_number, step.damage, step.armor)

"""Scenario Objective counters: on the table's page, each on its own, and what requests ask of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from flask import Flask, Response, request

from companion.fields import decode
from companion.fields.invalid import Invalid
from companion.names import same
from companion.table.errors import NotHere
from companion.table.seats import Side
from companion.table.table import Table
from companion.warzone.attacks.target import Rating
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.library import KeptCards
from companion.warzone.chances.dice import Reroll
from companion.warzone.force.force import card_of
from companion.warzone.match.objectives import CounterKind
from companion.warzone.match.parts import BattlefieldPlace
from companion.warzone.match.scoring import Interact, MeasureCommanders
from companion.warzone.match.state import TurnPhase, possessive
from companion.warzone.match.views import ForceView, ObjectiveView, UnitView, WarzoneView
from companion.warzone.sums.leadership import InteractTest, LeadershipAnswer, interact
from web.http.endpoint import Call, Nothing
from web.http.render import page
from web.warzone.calculators.ledgers import percent
from web.warzone.match.api import CommandersBody, InteractBody, Own, die

# The test of an Interact Action: what a Unit's kept card and its assets say of it.

SUBREAL_LINK = "Subreal Link"
"""Is the asset whose Unit may re-roll a failed test (Chapter 12, General Assets)."""


def interacting(
    unit: UnitView, force: ForceView, cards: Sequence[UnitCard], *, ld: int | None, reroll: bool = False
) -> InteractTest | None:
    """Returns the question to ask, or None where neither a card nor a player says the Unit's LD.

    `ld` goes before the card's. `reroll` is the players' word that a failure is rolled again.
    """
    card = card_of(unit.unit, force.faction, cards)
    if ld is None:
        ld = card.ld if card else None
    if ld is None:
        return None
    return InteractTest(
        ld=ld,
        reroll=Reroll.FAILED if reroll else Reroll.NONE,
        determination=card is not None and card.has("Determination"),
        tactical=card is not None and card.has("Tactical"),
        subreal_link=any(same(asset, SUBREAL_LINK) for asset in unit.assets),
    )


def linked(force: ForceView) -> bool:
    """Returns True where the Force has a Subreal Link without a known Unit."""
    bought = any(same(effect.name, SUBREAL_LINK) for effect in force.effects)
    return bought and not any(same(asset, SUBREAL_LINK) for unit in force.units for asset in unit.assets)


# Scenario Objective counters on the table's page, and the page of each: who has it, and an Interact Action with it.

GOALS = "/warzone/match/objectives/{counter}"
PLACES = (
    (BattlefieldPlace.ELSEWHERE, "On the Battlefield"),
    (BattlefieldPlace.AREA, "In its Deployment Area"),
    (BattlefieldPlace.OFF, "Off it"),
)


@dataclass(frozen=True, kw_only=True)
class Goal:
    """Describes a counter in the list. `state` is what is known of it, short; `side` gives its colour."""

    id: str
    name: str
    href: str
    state: str
    side: str


class GoalQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """Says which Unit is to Interact, and with which LD, where the address has them."""

    unit: str = ""
    ld: Rating | None = None


def goals(view: WarzoneView) -> list[Goal]:
    """Returns all counters of the game, in its order."""
    return [
        Goal(
            id=each.id,
            name=each.name,
            href=GOALS.format(counter=each.id),
            state=_state(view, each),
            side=each.control or each.side or "",
        )
        for each in view.objectives
    ]


def _state(view: WarzoneView, goal: ObjectiveView) -> str:
    match goal.kind:
        case CounterKind.KEY:
            return possessive(view.names[goal.control]) if goal.control else "neither side’s"
        case CounterKind.SABOTAGE:
            return f"damage {sum(goal.damage.values())}"
        case CounterKind.ESCORT:
            return {
                BattlefieldPlace.ELSEWHERE: "under way",
                BattlefieldPlace.AREA: "in the area",
                BattlefieldPlace.OFF: "off",
            }[goal.place]
        case CounterKind.INTERCEPT:
            return (
                "gone" if goal.place is BattlefieldPlace.OFF else "connected" if goal.connected is not None else "there"
            )


class GoalPages:
    """Serves pages that only read. Their changes go through web.http.forms."""

    def __init__(self, *, table: Table, cards: KeptCards) -> None:
        self._table = table
        self._cards = cards

    def install(self, app: Flask) -> None:
        app.add_url_rule(GOALS.format(counter="<counter>"), endpoint="goal_page", view_func=self.goal_page)

    def goal_page(self, counter: str) -> Response:
        view = self._table.view()
        found = view.objectives if isinstance(view, WarzoneView) else ()
        goal = next((each for each in found if each.id == counter), None)
        if not isinstance(view, WarzoneView) or goal is None:
            raise NotHere("counter", counter)
        asked, wrong = _read_question(request.args)
        side = view.active if view.turn_phase is TurnPhase.ACTIVATION and view.active in goal.may else None
        own = view.sides[side] if side else None
        offered = _offered(own) if own else []
        chosen = _chosen(offered, asked.unit)
        test = interacting(chosen, own, self._cards.all(), ld=asked.ld) if own and chosen else None
        answer = interact(test) if test else None
        return page(
            "warzone_goal.html",
            view=view,
            goal=goal,
            listed=next(each for each in goals(view) if each.id == counter),
            side=Side(side) if side else None,
            offered=offered,
            chosen=chosen,
            test=test,
            answer=answer,
            percent=percent(answer.success.p) if answer else "",
            linked=own is not None and linked(own),
            places=PLACES if goal.kind is CounterKind.ESCORT else (),
            wrong=wrong,
            at=GOALS.format(counter=counter),
        )


def _read_question(args: Mapping[str, str]) -> tuple[GoalQuestion, str]:
    """Reads the question, and says in words what is wrong with it."""
    given = {name: args[name] for name in ("unit", "ld") if args.get(name, "").strip()}
    try:
        return decode.from_texts(given, GoalQuestion), ""
    except Invalid as reason:
        return GoalQuestion(unit=given.get("unit", "")), str(reason)


def _offered(force: ForceView) -> list[UnitView]:
    """Returns the Units that may Interact now: those that act, else all that stand, the ready ones first."""
    standing = [each for each in force.units if each.fall is None]
    return [each for each in standing if each.acting] or sorted(standing, key=lambda each: each.activated)


def _chosen(offered: list[UnitView], unit: str) -> UnitView | None:
    if len(offered) == 1:
        return offered[0]
    return next((each for each in offered if each.unit.id == unit), None)


# Requests for an Interact Action, and for the Commanders' distances.


class GoalsApi:
    """Reads them. It rolls a die where the request has none."""

    def __init__(self, *, table: Table, cards: KeptCards) -> None:
        self._table = table
        self._cards = cards

    @property
    def own(self) -> Own:
        return {Interact: (InteractBody, self._interact), MeasureCommanders: (CommandersBody, _commanders)}

    def _interact(self, call: Call[Nothing, InteractBody]) -> Interact:
        body = call.body
        test = self._test(body)
        dice = [] if body.done is not None else [die(body.roll)]
        if dice and test and (test.rerolled or body.reroll) and body.roll is None:
            dice.append(die(None))
        return Interact(
            side=body.side,
            unit=body.unit,
            counter=call.path["counter"],
            needed=test.target_number.value if test else None,
            dice=tuple(dice),
            success=bool(body.done),
            place=body.place,
            agreed=body.agreed,
        )

    def _test(self, body: InteractBody) -> LeadershipAnswer | None:
        """Returns the test, or None without a known LD of the Unit."""
        view = self._table.view()
        if not isinstance(view, WarzoneView):
            return None
        force = view.sides[body.side.value]
        unit = next((each for each in force.units if each.unit.id == body.unit), None)
        test = unit and interacting(unit, force, self._cards.all(), ld=body.ld, reroll=body.reroll)
        return interact(test) if test else None


def _commanders(call: Call[Nothing, CommandersBody]) -> MeasureCommanders:
    return MeasureCommanders(gold=call.body.stand(Side.GOLD), red=call.body.stand(Side.RED))

"""Scenario Objective counters on the table's page, and the page of each: who has it, and an Interact Action with it."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
from flask import Flask, Response, request

from companion.fields import decode
from companion.fields.invalid import Invalid
from companion.table.errors import NotHere
from companion.table.seats import Side
from companion.table.table import Table
from companion.warzone.attacks.target import Rating
from companion.warzone.cards.kept import KeptCards
from companion.warzone.match.objectives import Kind
from companion.warzone.match.parts import Place
from companion.warzone.match.state import TurnPhase
from companion.warzone.match.views import ForceView, ObjectiveView, UnitView, WarzoneView
from companion.warzone.sums.leadership import interact
from web.http.render import page
from web.warzone.calculators.odds import percent
from web.warzone.match.interacting import interacting, linked

GOALS = "/warzone/match/objectives/{counter}"
PLACES = ((Place.ELSEWHERE, "On the Battlefield"), (Place.AREA, "In its Deployment Area"), (Place.OFF, "Off it"))


@dataclass(frozen=True, kw_only=True)
class Goal:
    """A counter as it is listed: `state` is what is known of it, short; `side` whose colour it has."""

    id: str
    name: str
    href: str
    state: str
    side: str


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """Who is to Interact, and with which LD, where the address says."""

    unit: str = ""
    ld: Rating | None = None


def goals(view: WarzoneView) -> list[Goal]:
    """All counters of the game, in its order."""
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
        case Kind.KEY:
            return f"{view.names[goal.control]}’s" if goal.control else "nobody’s"
        case Kind.SABOTAGE:
            return f"damage {sum(goal.damage.values())}"
        case Kind.ESCORT:
            return {Place.ELSEWHERE: "under way", Place.AREA: "in the area", Place.OFF: "off"}[goal.place]
        case Kind.INTERCEPT:
            return "gone" if goal.place is Place.OFF else "connected" if goal.connected is not None else "there"


class GoalPages:
    """They only read; what they change goes through web.http.forms."""

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
        asked, wrong = _asked(request.args)
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
            places=PLACES if goal.kind is Kind.ESCORT else (),
            wrong=wrong,
            at=GOALS.format(counter=counter),
        )


def _asked(args: Mapping[str, str]) -> tuple[Asked, str]:
    """And what is wrong with it, in words."""
    given = {name: args[name] for name in ("unit", "ld") if args.get(name, "").strip()}
    try:
        return decode.from_texts(given, Asked), ""
    except Invalid as reason:
        return Asked(unit=given.get("unit", "")), str(reason)


def _offered(force: ForceView) -> list[UnitView]:
    """The Units that may Interact now: those that act, else all that stand, the ready ones first."""
    standing = [each for each in force.units if each.fall is None]
    return [each for each in standing if each.acting] or sorted(standing, key=lambda each: each.activated)


def _chosen(offered: list[UnitView], unit: str) -> UnitView | None:
    if len(offered) == 1:
        return offered[0]
    return next((each for each in offered if each.unit.id == unit), None)

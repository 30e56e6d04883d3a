"""The page of a duel, a sheet over the table where scripts run."""

from collections.abc import Sequence
from typing import Any

from flask import Flask, redirect, request
from msgspec import structs
from werkzeug import Response

from companion.table.errors import NotHere
from companion.table.table import Table
from companion.warzone.duel.fighter import Duel, Way, fitting
from companion.warzone.duel.lines import DuelLine, duel_lines
from companion.warzone.match.parts import Reaction
from companion.warzone.match.reactions import aimed, braced, tests_to_rally
from companion.warzone.match.state import State
from companion.warzone.match.views import WarzoneView
from web.http import codec
from web.http.render import page
from web.warzone.duel import shown
from web.warzone.duel.addresses import NO_DICE, hidden, href
from web.warzone.duel.api import Duels
from web.warzone.duel.asked import DuelPageQuery, told_of, way_of
from web.warzone.duel.chips import chips
from web.warzone.duel.opened import opened, refused
from web.warzone.duel.shown import Chip, Opened, Row
from web.warzone.match.facts import card_href
from web.warzone.match.tiles import DUEL


class DuelPage:
    """It only reads: what is recorded goes through web.http.forms."""

    def __init__(self, *, table: Table, duels: Duels) -> None:
        self._table = table
        self._duels = duels

    def install(self, app: Flask) -> None:
        app.add_url_rule(DUEL, endpoint="duel_page", view_func=self.show)

    def show(self) -> Response:
        query = codec.from_query(request.args.items(multi=True), DuelPageQuery)
        view = self._table.view()
        state = self._duels.state(query.unit)
        if not isinstance(view, WarzoneView):
            raise NotHere("unit", query.unit)
        if query.target is None:
            return _targets(view, state, query)
        told = told_of(query)
        duel = self._duels.duel(state, told, side=query.side, unit=query.unit, target=query.target)
        lines = duel_lines(duel, told, state.choices)
        asked = way_of(query)
        way = asked and fitting(duel, told, asked)
        meant = way or next((line.way for line in lines if not line.why_not), None)
        found = opened(state, duel, query, way) if way else None
        if found and (settled := _settled(query, found)) != query:
            # What was rolled stays rolled, however often the sheet is drawn again.
            return redirect(href(settled))
        return page(
            "warzone_duel.html",
            view=view,
            query=query if way is None else structs.replace(query, action=way.action),
            duel=duel,
            card_href=card_href,
            recruit=tests_to_rally(duel.attacker.state.unit),
            again=href(query),
            here=href(query, **({"armor": "", "roll": False, "after": None} if query.primary else NO_DICE)),
            back=href(query, action=None, weapon="", band=None, **NO_DICE),
            chips=list(chips(query, duel, lines)),
            rows=_rows(query, duel, lines),
            opened=found,
            refused_now=refused(state, duel, query, meant) if meant else "",
            hidden=hidden(query if way is None else structs.replace(query, action=way.action)),
            caught=_caught(query, duel, found),
            packed=_packed(state, query),
            reactions=_reactions(state, query),
            **_declaring(state, query, way),
        )


def _settled(query: DuelPageQuery, found: Opened) -> DuelPageQuery:
    """The question with the dice that it has rolled."""
    if not query.roll or found.rolled is None:
        return query
    return structs.replace(query, rolls=found.rolled.rolls, armor=found.rolled.armor)


def _rows(query: DuelPageQuery, duel: Duel, lines: Sequence[DuelLine]) -> list[Row]:
    """The best first, so that it is seen."""
    rows = (shown.row(each, duel.attacker, duel.target, _line_href(query, each)) for each in lines)
    return sorted(rows, key=lambda each: not each.best)


def _caught(query: DuelPageQuery, duel: Duel, found: Opened | None) -> str:
    """On to whoever else the same attack strikes: of a cloud or a blast with the dice of its one test, and with the Aim
    that it was made with."""
    rolled = found.rolled if found and found.one_test else None
    state = duel.attacker.state
    return href(
        query,
        target=None,
        primary=query.primary or query.target,
        aim=query.aim or aimed(state),
        brace=query.brace or braced(state),
        rolls=rolled.rolls if rolled else "",
        armor="",
        roll=False,
        after=None,
        dive=False,
        cover=False,
    )


def _packed(state: State, query: DuelPageQuery) -> list[Chip]:
    """Who else of the Group that acts may be the one that attacks."""
    acting = state.acting or () if state.active is query.side else ()
    units = state.forces[query.side].units
    if len(acting) < 2 or query.unit not in acting:
        return []
    return [
        Chip(label=units[id].unit.name, on=id == query.unit, href=href(query, unit=id, **NO_DICE))
        for id in acting
        if id in units
    ]


def _reactions(state: State, query: DuelPageQuery) -> list[Chip]:
    """As what the Unit may attack while the other side acts, unless it has declared that."""
    if state.active is not query.side.other or state.forces[query.side].unit(query.unit).reacting is not None:
        return []
    kinds = (Reaction.AMBUSH, Reaction.COUNTERATTACK, Reaction.PARTING_BLOW)
    return [
        Chip(label=each.title, on=each is query.reaction, href=href(query, reaction=each, **NO_DICE)) for each in kinds
    ]


def _declaring(state: State, query: DuelPageQuery, way: Way | None) -> dict[str, Any]:
    """Whether the attack can be declared before it is rolled, and what is declared at this target already."""
    going = state.declared
    same = going is not None and not going.done and going.unit == query.unit and going.side is query.side
    return {
        "may_declare": query.reaction is None and query.primary is None and state.active is query.side,
        "declared": going.action.value if going and same and query.target in (None, *going.targets) else "",
        "opened_action": way.action.value if way else "",
    }


def _line_href(query: DuelPageQuery, line: DuelLine) -> str:
    way = line.way
    return href(query, action=way.action, weapon=way.weapon, band=way.band, **NO_DICE)


def _targets(view: WarzoneView, state: State, query: DuelPageQuery) -> Response:
    """Whom it attacks: the other side's Units, those that it is engaged with first."""
    attacker = state.forces[query.side].unit(query.unit)
    enemies = [
        each
        for each in state.forces[query.side.other].units.values()
        if each.fall is None and each.unit.id != query.primary
    ]
    enemies.sort(key=lambda each: each.unit.id not in attacker.engaged)
    return page(
        "warzone_targets.html",
        view=view,
        query=query,
        attacker=attacker,
        targets=[(each.unit.name, href(query, target=each.unit.id, roll=False)) for each in enemies],
        own=[each for each in state.forces[query.side].standing if each is not attacker] if query.primary else [],
    )

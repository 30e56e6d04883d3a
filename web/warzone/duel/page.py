"""The page of a duel, a sheet over the table where scripts run."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from flask import Flask, Response, request
from msgspec import structs

from companion.fields.invalid import Invalid
from companion.table.errors import NotHere, Refused
from companion.table.table import Table
from companion.warzone.abilities.counted import Standing
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.asked import named
from companion.warzone.attacks.obstruction import Obstruction
from companion.warzone.attacks.resolved import resolved, thrown
from companion.warzone.duel.fighter import Duel
from companion.warzone.duel.lines import DuelLine, can_brace, duel_lines, the_line
from companion.warzone.match.fight.commands import Blow, Dealt, Fight
from companion.warzone.match.fight.rules import decide
from companion.warzone.match.fight.tracking import aimed, braced
from companion.warzone.match.state import State
from companion.warzone.match.views import WarzoneView
from web.http import codec
from web.http.render import page
from web.warzone.duel import shown
from web.warzone.duel.api import Duels, draw
from web.warzone.duel.asked import DuelPageQuery, dice, told_of, way_of
from web.warzone.duel.shown import Chip, Opened, Switch
from web.warzone.match.facts import card_href
from web.warzone.match.tiles import DUEL

MOST_FRIENDS = 4


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
        way = way_of(query)
        return page(
            "warzone_duel.html",
            view=view,
            query=query,
            duel=duel,
            card_href=card_href,
            here=href(query, rolls="", armor="", roll=False),
            back=href(query, action=None, weapon="", band=None, rolls="", armor="", roll=False),
            chips=list(_chips(query, duel, lines)),
            rows=sorted(
                (shown.row(each, duel.attacker, _line_href(query, each)) for each in lines),
                key=lambda each: not each.best,
            ),
            opened=_opened(state, duel, query) if way else None,
            hidden=_hidden(query),
            caught=href(query, target=None, primary=query.primary or query.target),
        )


def href(query: DuelPageQuery, **changes: Any) -> str:
    """The same sheet with other parameters."""
    changed = structs.replace(query, **changes)
    return f"{DUEL}?{urlencode(list(_said(changed)))}"


def _said(query: DuelPageQuery) -> Iterator[tuple[str, str]]:
    """The parameters that are not as they are by themselves."""
    for field in structs.fields(query):
        value = getattr(query, field.name)
        if value != field.default:
            yield field.encode_name, "1" if value is True else str(getattr(value, "value", value))


def _hidden(query: DuelPageQuery) -> list[tuple[str, str, str]]:
    """The question as hidden fields: name, value, and of which kind a script sends it."""
    kinds = {"friends": "number", "modifier": "number", "armor_modifier": "number"}
    flags = {field.encode_name for field in structs.fields(query) if field.default is False}
    return [
        (name, value, "flag" if name in flags else kinds.get(name, ""))
        for name, value in _said(query)
        if name not in ("side", "unit", "rolls", "armor", "roll")
    ]


def _line_href(query: DuelPageQuery, line: DuelLine) -> str:
    way = line.way
    return href(query, action=way.action, weapon=way.weapon, band=way.band, rolls="", armor="", roll=False)


def _chips(query: DuelPageQuery, duel: Duel, lines: tuple[DuelLine, ...]) -> Iterator[Chip]:
    told = told_of(query)
    shots = [line for line in lines if line.way.action is Action.SHOOT and line.attack]
    melee = [line for line in lines if line.way.action is not Action.SHOOT]
    state = duel.attacker.state

    def chip(label: str, name: str, value: Any = True) -> Chip:
        on = getattr(query, name) == value
        default = next(field.default for field in structs.fields(query) if field.name == name)
        changed: Any = default if on else value
        return Chip(label=label, on=on, href=href(query, roll=False, rolls="", armor="", **{name: changed}))

    if shots:
        yield chip("light −2", "obstruction", Obstruction.LIGHT)
        yield chip("heavy −4", "obstruction", Obstruction.HEAVY)
        yield chip("cover", "cover")
        if query.reaction is None and not aimed(state):
            yield chip("aim", "aim")
        if query.reaction is None and not braced(state) and any(can_brace(duel, told, line.way) for line in shots):
            yield chip("brace", "brace")
        yield chip("dive", "dive")
    friends = duel.friends if query.friends is None else query.friends
    more = None if friends >= MOST_FRIENDS else friends + 1
    yield Chip(
        label=f"{friends} friend{'' if friends == 1 else 's'} engaged" if friends else "friend engaged",
        on=friends > 0,
        href=href(query, friends=more if friends < MOST_FRIENDS else 0, roll=False, rolls="", armor=""),
    )
    if melee and query.reaction is None and duel.target.id not in state.engaged:
        yield chip("in contact", "contact")
    weapons = duel.attacker.card.weapons if duel.attacker.card else ()
    has = {each.key for weapon in weapons for each in weapon.abilities}
    if "reach" in has:
        yield chip("out of contact, Reach", "apart")
    if "indirect" in has:
        yield chip("indirect", "indirect")
        if query.indirect:
            yield chip("sight blocked", "sight_blocked")
    if query.reaction is not None:
        yield chip("it flies", "flying")
    if duel.target.aided:
        yield chip("First Aid within 6″", "first_aid")


def _opened(state: State, duel: Duel, query: DuelPageQuery) -> Opened | None:
    told, way = told_of(query), way_of(query)
    assert way is not None
    line = the_line(duel, told, way, state.choices)
    assert line.attack is not None
    assert line.answer is not None
    wrong: dict[str, str] = {}
    rolled = None
    rolls = None
    try:
        if query.roll:
            rolls = thrown(line.attack, draw)
        elif query.rolls.strip():
            rolls = dice(query.rolls, query.armor)
        if rolls is not None:
            found = resolved(line.attack, rolls)
            rolled = shown.rolled(found, (rolls.attack, rolls.armor), real=not query.roll, melee=way.action.melee)
    except Invalid as error:
        wrong = {error.field: error.message}
    return Opened(
        row=shown.row(line, duel.attacker, ""),
        view=shown.attack_view(line, duel.target),
        switches=list(_switches(query, line)),
        unknown=shown.unknown(line.answer.abilities),
        tests=line.attack.tests,
        rolled=rolled,
        wrong=wrong,
        refused=_refused(state, duel, query, line),
        area=line.area,
    )


def _switches(query: DuelPageQuery, line: DuelLine) -> Iterator[Switch]:
    assert line.answer is not None
    for each in line.answer.abilities:
        if each.standing is Standing.UNKNOWN:
            continue
        name = each.name.split("(")[0].strip()
        field = "on" if each.standing is Standing.UNTOLD or name.casefold() in named(query.on) else "off"
        can = each.standing in (Standing.COUNTED, Standing.OFF, Standing.UNTOLD)
        yield Switch(
            name=each.name,
            does=each.does,
            why=each.why,
            counted=each.standing is Standing.COUNTED,
            href=href(query, **{field: _toggled(getattr(query, field), name)}, roll=False) if can else None,
        )


def _toggled(names: str, name: str) -> str:
    kept = [each.strip() for each in names.split(",") if each.strip()]
    without = [each for each in kept if each.casefold() != name.casefold()]
    return ", ".join(without if len(without) < len(kept) else [*kept, name])


def _refused(state: State, duel: Duel, query: DuelPageQuery, line: DuelLine) -> str:
    """What the table would say to this attack now, whatever is rolled; empty where it takes it."""
    blow = Blow(
        action=line.way.action,
        target=duel.target.id,
        weapon=line.way.weapon,
        reaction=query.reaction,
        dive=query.dive,
        same_action=query.primary is not None,
        dealt=Dealt(),
    )
    try:
        decide(state, Fight(side=query.side, unit=query.unit, blow=blow), 0)
    except Refused as reason:
        return str(reason)
    return ""


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
    )

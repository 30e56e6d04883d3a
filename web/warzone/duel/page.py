"""Serves the page of a duel, a sheet over the table where scripts run."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import Flask, request
from msgspec import UNSET, structs
from werkzeug import Response

from companion.clock import MS
from companion.fields.invalid import Invalid
from companion.table.errors import AgainstTheBook, NotHere, Refused
from companion.table.table import Table
from companion.warzone.abilities.standing import AbilityLine, StandingAbility
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolution import Rolls, resolved
from companion.warzone.attacks.target import named
from companion.warzone.cards.numbers import UNARMED
from companion.warzone.chances.attack import Attack
from companion.warzone.duel.fighter import Duel, declaration, fitting
from companion.warzone.duel.lines import DuelLine, both_cards, can_brace, duel_lines, given, the_line
from companion.warzone.match.declarations import seconds_left
from companion.warzone.match.fight import AttackDealt, Blow, Fight
from companion.warzone.match.limits import used_actions
from companion.warzone.match.parts import AttackWay, Declaration, Reaction, shares_of
from companion.warzone.match.reactions import ACTIONS, aimed, braced, tests_to_rally, unpinnable
from companion.warzone.match.state import State
from companion.warzone.match.views import WarzoneView
from web.http import endpoint as codec
from web.http.render import page
from web.warzone.calculators.fields import in_one_line
from web.warzone.duel import sheet
from web.warzone.duel.api import Duels, lying
from web.warzone.duel.bodies import NO_DICE, NO_LINE, DuelPageQuery, dice, hidden_fields, href, told_of, way_of
from web.warzone.duel.sheet import Chip, DuelRow, Opened, Spread, Switch, chips
from web.warzone.match.tiles import DUEL, card_href

_CELLS = 8
"""Says how many Armor dice a sheet has room for before the hits are known."""

# One line of a duel with everything: what was rolled and what it means, its abilities, and whether it can be made.


def open_sheet(state: State, duel: Duel, query: DuelPageQuery, way: AttackWay, *, kills: bool) -> Opened:
    """`kills`: percentages on this sheet are those of taking the target out. Raises Invalid where it cannot be
    counted."""
    told = told_of(query)
    line = the_line(duel, told, way, state.choices)
    assert line.attack is not None
    assert line.answer is not None
    attacker, target = both_cards(duel)
    wrong: dict[str, str] = {}
    rolled, lies, missed = None, None, False
    try:
        lies = None if query.rolls.strip() and query.armor.strip() else lying(duel, told, line)
        rolls = lies or _dice(line, query)
        if rolls is not None:
            found = resolved(line.attack, rolls)
            missed = line.one_test and not found.hits
            steady = unpinnable(duel.attacker.state.unit)
            real = lies is None
            rolled = sheet.rolled(found, rolls, real=real, melee=way.action.melee, steady=steady)
    except Invalid as error:
        wrong = {error.field: error.message}
    face = _face(line, query) if told.primary else None
    shows = line if face is None else given(line, face)
    return Opened(
        row=sheet.row(shows, duel.attacker, duel.target, "", kills=kills, tested=face),
        view=sheet.attack_view(shows, duel.target),
        switches=list(_switches(query, line.answer.abilities)),
        unknown=sheet.unknown(line.answer.abilities, {"attacker": attacker, "target": target}),
        tests=line.attack.tests,
        armor_dice=_armor_dice(line.attack, query),
        rolled=rolled,
        lies=lies is not None,
        wrong=wrong,
        refused=refused(state, duel, query, way),
        area=line.area and not missed,
        one_test=line.one_test,
        tested=face,
        gruesome=sheet.afterwards(duel, rolled),
    )


def _dice(line: DuelLine, query: DuelPageQuery) -> Rolls | None:
    """Returns those that were typed in; for a Secondary Target the test was made before, and a hit asks for its Armor
    dice."""
    assert line.attack is not None
    carried = query.primary is not None and line.one_test and not query.armor.strip()
    if not query.rolls.strip() or (carried and _hits(line.attack, query)):
        return None
    return dice(query.rolls, query.armor)


def _face(line: DuelLine, query: DuelPageQuery) -> int | None:
    """Returns the die of the one test that counts for all who are caught, where it is known."""
    faces = dice(query.rolls, "").attack if line.one_test and query.rolls.strip() else ()
    return faces[0] if len(faces) == 1 else None


def _hits(attack: Attack, query: DuelPageQuery) -> bool:
    return any(face <= attack.target_number.value for face in dice(query.rolls, "").attack) and bool(attack.multiplier)


def _armor_dice(attack: Attack, query: DuelPageQuery) -> int:
    """Returns how many Armor dice there is room for: those that the faces ask for, and before them a few."""
    try:
        faces = dice(query.rolls, "").attack
    except Invalid:
        faces = ()
    again = attack.again.multiplier if attack.again else 0
    if not faces:
        return min(attack.tests * (attack.critical_multiplier + again), _CELLS)
    hits = [face for face in faces if face <= attack.target_number.value]
    return sum(
        (attack.critical_multiplier if face <= attack.critical_up_to else attack.multiplier) + again for face in hits
    )


def _switches(query: DuelPageQuery, abilities: tuple[AbilityLine, ...]) -> Iterator[Switch]:
    for each in abilities:
        if each.standing is StandingAbility.UNKNOWN:
            continue
        name = each.name.split("(")[0].strip()
        field = "on" if each.standing is StandingAbility.UNTOLD or name.casefold() in named(query.on) else "off"
        can = each.standing in (StandingAbility.COUNTED, StandingAbility.OFF, StandingAbility.UNTOLD)
        toggled = _toggled(getattr(query, field), name)
        yield Switch(
            name=each.name,
            does=each.does,
            why=each.why,
            counted=each.standing is StandingAbility.COUNTED,
            href=href(query, **{field: toggled}) if can else None,
        )


def _toggled(names: str, name: str) -> str:
    kept = [each.strip() for each in names.split(",") if each.strip()]
    without = [each for each in kept if each.casefold() != name.casefold()]
    return ", ".join(without if len(without) < len(kept) else [*kept, name])


def refused(state: State, duel: Duel, query: DuelPageQuery, way: AttackWay) -> str:
    """Returns why the table would refuse this attack now, whatever the dice; empty where it takes it."""
    lies = duel.attacker.state.dice
    blow = Blow(
        action=way.action,
        target=duel.target.id,
        weapon="" if way.weapon == UNARMED else way.weapon,
        reaction=query.reaction,
        dive=query.dive and way.action is Action.SHOOT,
        same_action=query.primary is not None,
        dealt=AttackDealt(),
        how=declaration(duel, told_of(query), way),
        thrown=UNSET if lies is None else lies.faces,
    )
    try:
        Fight(side=query.side, unit=query.unit, blow=blow, after=query.after).decide(state, 0)
    except AgainstTheBook:
        # The page shows that, and asks, at the tap.
        return ""
    except Refused as reason:
        return str(reason)
    return ""


class DuelPage:
    """Serves the sheet of attacks. It only reads: web.http.forms records."""

    def __init__(self, *, table: Table, duels: Duels) -> None:
        self._table = table
        self._duels = duels

    def install(self, app: Flask) -> None:
        app.add_url_rule(DUEL, endpoint="duel_page", view_func=self.show)

    def _caught_odds(self, state: State, query: DuelPageQuery) -> dict[str, str]:
        """Returns the odds of a cloud or a blast whose die is known. They say what it does to each other Unit that
        it catches."""
        way = way_of(query)
        if query.primary is None or way is None:
            return {}
        found = {}
        for each in state.forces[query.side.other].standing:
            duel = self._duels.duel(state, told_of(query), side=query.side, unit=query.unit, target=each.unit.id)
            try:
                line = the_line(duel, told_of(query), way, state.choices)
                face = _face(line, query)
            except Invalid:
                continue
            if face is not None:
                found[each.unit.id] = sheet.hope(given(line, face))
        return found

    def _spread(self, state: State, query: DuelPageQuery, duel: Duel, way: AttackWay) -> Spread | None:
        """Returns how a Burst is spread over several Units; None without a Burst."""
        if way.action is not Action.SHOOT or query.primary is not None or not can_brace(duel, told_of(query), way):
            return None
        told = structs.replace(told_of(query), primary=query.target)
        shared = [each.target for each in shares_of(query.spread)]
        names = {
            each.unit.id: each.unit.name
            for each in state.forces[query.side.other].standing
            if each.unit.id != query.target and each.unit.card_id
        }
        duels = (
            self._duels.duel(state, told, side=query.side, unit=query.unit, target=each)
            for each in shared
            if each in names
        )
        others = {each.target.id: each for each in duels if each.target.card is not None}
        return sheet.spread(query, duel, way, state.choices, others=others, names=names)

    def show(self) -> Response:
        query = codec.from_query(in_one_line(request.args.items(multi=True), " ", "rolls", "armor"), DuelPageQuery)
        view = self._table.view()
        state = self._duels.state(query.unit)
        if not isinstance(view, WarzoneView):
            raise NotHere("unit", query.unit)
        if query.target is None:
            return _targets(view, state, query, self._caught_odds(state, query))
        told = told_of(query)
        duel = self._duels.duel(state, told, side=query.side, unit=query.unit, target=query.target)
        lines = duel_lines(duel, told, state.choices)
        asked = way_of(query)
        way = asked and fitting(duel, told, asked)
        meant = way or next((line.way for line in lines if not line.why_not), None)
        kills = any(each.answer.casualty.p for each in lines if each.answer and (each.way == way or not each.why_not))
        found = open_sheet(state, duel, query, way, kills=kills) if way else None
        return page(
            "warzone_duel.html",
            view=view,
            query=query if way is None else structs.replace(query, action=way.action),
            duel=duel,
            card_href=card_href,
            recruit=tests_to_rally(duel.attacker.state.unit),
            again=href(query),
            here=href(query, **({"armor": "", "after": None} if query.primary else NO_DICE)),
            back=href(query, **NO_LINE),
            chips=list(chips(query, duel, lines, state.choices)),
            rows=_rows(query, duel, lines, kills=kills),
            opened=found,
            refused_now=refused(state, duel, query, meant) if meant else "",
            hidden=hidden_fields(query if way is None else structs.replace(query, action=way.action)),
            caught=_caught_address(query, duel, found),
            spread=self._spread(state, query, duel, way) if way else None,
            onward=_onward(query),
            packed=_packed(state, query),
            reactions=_reactions(state, query),
            limits=_limits(state, duel, query, way),
            **_declaring(
                state, query, way, declaration(duel, told, way) if way else None, at=state.sand(view.server_ms * MS)
            ),
        )


def _rows(query: DuelPageQuery, duel: Duel, lines: Sequence[DuelLine], *, kills: bool) -> list[DuelRow]:
    """Returns the best first, so that it is seen."""
    rows = (sheet.row(each, duel.attacker, duel.target, _line_href(query, each), kills=kills) for each in lines)
    return sorted(rows, key=lambda each: not each.best)


def _onward(query: DuelPageQuery) -> str:
    """Returns the sheet of the next Unit that a Burst is spread over; "" after the last one."""
    shares = shares_of(query.spread)
    targets = [each.target for each in shares]
    at = targets.index(query.target) + 1 if query.target in targets else 0
    if at == len(shares):
        return ""
    share = shares[at]
    return href(
        query,
        target=share.target,
        primary=query.primary or query.target,
        band=share.band or query.band,
        obstruction=share.obstruction,
        cover=share.cover,
        dive=False,
        friends=None,
        **NO_DICE,
    )


def _caught_address(query: DuelPageQuery, duel: Duel, found: Opened | None) -> str:
    """Returns the address for another Unit in the same attack.

    A cloud or a blast keeps the dice of its one test. The attack keeps the Aim that it was made with.
    """
    rolled = found.rolled if found and found.one_test else None
    state = duel.attacker.state
    return href(
        query,
        target=None,
        primary=query.primary or query.target,
        aim=query.aim or aimed(state),
        brace=query.brace or braced(state),
        rolls=rolled.rolls if rolled else query.rolls if query.primary else "",
        armor="",
        after=None,
        dive=False,
        cover=False,
    )


def _packed(state: State, query: DuelPageQuery) -> list[Chip]:
    """Returns who else of the Group that acts may be the one that attacks."""
    acting = state.acting or () if state.active is query.side else ()
    units = state.forces[query.side].units
    if len(acting) < 2 or query.unit not in acting:
        return []
    return [
        Chip(label=units[id].unit.name, on=id == query.unit, href=href(query, unit=id, spread="", **NO_DICE))
        for id in acting
        if id in units
    ]


def _reactions(state: State, query: DuelPageQuery) -> list[Chip]:
    """Lists the Reactions as which the Unit may attack while the other side acts, unless it has declared one."""
    if state.active is not query.side.other or state.forces[query.side].unit(query.unit).reacting is not None:
        return []
    kinds = (Reaction.AMBUSH, Reaction.COUNTERATTACK, Reaction.PARTING_BLOW)
    return [
        Chip(label=each.title, on=each is query.reaction, href=href(query, reaction=each, **NO_DICE)) for each in kinds
    ]


def _limits(state: State, duel: Duel, query: DuelPageQuery, way: AttackWay | None) -> list[str]:
    """Returns what the book allows of this attack, as far as the table knows it, before a player taps."""
    unit = duel.attacker.state
    said = []
    if query.reaction is None and query.primary is None and state.active is query.side:
        used = used_actions(state, query.side, unit, way.action if way else None)
        said.append(f"{used} of {ACTIONS + unit.lent} actions used")
    card = duel.attacker.card
    if way is not None and way.action is Action.CHARGE and card is not None:
        said.append(f"A Charge is at the nearest Enemy Unit in sight, within MV {card.mv}: tap what is not so")
    return said


def _declaring(
    state: State, query: DuelPageQuery, way: AttackWay | None, how: Declaration | None, *, at: int
) -> dict[str, Any]:
    """Returns whether the attack can be declared before it is rolled, what is declared at this target already, and how
    long its dice wait."""
    going = state.declared
    same = going is not None and not going.done and going.unit == query.unit and going.side is query.side
    mine = going is not None and same and query.target in (None, *going.targets)
    as_it_is = going is not None and (how is None or going.how is UNSET or going.how == how)
    asked = mine and going is not None and going.how is not UNSET and way == going.how.way
    return {
        "may_declare": query.reaction is None and query.primary is None and state.active is query.side,
        "declared": going.action.value if going and mine and as_it_is else "",
        "opened_action": way.action.value if way else "",
        "waits": (seconds_left(state, at) or 0) if asked else None,
    }


def _line_href(query: DuelPageQuery, line: DuelLine) -> str:
    way = line.way
    return href(query, **(NO_LINE | {"action": way.action, "weapon": way.weapon, "band": way.band}))


def _targets(view: WarzoneView, state: State, query: DuelPageQuery, odds: Mapping[str, str]) -> Response:
    """Returns whom it attacks: the other side's Units, those that it is engaged with first; `odds` are of those that
    are caught."""
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
        targets=[(each.unit.name, href(query, target=each.unit.id), odds.get(each.unit.id, "")) for each in enemies],
        own=[each for each in state.forces[query.side].standing if each is not attacker] if query.primary else [],
    )

"""One line of a duel with everything: what was rolled and what it means, its abilities, and whether it can be made."""

from collections.abc import Iterator

from companion.fields.invalid import Invalid
from companion.table.errors import Refused
from companion.warzone.abilities.standing import AbilityLine, Standing
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolved import Rolls, resolved, thrown
from companion.warzone.attacks.target import named
from companion.warzone.cards.numbers import UNARMED
from companion.warzone.chances.attack import Attack
from companion.warzone.duel.fighter import Duel, Way
from companion.warzone.duel.lines import both_cards, the_line
from companion.warzone.match.commands import Blow, Dealt, Fight
from companion.warzone.match.fight import decide_fight
from companion.warzone.match.reactions import unpinnable
from companion.warzone.match.state import State
from web.warzone.duel import shown
from web.warzone.duel.addresses import href
from web.warzone.duel.api import draw
from web.warzone.duel.asked import DuelPageQuery, dice, told_of
from web.warzone.duel.shown import Opened, Rolled, Switch


def opened(state: State, duel: Duel, query: DuelPageQuery, way: Way) -> Opened:
    """Raises Invalid where it cannot be counted."""
    line = the_line(duel, told_of(query), way, state.choices)
    assert line.attack is not None
    assert line.answer is not None
    attacker, target = both_cards(duel)
    wrong: dict[str, str] = {}
    rolled = None
    try:
        rolled = _rolled(line.attack, query, melee=way.action.melee, steady=unpinnable(duel.attacker.state.unit))
    except Invalid as error:
        wrong = {error.field: error.message}
    return Opened(
        row=shown.row(line, duel.attacker, duel.target, ""),
        view=shown.attack_view(line, duel.target),
        switches=list(_switches(query, line.answer.abilities)),
        unknown=shown.unknown(line.answer.abilities, {"attacker": attacker, "target": target}),
        tests=line.attack.tests,
        rolled=rolled,
        wrong=wrong,
        refused=refused(state, duel, query, way),
        area=line.area,
        one_test=line.area and not line.projected,
    )


def _rolled(attack: Attack, query: DuelPageQuery, *, melee: bool, steady: bool) -> Rolled | None:
    rolls = _dice(attack, query)
    if rolls is None:
        return None
    return shown.rolled(resolved(attack, rolls), rolls, real=not query.roll, melee=melee, steady=steady)


def _dice(attack: Attack, query: DuelPageQuery) -> Rolls | None:
    """Those that lie on the table, or those that it rolls: for a Secondary Target only Armor dice, where the test was
    made before."""
    if query.roll and not query.armor.strip():
        return thrown(attack, draw, tested=dice(query.rolls, "").attack)
    carried = query.primary is not None and not query.armor.strip()
    if not query.rolls.strip() or (carried and _hits(attack, query)):
        return None
    return dice(query.rolls, query.armor)


def _hits(attack: Attack, query: DuelPageQuery) -> bool:
    return any(face <= attack.target_number.value for face in dice(query.rolls, "").attack) and bool(attack.multiplier)


def _switches(query: DuelPageQuery, abilities: tuple[AbilityLine, ...]) -> Iterator[Switch]:
    for each in abilities:
        if each.standing is Standing.UNKNOWN:
            continue
        name = each.name.split("(")[0].strip()
        field = "on" if each.standing is Standing.UNTOLD or name.casefold() in named(query.on) else "off"
        can = each.standing in (Standing.COUNTED, Standing.OFF, Standing.UNTOLD)
        toggled = _toggled(getattr(query, field), name)
        yield Switch(
            name=each.name,
            does=each.does,
            why=each.why,
            counted=each.standing is Standing.COUNTED,
            href=href(query, **{field: toggled}, roll=False) if can else None,
        )


def _toggled(names: str, name: str) -> str:
    kept = [each.strip() for each in names.split(",") if each.strip()]
    without = [each for each in kept if each.casefold() != name.casefold()]
    return ", ".join(without if len(without) < len(kept) else [*kept, name])


def refused(state: State, duel: Duel, query: DuelPageQuery, way: Way) -> str:
    """What the table would say to this attack now, whatever is rolled; empty where it takes it."""
    blow = Blow(
        action=way.action,
        target=duel.target.id,
        weapon="" if way.weapon == UNARMED else way.weapon,
        reaction=query.reaction,
        dive=query.dive and way.action is Action.SHOOT,
        same_action=query.primary is not None,
        dealt=Dealt(),
    )
    try:
        decide_fight(state, Fight(side=query.side, unit=query.unit, blow=blow, after=query.after), 0)
    except Refused as reason:
        return str(reason)
    return ""

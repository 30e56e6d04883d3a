"""The circumstances that players tap, only those that can matter here."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.target import Obstruction
from companion.warzone.duel.fighter import Duel, in_flight
from companion.warzone.duel.lines import DuelLine, can_brace
from companion.warzone.match.parts import Reaction
from companion.warzone.match.reactions import aimed, braced
from web.warzone.duel.addresses import NO_DICE, href
from web.warzone.duel.asked import DuelPageQuery, told_of
from web.warzone.duel.shown import Chip

MOST_FRIENDS = 4
_DEFAULTS = {field.name: field.default for field in structs.fields(DuelPageQuery)}


def chips(query: DuelPageQuery, duel: Duel, lines: tuple[DuelLine, ...]) -> Iterator[Chip]:
    """Each leads to the same sheet with it, or without."""
    shots = [line for line in lines if line.way.action is Action.SHOOT and line.attack]
    melee = any(line.way.action is not Action.SHOOT for line in lines)
    weapons = duel.attacker.card.weapons if duel.attacker.card else ()
    has = {each.key for weapon in weapons for each in weapon.abilities}
    if shots:
        yield from _shooting(query, duel, shots)
    yield _friends(query, duel)
    if melee and query.reaction is None and duel.target.id not in duel.attacker.state.engaged:
        yield _chip(query, "in contact", "contact")
    if melee and "reach" in has:
        yield _chip(query, "out of contact, Reach", "apart")
    if "indirect" in has:
        yield _chip(query, "indirect", "indirect")
        if query.indirect:
            yield _chip(query, "sight blocked", "sight_blocked")
    if query.obstruction is Obstruction.HEAVY or query.apart or query.indirect or query.primary:
        yield _chip(query, "cover +2", "cover")
    if duel.target.aided:
        yield _chip(query, "First Aid within 6″", "first_aid")


def _shooting(query: DuelPageQuery, duel: Duel, shots: list[DuelLine]) -> Iterator[Chip]:
    told, state, target = told_of(query), duel.attacker.state, duel.target.state
    yield _chip(query, "light −2", "obstruction", Obstruction.LIGHT)
    yield _chip(query, "heavy −4", "obstruction", Obstruction.HEAVY)
    if query.reaction is not None:
        if query.reaction is Reaction.AMBUSH and not in_flight(duel):
            yield _chip(query, "it flies", "flying")
        return
    if query.primary is None and not aimed(state):
        yield _chip(query, "aim", "aim")
    if query.primary is None and not braced(state) and any(can_brace(duel, told, line.way) for line in shots):
        yield _chip(query, "brace", "brace")
    if not duel.dives and (target.reacted or not target.pinned):
        yield _chip(query, "it dives", "dive")


def _friends(query: DuelPageQuery, duel: Duel) -> Chip:
    """One more with each tap, then none."""
    friends = duel.friends if query.friends is None else query.friends
    label = "friend engaged" if friends < 2 else f"{friends} friends engaged"
    more = friends + 1 if friends < MOST_FRIENDS else 0
    return Chip(label=label, on=friends > 0, href=href(query, friends=more, **NO_DICE))


def _chip(query: DuelPageQuery, label: str, name: str, value: Any = True) -> Chip:
    on = getattr(query, name) == value
    return Chip(label=label, on=on, href=href(query, **{**_kept(query), name: _DEFAULTS[name] if on else value}))


def _kept(query: DuelPageQuery) -> dict[str, Any]:
    """The dice of the Primary Target's test go with it; all others are about what was asked before."""
    return {"armor": "", "roll": False, "after": None} if query.primary else NO_DICE

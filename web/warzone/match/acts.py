"""Offers the next acts as buttons: the likely one first, then the others that the rules allow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from msgspec import UNSET, structs

from companion.names import same
from companion.table.seats import Side
from companion.table.view import Phase
from companion.warzone.abilities.ability import read_ability
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.target import Area
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.numbers import BandName
from companion.warzone.force.assets import AIR_STRIKE
from companion.warzone.match.limits import NERVES_OF_STEEL
from companion.warzone.match.parts import Assistance, AttackWay, Declaration
from companion.warzone.match.reactions import ACTIONS, abilities, aimed, braced, count_spent, has, tests_to_rally
from companion.warzone.match.state import LAST_TURN, RALLIES, REROLLS_THEIRS, TurnPhase, possessive
from companion.warzone.match.views import UnitView, WarzoneView
from companion.warzone.scenarios import WarzoneScenario
from companion.warzone.sums.leadership import Rally, rally
from web.warzone.calculators.ledgers import percent
from web.warzone.duel.bodies import DuelPageQuery, href
from web.warzone.match.tiles import UNITS

MATCH = "/warzone/match"
REACT = "react"
"""Is the part of the page that asks who reacts."""


@dataclass(frozen=True, kw_only=True)
class ActButton:
    """Describes a button.

    `side` is the side whose act it is, empty for both. `dice`: a real die can be typed in beside it. `main` draws it as
    the main one. `sends` is a field and its value that go with it. `sheet`: it opens the sheet at `action` instead.
    `page`: it opens the page there.
    """

    label: str
    action: str
    side: str = ""
    main: bool = False
    dice: bool = False
    sends: tuple[str, str] | None = None
    sheet: bool = False
    page: bool = False


@dataclass(frozen=True, kw_only=True)
class ThumbActs:
    """Describes what is under the thumb.

    The dock has the main act, else all acts, small. The others are `beside` it. `place` is the part of the page that
    comes first where a question is open there. `sheet` is the attack whose dice wait to be applied.
    """

    docked: Sequence[ActButton]
    beside: Sequence[ActButton]
    place: str = ""
    place_name: str = ""


def hand(view: WarzoneView, near: Side, *, shared: bool, reacts: bool = False) -> ThumbActs:
    """Returns the acts of a phone that acts for `near`, or that both sides share.

    `reacts`: it may react to the declared act. That place is above its own Units, and out of sight of a player who
    looks at them.
    """
    found = acts(view, near, shared=shared)
    main = [act for act in found if act.main]
    own = (near, near.other) if shared else (near,)
    if begun := next(_begun(view, own), None):
        return ThumbActs(docked=[begun], beside=[replace(act, main=False) for act in found])
    beside = [*_caught_buttons(view, own), *_declares(view, near, shared=shared), *_effects(view, near, shared=shared)]
    if reacts:
        others = [*beside, *(act for act in found if act not in main)]
        return ThumbActs(docked=main, beside=others, place=REACT, place_name="React?")
    if found:
        return ThumbActs(docked=main or found, beside=[*beside, *(act for act in found if main and act not in main)])
    place, name = next(_places(view), ("", ""))
    return ThumbActs(docked=(), beside=beside, place=place, place_name=name)


def _begun(view: WarzoneView, own: Sequence[Side]) -> Iterator[ActButton]:
    """Yields what these sides have rolled and not applied, and the next Unit of a Burst."""
    for side in own:
        for unit in view.sides[side.value].units:
            if unit.dice:
                yield _sheet("Apply the dice", side, unit.unit.id, unit.dice.target, unit.dice.how)
    going = view.declared
    if going is not None and going.side in own:
        for enemy in view.sides[going.side.other.value].units:
            id, how = enemy.unit.id, going.at(enemy.unit.id)
            if id in (going.rest or ()) and enemy.fall is None and how is not None:
                yield _sheet(f"Shoot on at {enemy.unit.name}", going.side, going.unit, id, how)


def _caught_buttons(view: WarzoneView, own: Sequence[Side]) -> Iterator[ActButton]:
    """Yields the way back to the Secondary Targets of the last attack, with the dice that count for all of them."""
    going = view.declared
    if going is None or going.how is UNSET or going.side not in own or going.how.area is Area.NONE or not going.targets:
        return
    one_test = going.how.area.one_test_hits_all
    if going.done and (going.hit is True or not one_test):
        told = structs.replace(going.how.told, primary=going.targets[0], dive=False, cover=False)
        act = _sheet("Also caught", going.side, going.unit, None, structs.replace(going.how, told=told))
        rolls = "&" + urlencode({"rolls": " ".join(map(str, going.faces or ()))}) if one_test else ""
        yield replace(act, action=act.action + rolls, main=False)


def _sheet(label: str, side: Side, unit: str, target: str | None, how: Declaration) -> ActButton:
    """Returns a link to the sheet of that attack."""
    way, told = how.way, structs.asdict(how.told)
    query = DuelPageQuery(
        side=side, unit=unit, target=target, action=way.action, weapon=way.weapon, band=way.band, **told
    )
    return ActButton(label=label, action=href(query), side=side.value, main=True, sheet=True)


def acts(view: WarzoneView, near: Side, *, shared: bool = False) -> list[ActButton]:
    """Returns the next possible acts on the phone that acts for `near`, or that both sides share."""
    if view.phase is not Phase.RUNNING:
        return []
    own = frozenset(view.names) if shared else frozenset((near.value,))
    if view.turn_phase is TurnPhase.START:
        return list(_start(view, near, own))
    if view.turn_phase is TurnPhase.ACTIVATION and view.active is not None:
        return list(_activation(view, view.active, own))
    return list(_end(view))


def _declares(view: WarzoneView, near: Side, *, shared: bool) -> Iterator[ActButton]:
    """Yields what the acting Unit can declare, for the other side to react to. Its sheet asks for a shot's target."""
    active = view.active
    if view.phase is not Phase.RUNNING or active is None or not (shared or active == near.value):
        return
    acting = [unit for unit in view.sides[active].units if unit.acting and unit.fall is None]
    # Of a Group, each in its turn.
    unit = next((each for each in acting if count_spent(each) < ACTIONS), acting[0] if acting else None)
    if unit is None:
        return
    at = UNITS.format(side=active, unit=unit.unit.id)
    flies = (Action.FLY,) if has(unit.unit, "flight") else ()
    charges = () if unit.pinned and not has(unit.unit, NERVES_OF_STEEL) else (Action.CHARGE,)
    if unit.pinned and tests_to_rally(unit.unit):
        yield ActButton(label="Rally", action=at, side=active, page=True)
    elif unit.pinned:
        yield ActButton(label="Rally", action=f"{at}/do", side=active, sends=("action", Action.RALLY.value))
    if count_spent(unit) < ACTIONS:
        for action in (Action.MOVE, *flies, *charges, Action.SHOOT):
            yield ActButton(label=action.title, action=f"{at}/declare", side=active, sends=("action", action.value))
    elif may_reposition(unit):
        yield ActButton(
            label="Reposition", action=f"{at}/declare", side=active, sends=("action", Action.REPOSITION.value)
        )


def may_reposition(unit: UnitView) -> bool:
    """Returns True once an Activation, and not engaged (Reposition)."""
    return not unit.engaged and Action.REPOSITION not in unit.actions


def _effects(view: WarzoneView, near: Side, *, shared: bool) -> Iterator[ActButton]:
    """Yields the Faction Assets whose moment is now: those of the side at `near` alone, unless both share the phone."""
    for side in (near, near.other) if shared else (near,):
        for effect in view.sides[side.value].effects:
            if not effect.now or same(effect.name, RALLIES):
                continue
            if same(effect.name, REROLLS_THEIRS):
                action = f"{MATCH}/sides/{side.other.value}/initiative"
                rolls = f"{view.names[side.other.value]} rolls" if shared else "they roll"
                label = f"{effect.name}: {rolls} again"
                yield ActButton(label=label, action=action, side=side.value, dice=True, sends=("misdirected", "1"))
            elif same(effect.name, AIR_STRIKE.name) and (leader := _leader(view, side)):
                shot = AttackWay(action=Action.SHOOT, weapon=AIR_STRIKE.name, band=BandName.SHORT)
                sheet = _sheet(effect.name, side, leader, None, Declaration(way=shot))
                yield replace(sheet, main=False)
            else:
                action = f"{MATCH}/sides/{side.value}/effect"
                label = f"{view.names[side.value]} uses {effect.name}" if shared else f"Use {effect.name}"
                yield ActButton(label=label, action=action, side=side.value, sends=("effect", effect.name))


def _leader(view: WarzoneView, side: Side) -> str | None:
    """Returns the Leader that acts, where it has a card."""
    acting = (each.unit for each in view.sides[side.value].units if each.acting)
    return next((each.id for each in acting if each.leader and each.card_id), None)


def _start(view: WarzoneView, near: Side, own: frozenset[str]) -> Iterator[ActButton]:
    chooser = view.initiative.chooser
    if view.turn == 1 and chooser is not None:
        yield _of(chooser, "keep", f"{view.names[chooser]} starts", main=chooser in own)
    elif view.turn == 1:
        for side in (near, near.other):
            yield _of(side.value, "first", f"Let {view.names[side.value]} go first", main=side is near)
    elif chooser is not None:
        name = view.names[chooser]
        yield _of(chooser, "keep", "Keep it" if chooser == near.value else f"{name} keeps it", main=chooser in own)
        yield _of(chooser, "yield", "Pass it" if chooser == near.value else f"{name} passes it")
    else:
        to_roll = [
            side for side in (near, near.other) if view.initiative.tie or view.sides[side.value].initiative is None
        ]
        for side in to_roll:
            main = side.value in own and side is to_roll[0]
            yield _of(side.value, "initiative", f"Roll for {view.names[side.value]}", main=main, dice=True)


def _activation(view: WarzoneView, active: str, own: frozenset[str]) -> Iterator[ActButton]:
    force, mine = view.sides[active], active in own
    end = "End Activation" if mine else f"End {possessive(view.names[active])} Activation"
    if view.acting:
        yield _of(active, "done", end, main=mine)
        return
    if force.activations:
        yield _of(active, "done", "End an unnamed one" if force.listed else end, main=mine and not force.listed)
    if force.passes:
        yield _of(active, "pass", f"Pass ({force.passes} left)", main=mine and not force.activations)


def _end(view: WarzoneView) -> Iterator[ActButton]:
    if view.turn == LAST_TURN and _to_reveal(view):
        yield ActButton(label="Reveal Primary Objectives", action=f"{MATCH}/reveal-primaries", main=True)
        return
    still = [each for each in view.questions if each.turn == view.turn and each.answer is None]
    if any(each.suggested is not None for each in still):
        yield ActButton(label="As tracked", action=f"{MATCH}/as-tracked", main=True)
    if still:
        return
    if view.turn < LAST_TURN and any(cloud.to_roll for cloud in view.clouds):
        return
    label = "End the game" if view.turn == LAST_TURN else f"End Turn {view.turn}"
    yield ActButton(label=label, action=f"{MATCH}/end-turn", main=True)


def _places(view: WarzoneView) -> Iterator[tuple[str, str]]:
    """Lists the questions open before the Turn can end: the part's id, and the label of its link."""
    if view.phase is not Phase.RUNNING:
        return
    for question in view.questions:
        if question.turn == view.turn and question.answer is None:
            yield f"ask-{question.turn}-{question.id}", "Next question"
    for cloud in view.clouds:
        if cloud.to_roll:
            yield f"cloud-{cloud.id}", f"Roll for {cloud.name}"


def _to_reveal(view: WarzoneView) -> bool:
    """Returns True while both Primary Objectives of Key Positions are still sealed."""
    return view.scenario is WarzoneScenario.KEY_POSITIONS and all(force.primary_sealed for force in view.sides.values())


def _of(side: str, act: str, label: str, *, main: bool = False, dice: bool = False) -> ActButton:
    return ActButton(label=label, action=f"{MATCH}/sides/{side}/{act}", side=side, main=main, dice=dice)


# The actions that a Unit's own page offers while it acts, or begins to with one: those that are not attacks.


@dataclass(frozen=True, kw_only=True)
class Doing:
    """Describes a button, and where it is sent: a Move is declared, for the other side to react.

    `weapon` is what a Reload is for. `tests`: it needs a TN(LD) Test, with that `ld` and its odds where the card is
    kept.
    """

    action: Action
    label: str
    path: str = "do"
    weapon: str = ""
    tests: bool = False
    ld: int | None = None
    odds: str = ""


def doing(view: WarzoneView, side: str, unit: UnitView, card: UnitCard | None) -> list[Doing]:
    """Returns None while it is not this Unit's Activation."""
    begins = not view.acting and not unit.activated
    mine = view.turn_phase is TurnPhase.ACTIVATION and view.active == side and unit.fall is None
    return list(_offered(unit, card)) if mine and (unit.acting or begins) else []


def _offered(unit: UnitView, card: UnitCard | None) -> Iterator[Doing]:
    if unit.pinned:
        yield _rally(unit, card)
    for weapon in unit.jammed:
        yield Doing(action=Action.RELOAD, label=f"Reload {weapon}".rstrip(), weapon=weapon)
    burst = card is None or any(each.key == "burst" for weapon in card.weapons for each in weapon.abilities)
    for action, waits in ((Action.AIM, aimed(unit)), (Action.BRACE, braced(unit) or not burst)):
        if not waits:
            yield Doing(action=action, label=action.value.title())
    yield Doing(action=Action.MOVE, label="Move", path="declare")
    if may_reposition(unit):
        yield Doing(action=Action.REPOSITION, label="Reposition", path="declare")


@dataclass(frozen=True, kw_only=True)
class Helping:
    """Describes an ability that a Unit uses for, or on, others.

    `needed` is what its die is tested against, where that is known.
    """

    ability: Assistance
    printed: str
    others: Sequence[tuple[str, str]]
    needed: int | None


def helping(view: WarzoneView, side: Side, unit: UnitView, card: UnitCard | None) -> list[Helping]:
    """Lists what its card has of Command, First Aid, Impact and Inspire, while it is its Activation."""
    if not doing(view, side.value, unit, card):
        return []
    own, enemies = view.sides[side.value].units, view.sides[side.other.value].units
    found = []
    for printed in abilities(unit.unit):
        read = read_ability(printed)
        kind = next((each for each in Assistance if each.value == read.key), None)
        if kind is None or (kind is Assistance.IMPACT and not _flown(view, side, unit)):
            continue
        needed = {Assistance.COMMAND: card.ld if card else None, Assistance.FIRST_AID: read.number}.get(kind)
        others = [each for each in (enemies if kind.enemy else own) if each is not unit and _helped(kind, each)]
        names = [(each.unit.id, each.unit.name) for each in others]
        found.append(Helping(ability=kind, printed=printed, others=names, needed=needed))
    return [each for each in found if each.others]


def _flown(view: WarzoneView, side: Side, unit: UnitView) -> bool:
    """Returns True after a Fly, also one that was declared and is still to be recorded."""
    going = view.declared
    flies = going is not None and (going.side, going.unit, going.action) == (side, unit.unit.id, Action.FLY)
    return flies or Action.FLY in unit.actions


def _helped(kind: Assistance, other: UnitView) -> bool:
    if other.fall is not None:
        return False
    match kind:
        case Assistance.FIRST_AID:
            return other.wounds > 0
        case Assistance.INSPIRE:
            return other.pinned or other.reacted
        case _:
            return True


def _rally(unit: UnitView, card: UnitCard | None) -> Doing:
    if not tests_to_rally(unit.unit) and not (card and card.has("Recruit")):
        return Doing(action=Action.RALLY, label="Rally")
    test = rally(Rally(ld=card.ld)).test if card else None
    odds = percent(test.success.p) if test else ""
    return Doing(action=Action.RALLY, label="Rally", tests=True, ld=card.ld if card else None, odds=odds)

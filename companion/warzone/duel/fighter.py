"""Describes the two Units of a duel: their cards, how they stand to each other, and the book's attacks."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.table.seats import Side
from companion.warzone.abilities.ability import Ability, Does, Vocabulary, read_ability
from companion.warzone.abilities.wording import vocabulary
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.target import Area
from companion.warzone.cards.card import UnitCard, Weapon
from companion.warzone.cards.numbers import UNARMED, BandName, in_band
from companion.warzone.choices import ProjectedCounterattack
from companion.warzone.force.assets import AIR_STRIKE, equipped
from companion.warzone.force.force import card_of
from companion.warzone.match.limits import charges
from companion.warzone.match.parts import AttackWay, Declaration, Reaction, Told
from companion.warzone.match.reactions import aimed, braced, pinning
from companion.warzone.match.state import HONORED_CHARGE, Force, State, UnitState, has, in_hand, used_in

# The two Units of a duel: what lies beside them in the match, and their cards as they have them there.

FIRST_AID, TRAINING = "first aid", "training"


class Fighter(msgspec.Struct, frozen=True, kw_only=True):
    """Describes a Unit and its card.

    `card` includes its Faction Assets (`assets`), and the training by standing friends. It is None where the table
    keeps none. `aided`: a standing friend has First Aid. `calls`: the card has Air Strike too.
    """

    state: UnitState
    card: UnitCard | None
    aided: bool = False
    calls: bool = False
    assets: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return self.state.unit.id

    @property
    def name(self) -> str:
        return self.state.unit.name


class Duel(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one Unit's attacks on another.

    `side` is the attacker's. `friends` counts how many others of it are engaged with the target, as far as players
    tapped that. `held`: the attacker is engaged with a Unit that is not Pinned. `vocabulary` says what abilities do,
    with what the owners of these cards have bound.
    """

    side: Side
    attacker: Fighter
    target: Fighter
    primary: Fighter | None
    friends: int
    held: bool
    vocabulary: Vocabulary
    answered: Action | None = None
    """Names what the target is doing or has just done."""
    honored: bool = False
    """Holds True where a Charge now is one of Honored Charge."""
    projects: bool = False
    """Holds True where an Engaged Unit Counterattacks with a Projected weapon: a rule choice."""
    span: tuple[int, int] | None = None
    """Bounds the distance from which the target shot, where it is known: more than the first inch, at most the
    second."""
    charging: bool = False
    """The attacker is in the midst of a Charge that was declared."""
    away: int = 0
    """Gives inches: the attacker shot at the target from farther away, and the target has not moved since."""

    @property
    def dives(self) -> bool:
        """Returns True where the target has declared that it dives from this attack."""
        return self.target.state.reacting is Reaction.DIVE_FOR_COVER


def duel(
    state: State,
    cards: Sequence[UnitCard],
    *,
    side: Side,
    unit: str,
    target: str,
    primary: str | None,
    against: Side | None = None,
) -> Duel:
    """Returns the Unit of that side against one of the other's.

    `against` is its own side where a Cloud hits friends too. Raises NotHere.
    """
    own, enemy, going = state.forces[side], state.forces[against or side.other], state.declared
    attacker, hit = _calling(_fighter(own, unit, cards), own, again=primary is not None), _fighter(enemy, target, cards)
    theirs = going if going is not None and (going.side, going.unit) == (side.other, target) else None
    mine = going if going is not None and going.done and (going.side, going.unit) == (side, unit) else None
    shot = mine.at(target) if mine and target in (*mine.targets[:1], *mine.further) else None
    far = _span(attacker.card, shot) if shot else None
    return Duel(
        side=side,
        attacker=attacker,
        target=hit,
        primary=None if primary is None else _fighter(enemy, primary, cards),
        friends=sum(each != unit for each in hit.state.engaged),
        held=pinning(state, side, own.unit(unit)),
        vocabulary=vocabulary(*(bound for each in (attacker, hit) if each.card for bound in each.card.bound)),
        answered=theirs.action if theirs else None,
        projects=state.choices.projected_counterattack is ProjectedCounterattack.MAY,
        span=_span(hit.card, theirs.at(unit)) if theirs else None,
        charging=charges(state, side, unit),
        away=far[0] if far else 0,
        honored=used_in(own, HONORED_CHARGE) == state.turn and not attacker.state.actions,
    )


def _fighter(force: Force, unit: str, cards: Sequence[UnitCard]) -> Fighter:
    found = force.unit(unit)
    card = card_of(found.unit, force.faction, cards)
    if card is None:
        return Fighter(state=found, card=None)
    kinds = {(each.unit.card_id, each.unit.card): each.unit for each in force.standing if each is not found}
    friends = [other for each in kinds.values() if (other := card_of(each, force.faction, cards))]
    assets = tuple(asset for asset, id in force.designated.items() if id == unit)
    card = equipped(card, assets)
    return Fighter(
        state=found,
        card=replace(card, abilities=(*card.abilities, *_trained(card, friends))),
        aided=any(each.has(FIRST_AID) for each in friends),
        assets=assets,
    )


def _calling(fighter: Fighter, force: Force, *, again: bool) -> Fighter:
    """Adds the weapon of Air Strike to a Leader whose Force has that asset (Capitol Assets). `again`: it is at
    Secondary Targets, when the asset is used already."""
    card, weapon = fighter.card, AIR_STRIKE
    calls = fighter.state.unit.leader and (in_hand(force, weapon.name) or (again and has(force, weapon.name)))
    if card is None or not calls or card.weapon(weapon.name) or card.ld < 1:
        return fighter
    return replace(fighter, card=replace(card, weapons=(*card.weapons, weapon)), calls=True)


def _trained(card: UnitCard, friends: Sequence[UnitCard]) -> Iterator[Ability]:
    """Returns what Training (Ability, Unit Type) gives to all others of that Unit Type, each once."""
    given = {}
    for each in (ability for friend in friends for ability in friend.abilities if ability.key == TRAINING):
        name, _, type = (each.value or "").rpartition(",")
        if name.strip() and type.strip().casefold() == card.type.casefold() and not card.has(name.strip()):
            given[name.strip().casefold()] = read_ability(name)
    yield from given.values()


# The attacks that the book has for a Unit of a duel: a weapon in each of its bands, one that strikes, bare hands.

_AREA = {Does.CLOUD: Area.CLOUD, Does.EXPLOSIVE: Area.EXPLOSIVE, Does.PROJECTED: Area.PROJECTED}


def fitting(duel: Duel, told: Told, way: AttackWay) -> AttackWay | None:
    """Returns the same weapon as it can be used in these circumstances, or None where it cannot."""
    found = ways(duel, told)
    now = replace(way, action=_melee(duel, told)) if way.action.melee and way not in found else way
    return now if now in found else None


def ways(duel: Duel, told: Told) -> list[AttackWay]:
    """Returns the attacks that the book has for the attacker's weapons.

    After a Move or while engaged it strikes, else it charges.
    """
    card = duel.attacker.card
    if card is None or duel.target.card is None or (told.primary and (not duel.primary or duel.primary.card is None)):
        return []
    weapons = list({each.name: each for each in card.weapons}.values())
    own = [each for each in weapons if told.reaction is None or each is not AIR_STRIKE]
    found = [] if told.reaction is Reaction.PARTING_BLOW else list(_shots(own))
    if told.primary is None and not told.indirect:
        armed = [each.name for each in weapons if each.strike]
        found += [AttackWay(action=_melee(duel, told), weapon=name) for name in (*armed, UNARMED)]
        if told.apart and told.reaction is None:
            # A Charge with Reach may end apart (Reach).
            found += [
                AttackWay(action=Action.CHARGE, weapon=each.name)
                for each in weapons
                if each.strike and each.has("reach")
            ]
    return found


def _shots(weapons: Sequence[Weapon]) -> Iterator[AttackWay]:
    for weapon in weapons:
        for band, column in ((BandName.SHORT, weapon.short), (BandName.LONG, weapon.long)):
            if column is not None:
                yield AttackWay(action=Action.SHOOT, weapon=weapon.name, band=band)


def _melee(duel: Duel, told: Told) -> Action:
    if told.reaction is Reaction.AMBUSH:
        return Action.CHARGE
    stays = told.contact or told.apart or told.reaction is not None or duel.target.id in duel.attacker.state.engaged
    return Action.STRIKE if stays else Action.CHARGE


def projected(duel: Duel, way: AttackWay) -> bool:
    """Returns True where it strikes others too, with a test against each of them."""
    return Does.PROJECTED in _areas(duel, way)


def area(duel: Duel, way: AttackWay) -> bool:
    """Returns True where it strikes others too."""
    return bool(_areas(duel, way))


def _areas(duel: Duel, way: AttackWay) -> set[Does]:
    """Returns the areas by what the abilities of the shot do, whatever their names."""
    card, weapon = duel.attacker.card, _weapon(duel, way)
    if card is None or weapon is None or way.action is not Action.SHOOT:
        return set()
    known = (duel.vocabulary.get(each.key) for each in (*weapon.abilities, *card.abilities))
    return {effect.does for each in known if each for effect in each.effects} & set(_AREA)


def in_flight(duel: Duel) -> bool:
    """Returns True where the target flies, as far as players tapped that."""
    return Action.FLY in (duel.answered, *duel.target.state.actions[-1:])


def flies(duel: Duel, told: Told) -> bool:
    """Returns True for an Ambush of a target that flies: any other Reaction comes after the flight (Fly)."""
    return told.reaction is Reaction.AMBUSH and (told.flying or in_flight(duel))


def declaration(duel: Duel, told: Told, way: AttackWay) -> Declaration:
    """Describes the attack with all that its odds need, as everyone is shown it."""
    areas = _areas(duel, way)
    if way.action is Action.SHOOT and told.reaction is None:
        state = duel.attacker.state
        told = replace(told, aim=told.aim or aimed(state), brace=told.brace or braced(state))
    how = Declaration(way=way, told=told, area=next((area for does, area in _AREA.items() if does in areas), Area.NONE))
    return replace(how, span=_span(duel.attacker.card, how))


def _span(card: UnitCard | None, how: Declaration | None) -> tuple[int, int] | None:
    """Returns how far a shot of that card goes; None for a strike and for Indirect Fire."""
    return None if card is None or how is None or how.told.indirect else span(card, how.way)


def span(card: UnitCard, way: AttackWay) -> tuple[int, int] | None:
    """Returns how far a shot in that band goes: more than the first and at most the second, in inches; None for a
    strike."""
    weapon = card.weapon(way.weapon)
    if weapon is None or way.band is None:
        return None
    short, long = (0 if each is None else each.reach.of(card.st) for each in (weapon.short, weapon.long))
    return (0, short) if way.band is BandName.SHORT else (short, long)


def weapon_has(duel: Duel, way: AttackWay, ability: str) -> bool:
    """Returns True where the weapon, used so, has this ability; bare hands have none."""
    weapon = _weapon(duel, way)
    return weapon is not None and weapon.has(ability)


def _weapon(duel: Duel, way: AttackWay) -> Weapon | None:
    found = duel.attacker.card.weapon(way.weapon) if duel.attacker.card else None
    return in_band(found, way.band) if found else None

"""The attacks that the book has for a Unit of a duel: a weapon in each of its bands, one that strikes, bare hands."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.warzone.abilities.effect import Does
from companion.warzone.attacks.actions import Action
from companion.warzone.cards.attack_numbers import UNARMED, BandName, in_band
from companion.warzone.cards.weapon import Weapon
from companion.warzone.duel.fighter import Duel
from companion.warzone.duel.told import Told
from companion.warzone.match.counters import Reaction

_AREAS = frozenset({Does.CLOUD, Does.EXPLOSIVE, Does.PROJECTED})


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """How one attacks: SHOOT in a band of a weapon, STRIKE or CHARGE with one; `weapon` is UNARMED for bare hands."""

    action: Action
    weapon: str
    band: BandName | None = None


def fitting(duel: Duel, told: Told, way: Way) -> Way | None:
    """The same weapon as it can be used in these circumstances; None where it cannot."""
    found = ways(duel, told)
    now = replace(way, action=_melee(duel, told)) if way.action.melee and way not in found else way
    return now if now in found else None


def ways(duel: Duel, told: Told) -> list[Way]:
    """The attacks that the book has for the attacker's weapons; after a Move or engaged it strikes, else it charges."""
    card = duel.attacker.card
    if card is None or duel.target.card is None or (told.primary and (not duel.primary or duel.primary.card is None)):
        return []
    weapons = list({each.name: each for each in card.weapons}.values())
    found = [] if told.reaction is Reaction.PARTING_BLOW else list(_shots(weapons))
    if told.primary is None and not told.indirect:
        armed = [each.name for each in weapons if each.strike]
        found += [Way(action=_melee(duel, told), weapon=name) for name in (*armed, UNARMED)]
        if told.apart and told.reaction is None:
            # A Charge with Reach may end apart (Reach).
            found += [
                Way(action=Action.CHARGE, weapon=each.name) for each in weapons if each.strike and each.has("reach")
            ]
    return found


def _shots(weapons: Sequence[Weapon]) -> Iterator[Way]:
    for weapon in weapons:
        for band, column in ((BandName.SHORT, weapon.short), (BandName.LONG, weapon.long)):
            if column is not None:
                yield Way(action=Action.SHOOT, weapon=weapon.name, band=band)


def _melee(duel: Duel, told: Told) -> Action:
    if told.reaction is Reaction.AMBUSH:
        return Action.CHARGE
    stays = told.contact or told.apart or told.reaction is not None or duel.target.id in duel.attacker.state.engaged
    return Action.STRIKE if stays else Action.CHARGE


def projected(duel: Duel, way: Way) -> bool:
    """Whether it strikes others too, with a test against each of them."""
    return Does.PROJECTED in _areas(duel, way)


def area(duel: Duel, way: Way) -> bool:
    """Whether it strikes others too."""
    return bool(_areas(duel, way))


def _areas(duel: Duel, way: Way) -> set[Does]:
    """By what the abilities of the shot do, whatever their names."""
    card, weapon = duel.attacker.card, _weapon(duel, way)
    if card is None or weapon is None or way.action is not Action.SHOOT:
        return set()
    known = (duel.vocabulary.get(each.key) for each in (*weapon.abilities, *card.abilities))
    return {effect.does for each in known if each for effect in each.effects} & _AREAS


def in_flight(duel: Duel) -> bool:
    """Whether the target flies, as far as anybody tapped that."""
    return Action.FLY in (duel.answered, *duel.target.state.actions[-1:])


def flies(duel: Duel, told: Told) -> bool:
    """Whether this is an Ambush of a target that flies: whatever else is made as a Reaction comes after it (Fly)."""
    return told.reaction is Reaction.AMBUSH and (told.flying or in_flight(duel))


def weapon_has(duel: Duel, way: Way, ability: str) -> bool:
    """Whether the weapon, used so, has this ability; bare hands have none."""
    weapon = _weapon(duel, way)
    return weapon is not None and weapon.has(ability)


def _weapon(duel: Duel, way: Way) -> Weapon | None:
    found = duel.attacker.card.weapon(way.weapon) if duel.attacker.card else None
    return in_band(found, way.band) if found else None

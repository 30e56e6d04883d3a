"""What keeps a Unit of a duel from an attack now."""

from collections.abc import Callable

from companion.warzone.abilities.effect import Does
from companion.warzone.attacks.actions import Action
from companion.warzone.duel.fighter import Duel
from companion.warzone.duel.told import Told
from companion.warzone.duel.ways import Way, area, flies, projected, weapon_has
from companion.warzone.match.counters import Reaction


def why_not(duel: Duel, told: Told, way: Way) -> str:
    """Empty where it can be made."""
    rules = _NO_SHOT if way.action is Action.SHOOT else _NO_STRIKE
    same_action = told.primary is not None
    if not same_action and _jammed(duel, way):
        return "jammed: Reload first"
    return next((why for fails, why in rules if fails(duel, told, way)), "")


def _jammed(duel: Duel, way: Way) -> bool:
    """A Reload Counter that nobody said the weapon of counts for those that shoot."""
    jammed = duel.attacker.state.jammed
    return way.weapon in jammed or (way.action is Action.SHOOT and "" in jammed)


def _engaged(duel: Duel, told: Told, way: Way) -> bool:
    """Pinned enemies hold nobody from the Shoot Action of a Reaction (Ambush, Counterattack)."""
    held = duel.held if told.reaction is not None else told.contact or bool(duel.attacker.state.engaged)
    return held and not projected(duel, way)


def _not_indirect(duel: Duel, told: Told, way: Way) -> bool:
    return told.indirect and not weapon_has(duel, way, "indirect")


def _no_area(duel: Duel, told: Told, way: Way) -> bool:
    return told.primary is not None and not area(duel, way)


def _held(duel: Duel, _: Told, way: Way) -> bool:
    """Pinned Units do not come closer, but for Nerves of Steel (Pinned Counter)."""
    return way.action is Action.CHARGE and duel.attacker.state.pinned and not _bold(duel)


def _out_of_reach(duel: Duel, told: Told, way: Way) -> bool:
    return told.apart and not weapon_has(duel, way, "reach")


def _from_afar(duel: Duel, told: Told, way: Way) -> bool:
    """A shot that is answered comes from out of contact, but for what the players tapped (Engagement)."""
    if told.reaction is not Reaction.COUNTERATTACK or duel.answered is not Action.SHOOT:
        return False
    near = told.contact or duel.target.id in duel.attacker.state.engaged
    return not near and not weapon_has(duel, way, "reach")


def _over_it(duel: Duel, told: Told, _: Way) -> bool:
    """Only a Unit with Flight Charges one that flies (Fly)."""
    grounded = duel.attacker.card is not None and not duel.attacker.card.has("flight")
    return grounded and flies(duel, told)


def _immune(duel: Duel, _: Told, way: Way) -> bool:
    immune = duel.target.card is not None and duel.target.card.has("arcane immunity")
    return immune and any(weapon_has(duel, way, each) for each in ("divine", "symmetry"))


_Rule = tuple[Callable[[Duel, Told, Way], bool], str]
_IMMUNE: _Rule = (_immune, "Arcane Immunity: no target of Divine or Symmetry")
_NO_SHOT: tuple[_Rule, ...] = (
    (_engaged, "engaged: only Projected weapons shoot"),
    (_not_indirect, "not Indirect"),
    (_no_area, "strikes no area"),
    _IMMUNE,
)
_NO_STRIKE: tuple[_Rule, ...] = (
    (_held, "Pinned: Rally before a Charge"),
    (_out_of_reach, "not in contact: only with Reach"),
    (_from_afar, "not in contact"),
    (_over_it, "flies: only with Flight"),
    _IMMUNE,
)


def _bold(duel: Duel) -> bool:
    own = duel.attacker.card.abilities if duel.attacker.card else ()
    known = (duel.vocabulary.get(each.key) for each in own)
    return any(effect.does is Does.MOVES_PINNED for each in known if each for effect in each.effects)

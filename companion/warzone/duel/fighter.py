"""The two Units of a duel: what lies beside them in the match, and their cards as they have them there."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.table.sides import Side
from companion.warzone.abilities.ability import Ability, read_ability
from companion.warzone.abilities.bound import vocabulary
from companion.warzone.abilities.described import Vocabulary
from companion.warzone.attacks.actions import Action
from companion.warzone.cards.card import UnitCard
from companion.warzone.force.enlisting import card_of
from companion.warzone.force.equipped import equipped
from companion.warzone.match.counters import Reaction
from companion.warzone.match.effects import HONORED_CHARGE, used_in
from companion.warzone.match.reactions.who import pinning
from companion.warzone.match.state import Force, State, UnitState

FIRST_AID, TRAINING = "first aid", "training"


class Fighter(msgspec.Struct, frozen=True, kw_only=True):
    """A Unit. `card` has what its Faction Assets (`assets`) make of it, and what standing friends train it in; None
    where nobody has kept one. `aided`: a standing friend has First Aid."""

    state: UnitState
    card: UnitCard | None
    aided: bool = False
    assets: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return self.state.unit.id

    @property
    def name(self) -> str:
        return self.state.unit.name


class Duel(msgspec.Struct, frozen=True, kw_only=True):
    """`side` is the attacker's. `friends`: how many others of it are engaged with the target, as far as anybody
    tapped that; `held`: the attacker is engaged with somebody who is not Pinned. `vocabulary`: what abilities do, with
    what the owners of these cards have bound."""

    side: Side
    attacker: Fighter
    target: Fighter
    primary: Fighter | None
    friends: int
    held: bool
    vocabulary: Vocabulary
    answered: Action | None = None
    """What the target is doing or has just done."""
    honored: bool = False
    """Whether a Charge now is one of Honored Charge."""

    @property
    def dives(self) -> bool:
        """Whether the target has said that it dives from this."""
        return self.target.state.reacting is Reaction.DIVE_FOR_COVER


def duel(
    state: State,
    cards: Sequence[UnitCard],
    *,
    side: Side,
    unit: str,
    target: str,
    primary: str | None,
) -> Duel:
    """The Unit of that side against one of the other's. Raises NotHere."""
    own, enemy, going = state.forces[side], state.forces[side.other], state.declared
    attacker, hit = _fighter(own, unit, cards), _fighter(enemy, target, cards)
    return Duel(
        side=side,
        attacker=attacker,
        target=hit,
        primary=None if primary is None else _fighter(enemy, primary, cards),
        friends=sum(each != unit for each in hit.state.engaged),
        held=pinning(state, side, own.unit(unit)),
        vocabulary=vocabulary(*(bound for each in (attacker, hit) if each.card for bound in each.card.bound)),
        answered=going.action if going and (going.side, going.unit) == (side.other, target) else None,
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


def _trained(card: UnitCard, friends: Sequence[UnitCard]) -> Iterator[Ability]:
    """What Training (Ability, Unit Type) gives to all others of that Unit Type, each once."""
    given = {}
    for each in (ability for friend in friends for ability in friend.abilities if ability.key == TRAINING):
        name, _, type = (each.value or "").rpartition(",")
        if name.strip() and type.strip().casefold() == card.type.casefold() and not card.has(name.strip()):
            given[name.strip().casefold()] = read_ability(name)
    yield from given.values()

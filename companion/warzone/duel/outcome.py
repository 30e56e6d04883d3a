"""What the dice of a duel's line come to, as the match records it."""

from msgspec import UNSET

from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolved import Resolution, Rolls, resolved
from companion.warzone.cards.attack_numbers import UNARMED
from companion.warzone.chances.attack import Attack
from companion.warzone.duel.fighter import Duel
from companion.warzone.duel.told import Told
from companion.warzone.duel.ways import Way
from companion.warzone.match.fight.commands import Blow, Dealt
from companion.warzone.match.fight.tracking import aimed, braced


def fought(duel: Duel, told: Told, way: Way, attack: Attack, rolls: Rolls, *, real: bool) -> Blow:
    """The attack with these dice. Raises Invalid where there are too few or too many."""
    found = resolved(attack, rolls)
    return Blow(
        action=way.action,
        target=duel.target.id,
        weapon="" if way.weapon == UNARMED else way.weapon,
        reaction=told.reaction,
        dive=(told.dive or duel.dives) and way.action is Action.SHOOT,
        apart=told.apart and way.action.melee,
        same_action=told.primary is not None,
        dealt=dealt(found),
        rolls=rolls.attack,
        armor=rolls.armor,
        real=real,
        prepared=prepared(duel, told, way) or UNSET,
    )


def dealt(found: Resolution) -> Dealt:
    return Dealt(
        hits=found.hits,
        wounds=found.wounds,
        pinned=found.pinned,
        failed=found.failed,
        casualty=found.casualty or UNSET,
    )


def prepared(duel: Duel, told: Told, way: Way) -> tuple[Action, ...]:
    """The Aim or Brace that was said to go before this shot and that nobody has recorded."""
    if way.action is not Action.SHOOT or told.primary is not None or told.reaction is not None:
        return ()
    state = duel.attacker.state
    said = ((Action.AIM, told.aim and not aimed(state)), (Action.BRACE, told.brace and not braced(state)))
    return tuple(action for action, here in said if here)

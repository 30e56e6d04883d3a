"""What fights bring about, or why they are refused. Warzone Eternal, Chapters 5 to 10."""

from msgspec import UNSET

from companion.table.errors import Refused
from companion.table.sides import Side
from companion.warzone.attacks.actions import Action
from companion.warzone.match.counters import Reaction
from companion.warzone.match.fight.commands import Do, Fight
from companion.warzone.match.fight.events import Did, Fought
from companion.warzone.match.fight.tracking import tests_to_rally
from companion.warzone.match.names import called
from companion.warzone.match.reactions.costs import paid
from companion.warzone.match.reactions.reacting import may_react
from companion.warzone.match.refusals import in_phase, standing
from companion.warzone.match.state import State, TurnPhase, UnitState

_ATTACKS = (Action.SHOOT, Action.STRIKE, Action.CHARGE)
_ANSWERS = {
    Reaction.AMBUSH: (Action.SHOOT, Action.CHARGE),
    Reaction.COUNTERATTACK: (Action.SHOOT, Action.STRIKE),
    Reaction.PARTING_BLOW: (Action.STRIKE,),
}
"""What each Reaction attacks with (Chapter 6)."""


def decide(state: State, command: Do | Fight, at: int) -> Did | Fought:
    """Only what could not be meant is refused: a third action is the players' word. Raises Refused, NotHere."""
    in_phase(state, TurnPhase.ACTIVATION)
    found = standing(state.forces[command.side], command.unit)
    if isinstance(command, Do):
        return _do(state, command, found, at)
    return _fight(state, command, found, at)


def _fight(state: State, command: Fight, attacker: UnitState, at: int) -> Fought:
    blow = command.blow
    target = standing(state.forces[command.side.other], blow.target)
    if blow.action not in _ATTACKS:
        raise Refused(f"Nobody is attacked with {blow.action.value.title()}: Shoot, Strike or Charge.")
    if command.after not in (None, attacker.blows):
        raise Refused(f"{attacker.unit.name} has attacked meanwhile: look again.")
    if set(blow.prepared or ()) - {Action.AIM, Action.BRACE}:
        raise Refused("Only an Aim or a Brace goes before an attack.")
    if blow.weapon in attacker.jammed and not blow.same_action:
        raise Refused(f"{attacker.unit.name} must Reload {blow.weapon} first.")
    if blow.reaction is None:
        own_activation(state, command.side)
    else:
        _reaction(state, command.side, attacker, blow.reaction, blow.action)
    if blow.dive and not paid(target, Reaction.DIVE_FOR_COVER):
        may_react(state, command.side.other, target, Reaction.DIVE_FOR_COVER)
    wounds = target.wounds + blow.dealt.wounds
    limit = target.unit.wounds
    return Fought(
        sand_ns=at,
        side=command.side,
        unit=command.unit,
        blow=blow,
        wounds=wounds,
        casualty=bool(blow.dealt.casualty) if limit is None else wounds >= limit,
        activates=blow.reaction is None and begins(state, attacker),
    )


def _reaction(state: State, side: Side, unit: UnitState, reaction: Reaction, action: Action) -> None:
    """A Reaction that was declared before has its counters already."""
    if action not in _ANSWERS.get(reaction, ()):
        raise Refused(f"No {action.value.title()} with {reaction.title}.")
    if not paid(unit, reaction):
        may_react(state, side, unit, reaction)


def _do(state: State, command: Do, unit: UnitState, at: int) -> Did:
    if command.action in (Action.SHOOT, Action.STRIKE):
        raise Refused(f"Say whom it is to {command.action.value.title()}.")
    own_activation(state, command.side)
    if command.action is Action.RALLY and not unit.pinned:
        raise Refused(f"{unit.unit.name} is not Pinned.")
    if (command.action is Action.RALLY and tests_to_rally(unit.unit)) is not (command.test is not None):
        raise Refused(
            f"{unit.unit.name} needs no test for that."
            if command.test
            else f"{unit.unit.name} is a Recruit: it tests its LD to Rally."
        )
    if command.test is not None and command.test.unit != command.unit:
        raise Refused(f"It is {unit.unit.name} that rallies.")
    if command.action is Action.RELOAD and command.weapon not in unit.jammed:
        raise Refused(f"{unit.unit.name} has no such Reload Counter.")
    return Did(
        sand_ns=at,
        side=command.side,
        unit=command.unit,
        action=command.action,
        weapon=command.weapon,
        activates=begins(state, unit),
        test=command.test or UNSET,
    )


def own_activation(state: State, side: Side) -> None:
    """Raises Refused unless the side is the Active Player."""
    if state.active is not side:
        raise Refused(f"It is {called(state, side.other)}'s Activation: {called(state, side)} can react.")


def begins(state: State, unit: UnitState) -> bool:
    """Whether with its action a Unit's Activation begins: that of one that is ready, while nobody acts."""
    return state.acting is None and unit.ready

"""Acts of Warzone in a few words, for the button that takes one back. Never what is sealed."""

from collections.abc import Mapping

from companion.table.events import Event
from companion.table.told.few_words import few_words
from companion.warzone.match import events as e
from companion.warzone.match.effects import REROLLS_THEIRS
from companion.warzone.match.fight import words as fight_words
from companion.warzone.match.names import called, unit_name
from companion.warzone.match.objectives import words as objective_words
from companion.warzone.match.reactions import words as reaction_words
from companion.warzone.match.setup.designate import Designated
from companion.warzone.match.sided import SideEvent, UnitEvent
from companion.warzone.match.state import State

_WHAT: Mapping[type[Event], str] = {
    e.Sized: "Game Size",
    e.Mustered: "Force",
    Designated: "asset",
    e.Allied: "Allegiance",
    e.DeploymentSet: "Deployment",
    e.ScenarioSet: "Scenario",
    e.AreasRolled: "roll for areas",
    e.AreaSelected: "Deployment Area",
    e.Sealed: "sealed pick",
    e.PrimarySealed: "sealed pick",
    e.Revealed: "reveal",
    e.PrimariesRevealed: "reveal",
    e.CommanderNamed: "command",
    e.Begun: "start",
    e.InitiativeRolled: "roll",
    e.InitiativeTaken: "Initiative",
    e.Activated: "Activation",
    e.ActivationEnded: "Activation",
    e.Passed: "pass",
    e.PassesSet: "Pass Counters",
    e.MadeActive: "Activation",
    e.ActivationsEnded: "end of Activations",
    e.TurnEnded: "end of the Turn",
    e.Reacted: "Reaction",
    e.Marked: "counter",
    e.Wounded: "Wounds",
    e.Removed: "fall",
    e.Returned: "return",
    e.Jammed: "Reload Counter",
    e.Reloaded: "Reload",
    e.CloudPlaced: "Cloud",
    e.CloudRolled: "Cloud's roll",
    e.CloudRemoved: "Cloud's end",
    e.EffectUsed: "effect",
    e.Answered: "answer",
    e.Ended: "end",
}


def act(state: State, event: e.WarzoneEvent) -> str:
    """It in a few words, such as "Hound's Reaction": Units and sides by their names, where there is room."""
    what = _what(event)
    match event:
        case e.EffectUsed(effect=effect):
            whose = f"{called(state, event.side)}'s {effect}"
        case e.InitiativeRolled(side=side, misdirected=True):
            whose = f"{called(state, side.other)}'s {REROLLS_THEIRS}"
        case e.CloudPlaced(name=name):
            whose = name
        case e.Activated(side=side, units=(unit, *_)) | e.ActivationEnded(side=side, units=(unit, *_)):
            whose = f"{unit_name(state, side, unit)}'s {what}"
        case UnitEvent(side=side, unit=unit):
            whose = f"{unit_name(state, side, unit)}'s {what}"
        case SideEvent(side=side):
            whose = f"{called(state, side)}'s {what}"
        case _:
            whose = f"the {what}"
    return few_words(whose, f"the {what}")


def _what(event: e.WarzoneEvent) -> str:
    if isinstance(event, e.ObjectiveEvent):
        return objective_words.short(event)
    if isinstance(event, e.ReactionEvent):
        return reaction_words.short(event)
    if isinstance(event, e.FightEvent):
        return fight_words.short(event)
    return f"{event.counter.value.title()} Counter" if isinstance(event, e.Marked) else _WHAT[type(event)]

"""Acts in a few words, for the button that takes one back, and what players would go back to."""

from collections.abc import Mapping

from companion.table.events import Event
from companion.table.game import Place, few_words
from companion.table.seats import Side
from companion.table.state import Stage
from companion.warzone.match import events as e
from companion.warzone.match.events import WarzoneEvent
from companion.warzone.match.parts import SideEvent, UnitEvent
from companion.warzone.match.points import victory_points
from companion.warzone.match.refusals import Designated
from companion.warzone.match.state import REROLLS_THEIRS, State, called, possessive, unit_name
from companion.warzone.match.words import short_fight, short_objective, short_reaction

# Acts of Warzone in a few words, for the button that takes one back. Never what is sealed.

_WHAT: Mapping[type[Event], str] = {
    e.Sized: "Game Size",
    e.Mustered: "Force",
    Designated: "asset",
    e.Allied: "Allegiance",
    e.DeploymentSet: "Deployment",
    e.ScenarioSet: "Scenario",
    e.TerrainPlaced: "terrain",
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
    e.CloudAnswered: "Cloud's answer",
    e.CloudHit: "Cloud's hit",
    e.CloudMoved: "Cloud's scatter",
    e.EffectUsed: "effect",
    e.Answered: "answer",
    e.Ended: "end",
}


def act(state: State, event: e.WarzoneEvent) -> str:
    """Names the act in a few words, such as "Hound's Reaction": Units and sides by their names, where there is room."""
    what = _what(event)
    match event:
        case e.EffectUsed(effect=effect):
            whose = f"{possessive(called(state, event.side))} {effect}"
        case e.InitiativeRolled(side=side, misdirected=True):
            whose = f"{possessive(called(state, side.other))} {REROLLS_THEIRS}"
        case e.CloudPlaced(name=name):
            whose = name
        case e.Activated(side=side, units=(unit, *_)) | e.ActivationEnded(side=side, units=(unit, *_)):
            whose = f"{possessive(unit_name(state, side, unit))} {what}"
        case UnitEvent(side=side, unit=unit):
            whose = f"{possessive(unit_name(state, side, unit))} {what}"
        case SideEvent(side=side):
            whose = f"{possessive(called(state, side))} {what}"
        case _:
            whose = f"the {what}"
    return few_words(whose, f"the {what}")


def _what(event: e.WarzoneEvent) -> str:
    if isinstance(event, e.ObjectiveEvent):
        return short_objective(event)
    if isinstance(event, e.ReactionEvent):
        return short_reaction(event)
    if isinstance(event, e.FightEvent):
        return short_fight(event)
    return f"{event.counter.value.title()} Counter" if isinstance(event, e.Marked) else _WHAT[type(event)]


# What players would go back to in a game of Warzone.


def place(was: State, event: WarzoneEvent, now: State) -> Place | None:  # noqa: ARG001
    """Returns what this step is for the timeline: a Turn, Victory Points, a Casualty or the end; else None."""
    if now.stage is Stage.OVER is not was.stage:
        return Place("The end")
    if now.turn > was.turn:
        return Place(f"Turn {now.turn}")
    for side in Side:
        if (fallen := _fallen(was, now, side)) is not None:
            return Place(f"Casualty: {fallen}", side.value)
        if now.answers is not was.answers:
            before, after = victory_points(was, side).value, victory_points(now, side).value
            if after > before:
                return Place(f"{after} VP", side.value)
    return None


def _fallen(was: State, now: State, side: Side) -> str | None:
    """Who of that side fell with this step."""
    before, after = was.forces[side].units, now.forces[side].units
    if before is after:
        return None
    new = (id for id, unit in after.items() if unit.fall is not None and (id not in before or before[id].fall is None))
    return next((after[id].unit.name for id in new), None)

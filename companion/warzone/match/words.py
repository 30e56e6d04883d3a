"""Events of Warzone in words: short, as one player would tell another. Never what is sealed."""

from typing import assert_never

from msgspec import UnsetType

from companion.table.sides import Side
from companion.warzone.match import events as e
from companion.warzone.match.counters import Counter
from companion.warzone.match.dice import Die
from companion.warzone.match.effects import REROLLS_THEIRS
from companion.warzone.match.fight import words as fight_words
from companion.warzone.match.leadership import LeadershipRoll
from companion.warzone.match.names import called, unit_name
from companion.warzone.match.objectives import words as objective_words
from companion.warzone.match.points.questions import due
from companion.warzone.match.points.scoring import victory_points
from companion.warzone.match.reactions import words as reaction_words
from companion.warzone.match.setup.designate import Designated
from companion.warzone.match.setup.rolls import allegiance_roll
from companion.warzone.match.sided import SideEvent
from companion.warzone.match.state import LAST_TURN, Force, State
from companion.warzone.scenario.objectives import Secondary
from companion.warzone.sums.cloud import DISPERSES

_OfUnit = (
    e.CommanderNamed | Designated | e.Reacted | e.Marked | e.Wounded | e.Removed | e.Returned | e.Jammed | e.Reloaded
)
_OfSide = (
    e.Mustered
    | e.AreaSelected
    | e.Sealed
    | e.PrimarySealed
    | e.InitiativeRolled
    | e.InitiativeTaken
    | e.Activated
    | e.ActivationEnded
    | e.Passed
    | e.PassesSet
    | e.MadeActive
    | e.EffectUsed
)
_OfTable = (
    e.Sized
    | e.Allied
    | e.DeploymentSet
    | e.ScenarioSet
    | e.AreasRolled
    | e.Revealed
    | e.PrimariesRevealed
    | e.Begun
    | e.ActivationsEnded
    | e.TurnEnded
    | e.CloudPlaced
    | e.CloudRolled
    | e.CloudRemoved
    | e.Answered
    | e.Ended
)


def sentence(state: State, event: e.WarzoneEvent) -> str:
    """What the event was. Units go by their names."""
    if isinstance(event, _OfUnit):
        return _unit(state, event)
    if isinstance(event, e.ReactionEvent):
        return reaction_words.sentence(state, event)
    if isinstance(event, e.FightEvent):
        return fight_words.sentence(state, event)
    if isinstance(event, _OfSide):
        return f"{called(state, event.side)} {_side(state, event)}"
    if isinstance(event, e.ObjectiveEvent):
        return objective_words.sentence(state, event)
    return _table(state, event)


def wording(state: State) -> object:
    """What sentences depend on: who and what is called how, and what is asked at the end of a Turn."""
    asked = (state.scenario, state.selector, state.area, state.answers.get((LAST_TURN, "lead")))
    return asked, *(
        (force.name, force.faction, force.secondaries, force.primary, [(id, u.unit) for id, u in force.units.items()])
        for force in state.forces.values()
    )


def standing(state: State) -> str:
    """The Turn, and both sides' Victory Points."""
    gold, red = (victory_points(state, side).value for side in (Side.GOLD, Side.RED))
    return f"Turn {state.turn}, {gold}–{red}"


def acting_side(_: State, event: e.WarzoneEvent) -> str | None:
    """The side whose act, or whose Unit, it was."""
    return event.side.value if isinstance(event, SideEvent) else None


def _table(state: State, event: _OfTable) -> str:
    match event:
        case e.Sized(size=size):
            return f"Game Size {size} DP"
        case e.Allied(light=light, gold=gold, red=red):
            told = f"{called(state, light)} are the Agents of Light" if light else "A tie for Allegiance: roll again"
            return f"{told} {_allegiance(state, gold, red)}".rstrip()
        case e.DeploymentSet(deployment=deployment, die=die):
            return f"{deployment.value.title()} Deployment{_rolled(die)}"
        case e.ScenarioSet(scenario=scenario, die=die):
            return f"Scenario: {scenario.title}{_rolled(die)}"
        case e.AreasRolled(gold=gold, red=red):
            return f"Rolled for Deployment Areas {_dice(state, gold, red)}"
        case e.Revealed(gold=gold, red=red):
            return f"Revealed: {_each(state, _titles(gold), _titles(red), between='; ')}"
        case e.PrimariesRevealed(gold=gold, red=red):
            return f"Primary Objectives revealed: {_each(state, gold.value, red.value)}"
        case e.Begun():
            return "The game begins"
        case e.ActivationsEnded():
            return "Nobody Activates any more"
        case e.TurnEnded(turn=turn):
            return f"Turn {turn} is over{_shaken(state, event)}"
        case e.CloudPlaced(name=name):
            return f"{name} is placed"
        case e.CloudRolled(cloud=number, die=die):
            return f"Cloud {number}: {die}, it {'is gone' if die.value >= DISPERSES else 'stays'}"
        case e.CloudRemoved(cloud=number):
            return f"Cloud {number} is taken away"
        case e.Answered():
            return _answer(state, event)
        case e.Ended(winner=winner):
            return f"{called(state, winner)} wins" if winner else "The game ends"
        case _:
            assert_never(event)


def _shaken(state: State, event: e.TurnEnded) -> str:
    shaken = {} if isinstance(event.shaken, UnsetType) else event.shaken
    each = [f"{called(state, side)}'s {_names(state, side, units)}" for side, units in shaken.items()]
    return f"; Shake It Off: {', '.join(each)}" if each else ""


def _side(state: State, event: _OfSide) -> str:
    match event:
        case e.Mustered(units=units):
            return f"brings {_count(len(units), 'Unit')}"
        case e.AreaSelected(area=area):
            return f"selects the Deployment Area at Side {area.value.upper()}"
        case e.Sealed():
            return "seals two Secondary Objectives"
        case e.PrimarySealed():
            return "seals a Primary Objective"
        case e.InitiativeRolled(die=die, again=again):
            rolls = f"rolls {die} for Initiative{' again' if again else ''}{' (a real die)' if die.real else ''}"
            return (
                f"{rolls}: {called(state, event.side.other)} uses {REROLLS_THEIRS}"
                if event.misdirected is True
                else rolls
            )
        case e.InitiativeTaken(side=side, by=by):
            return (
                "goes first" if by in (side, None) else f"goes first: {called(state, side.other)} passes the Initiative"
            )
        case e.Activated(units=units):
            return f"Activates {_names(state, event.side, units) or 'a Unit'}"
        case e.ActivationEnded(units=units):
            names = _names(state, event.side, units)
            return f"Activates {names}, done" if names else "ends an Activation"
        case e.Passed():
            return "uses a Pass Counter"
        case e.PassesSet(passes=passes):
            return f"has {_count(passes, 'Pass Counter')}"
        case e.MadeActive():
            return "is the Active Player"
        case e.EffectUsed(effect=effect, test=test):
            return f"uses {effect}{_tested(state, event.side, test)}"
        case _:
            assert_never(event)


def _tested(state: State, side: Side, test: LeadershipRoll | UnsetType) -> str:
    if isinstance(test, UnsetType):
        return ""
    unit = _names(state, side, (test.unit,))
    return f": {unit} rolls {test.die} against LD {test.ld} and {'rallies' if test.success else 'stays Pinned'}"


def _unit(state: State, event: _OfUnit) -> str:
    who = f"{called(state, event.side)}'s {_names(state, event.side, (event.unit,))}"
    match event:
        case e.CommanderNamed():
            return f"{who} is the Commander"
        case Designated(asset=asset):
            return f"{who} has {asset}"
        case e.Reacted(reaction=reaction):
            return f"{who} reacts: {reaction.value.replace('_', ' ').title().replace('For', 'for')}"
        case e.Marked(counter=Counter.PINNED, on=on):
            return f"{who} is Pinned" if on else f"{who} rallies"
        case e.Marked(counter=counter, on=on):
            return f"{who} {'gets' if on else 'loses'} its {counter.value.title()} Counter"
        case e.Wounded(count=count, wounds=wounds):
            change = f"takes {_count(count, 'Wound')}" if count > 0 else f"heals {_count(-count, 'Wound')}"
            return f"{who} {change}: {wounds} now{_pinned(event)}{_fallen(state, event)}"
        case e.Removed(by=by):
            killer = f", by {_names(state, event.side.other, (by,))}" if by else ""
            return f"{who} is a Casualty{killer}"
        case e.Returned():
            return f"{who} is back"
        case e.Jammed(weapon=weapon):
            return f"{who} must Reload {weapon}".rstrip()
        case e.Reloaded(weapon=weapon):
            return f"{who} Reloads {weapon}".rstrip()
        case _:
            assert_never(event)


def _pinned(event: e.Wounded) -> str:
    return ", Pinned" if event.pinned is True else ""


def _fallen(state: State, event: e.Wounded) -> str:
    unit = state.forces[event.side].units.get(event.unit)
    limit = unit.unit.wounds if unit else None
    return ", a Casualty" if limit is not None and event.wounds >= limit else ""


def _answer(state: State, event: e.Answered) -> str:
    for question in due(state, event.turn):
        option = question.option(event.option)
        if question.id == event.question and option is not None:
            return f"Turn {event.turn}, {question.source}: {option.text}"
    return f"Turn {event.turn}: answered"


def _names(state: State, side: Side, units: tuple[str, ...]) -> str:
    return ", ".join(unit_name(state, side, unit) for unit in units)


def _titles(secondaries: tuple[Secondary, ...]) -> str:
    return ", ".join(each.title for each in secondaries)


def _dice(state: State, gold: Die | None, red: Die | None) -> str:
    return f"({_each(state, str(gold), str(red))})" if gold and red else ""


def _allegiance(state: State, gold: Die | None, red: Die | None) -> str:
    """With what a Faction adds or takes off: it is the sum that must be the lower."""
    if not gold or not red:
        return ""
    rolls = [_added(state.forces[side], die) for side, die in ((Side.GOLD, gold), (Side.RED, red))]
    return f"({_each(state, *rolls)})"


def _added(force: Force, die: Die) -> str:
    more = allegiance_roll(force, die).value - die.value
    return f"{die} {'−' if more < 0 else '+'} {abs(more)}" if more else str(die)


def _each(state: State, gold: str, red: str, *, between: str = ", ") -> str:
    return f"{called(state, Side.GOLD)} {gold}{between}{called(state, Side.RED)} {red}"


def _rolled(die: Die | None) -> str:
    return f" (rolled {die})" if die else ""


def _count(number: int, word: str) -> str:
    return f"1 {word}" if number == 1 else f"{number} {word}s"

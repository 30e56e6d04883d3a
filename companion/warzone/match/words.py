"""Events of Warzone in words: short, as one player would tell another. Never what is sealed."""

from collections.abc import Mapping
from typing import assert_never

from msgspec import UNSET, UnsetType

from companion.table.seats import Side
from companion.warzone.abilities.known import GRUESOME, VOLATILE, fallen
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolved import Rolls
from companion.warzone.attacks.target import Obstruction
from companion.warzone.cards.card import Faction
from companion.warzone.match import events as e
from companion.warzone.match.events import Declared, Did, Forgone, Fought, ObjectiveEvent, Rolled, Spared
from companion.warzone.match.fight import suffers
from companion.warzone.match.objectives import ALL, CounterKind, name, sentence_case
from companion.warzone.match.parts import (
    Assistance,
    BattlefieldPlace,
    Counter,
    Declaration,
    Die,
    LeadershipRoll,
    SideEvent,
    shares_of,
)
from companion.warzone.match.points import due, victory_points
from companion.warzone.match.reactions import abilities
from companion.warzone.match.refusals import Designated
from companion.warzone.match.setup import allegiance_roll
from companion.warzone.match.state import LAST_TURN, REROLLS_THEIRS, State, called, possessive, unit_name
from companion.warzone.scenarios import Secondary
from companion.warzone.sums.leadership import DISPERSES
from companion.warzone.sums.sight import Stand, measure_commander

# Fights in words: the sentence of the log, and the few of the button that takes one back.

_DID = {Action.SHOOT: "shot", Action.STRIKE: "struck", Action.CHARGE: "charged"}
_DONE = {
    Action.ABILITY: "used an ability",
    Action.AIM: "Aimed",
    Action.BRACE: "Braced",
    Action.CHARGE: "Charged",
    Action.CLIMB: "Climbed",
    Action.COMPULSORY: "made a Compulsory Movement",
    Action.FLY: "Flew",
    Action.INTERACT: "Interacted",
    Action.MOVE: "Moved",
    Action.RALLY: "Rallied",
    Action.RELOAD: "Reloaded",
    Action.REPOSITION: "Repositioned",
}


def short_fight(event: Did | Fought | e.Assisted) -> str:
    """Returns the name of the action, such as "Shoot"; a Reaction's by its own name."""
    if isinstance(event, e.Assisted):
        return event.ability.title
    if isinstance(event, Did):
        return event.action.title
    return event.blow.reaction.title if event.blow.reaction else event.blow.action.value.title()


def fight_sentence(state: State, event: Did | Fought | e.Assisted) -> str:
    """Describes the attack or the action to players."""
    who = _theirs(state, event.side, event.unit)
    if isinstance(event, e.Assisted):
        return f"{who}: {_assistance(state, event)}"
    if isinstance(event, Did):
        if event.test is not UNSET:
            test = event.test
            return f"{who} rolled {test.die} against LD {test.ld} and {'rallied' if test.success else 'stayed Pinned'}"
        return f"{who} {_DONE[event.action]} {event.weapon}".rstrip()
    blow = event.blow
    how = f" with {blow.weapon}" if blow.weapon else ""
    why = f" ({blow.reaction.title})" if blow.reaction else ""
    target = unit_name(state, event.side.other, blow.target)
    before = "".join(f"{_DONE[action]} and " for action in blow.prepared or ())
    also = "also " if blow.same_action else ""
    return f"{who} {before}{also}{_DID[blow.action]} {target}{how}{why}{_fight_dice(event)}: {_outcome(state, event)}"


def _assistance(state: State, event: e.Assisted) -> str:
    ability, side = event.ability, event.side.other if event.ability.enemy else event.side
    other = unit_name(state, side, event.other)
    rolled = f" [{event.die} against {event.needed}{'; a real die' if event.die.real else ''}]" if event.die else ""
    outcome = {
        Assistance.COMMAND: ("it may do one more action", "no effect"),
        Assistance.FIRST_AID: ("one Wound Counter comes off", "no effect"),
        Assistance.IMPACT: ("it stands", "Pinned"),
        Assistance.INSPIRE: ("a counter comes off", ""),
    }[ability][0 if event.success else 1]
    return f"{ability.title} at {other}{rolled}, {outcome}"


def _outcome(state: State, event: Fought) -> str:
    dealt = event.blow.dealt
    parts = []
    if event.casualty:
        parts += ["a Casualty", *_afterwards(state, event.side.other, event.blow.target, event.unit)]
    elif dealt.wounds:
        parts.append(f"{_wounds(dealt.wounds)}, {event.wounds} now")
    if dealt.pinned and not event.casualty:
        parts.append("Pinned")
    if not parts:
        parts.append("no effect" if dealt.hits else "a miss")
    if event.blow.dive:
        parts.append("it dived for cover")
    if event.blow.cloud is not UNSET:
        zone = event.blow.cloud
        parts.append(f"a cloud of {zone.size}” stays" if zone.size else "a cloud stays")
    if suffers(state, event):
        parts.append("it is Pinned itself" if event.blow.action.melee else "must Reload")
    return ", ".join(parts)


def _afterwards(state: State, side: Side, unit: str, by: str | None) -> list[str]:
    """Says what follows from a Unit's fall, by its abilities and by those of the Enemy Unit that did it."""
    gone = state.forces[side].units.get(unit)
    killer = state.forces[side.other].units.get(by) if by else None
    return [
        *(fallen(abilities(killer.unit), GRUESOME) if killer else ()),
        *(fallen(abilities(gone.unit), VOLATILE) if gone else ()),
    ]


def _fight_dice(event: Fought) -> str:
    blow = event.blow
    if not blow.rolls or blow.thrown == Rolls(attack=blow.rolls, armor=blow.armor):
        return ""
    faces = ", ".join(map(str, blow.rolls))
    armor = f"; armor {', '.join(map(str, blow.armor))}" if blow.armor else ""
    return f" [{faces}{armor}{'; real dice' if blow.real else ''}]"


def _wounds(count: int) -> str:
    return "1 Wound" if count == 1 else f"{count} Wounds"


# Events about Scenario Objective counters in words.


def objective_sentence(state: State, event: ObjectiveEvent) -> str:
    """Describes the event to players."""
    match event:
        case e.Interacted(side=side, unit=unit, counter=counter):
            who = _theirs(state, side, unit)
            return f"{who} Interacted with {_name(state, counter)}: {_interaction_outcome(state, event)}"
        case e.ControlSet(counter=counter, control=control):
            whose = possessive(called(state, control)) if control else "neither side’s"
            return f"{sentence_case(_name(state, counter))} is {whose}"
        case e.DamageSet(side=side, counter=counter, damage=damage):
            times = "once" if damage == 1 else f"{damage} times"
            return f"{called(state, side)} damaged {_name(state, counter)} {times} this Turn"
        case e.ObjectivePlaced(counter=counter, place=place):
            return f"{sentence_case(_name(state, counter))} is {_where(counter, place)}"
        case e.ConnectionSet(counter=counter, unit=None):
            return f"No connection at {_name(state, counter)}"
        case e.ConnectionSet(counter=counter, unit=unit):
            owner = ALL[counter].side
            who = unit_name(state, owner, unit) if owner and unit else "A Unit"
            return f"{who} made a connection at {_name(state, counter)}"
        case e.CommandersMeasured(gold=gold, red=red):
            one, other = (_far(state, side, stand) for side, stand in ((Side.GOLD, gold), (Side.RED, red)))
            return f"Commanders: {one}, {other}"
        case e.AnsweredTracked():
            return f"Turn {event.turn}, as tracked: {_answers(state, event)}"
        case _:
            assert_never(event)


def short_objective(event: ObjectiveEvent) -> str:
    """Names the event for the button that undoes it."""
    match event:
        case e.Interacted():
            return "Interact"
        case e.CommandersMeasured():
            return "measuring"
        case e.AnsweredTracked():
            return "answers"
        case _:
            return "counter"


def _interaction_outcome(state: State, event: e.Interacted) -> str:
    rolled = " then ".join(str(die) for die in event.dice)
    real = " (a real die)" if any(die.real for die in event.dice) else ""
    told = f"{rolled}{real} against {event.needed}, " if event.dice else ""
    return told + (_done(state, event) if event.success else "no effect")


def _done(state: State, event: e.Interacted) -> str:
    match ALL[event.counter].kind:
        case CounterKind.KEY:
            return f"it is {possessive(called(state, event.side))}"
        case CounterKind.SABOTAGE:
            return "damaged"
        case CounterKind.ESCORT:
            return 'moved 4"' + (f", {_where(event.counter, event.place)}" if event.place else "")
        case CounterKind.INTERCEPT:
            return "connected"


def _where(counter: str, place: BattlefieldPlace) -> str:
    if ALL[counter].kind is CounterKind.INTERCEPT:
        return "gone" if place is BattlefieldPlace.OFF else "there"
    return _PLACES[place]


_PLACES = {
    BattlefieldPlace.ELSEWHERE: "on the Battlefield",
    BattlefieldPlace.AREA: "in its Deployment Area",
    BattlefieldPlace.OFF: "off the Battlefield",
}


def _far(state: State, side: Side, stand: Stand) -> str:
    return f"{called(state, side)} {measure_commander(stand).value}”"


def _answers(state: State, event: e.AnsweredTracked) -> str:
    found = {question.id: question for question in due(state, event.turn)}
    told = [
        f"{found[id].source}: {option.text}"
        for id, chosen in event.answers.items()
        if id in found and (option := found[id].option(chosen))
    ]
    return ", ".join(told) or "answered"


def _name(state: State, counter: str) -> str:
    return name(state, ALL[counter])


# Declared actions, and what comes of Reactions, in words.


def short_reaction(event: Declared | Rolled | Forgone | Spared) -> str:
    """Names the event for the button that undoes it."""
    match event:
        case Declared(action=action):
            return action.title
        case Rolled():
            return "roll"
        case Forgone():
            return "holding back"
        case Spared():
            return "test"
        case _:
            assert_never(event)


def attack_words(how: Declaration) -> str:
    """Says an attack with what its odds need, such as "Wick Rifle, short range, heavy obstruction, Aim"."""
    way, told = how.way, how.told
    said = {
        "Charge": way.action is Action.CHARGE,
        "Strike": way.action is Action.STRIKE,
        f"{way.band.value} range" if way.band else "": way.band is not None,
        told.reaction.title if told.reaction else "": told.reaction is not None,
        f"{told.obstruction.value} obstruction": told.obstruction is not Obstruction.CLEAR,
        "cover": told.cover,
        "Aim": told.aim,
        "Brace": told.brace,
        f"friends engaged: {told.friends}": bool(told.friends),
        "out of contact": told.apart,
        "at one that flies": told.flying,
        "indirect": told.indirect,
        "sight blocked": told.sight_blocked,
        "First Aid near": told.first_aid,
        f"modifier {told.modifier:+d}".replace("-", "−"): bool(told.modifier),
        f"armor modifier {told.armor_modifier:+d}".replace("-", "−"): bool(told.armor_modifier),
    }
    return ", ".join((way.weapon, *(words for words, on in said.items() if on)))


def _aimed(state: State, side: Side, target: str, how: Declaration | UnsetType) -> str:
    """Names whom the attack is at. Those that a Burst is spread over have their number of tests."""
    shares = () if how is UNSET else shares_of(how.told.spread)
    further = (f"{unit_name(state, side, each.target)} ({each.tests})" for each in shares)
    return ", ".join((unit_name(state, side, target), *further))


def reaction_sentence(state: State, event: Declared | Rolled | Forgone | Spared) -> str:
    """Describes to players what was declared, rolled, held back or tested."""
    side = event.side
    match event:
        case Forgone():
            return f"{called(state, side)}: no Reaction"
        case Declared(action=action, target=target):
            at = f" at {_aimed(state, side.other, target, event.how)}" if target else ""
            how = attack_words(event.how) if event.how is not UNSET else event.forced or ""
            who = _theirs(state, side, event.unit)
            return f"{who} declared a {action.title}{at}{': ' if how else ''}{how}"
        case Rolled(dice=dice):
            who = _theirs(state, side, event.unit)
            faces = ", ".join(map(str, dice.rolls))
            armor = f"; armor {', '.join(map(str, dice.armor))}" if dice.armor else ""
            target = unit_name(state, side.other, dice.target)
            again = " again" if event.again is True else ""
            return f"{who} rolled{again} [{faces}{armor}] at {target}: {attack_words(dice.how)}"
        case Spared(counter=counter, die=die, needed=needed):
            ability = "Guerilla" if counter is Counter.ACTIVATION else "Dodge"
            outcome = f"no {counter.value.title()} Counter" if event.success else "no use"
            rolled = f"{die}{' (a real die)' if die.real else ''} against {needed}"
            return f"{_theirs(state, side, event.unit)}, {ability}: {rolled}, {outcome}"
        case _:
            assert_never(event)


_OfUnit = (
    e.CloudHit
    | e.CommanderNamed
    | Designated
    | e.Reacted
    | e.Marked
    | e.Wounded
    | e.Removed
    | e.Returned
    | e.Jammed
    | e.Reloaded
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
    | e.TerrainPlaced
    | e.AreasRolled
    | e.Revealed
    | e.PrimariesRevealed
    | e.Begun
    | e.ActivationsEnded
    | e.TurnEnded
    | e.CloudPlaced
    | e.CloudRolled
    | e.CloudRemoved
    | e.CloudAnswered
    | e.CloudMoved
    | e.Answered
    | e.Ended
)


def sentence(state: State, event: e.WarzoneEvent) -> str:
    """Describes the event to players. Units have their names."""
    agreed = getattr(event, "agreed", UNSET)
    return f"{_sentence(state, event)}{'' if agreed is UNSET else f' (we play it: {agreed})'}"


def _sentence(state: State, event: e.WarzoneEvent) -> str:
    if isinstance(event, _OfUnit):
        return _unit(state, event)
    if isinstance(event, e.ReactionEvent):
        return reaction_sentence(state, event)
    if isinstance(event, e.FightEvent):
        return fight_sentence(state, event)
    if isinstance(event, _OfSide):
        return _side(state, event, called(state, event.side))
    if isinstance(event, e.ObjectiveEvent):
        return objective_sentence(state, event)
    return _table(state, event)


def wording(state: State) -> object:
    """Returns what sentences depend on: the names of sides and Units, and the questions at the end of a Turn."""
    asked = (state.scenario, state.selector, state.area, state.answers.get((LAST_TURN, "lead")))
    return asked, *(
        (force.name, force.faction, force.secondaries, force.primary, [(id, u.unit) for id, u in force.units.items()])
        for force in state.forces.values()
    )


def standing(state: State) -> str:
    """Returns the Turn, and both sides' Victory Points."""
    gold, red = (victory_points(state, side).value for side in (Side.GOLD, Side.RED))
    return f"Turn {state.turn}, {gold}–{red}"


def acting_side(_: State, event: e.WarzoneEvent) -> str | None:
    """Returns the side whose act, or whose Unit, it was."""
    return event.side.value if isinstance(event, SideEvent) else None


def _table(state: State, event: _OfTable) -> str:
    match event:
        case e.Sized(size=size):
            return f"Game Size {size} DP"
        case e.Allied(light=light, gold=gold, red=red, factions=factions):
            told = f"Agents of Light: {called(state, light)}" if light else "A tie for Allegiance: roll again"
            return f"{told} {_allegiance(state, gold, red, factions or {})}".rstrip()
        case e.DeploymentSet(deployment=deployment, die=die):
            return f"{deployment.value.title()} Deployment{_rolled(die)}"
        case e.ScenarioSet(scenario=scenario, die=die):
            return f"Scenario: {scenario.title}{_rolled(die)}"
        case e.TerrainPlaced():
            return "Terrain was placed"
        case e.AreasRolled(gold=gold, red=red):
            return f"Rolled for Deployment Areas {_dice(state, gold, red)}"
        case e.Revealed(gold=gold, red=red):
            return f"Revealed: {_each(state, _titles(gold), _titles(red), between='; ')}"
        case e.PrimariesRevealed(gold=gold, red=red):
            return f"Primary Objectives revealed: {_each(state, gold.value, red.value)}"
        case e.Begun():
            return "The game began"
        case e.ActivationsEnded():
            return "No more Activations this Turn"
        case e.TurnEnded(turn=turn):
            return f"Turn {turn} ended{_shaken(state, event)}"
        case e.CloudPlaced(name=name, size=size, owner=owner):
            whose = f"{possessive(called(state, owner))} " if owner else ""
            return f"{whose}{name}{f' ({size}”)' if size else ''} was placed"
        case e.CloudRolled(cloud=number, die=die):
            return f"Cloud {number}: {die}, it {'is gone' if die.value >= DISPERSES else 'stays'}"
        case e.CloudRemoved(cloud=number):
            return f"Cloud {number} was removed"
        case e.CloudAnswered(cloud=number):
            return f"Cloud {number}: no other Unit in it"
        case e.CloudMoved(cloud=number, inches=inches, die=die):
            return f"Cloud {number} scattered {inches}” as the die showed ({die})"
        case e.Answered():
            return _answer(state, event)
        case e.Ended(winner=winner):
            return f"{called(state, winner)} wins" if winner else "The game ended"
        case _:
            assert_never(event)


def _shaken(state: State, event: e.TurnEnded) -> str:
    shaken = {} if isinstance(event.shaken, UnsetType) else event.shaken
    each = [f"{possessive(called(state, side))} {_names(state, side, units)}" for side, units in shaken.items()]
    return f"; Shake It Off: {', '.join(each)}" if each else ""


def _side(state: State, event: _OfSide, who: str) -> str:
    match event:
        case e.Mustered(units=units):
            return f"{who} brought {_count(len(units), 'Unit')}"
        case e.AreaSelected(area=area):
            return f"{who} selected the Deployment Area at Side {area.value.upper()}"
        case e.Sealed():
            return f"{who} sealed two Secondary Objectives"
        case e.PrimarySealed():
            return f"{who} sealed a Primary Objective"
        case e.InitiativeRolled(die=die, again=again):
            how = f"{' again' if again else ''}{' (a real die)' if die.real else ''}"
            by = f": {called(state, event.side.other)} used {REROLLS_THEIRS}" if event.misdirected is True else ""
            return f"{who} rolled {die} for Initiative{how}{by}"
        case e.InitiativeTaken(side=side, by=by):
            passed = "" if by in (side, None) else f": {called(state, side.other)} passed the Initiative"
            return f"{who} went first{passed}"
        case e.Activated(units=units):
            return f"{who} Activated {_names(state, event.side, units) or 'a Unit'}"
        case e.ActivationEnded(units=units):
            names = _names(state, event.side, units)
            return f"{who} Activated {names}, done" if names else f"{who} ended an Activation"
        case e.Passed():
            return f"{who} used a Pass Counter"
        case e.PassesSet(passes=passes):
            return f"{who}: {_count(passes, 'Pass Counter')} now"
        case e.MadeActive():
            return f"{who} became the Active Player"
        case e.EffectUsed(effect=effect, test=test):
            return f"{who} used {effect}{_tested(state, event.side, test)}"
        case _:
            assert_never(event)


def _tested(state: State, side: Side, test: LeadershipRoll | UnsetType) -> str:
    if isinstance(test, UnsetType):
        return ""
    unit = _names(state, side, (test.unit,))
    return f": {unit} rolled {test.die} against LD {test.ld} and {'rallied' if test.success else 'stayed Pinned'}"


def _unit(state: State, event: _OfUnit) -> str:
    who = _theirs(state, event.side, event.unit)
    match event:
        case e.CloudHit():
            return ", ".join((f"{who} {_clouded(event)}", *(_afterwards_of(state, event) if event.casualty else ())))
        case e.CommanderNamed():
            return f"{who} became the Commander"
        case Designated(asset=asset):
            return f"{who} got {asset}"
        case e.Reacted(reaction=reaction):
            return f"{who} reacted: {reaction.value.replace('_', ' ').title().replace('For', 'for')}"
        case e.Marked(counter=Counter.PINNED, on=on):
            return f"{who} got a Pinned Counter" if on else f"{who} rallied"
        case e.Marked(counter=counter, on=on):
            return f"{who} {'got' if on else 'lost'} the {counter.value.title()} Counter"
        case e.Wounded(count=count, wounds=wounds):
            change = f"took {_count(count, 'Wound')}" if count > 0 else f"healed {_count(-count, 'Wound')}"
            falls = ("a Casualty", *_afterwards_of(state, event)) if _is_fatal(state, event) else ()
            return ", ".join((f"{who} {change}: {wounds} now{_pinned(event)}", *falls))
        case e.Removed(by=by):
            killer = f", by {_names(state, event.side.other, (by,))}" if by else ""
            return ", ".join((f"{who} became a Casualty{killer}", *_afterwards_of(state, event)))
        case e.Returned():
            return f"{who} returned"
        case e.Jammed(weapon=weapon):
            return f"{who} must Reload {weapon}".rstrip()
        case e.Reloaded(weapon=weapon):
            return f"{who} Reloaded {weapon}".rstrip()
        case _:
            assert_never(event)


def _clouded(event: e.CloudHit) -> str:
    dice = f" [armor {', '.join(map(str, event.armor))}{'; real dice' if event.real else ''}]" if event.armor else ""
    outcome = [_wounds(event.dealt.wounds)] if event.dealt.wounds else []
    outcome += ["a Casualty"] if event.casualty else ["Pinned"] if event.dealt.pinned else []
    return f"in Cloud {event.cloud}{dice}: {', '.join(outcome) or 'no effect'}"


def _pinned(event: e.Wounded) -> str:
    return ", Pinned" if event.pinned is True else ""


def _is_fatal(state: State, event: e.Wounded) -> bool:
    unit = state.forces[event.side].units.get(event.unit)
    limit = unit.unit.wounds if unit else None
    return limit is not None and event.wounds >= limit


def _afterwards_of(state: State, event: e.CloudHit | e.Wounded | e.Removed) -> list[str]:
    return _afterwards(state, event.side, event.unit, event.by)


def _answer(state: State, event: e.Answered) -> str:
    for question in due(state, event.turn):
        option = question.option(event.option)
        if question.id == event.question and option is not None:
            return f"Turn {event.turn}, {question.source}: {option.text}"
    return f"Turn {event.turn}: answered"


def _theirs(state: State, side: Side, unit: str) -> str:
    return f"{possessive(called(state, side))} {unit_name(state, side, unit)}"


def _names(state: State, side: Side, units: tuple[str, ...]) -> str:
    return ", ".join(unit_name(state, side, unit) for unit in units)


def _titles(secondaries: tuple[Secondary, ...]) -> str:
    return ", ".join(each.title for each in secondaries)


def _dice(state: State, gold: Die | None, red: Die | None) -> str:
    return f"({_each(state, str(gold), str(red))})" if gold and red else ""


def _allegiance(state: State, gold: Die | None, red: Die | None, factions: Mapping[Side, Faction]) -> str:
    """With what a Faction adds or takes off: it is the sum that must be the lower."""
    if not gold or not red:
        return ""
    rolls = [
        _added(factions.get(side, state.forces[side].faction), die)
        for side, die in ((Side.GOLD, gold), (Side.RED, red))
    ]
    return f"({_each(state, *rolls)})"


def _added(faction: Faction | None, die: Die) -> str:
    more = allegiance_roll(faction, die).value - die.value
    return f"{die} {'−' if more < 0 else '+'} {abs(more)}" if more else str(die)


def _each(state: State, gold: str, red: str, *, between: str = ", ") -> str:
    return f"{called(state, Side.GOLD)} {gold}{between}{called(state, Side.RED)} {red}"


def _rolled(die: Die | None) -> str:
    return f" (rolled {die})" if die else ""


def _count(number: int, word: str) -> str:
    return f"1 {word}" if number == 1 else f"{number} {word}s"

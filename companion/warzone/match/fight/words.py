"""Fights in words: the sentence of the log, and the few of the button that takes one back."""

from msgspec import UNSET

from companion.warzone.attacks.actions import Action
from companion.warzone.match.fight.events import Did, Fought
from companion.warzone.match.fight.failing import suffers
from companion.warzone.match.names import called, unit_name
from companion.warzone.match.state import State

_DOES = {Action.SHOOT: "shoots", Action.STRIKE: "strikes", Action.CHARGE: "charges"}
_DONE = {
    Action.AIM: "Aims",
    Action.BRACE: "Braces",
    Action.CHARGE: "Charges",
    Action.CLIMB: "Climbs",
    Action.FLY: "Flies",
    Action.INTERACT: "Interacts",
    Action.MOVE: "Moves",
    Action.RALLY: "Rallies",
    Action.RELOAD: "Reloads",
}


def short(event: Did | Fought) -> str:
    """What it was, such as "Shoot"; a Reaction by its name."""
    if isinstance(event, Did):
        return event.action.value.title()
    return event.blow.reaction.title if event.blow.reaction else event.blow.action.value.title()


def sentence(state: State, event: Did | Fought) -> str:
    who = f"{called(state, event.side)}'s {unit_name(state, event.side, event.unit)}"
    if isinstance(event, Did):
        if event.test is not UNSET:
            test = event.test
            return f"{who} rolls {test.die} against LD {test.ld} and {'rallies' if test.success else 'stays Pinned'}"
        return f"{who} {_DONE[event.action]} {event.weapon}".rstrip()
    blow = event.blow
    how = f" with {blow.weapon}" if blow.weapon else ""
    why = f" ({blow.reaction.title})" if blow.reaction else ""
    target = unit_name(state, event.side.other, blow.target)
    before = "".join(f"{_DONE[action]} and " for action in blow.prepared or ())
    also = "also " if blow.same_action else ""
    return f"{who} {before}{also}{_DOES[blow.action]} {target}{how}{why}{_dice(event)}: {_outcome(state, event)}"


def _outcome(state: State, event: Fought) -> str:
    dealt = event.blow.dealt
    parts = []
    if event.casualty:
        parts.append("a Casualty")
    elif dealt.wounds:
        parts.append(f"{_wounds(dealt.wounds)}, {event.wounds} now")
    if dealt.pinned and not event.casualty:
        parts.append("Pinned")
    if not parts:
        parts.append("no effect" if dealt.hits else "a miss")
    if event.blow.dive:
        parts.append("it dived for cover")
    if suffers(state, event):
        parts.append("it is Pinned itself" if event.blow.action.melee else "must Reload")
    return ", ".join(parts)


def _dice(event: Fought) -> str:
    blow = event.blow
    if not blow.rolls:
        return ""
    faces = ", ".join(map(str, blow.rolls))
    armor = f"; armor {', '.join(map(str, blow.armor))}" if blow.armor else ""
    return f" [{faces}{armor}{'; real dice' if blow.real else ''}]"


def _wounds(count: int) -> str:
    return "1 Wound" if count == 1 else f"{count} Wounds"

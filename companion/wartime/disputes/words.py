"""A verdict as one player reads it out to the other, and the rulings that it leans on."""

from collections.abc import Mapping

import msgspec

from companion.table.sides import Side
from companion.wartime.disputes.triggers import Deed, Dispute, Kind
from companion.wartime.disputes.verdict import Fate, Outcome, Verdict
from companion.wartime.scenario.armies import ARMIES

_KIND_RULINGS = {
    Kind.MOVE: "timing-move",
    Kind.ATTACK: "timing-attack",
    Kind.CHARGE: "timing-charge",
    Kind.CARD: "timing-other-card",
}
_CASES: Mapping[Outcome, tuple[str, ...]] = {
    Outcome.COUNTS: (),
    Outcome.ESCAPED: ("timing-escaped",),
    Outcome.MISSED: ("timing-charge-escaped",),
    Outcome.FELLED: ("timing-charge", "timing-timer-of-the-dead"),
    Outcome.TOO_CLOSE: ("wt-charge-adjacent", "timing-put-back"),
}
_ELSEWHERE = ("wt-one-unit", "timing-put-back")
_DIES = "timing-timer-of-the-dead"


class Said(msgspec.Struct, frozen=True):
    """A verdict in words: the short of it, and a sentence a side. `rulings` are ids, the case that it is first."""

    short: str
    sentences: tuple[str, ...]
    rulings: tuple[str, ...]


def say(dispute: Dispute, verdict: Verdict, units: Mapping[Side, str | None]) -> Said:
    """The verdict in words; `units` are what acted, where that is known."""
    names = {side: unit or f"{ARMIES[side]}'s {_what(dispute.deeds[side])}" for side, unit in units.items()}
    order = sorted(Side, key=lambda side: verdict.fates[side].outcome is not Outcome.COUNTS)
    sentences = tuple(_sentence(dispute.deeds[side], verdict.fates[side], names, side) for side in order)
    if not verdict.clash:
        sentences = ("The one does not get in the other's way, so both count.", *sentences)
    return Said(short=_short(verdict), sentences=sentences, rulings=_rulings(dispute, verdict))


def _short(verdict: Verdict) -> str:
    keeps = [ARMIES[side] for side in Side if verdict.fates[side].keeps]
    if len(keeps) > 1:
        return "Both keep their timers."
    loses = next(ARMIES[side] for side in Side if not verdict.fates[side].keeps)
    return f"{keeps[0]} keeps its timer, {loses} takes its own back."


def _sentence(deed: Deed, fate: Fate, names: Mapping[Side, str], side: Side) -> str:
    me, other, kind = names[side], names[side.other], deed.kind.value
    match fate.outcome:
        case Outcome.ESCAPED:
            never = f"{other} was lifted before its tokens came off, so {me} never attacked: no damage, no timer"
            return f"{never}, and {me} may act at once." if fate.may_act else f"{never}. Then it is eliminated itself."
        case Outcome.DEAD:
            return f"{me} lost its last token before its {kind} began: it is eliminated, and flips nothing."
        case Outcome.MISSED:
            return f"{other} was lifted before its tokens came off: no damage, but {me} moved and keeps its timer."
        case Outcome.FELLED:
            return (
                f"{me} lost its last token before it struck: no damage, but it moved. Its timer drains off the board."
            )
        case Outcome.TOO_CLOSE:
            return (
                f"{other} stood beside {me} already, so that was no charge: no damage, but {me} was lifted and keeps "
                "its timer."
            )
        case Outcome.WAITS:
            done = f"{me} takes its damage first, then its {kind} counts too, and it keeps its timer."
        case Outcome.COUNTS:
            deals = "the damage is dealt, and " if fate.deals else ""
            done = f"{me}'s {kind} counts: {deals}it keeps its timer."
    if fate.elsewhere:
        return f"{done} The hex is {other}'s, lifted first: {me} goes elsewhere, or back where it stood."
    if fate.dies:
        return f"{done} Once it is eliminated, that drains off the board."
    return done


def _rulings(dispute: Dispute, verdict: Verdict) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for side in sorted(Side, key=lambda side: verdict.fates[side].outcome is Outcome.COUNTS):
        fate = verdict.fates[side]
        found |= dict.fromkeys(_case(dispute, side, fate.outcome))
        found |= dict.fromkeys(_ELSEWHERE if fate.elsewhere else ())
        found |= dict.fromkeys((_DIES,) if fate.dies and fate.keeps else ())
    if verdict.clash:
        found["timing-first"] = None
    found |= dict.fromkeys(_KIND_RULINGS[dispute.deeds[side].kind] for side in Side if verdict.fates[side].keeps)
    return tuple(found)


def _case(dispute: Dispute, side: Side, outcome: Outcome) -> tuple[str, ...]:
    """The book's own case of what became of this side; nothing where the book has none, as of two attacks."""
    if outcome not in (Outcome.WAITS, Outcome.DEAD):
        return _CASES[outcome]
    if not dispute.deeds[side].lifts:
        return ()
    killed = ("timing-killed",) if outcome is Outcome.DEAD else ()
    if dispute.deeds[side.other].kind is Kind.CHARGE:
        return (*killed, "timing-charge-hit")
    return killed or ("timing-hit",)


def _what(deed: Deed) -> str:
    return "card" if deed.kind is Kind.CARD else "unit"

"""Rules on two actions that clash: which side keeps a timer, and the verdict in words."""

from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import combinations
from typing import NamedTuple

import msgspec

from companion.table.seats import Side
from companion.wartime.scenario.parts import ARMIES

# Two actions that clash, and the touches that began them. WarTime Rulebook: Timing Disputes.


class DisputeKind(Enum):
    """Says what an action is, or for a Card Action what it is most like: `CARD` neither moves nor attacks."""

    MOVE = "move"
    ATTACK = "attack"
    CHARGE = "charge"
    CARD = "card"


class DisputeStep(Enum):
    """Says what hands do. LIFT takes a unit up or slides it out of its hex, LAND sets it down in its new one. TOKENS
    takes tokens off the defender's stack. TOUCH touches a unit, card, timer or token."""

    LIFT = "lift"
    LAND = "land"
    TOKENS = "tokens"
    TOUCH = "touch"


STEPS: Mapping[DisputeKind, tuple[DisputeStep, ...]] = {
    DisputeKind.MOVE: (DisputeStep.LIFT,),
    DisputeKind.ATTACK: (DisputeStep.TOKENS,),
    DisputeKind.CHARGE: (DisputeStep.LIFT, DisputeStep.LAND, DisputeStep.TOKENS),
    DisputeKind.CARD: (DisputeStep.TOUCH,),
}
"""Lists what each kind of action is judged by, in order: the first of them begins it. A charge's two halves are judged
one after the other."""


class Trigger(NamedTuple):
    """Describes one side's step."""

    side: Side
    step: DisputeStep


Order = tuple[Trigger, ...]


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """Says what one side did, or wanted to. `at_other` says that it was aimed at the very unit that the other side
    acted with. `kills` says that it takes that unit's last token."""

    kind: DisputeKind
    at_other: bool = False
    kills: bool = False

    @property
    def strikes(self) -> bool:
        return self.kind in (DisputeKind.ATTACK, DisputeKind.CHARGE)

    @property
    def lifts(self) -> bool:
        return self.kind in (DisputeKind.MOVE, DisputeKind.CHARGE)


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """Describes both sides' actions and the order of all their triggers. `same_hex` says that both units were to end in
    the same hex."""

    deeds: Mapping[Side, Deed]
    order: Order
    same_hex: bool = False


def triggers(side: Side, kind: DisputeKind) -> Order:
    """Returns the triggers of one side's action, in the order in which they have to come."""
    return tuple(Trigger(side, step) for step in STEPS[kind])


def orders(gold: DisputeKind, red: DisputeKind) -> Iterator[Order]:
    """Yields every order in which the triggers of two actions can have come."""
    golds, reds = triggers(Side.GOLD, gold), triggers(Side.RED, red)
    count = len(golds) + len(reds)
    for places in combinations(range(count), len(golds)):
        one, other = iter(golds), iter(reds)
        yield tuple(next(one) if place in places else next(other) for place in range(count))


# Which side keeps a timer. WarTime Rulebook: Timing Disputes, Charge Restrictions, Movement Restrictions, Eliminated
# Units. The action whose trigger came first takes precedence. The other waits for it, or never begins. Where the book
# stops (two charges at each other, a blow at a unit that is in the air) the same principle continues, trigger by
# trigger.


class DisputeOutcome(Enum):
    """Says what became of an action.

    COUNTS: it was done. WAITS: its unit was hit first and lived, so it was done after that. ESCAPED: an attack that
    never began, because its target was lifted first. DEAD: it never began, because its unit had lost its last token.

    The others are charges alone, which all moved and dealt no damage. MISSED: its target was lifted before tokens came
    off. FELLED: its unit was killed before it struck. TOO_CLOSE: its target stood beside it before it was lifted, so it
    was not a charge.
    """

    COUNTS = "counts"
    WAITS = "waits"
    ESCAPED = "escaped"
    DEAD = "dead"
    MISSED = "missed"
    FELLED = "felled"
    TOO_CLOSE = "too_close"


class Fate(msgspec.Struct, frozen=True, kw_only=True):
    """Says what follows for one side. `elsewhere` says that the other side gets the hex in which it was to end. `dies`
    says that its unit lost its last token, before or after."""

    outcome: DisputeOutcome
    deals: bool | None
    """Says whether its damage is dealt; None where it deals none."""
    elsewhere: bool = False
    dies: bool = False

    @property
    def keeps(self) -> bool:
        """Returns whether it keeps a timer. If not, the timer that it flipped is taken back."""
        return self.outcome not in (DisputeOutcome.ESCAPED, DisputeOutcome.DEAD)

    @property
    def may_act(self) -> bool:
        """Returns whether its unit may act at once, because it has not acted."""
        return not self.keeps and not self.dies


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    fates: Mapping[Side, Fate]
    clash: bool
    """Says whether the two actions have to do with each other."""

    @property
    def signature(self) -> tuple[object, ...]:
        """Returns what players argue about: two verdicts of the same signature rule alike."""
        return tuple((self.fates[side].outcome, self.fates[side].elsewhere) for side in Side)


def judge(dispute: Dispute) -> Verdict:
    """Returns the verdict over both sides."""
    hands = {side: _Hand() for side in Side}
    for at, (side, step) in enumerate(dispute.order):
        _take(dispute, hands, side, step, at=at)
    fates = {side: _fate(dispute, hands, side) for side in Side}
    aimed = any(deed.strikes and deed.at_other for deed in dispute.deeds.values())
    return Verdict(fates=fates, clash=aimed or _same_hex(dispute))


class _Hand(msgspec.Struct):
    """Follows one side's action, trigger by trigger. `lifted` and `landed` are their places in the order."""

    outcome: DisputeOutcome | None = None
    lifted: int | None = None
    landed: int | None = None
    hit: bool = False
    dead: bool = False


def _take(dispute: Dispute, hands: Mapping[Side, _Hand], side: Side, step: DisputeStep, *, at: int) -> None:
    deed, mine, other = dispute.deeds[side], hands[side], hands[side.other]
    if mine.outcome not in (None, DisputeOutcome.COUNTS, DisputeOutcome.WAITS):
        return
    if mine.dead:
        mine.outcome = DisputeOutcome.DEAD if mine.outcome is None else DisputeOutcome.FELLED
        return
    if step is DisputeStep.TOKENS and deed.at_other and (missed := _missed(dispute, hands, side)):
        mine.outcome = missed
        return
    if mine.outcome is None:
        mine.outcome = DisputeOutcome.WAITS if mine.hit else DisputeOutcome.COUNTS
    match step:
        case DisputeStep.LIFT:
            mine.lifted = at
        case DisputeStep.LAND:
            mine.landed = at
        case DisputeStep.TOKENS if deed.at_other:
            other.hit, other.dead = True, other.dead or deed.kills


def _missed(dispute: Dispute, hands: Mapping[Side, _Hand], side: Side) -> DisputeOutcome | None:
    """Returns why no tokens come off the unit that the other side acts with; None where they do."""
    mine, other = hands[side], hands[side.other]
    if other.lifted is None:
        return None
    if dispute.deeds[side].kind is DisputeKind.ATTACK:
        # Set down again, it can be attacked in its new hex.
        return DisputeOutcome.ESCAPED if other.landed is None else None
    if other.landed is not None and mine.lifted is not None and other.landed < mine.lifted:
        # It stood before this charge began: beside the charging unit if it had charged that, else where it was charged.
        return DisputeOutcome.TOO_CLOSE if dispute.deeds[side.other].at_other else None
    return DisputeOutcome.MISSED


def _fate(dispute: Dispute, hands: Mapping[Side, _Hand], side: Side) -> Fate:
    deed, mine, other = dispute.deeds[side], hands[side], hands[side.other]
    outcome = mine.outcome or DisputeOutcome.COUNTS
    second = mine.lifted is not None and other.lifted is not None and other.lifted < mine.lifted
    return Fate(
        outcome=outcome,
        deals=outcome in (DisputeOutcome.COUNTS, DisputeOutcome.WAITS) if deed.strikes else None,
        elsewhere=_same_hex(dispute) and second,
        dies=mine.dead,
    )


def _same_hex(dispute: Dispute) -> bool:
    return dispute.same_hex and all(deed.lifts for deed in dispute.deeds.values())


# A verdict as one player reads it out to the other, and the rulings that support it.

_KIND_RULINGS = {
    DisputeKind.MOVE: "timing-move",
    DisputeKind.ATTACK: "timing-attack",
    DisputeKind.CHARGE: "timing-charge",
    DisputeKind.CARD: "timing-other-card",
}
_CASES: Mapping[DisputeOutcome, tuple[str, ...]] = {
    DisputeOutcome.COUNTS: (),
    DisputeOutcome.ESCAPED: ("timing-escaped",),
    DisputeOutcome.MISSED: ("timing-charge-escaped",),
    DisputeOutcome.FELLED: ("timing-charge", "timing-timer-of-the-dead"),
    DisputeOutcome.TOO_CLOSE: ("wt-charge-adjacent", "timing-put-back"),
}
_ELSEWHERE = ("wt-one-unit", "timing-put-back")
_DIES = "timing-timer-of-the-dead"


class SaidInDispute(msgspec.Struct, frozen=True):
    """Describes a verdict in words: the short of it, and a sentence a side. `rulings` are ids, with the book's case
    first."""

    short: str
    sentences: tuple[str, ...]
    rulings: tuple[str, ...]


def say(dispute: Dispute, verdict: Verdict, units: Mapping[Side, str | None]) -> SaidInDispute:
    """Returns the verdict in words. `units` are what acted, where that is known."""
    things = {side: "card" if deed.kind is DisputeKind.CARD else "unit" for side, deed in dispute.deeds.items()}
    names = {side: unit or f"{ARMIES[side]}'s {things[side]}" for side, unit in units.items()}
    order = sorted(Side, key=lambda side: verdict.fates[side].outcome is not DisputeOutcome.COUNTS)
    sentences = tuple(_sentence(dispute.deeds[side], verdict.fates[side], names, side) for side in order)
    if not verdict.clash:
        sentences = ("The two acts do not conflict, so both count.", *sentences)
    return SaidInDispute(short=_short(verdict), sentences=sentences, rulings=_rulings(dispute, verdict))


def _short(verdict: Verdict) -> str:
    keeps = [ARMIES[side] for side in Side if verdict.fates[side].keeps]
    if len(keeps) > 1:
        return "Both keep their timers."
    loses = next(ARMIES[side] for side in Side if not verdict.fates[side].keeps)
    return f"{keeps[0]} keeps its timer, {loses} takes its own back."


def _sentence(deed: Deed, fate: Fate, names: Mapping[Side, str], side: Side) -> str:
    me, other, kind = names[side], names[side.other], deed.kind.value
    match fate.outcome:
        case DisputeOutcome.ESCAPED:
            never = f"{other} was lifted before its tokens came off, so {me} never attacked: no damage, no timer"
            return f"{never}, and {me} may act at once." if fate.may_act else f"{never}. Then it is eliminated itself."
        case DisputeOutcome.DEAD:
            return f"{me} lost its last token before its {kind} began: it is eliminated and flips no timer."
        case DisputeOutcome.MISSED:
            return f"{other} was lifted before its tokens came off: no damage, but {me} moved and keeps its timer."
        case DisputeOutcome.FELLED:
            return (
                f"{me} lost its last token before it struck: no damage, but it moved. Its timer drains off the board."
            )
        case DisputeOutcome.TOO_CLOSE:
            return (
                f"{other} stood beside {me} already, so that was no charge: no damage, but {me} was lifted and keeps "
                "its timer."
            )
        case DisputeOutcome.WAITS:
            done = f"{me} takes its damage first, then its {kind} counts too, and it keeps its timer."
        case DisputeOutcome.COUNTS:
            deals = "the damage is dealt, and " if fate.deals else ""
            done = f"{me}'s {kind} counts: {deals}it keeps its timer."
    if fate.elsewhere:
        return f"{done} The hex is {other}'s, lifted first: {me} goes elsewhere, or back where it stood."
    if fate.dies:
        return f"{done} Once it is eliminated, that drains off the board."
    return done


def _rulings(dispute: Dispute, verdict: Verdict) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for side in sorted(Side, key=lambda side: verdict.fates[side].outcome is DisputeOutcome.COUNTS):
        fate = verdict.fates[side]
        found |= dict.fromkeys(_case(dispute, side, fate.outcome))
        found |= dict.fromkeys(_ELSEWHERE if fate.elsewhere else ())
        found |= dict.fromkeys((_DIES,) if fate.dies and fate.keeps else ())
    if verdict.clash:
        found["timing-first"] = None
    found |= dict.fromkeys(_KIND_RULINGS[dispute.deeds[side].kind] for side in Side if verdict.fates[side].keeps)
    return tuple(found)


def _case(dispute: Dispute, side: Side, outcome: DisputeOutcome) -> tuple[str, ...]:
    """Returns the book's own case of what became of this side. Empty where the book has none, as for two attacks."""
    if outcome not in (DisputeOutcome.WAITS, DisputeOutcome.DEAD):
        return _CASES[outcome]
    if not dispute.deeds[side].lifts:
        return ()
    killed = ("timing-killed",) if outcome is DisputeOutcome.DEAD else ()
    if dispute.deeds[side.other].kind is DisputeKind.CHARGE:
        return (*killed, "timing-charge-hit")
    return killed or ("timing-hit",)

"""Collects what a verdict on a dispute needs, what the log knows of it, and the corrections that follow."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise, product

import msgspec
from msgspec.structs import replace

from companion.clock import SECOND
from companion.fields.invalid import Invalid
from companion.names import same
from companion.table.events import Undone
from companion.table.history import Entry
from companion.table.seats import Side
from companion.wartime.disputes.verdict import (
    Deed,
    Dispute,
    DisputeKind,
    Fate,
    Order,
    Trigger,
    Verdict,
    judge,
    orders,
    triggers,
)
from companion.wartime.match.agreement import PutRight
from companion.wartime.match.checks import TimerEvent
from companion.wartime.match.fighting import Acted
from companion.wartime.match.state import Correction
from companion.wartime.match.timers import Assigned, Flipped, Freed, Touched
from companion.wartime.referee.board import Hex

# What must be known of a dispute before a ruling: only facts that could change the verdict.

Pair = tuple[Trigger, Trigger]
"""Says that the first of the two came before the second."""
_NO_YES = (False, True)


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """Says what is known so far; a None or an absent pair is not known. `at_other` and `kills` are about each side's
    attack, see Deed."""

    kinds: Mapping[Side, DisputeKind] = {}
    at_other: Mapping[Side, bool] = {}
    kills: Mapping[Side, bool] = {}
    same_hex: bool | None = None
    before: tuple[Pair, ...] = ()


class Whether(msgspec.Struct, frozen=True):
    """Describes a question for yes or no. `what` is at_other, kills or same_hex, of the side's action where it is one
    side's."""

    what: str
    side: Side | None = None


Question = Side | Whether | Pair
"""Is what to ask next: a side's kind of action, a yes or no, or which of two triggers came first."""


def disputes(facts: Facts) -> Iterator[Dispute]:
    """Yields every dispute that the known facts allow, once both kinds are known. Open facts count first as no."""
    gold, red = facts.kinds[Side.GOLD], facts.kinds[Side.RED]
    fitting = [order for order in orders(gold, red) if all(_fits(order, pair) for pair in facts.before)]
    same_hexes = _known(facts.same_hex, asked=Deed(kind=gold).lifts and Deed(kind=red).lifts)
    for same_hex, one, other in product(same_hexes, _deeds(facts, Side.GOLD), _deeds(facts, Side.RED)):
        for order in fitting:
            yield Dispute(deeds={Side.GOLD: one, Side.RED: other}, order=order, same_hex=same_hex)


def settled(facts: Facts) -> Dispute | None:
    """Returns a dispute that stands for all possible ones, because all get the same ruling. None where a question is
    still open. Raises Invalid where no order fits the answers."""
    if len(facts.kinds) < len(Side):
        return None
    found = list(disputes(facts))
    if not found:
        raise Invalid("first", "that order cannot be: start again")
    return found[0] if len({judge(each).signature for each in found}) == 1 else None


def question(facts: Facts) -> Question | None:
    """Returns what to ask next; None once the verdict stands. Raises Invalid, see `settled`."""
    for side in Side:
        if side not in facts.kinds:
            return side
    if settled(facts) is not None:
        return None
    found = {_key(each): judge(each).signature for each in disputes(facts)}
    return next(asked for asked in _questions(facts) if _matters(asked, found))


_Key = tuple[bool, Deed, Deed, Order]


def _key(dispute: Dispute) -> _Key:
    return dispute.same_hex, dispute.deeds[Side.GOLD], dispute.deeds[Side.RED], dispute.order


def _questions(facts: Facts) -> Iterator[Question]:
    """Yields all possible questions: first whose target it was, then what came first, then what died."""
    yield from (Whether("at_other", side) for side in Side if side not in facts.at_other)
    if facts.same_hex is None:
        yield Whether("same_hex")
    yield from product(*(triggers(side, facts.kinds[side]) for side in Side))
    yield from (Whether("kills", side) for side in Side if side not in facts.kills)


def _matters(asked: Question, found: Mapping[_Key, object]) -> bool:
    """Returns whether two disputes that differ only in this answer get different rulings."""
    turned = ((_turned(asked, key), ruled) for key, ruled in found.items())
    return any(key is not None and found.get(key, ruled) != ruled for key, ruled in turned)


def _turned(asked: Question, key: _Key) -> _Key | None:
    """Returns the same dispute with that one answer the other way; None where more would have to change."""
    same_hex, gold, red, order = key
    match asked:
        case Whether("same_hex"):
            return not same_hex, gold, red, order
        case Whether(what, Side.GOLD):
            return same_hex, _other_way(gold, what), red, order
        case Whether(what):
            return same_hex, gold, _other_way(red, what), order
        case (one, other):
            for at, (first, second) in enumerate(pairwise(order)):
                if {first, second} == {one, other}:
                    return same_hex, gold, red, (*order[:at], second, first, *order[at + 2 :])
    return None


def _other_way(deed: Deed, what: str) -> Deed:
    return replace(deed, **{what: not getattr(deed, what)})


def _deeds(facts: Facts, side: Side) -> Iterator[Deed]:
    kind = facts.kinds[side]
    strikes = Deed(kind=kind).strikes
    for at_other in _known(facts.at_other.get(side), asked=strikes):
        for kills in _known(facts.kills.get(side), asked=strikes and at_other):
            yield Deed(kind=kind, at_other=at_other, kills=kills)


def _known(fact: bool | None, *, asked: bool) -> tuple[bool, ...]:
    if not asked:
        return (False,)
    return _NO_YES if fact is None else (fact,)


def _fits(order: Order, pair: Pair) -> bool:
    """Returns whether the pair came so in that order. A trigger that is not in the order fits any pair."""
    one, other = pair
    return one not in order or other not in order or order.index(one) < order.index(other)


# What the log knows of the two actions that clash.

LONGEST_ACT_NS = 30 * SECOND
"""Is the longest time from a hand to the flip that ends its action: the shortest timer's run. An earlier touch belonged
to something else. The book has no such time, because players see each hand."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one side's last act: the entry `seq`, a flip at `flipped_ns`, or a whole action with what was done.

    `began_ns` is when its side touched its hand for it, if it did. Instants are monotonic.
    """

    seq: int
    flipped_ns: int
    timer: str
    began_ns: int | None = None
    kind: DisputeKind | None = None
    unit: str | None = None
    to: Hex | None = None
    was: Hex | None = None
    target: str | None = None
    feature: Hex | None = None
    tokens: int = 0
    left: int | None = None


def acts(entries: Iterable[Entry], sides: Mapping[str, Side]) -> dict[Side, list[Evidence]]:
    """Returns every act that stands, by side and in order, without those undone or whose flip was taken back. `sides`
    are the timers' sides."""
    entries = list(entries)
    gone = {entry.event.seq for entry in entries if isinstance(entry.event, Undone)}
    found: dict[Side, list[Evidence]] = {side: [] for side in Side}
    hands: dict[Side, int] = {}
    for entry, event in _events(entries):
        if isinstance(event, Touched):
            hands[event.side] = entry.mono_ns
        if entry.seq in gone or not isinstance(event, TimerEvent) or event.timer not in sides:
            continue
        side = sides[event.timer]
        if isinstance(event, Flipped | Acted):
            began_ns = hands.pop(side, None)
            fresh = began_ns is not None and entry.mono_ns - began_ns <= LONGEST_ACT_NS
            found[side].append(_evidence(entry, event, began_ns=began_ns if fresh else None))
            continue
        at = next((at for at, act in reversed(list(enumerate(found[side]))) if act.timer == event.timer), None)
        if at is not None and isinstance(event, Assigned):
            # Players often say a moment later which unit a flip was for.
            found[side][at] = replace(found[side][at], unit=_who(event) or found[side][at].unit)
        elif at is not None and isinstance(event, Freed) and not event.card:
            del found[side][at]
    return found


def _events(entries: Iterable[Entry]) -> Iterator[tuple[Entry, object]]:
    """Yields what was pressed, in order, and each part of every correction."""
    for entry in sorted(entries, key=lambda entry: (entry.mono_ns, entry.seq)):
        for event in entry.event.done if isinstance(entry.event, PutRight) else (entry.event,):
            yield entry, event


def facts(both: Mapping[Side, Evidence]) -> Facts:
    """Returns what the log says of both acts: all of a whole action, and none of a bare flip."""
    kinds = {side: act.kind for side, act in both.items() if act.kind is not None}
    strikes = {side: both[side] for side, kind in kinds.items() if Deed(kind=kind).strikes and len(both) == len(Side)}
    # A flip without a known unit cannot show whether its unit was the target.
    aimed = {side: act for side, act in strikes.items() if act.target is None or both[side.other].unit is not None}
    places = [act.to for act in both.values() if act.to is not None]
    return Facts(
        kinds=kinds,
        at_other={side: same(act.target, both[side.other].unit) for side, act in aimed.items()},
        kills={side: act.left == 0 for side, act in strikes.items() if act.left is not None},
        same_hex=len(set(places)) == 1 if len(places) == len(Side) else None,
    )


def by_hands(both: Mapping[Side, Evidence], kinds: Mapping[Side, DisputeKind]) -> tuple[Pair, ...]:
    """Returns whose action began first, where both touched their hands as they began."""
    began = [(act.began_ns, triggers(side, kinds[side])[0]) for side, act in both.items() if side in kinds]
    instants = [at for at, _ in began if at is not None]
    if len(set(instants)) < len(Side):
        return ()
    (_, first), (_, second) = sorted(began, key=lambda each: each[0] or 0)
    return ((first, second),)


def _who(event: Flipped | Acted | Assigned) -> str | None:
    """Returns who acted. For a spell that is its caster, where known, because an eliminated unit cannot cast."""
    caster = None if isinstance(event, Acted) else event.caster
    return event.unit or caster or event.card


def _evidence(entry: Entry, event: Flipped | Acted, *, began_ns: int | None) -> Evidence:
    bare = Evidence(seq=entry.seq, flipped_ns=entry.mono_ns, timer=event.timer, began_ns=began_ns, unit=_who(event))
    if isinstance(event, Flipped):
        return bare
    strikes = event.target is not None or event.feature is not None
    kind = DisputeKind.MOVE if not strikes else DisputeKind.ATTACK if event.to is None else DisputeKind.CHARGE
    bare = replace(bare, kind=kind, to=event.to, was=event.was, target=event.target)
    return replace(bare, feature=event.feature, tokens=event.tokens, left=event.left)


# The corrections that follow from a verdict, as far as the log knows what to correct.


def remedies(verdict: Verdict, both: Mapping[Side, Evidence]) -> list[Correction]:
    """Returns what each side's action has done that it should not have, one correction a side."""
    found = []
    for side, act in both.items():
        correction = _remedy(side, verdict.fates[side], act, both.get(side.other))
        if correction != Correction():
            found.append(correction)
    return found


def _remedy(side: Side, fate: Fate, act: Evidence, other: Evidence | None) -> Correction:
    fields: dict[str, object] = {}
    if not fate.keeps:
        fields |= {"timer": act.timer, "free": True}
    if fate.deals is False and act.target is not None and act.tokens:
        fields |= {"side": side.other, "unit": act.target, "tokens": act.tokens}
        if act.left == 0 and other is not None:
            # It left the board with its last token: it stands where it had moved by then.
            fields |= {"hex": other.to}
    elif fate.deals is False and act.feature is not None and act.tokens:
        fields |= {"feature": act.feature, "tokens": act.tokens}
    elif fate.elsewhere and act.unit is not None and act.was is not None:
        fields |= {"side": side, "unit": act.unit, "hex": act.was}
    return Correction(**fields)  # type: ignore[arg-type]

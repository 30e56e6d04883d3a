"""What has to be known of a dispute before anybody can rule on it: nothing that would not change the verdict."""

from collections.abc import Iterator, Mapping
from itertools import pairwise, product

import msgspec

from companion.fields.invalid import Invalid
from companion.table.sides import Side
from companion.wartime.disputes.triggers import Deed, Dispute, Kind, Order, Trigger, orders, triggers
from companion.wartime.disputes.verdict import judge

Pair = tuple[Trigger, Trigger]
"""The first of the two came before the second."""
_NO_YES = (False, True)


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What is known so far; None, and pairs that are not there, are not. `at_other` and `kills` are about each side's
    attack, see Deed."""

    kinds: Mapping[Side, Kind] = {}
    at_other: Mapping[Side, bool] = {}
    kills: Mapping[Side, bool] = {}
    same_hex: bool | None = None
    before: tuple[Pair, ...] = ()


class Whether(msgspec.Struct, frozen=True):
    """A yes or no: `what` is at_other, kills or same_hex, of the side's action where it is one side's."""

    what: str
    side: Side | None = None


Question = Side | Whether | Pair
"""What is to be asked: a side's kind of action, a yes or no, or which of two triggers came first."""


def disputes(facts: Facts) -> Iterator[Dispute]:
    """Every dispute that it may be by what is known, once both kinds are; what nobody asked about is no, first of
    all."""
    gold, red = facts.kinds[Side.GOLD], facts.kinds[Side.RED]
    fitting = [order for order in orders(gold, red) if all(_fits(order, pair) for pair in facts.before)]
    same_hexes = _known(facts.same_hex, asked=_lifts(gold) and _lifts(red))
    for same_hex, one, other in product(same_hexes, _deeds(facts, Side.GOLD), _deeds(facts, Side.RED)):
        for order in fitting:
            yield Dispute(deeds={Side.GOLD: one, Side.RED: other}, order=order, same_hex=same_hex)


def settled(facts: Facts) -> Dispute | None:
    """A dispute that stands for all that it may be, for all are ruled on alike; None where something is to be asked
    first. Raises Invalid where no order fits what was said."""
    if len(facts.kinds) < len(Side):
        return None
    found = list(disputes(facts))
    if not found:
        raise Invalid("first", "that order cannot be: begin anew")
    return found[0] if len({judge(each).signature for each in found}) == 1 else None


def question(facts: Facts) -> Question | None:
    """What to ask next; None once the verdict stands. Raises Invalid, see `settled`."""
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
    """All that may be asked, whose target it was before who was first, and that before what died."""
    yield from (Whether("at_other", side) for side in Side if side not in facts.at_other)
    if facts.same_hex is None:
        yield Whether("same_hex")
    yield from product(*(triggers(side, facts.kinds[side]) for side in Side))
    yield from (Whether("kills", side) for side in Side if side not in facts.kills)


def _matters(asked: Question, found: Mapping[_Key, object]) -> bool:
    """Whether two disputes that differ in nothing else are ruled on otherwise."""
    for key, ruled in found.items():
        turned = _turned(asked, key)
        if turned is not None and found.get(turned, ruled) != ruled:
            return True
    return False


def _turned(asked: Question, key: _Key) -> _Key | None:
    """The same dispute with that one answer the other way; None where more would have to change."""
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
    return msgspec.structs.replace(deed, **{what: not getattr(deed, what)})


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


def _lifts(kind: Kind) -> bool:
    return Deed(kind=kind).lifts


def _fits(order: Order, pair: Pair) -> bool:
    """Whether the pair came so in that order; what is not in it says nothing."""
    one, other = pair
    return one not in order or other not in order or order.index(one) < order.index(other)

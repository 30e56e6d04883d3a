"""Answers a question, in the words of the page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.ledger import NOTHING, Ledger
from companion.wartime.referee.attacks import attack, charge
from companion.wartime.referee.board import Hex
from companion.wartime.referee.movement import HexObstacle, RangeAnswer, moves, range_between
from web.wartime.measure.question import MeasureMode, MeasureQuestion, Pen


@dataclass(frozen=True, kw_only=True)
class MeasureAnswer:
    """Holds an answer. `headline` is read at arm's length, `sentences` in case of doubt; `good` is None where there is
    no verdict.

    `path` is drawn from the attacker, with a count on each of its hexes. `reach` has the cost of every hex in reach.
    `blocks` are the hexes that a straight count would cross and may not.
    """

    headline: str
    sentences: tuple[str, ...] = ()
    good: bool | None = None
    ledger: Ledger = NOTHING
    path: tuple[Hex, ...] = ()
    counts: tuple[int, ...] = ()
    reach: Mapping[Hex, int] = field(default_factory=dict)
    blocks: tuple[Hex, ...] = ()


def answered(question: MeasureQuestion) -> MeasureAnswer:
    """Returns the answer, or what the question still needs."""
    mover = "unit that moves" if question.mode is MeasureMode.MOVE else "attacker"
    if question.errors:
        return MeasureAnswer(headline="Not yet.")
    if question.mode is MeasureMode.EDIT:
        return _editing(question)
    if question.attacker is None:
        return MeasureAnswer(headline=f"Tap the {mover}.")
    if question.mode in (MeasureMode.MOVE, MeasureMode.CHARGE) and question.speed is None:
        return MeasureAnswer(headline="Pick its speed.", sentences=("It is in the green hexagon on the token.",))
    if question.mode is MeasureMode.MOVE:
        return _move(question, question.attacker, question.speed or 0)
    if question.target is None:
        return MeasureAnswer(headline="Tap the target.", sentences=(f"{question.called(question.attacker)} attacks.",))
    if question.mode is MeasureMode.RANGE:
        return _range(question, question.attacker, question.target)
    if not question.stands(question.target):
        return _nobody(question, question.attacker, question.target)
    if question.mode is MeasureMode.ATTACK:
        return _attack(question, question.attacker, question.target)
    return _charge(question, question.attacker, question.target, question.speed or 0)


def _editing(question: MeasureQuestion) -> MeasureAnswer:
    if question.tool is not Pen.LINE:
        return MeasureAnswer(headline="Tap hexes.", sentences=("Tap one again to take it back.",))
    if question.pen is None:
        return MeasureAnswer(headline="Tap one side of the line.")
    return MeasureAnswer(headline="Tap its other side.", sentences=(f"The line begins at {question.pen}.",))


def _range(question: MeasureQuestion, attacker: Hex, target: Hex) -> MeasureAnswer:
    found = range_between(question.position, attacker, target, question.speed, question.keywords)
    if found.range is None:
        headline = _between(question, attacker, target, "Out of range.")
        return _counted(question, found, headline, good=False, sentences=("No count of clear hexes reaches it.",))
    return _counted(
        question, found, _between(question, attacker, target, f"Range {found.range}"), sentences=(_ways(found),)
    )


def _nobody(question: MeasureQuestion, attacker: Hex, target: Hex) -> MeasureAnswer:
    """Returns the range to an empty hex, in which an attack or a charge deals no damage."""
    found = range_between(question.position, attacker, target)
    told = "It is out of range." if found.range is None else f"Range {found.range}. {_ways(found)}"
    sentences = (told, "In Edit, a tap puts a unit there.")
    return _counted(question, found, f"No unit is in {target}.", sentences=sentences)


def _attack(question: MeasureQuestion, attacker: Hex, target: Hex) -> MeasureAnswer:
    if not question.damage:
        asked = _range(question, attacker, target)
        return replace(asked, sentences=("Pick the damage on the token to see what is dealt.", *asked.sentences))
    found = range_between(question.position, attacker, target)
    dealt = attack(question.position, attacker, target, question.damage, question.keywords)
    if not dealt.legal:
        return _counted(question, found, "No attack.", good=False, sentences=(dealt.reason or "",))
    how = f"Range {found.range}. {_ways(found)}"
    headline = f"{dealt.damage.value} damage"
    if question.names:
        headline = f"{question.called(attacker)} attacks {question.called(target)} for {headline}"
    return _counted(question, found, headline, good=True, sentences=(how,), ledger=dealt.damage)


def _move(question: MeasureQuestion, mover: Hex, speed: int) -> MeasureAnswer:
    reachable = moves(question.position, mover, speed, question.keywords, ignores_cost=question.ignores_cost).reachable
    reach = {name: route.cost for name, route in reachable.items()}
    target = question.target
    if target is None:
        hexes = "1 hex" if len(reach) == 1 else f"{len(reach)} hexes"
        return MeasureAnswer(headline=f"{hexes} within reach", sentences=("Tap one to see the way.",), reach=reach)
    if target not in reachable:
        closed = f"Speed {speed} does not reach {target}, or it is closed to this unit."
        return MeasureAnswer(headline="Not there.", good=False, sentences=(closed,), reach=reach)
    path = reachable[target].path
    return MeasureAnswer(
        headline=_between(question, mover, target, f"Costs {reach[target]} of {speed}"),
        good=True,
        sentences=(f"{', '.join(path)}.",),
        path=path,
        counts=tuple(reach[name] for name in path),
        reach=reach,
    )


def _charge(question: MeasureQuestion, attacker: Hex, target: Hex, speed: int) -> MeasureAnswer:
    found = charge(
        question.position, attacker, target, speed=speed, charge=question.charge or 0, keywords=question.keywords
    )
    if not found.legal:
        return MeasureAnswer(headline="No charge.", good=False, sentences=(found.reason or "",))
    told = question.charge is not None
    costs = tuple(found.stands[found.stand].cost for _ in found.path[-1:] if found.stand)
    headline = f"{found.damage.value} damage" if told else f"Charge from {found.stand}"
    if question.names:
        how = f"for {headline}" if told else f"from {found.stand}"
        headline = f"{question.called(attacker)} charges {question.called(target)} {how}"
    return MeasureAnswer(
        headline=headline,
        good=True,
        sentences=(
            f"Move to {found.stand} for {costs[0]} of {speed}, then strike {question.called(target)}.",
            *_others(found.stand, tuple(found.stands)),
            *(() if told else ("Pick the charge damage on the token to see what is dealt.",)),
        ),
        ledger=found.damage if told else NOTHING,
        path=found.path,
        counts=tuple(range(1, len(found.path) + 1)),
        reach={name: route.cost for name, route in found.stands.items()},
    )


def _between(question: MeasureQuestion, one: Hex, other: Hex, told: str) -> str:
    """Returns the text about two hexes, with names where one of them has a name."""
    if not question.names:
        return told
    return f"{question.called(one)} to {question.called(other)}: {told[0].lower()}{told[1:]}"


def _counted(
    question: MeasureQuestion,
    found: RangeAnswer,
    headline: str,
    *,
    sentences: Sequence[str],
    good: bool | None = None,
    ledger: Ledger = NOTHING,
) -> MeasureAnswer:
    return MeasureAnswer(
        headline=headline,
        good=good,
        sentences=(*sentences, *_nearer(found), *_obstacles(question, found.blocked_by)),
        ledger=ledger,
        path=found.path,
        counts=tuple(range(1, len(found.path) + 1)),
        blocks=tuple(each.hex for each in found.blocked_by),
    )


def _ways(found: RangeAnswer) -> str:
    others = found.alternatives
    more = "" if not others else " One other way is as short." if others == 1 else f" {others} others are as short."
    return f"Count {', '.join(found.path)}.{more}"


def _nearer(found: RangeAnswer) -> tuple[str, ...]:
    if found.closer is None:
        return ()
    return (f"Move to {found.closer.stand} for {found.closer.cost}, and the range is {found.closer.range}.",)


def _others(stand: Hex | None, stands: Sequence[Hex]) -> tuple[str, ...]:
    others = [name for name in stands if name != stand]
    return (f"You may also end in {', '.join(others)}.",) if others else ()


def _obstacles(question: MeasureQuestion, found: Sequence[HexObstacle]) -> Iterator[str]:
    for each in found:
        kind, _, why = each.reason.partition(":")
        yield f"{each.hex}, {question.name(each.hex) or kind.lower()}:{why}."

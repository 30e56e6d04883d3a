"""Calling a judge, and what becomes of it."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from companion.clock import SECOND
from companion.hall.remembered import Remembered
from companion.hall.wire import codec
from companion.hall.wire.from_hall import Judge, Judging
from companion.hall.wire.from_table import MOST_LINES, Beside, CallDetail, Called
from companion.hall.wire.sizes import LARGEST, LONGEST_SHORT, LONGEST_TEXT
from companion.rulings.ruling import Ruling
from companion.table.at_hall import CallState, JudgeCall
from companion.table.errors import Refused, Unread
from companion.table.events import JudgeAnswered, JudgeCalled, JudgeComing, Upkeep
from companion.table.table import Table

BEFORE_NS = 30 * SECOND
"""So much of what was done before a call does a judge get to read."""
_LOOKED_AT = 200
_RULINGS = 3

Rulings = Callable[[str, str], Sequence[Beside]]
"""The rulings of a game that a text may be about, the likeliest first."""


def called(known: Remembered, *, ms: int) -> Remembered:
    """After a judge was called at that monotonic instant. Raises Refused where one is on the way."""
    call = known.call
    if call is not None and call.state is not CallState.ANSWERED:
        coming = f"{call.who} is on the way" if call.state is CallState.COMING else "A judge was called already"
        raise Refused(f"{coming}.")
    number = known.calls + 1
    return replace(known, calls=number, call=JudgeCall(id=number, ms=ms, state=CallState.CALLED))


def taken_back(known: Remembered) -> Remembered:
    """Raises Refused where none was called, or one has answered."""
    if known.call is None or known.call.state is CallState.ANSWERED:
        raise Refused("No judge was called.")
    return replace(known, call=None)


def judged(known: Remembered, said: Judge, *, ms: int) -> tuple[Remembered, Upkeep | None]:
    """After what a judge says of a call, and what the log tells of it: nothing where it is known. Raises Refused where
    the call is no longer open."""
    call = known.call
    if call is None or call.id != said.call:
        raise Refused("That call was taken back.")
    coming = said.judging is Judging.COMING
    state = CallState.COMING if coming else CallState.ANSWERED
    if (state, said.who, said.text) == (call.state, call.who, call.text) or (
        coming and call.state is CallState.ANSWERED
    ):
        return known, None
    after = replace(call, state=state, who=said.who, text=said.text, ms=ms)
    event: Upkeep = (
        JudgeComing(call=call.id, who=said.who)
        if coming
        else JudgeAnswered(call=call.id, who=said.who, answer=said.text)
    )
    return replace(known, call=after), event


def told(call: JudgeCall | None) -> Called | None:
    """As the slim view has it, as long as nobody has answered."""
    if call is None or call.state is CallState.ANSWERED:
        return None
    return Called(id=call.id, ms=call.ms, coming=call.state is CallState.COMING)


def detail(table: Table, call: JudgeCall, *, rulings: Rulings) -> CallDetail:
    """What was done before the call, and what may be meant by it: without the table's lock."""
    by, words, lines = "", "", []
    try:
        page = table.log(most=_LOOKED_AT).lines
    except Unread:
        page = ()
    asked = next((entry for entry, _ in reversed(page) if _is_call(entry.event, call.id)), None)
    until = asked.mono_ns if asked is not None else (page[-1][0].mono_ns if page else 0)
    for entry, line in page:
        if _is_call(entry.event, call.id):
            by, words = line.who, entry.event.words  # type: ignore[attr-defined]
        elif until - BEFORE_NS <= entry.mono_ns <= until:
            gap = f", {line.gap}" if line.gap else ""
            lines.append(f"{(until - entry.mono_ns) / SECOND:.1f} s before: {line.text}{gap}"[:LONGEST_TEXT])
    about = words or " ".join(line.partition(": ")[2] for line in lines[-2:])
    found = rulings(table.game, about)[:_RULINGS] if about else ()
    return fitting(
        CallDetail(
            call=call.id,
            by=by[:LONGEST_SHORT],
            words=words[:LONGEST_TEXT],
            lines=tuple(lines[-MOST_LINES:]),
            rulings=tuple(found),
        )
    )


def beside(ruling: Ruling) -> Beside:
    """As a judge reads it beside a call."""
    answer = " ".join(ruling.answer.split())
    return Beside(
        id=ruling.id[:LONGEST_SHORT],
        question=ruling.question[:LONGEST_TEXT],
        cite=f"{ruling.cite.book}, {ruling.cite.section}"[:LONGEST_TEXT],
        answer=answer if len(answer) <= LONGEST_TEXT else f"{answer[: LONGEST_TEXT - 1]}…",
    )


def fitting(detail: CallDetail) -> CallDetail:
    """Without the oldest lines that are too much for one message: none would be read."""
    while detail.lines and len(codec.written(detail)) > LARGEST:
        detail = replace(detail, lines=detail.lines[1:])
    return detail


def _is_call(event: object, number: int) -> bool:
    return isinstance(event, JudgeCalled) and event.call == number

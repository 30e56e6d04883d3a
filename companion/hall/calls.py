"""Keeps what a table knows of its hall: its round, calls of a judge, and results."""

import hashlib
import logging
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Self

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.clock import SECOND
from companion.fields.decode import decoder_of
from companion.hall.card import HallCard
from companion.hall.wire import messages as codec
from companion.hall.wire.messages import MOST_LINES, Beside, CallDetail, Called, Here, Judge, Judging, Result, Round
from companion.hall.wire.topics import LARGEST, LATEST, LONGEST_SHORT, LONGEST_TEXT, MOST_OWED
from companion.names import key
from companion.rulings.ruling import Ruling
from companion.table.errors import Refused, Unread
from companion.table.events import JudgeAnswered, JudgeCalled, JudgeComing, Source, Upkeep
from companion.table.table import Table
from companion.table.view import Announcement, CallState, JudgeCall, ResultHere, RoundHere, TableView

# What a table remembers of its hall over a restart.

_logger = logging.getLogger(__name__)

TABLE, KIND, ID = "table", "hall", "remembered"
"""Name where it is kept: the game that the library files it under, and its kind and id."""


class Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """Holds what one table knows of its hall; all but `journal`, `boot` and `calls` belongs to the `place` of one card.

    See `at`. `journal` is drawn once and names this journal. `boot` counts its starts, up to LATEST. `calls` counts its
    calls of a judge. `round` is the last round received, without its pairings. `players` are the two of its
    pairings who play at this table. `begun` is True once its clock has run. `result` is of the match numbered
    `result_match` in that round. `given` is the round whose result all have confirmed. `over_before` is the match
    that was over as the round began: it does not count for the round. `arrived` is True once the broker has taken
    the result as it is now. `owed` are the results of earlier rounds: the broker has all of them before the round
    `since`. `sitting` says which player has which seat, as a player has stated it. `here` is the last message on
    who plays here.
    """

    journal: str
    boot: int = 0
    calls: int = 0
    place: str = ""
    call: JudgeCall | None = None
    said: Announcement | None = None
    round: Round | None = None
    begun: bool = False
    players: tuple[str, ...] = ()
    result: ResultHere | None = None
    result_match: int = 0
    agreed: dict[str, str] = {}
    given: int = 0
    over_before: int = 0
    arrived: bool = False
    owed: tuple[Result, ...] = ()
    since: int = 0
    sitting: dict[str, str] = {}
    here: Here | None = None

    @classmethod
    def read(cls, kept: bytes | None) -> Self:
        """Returns what `kept` is the JSON of. Returns a fresh one for None, or for JSON that cannot be read."""
        try:
            if kept is not None:
                return decoder_of(cls).decode(kept)
        except msgspec.DecodeError:
            _logger.exception("what the table knew of its hall cannot be read")
        return cls(journal=secrets.token_hex(8))

    def at(self, card: HallCard) -> Self:
        """Returns what a table with that card knows.

        What another hall sent, or this hall sent to another table, is dropped.
        A call that no judge has answered stays, because its players still wait. A judge on the way does not come here.
        What was kept before places existed belongs to the card that is there now.
        """
        place = f"{card.hall} {card.table} {hashlib.sha256(card.ca).hexdigest()[:16]}"
        if self.place in ("", place):
            return replace(self, place=place)
        call = self.call
        if call is not None:
            waits = call.state is not CallState.ANSWERED
            call = replace(call, state=CallState.CALLED, who="", text="") if waits else None
        return type(self)(journal=self.journal, boot=self.boot, calls=self.calls, place=place, call=call)

    def started(self, now_ms: int) -> Self:
        """Returns it after another start: an earlier start's instants do not fit this one's clock."""
        call = None if self.call is None else replace(self.call, ms=now_ms)
        said = None if self.said is None else replace(self.said, ms=now_ms)
        return replace(self.above(self.boot), call=call, said=said)

    def above(self, boot: int) -> Self:
        """Returns it with a boot above that one, up to the largest number that every reader takes."""
        return replace(self, boot=min(max(self.boot, boot + 1), LATEST))


# Calling a judge, and what becomes of it.

BEFORE_NS = 30 * SECOND
"""A judge reads what was done in this time before a call."""
_LOOKED_AT = 200
_RULINGS = 3

Rulings = Callable[[str, str], Sequence[Beside]]
"""The rulings of a game that a text may be about, the likeliest first."""


def called(known: Remembered, *, ms: int) -> Remembered:
    """Returns it after a judge was called at that monotonic instant. Raises Refused while one is on the way."""
    call = known.call
    if call is not None and call.state is not CallState.ANSWERED:
        coming = f"{call.who} is on the way" if call.state is CallState.COMING else "A judge was called already"
        raise Refused(f"{coming}.")
    number = known.calls + 1
    return replace(known, calls=number, call=JudgeCall(id=number, ms=ms, state=CallState.CALLED))


def taken_back(known: Remembered) -> Remembered:
    """Returns it without the call. Raises Refused where no judge was called, or one has answered."""
    if known.call is None or known.call.state is CallState.ANSWERED:
        raise Refused("No judge was called.")
    return replace(known, call=None)


def judged(known: Remembered, said: Judge, *, ms: int) -> tuple[Remembered, Upkeep | None]:
    """Returns it after a judge's message on a call, and the event for the log: None where it is known already.

    Raises Refused where the call is no longer open.
    """
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


def slim_call(call: JudgeCall | None) -> Called | None:
    """Returns the call as the slim view has it, until a judge has answered it."""
    if call is None or call.state is CallState.ANSWERED:
        return None
    return Called(id=call.id, ms=call.ms, coming=call.state is CallState.COMING)


def detail(table: Table, call: JudgeCall, *, rulings: Rulings) -> CallDetail:
    """Returns what was done before the call, and which rulings may matter to it. Takes no lock of the table."""
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
    """Writes it as a judge reads it beside a call."""
    answer = " ".join(ruling.answer.split())
    return Beside(
        id=ruling.id[:LONGEST_SHORT],
        question=ruling.question[:LONGEST_TEXT],
        cite=f"{ruling.cite.book}, {ruling.cite.section}"[:LONGEST_TEXT],
        answer=answer if len(answer) <= LONGEST_TEXT else f"{answer[: LONGEST_TEXT - 1]}…",
    )


def fitting(detail: CallDetail) -> CallDetail:
    """Returns it without the oldest lines where it is too large for one message, which no reader would take."""
    while detail.lines and len(codec.written(detail)) > LARGEST:
        detail = replace(detail, lines=detail.lines[1:])
    return detail


def _is_call(event: object, number: int) -> bool:
    return isinstance(event, JudgeCalled) and event.call == number


# How a match of a round ended, as its seats confirm it for the hall.


def seated(known: Remembered, seats: Collection[str], people: Mapping[str, str]) -> Mapping[str, str]:
    """Returns which of the two players paired here has which seat.

    A player has stated it, or both names (`people`, by seat) match. One known seat does not decide the other:
    the answer is empty then.
    """
    if len(known.players) != 2 or len(seats) != 2:
        return {}
    said = known.sitting
    if said.keys() == {*seats} and {*said.values()} == {*known.players}:
        return said
    ours = {key(player): player for player in known.players}
    found = {seat: ours[key(name)] for seat, name in people.items() if seat in seats and key(name) in ours}
    return found if len({*found.values()}) == 2 else {}


def remember_seat(known: Remembered, seats: Sequence[str], seat: str, player: str) -> Remembered:
    """Returns it after a player has stated that this player has that seat.

    Seats that have confirmed the result confirm it again, because it now names the winner, or another one.
    Raises Refused.
    """
    if len(known.players) != 2 or len(seats) != 2:
        raise Refused("The hall has not paired players at this table.")
    if seat not in seats:
        raise Refused("This game does not have that seat.")
    other = next((each for each in known.players if key(each) != key(player)), "")
    if not any(key(each) == key(player) for each in known.players):
        raise Refused(f"{' and '.join(known.players)} are paired here.")
    result = known.result
    if result is not None and result.sent and _names_them(known, result):
        raise Refused("Both have confirmed the result already: one of you has to take that back first.")
    sitting = {each: player if each == seat else other for each in seats}
    if result is None:
        return replace(known, sitting=sitting)
    return replace(known, sitting=sitting, agreed={}, arrived=False, result=_of_players(result, sitting))


def _of_players(result: ResultHere, players: Mapping[str, str]) -> ResultHere:
    return replace(result, players=dict(players) or UNSET, agreed=(), sent=False)


def _names_them(known: Remembered, result: ResultHere) -> bool:
    """Returns True where the result says which of the two paired here has which seat; others may be paired since."""
    return bool(result.players) and {*(result.players or {}).values()} == {*known.players}


def followed(
    known: Remembered, view: TableView, match: int, score: Mapping[str, int], *, people: Mapping[str, str]
) -> Remembered:
    """Returns it after the table has become that view, of the match of that number in the journal.

    Once the match is over, its end waits to be confirmed. A match that was over before the round does not count for it.
    A match beside the one that all have confirmed does not count either. A match that is played on loses its result.
    `people` are the players, by seat.
    """
    over, round = view.over, known.round
    if over is None and match == known.over_before:
        known = replace(known, over_before=0)
    if over is None or round is None or not round.number or not match or match == known.over_before:
        if known.result is not None and (match == known.result_match and over is None):
            return replace(known, result=None, agreed={}, arrived=False)
        return known
    before = known.result
    if before is not None and before.sent and match != known.result_match:
        return known
    title = over.title[:LONGEST_SHORT]
    told = ResultHere(winner=over.winner, title=title, score=dict(score), names=dict(view.names))
    players = seated(known, view.names, people)
    if (
        before is not None
        and match == known.result_match
        and _same(before, told)
        and (before.sent or before.names == told.names)
    ):
        named = _names_them(known, before)
        stale = bool(before.players) and not named and bool(known.players) and not before.sent
        if players == before.players or (named and (before.sent or not players)) or not (players or stale):
            return known
        return replace(known, agreed={}, arrived=False, result=_of_players(before, players))
    told = _of_players(told, players) if players else told
    return replace(known, result=told, result_match=match, agreed={}, arrived=False)


def in_new_round(known: Remembered, number: int, *, over: int) -> Remembered:
    """Returns it as that round follows another. `over` is the match that is over on the table, 0 for none.

    Confirmed results go along, because the hall may not have received them. They do not go into the same round played
    again.
    """
    told = to_send(known, connection=0, version=0, again=True)
    owed = tuple(each for each in told if each.round < number)[-MOST_OWED:]
    return replace(
        known,
        result=None,
        result_match=0,
        agreed={},
        given=0,
        arrived=False,
        over_before=over,
        owed=owed,
        since=min(known.since, number),
        sitting={},
    )


def agreed(known: Remembered, seat: str, *, agreed: bool, source: Source, match: int) -> Remembered:
    """Returns it after that seat has confirmed the result, or has taken that back, while that match is on the table.

    With another match on the table, this player may have had another seat then: the seat confirms without a name.
    Raises Refused.
    """
    result = known.result
    if result is None:
        raise Refused("There is no result of this round to confirm yet.")
    seats, who = result.names, str(source if match == known.result_match else replace(source, player=None))
    if seat not in seats:
        raise Refused("This game does not have that seat.")
    said = {name: by for name, by in known.agreed.items() if name != seat}
    if agreed:
        said[seat] = who[:LONGEST_SHORT]
    here = tuple(name for name in seats if name in said)
    sent = len(here) == len(seats)
    given = known.round.number if sent and known.round is not None else known.given
    return replace(known, agreed=said, given=given, arrived=False, result=replace(result, agreed=here, sent=sent))


def to_send(known: Remembered, *, connection: int, version: int, again: bool = False) -> Sequence[Result]:
    """Returns what to send to the hall: first the results owed of earlier rounds, then this round's.

    This round's result goes once all have confirmed it, and again where one takes that back. `again` asks for all of
    earlier rounds. Each is newer than the one before, and none is newer than `version`.
    """
    owed = [each for each in known.owed if again or each.round >= known.since]
    told = [*owed, *_of_this_round(known)]
    return [
        replace(each, boot=known.boot, connection=connection, version=max(0, version - len(told) + nth))
        for nth, each in enumerate(told, 1)
    ]


def arrived(known: Remembered, told: Result) -> Remembered:
    """Returns it after the hall's broker has taken that result.

    Older results are no longer owed. This one still is, because a broker that dies forgets it.
    """
    there = any(_unordered(each) == _unordered(told) for each in _of_this_round(known))
    return replace(known, since=max(known.since, told.round), arrived=known.arrived or there)


def _of_this_round(known: Remembered) -> Sequence[Result]:
    result, round = known.result, known.round
    if round is None or not round.number or known.given != round.number:
        return ()
    withdrawn = result is None or not result.sent
    if result is None or withdrawn:
        result = ResultHere(winner=None, title="", score={})
    return (
        Result(
            boot=0,
            connection=0,
            version=0,
            round=round.number,
            match=known.result_match,
            winner=result.winner,
            title=result.title,
            score=result.score,
            names={seat: name[:LONGEST_SHORT] for seat, name in result.names.items()},
            agreed=known.agreed,
            withdrawn=withdrawn,
            players=dict(result.players or {}),
        ),
    )


def _unordered(told: Result) -> Result:
    return replace(told, boot=0, connection=0, version=0)


def _same(one: ResultHere, other: ResultHere) -> bool:
    return (one.winner, one.title, one.score) == (other.winner, other.title, other.score)


# The hall's round as one table has it: what is new about it, in words, and when it ends by the table's own clock.


def players_at(table: str, told: Round, here: Here | None) -> tuple[str, ...]:
    """Returns who plays at that table, in the order of play; empty where the hall has not said so.

    An organiser of an earlier Warglass names the players in the round itself.
    """
    if here is not None and here.round == told.number:
        return here.players
    return next((pairing.players for pairing in told.pairings if pairing.table == table), ())


def pauses(before: Round | None, after: Round) -> bool:
    """Returns True where the table must pause its game for the round: once for each pause, while the round is stopped.

    Players who did not learn of a pause in time have no use for one that is over.
    """
    return after.paused and after.pause > (0 if before is None else before.pause)


def begun(before: Round | None, after: Round, *, already: bool) -> bool:
    """Returns True where that round's clock is known to have run. `already` says so of `before`.

    Pauses are counted over all rounds.
    """
    same = before is not None and before.number == after.number
    return after.deadline_ms is not None or (before is not None and after.pause > before.pause) or (same and already)


def news(before: Round | None, after: Round, *, already: bool) -> str:
    """Returns what the log says of it; empty where its clock is the same. `already`: `before` had begun."""
    name = after.title or f"Round {after.number}"
    if before is None or before.number != after.number:
        if after.deadline_ms is not None:
            return f"{name} has begun"
        if begun(before, after, already=already):
            return f"{name} stands, {minutes(after.left_ms)} left"
        return f"{name}: {minutes(after.left_ms)}, not begun yet" if after.number else ""
    if before.deadline_ms is None and after.deadline_ms is not None:
        return f"{name} goes on" if already else f"{name} begins: {minutes(before.left_ms)}"
    if before.deadline_ms is not None and after.deadline_ms is None:
        return f"{name} stands, {minutes(after.left_ms)} left"
    more = (after.deadline_ms or after.left_ms) - (before.deadline_ms or before.left_ms)
    return f"{name} has {minutes(abs(more))} {'more' if more > 0 else 'less'}" if more else ""


def here(known: Remembered, told: Round, *, offset_ms: int | None, error_ms: int | None) -> RoundHere | None:
    """Returns the round as the table's screens count it. Returns None while a running clock has no known offset."""
    if not told.number or (told.deadline_ms is not None and offset_ms is None):
        return None
    said = known.here if known.here is not None and known.here.round == told.number else None
    return RoundHere(
        number=told.number,
        title=told.title or f"Round {told.number}",
        ends_ms=None if told.deadline_ms is None or offset_ms is None else told.deadline_ms - offset_ms,
        left_ms=told.left_ms,
        error_ms=error_ms,
        players=known.players,
        written=(said is not None and said.written) or UNSET,
        waits=(said is not None and said.waits) or UNSET,
    )


def minutes(ms: int) -> str:
    """Writes a length of time: "50 minutes", "1 minute", "12:30"."""
    seconds = round(ms / 1000)
    whole, rest = divmod(max(0, seconds), 60)
    return f"{whole}:{rest:02}" if rest else f"{whole} minute{'' if whole == 1 else 's'}"

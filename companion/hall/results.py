"""How a match of a round ended, as its seats confirm it for the hall."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.hall.remembered import Remembered
from companion.hall.wire.from_table import Result
from companion.hall.wire.sizes import LONGEST_SHORT
from companion.table.at_hall import ResultHere
from companion.table.errors import Refused
from companion.table.history import Source
from companion.table.view import TableView

MOST_OWED = 8
"""Results of earlier rounds, the newest."""


def followed(known: Remembered, view: TableView, match: int, score: Mapping[str, int]) -> Remembered:
    """After the table has become that view, of the match of that number in the journal: once it is over, its end is to
    be confirmed. One that was over before its round is none of it, nor is any beside the one that all have confirmed;
    and one that is played on has no result any more."""
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
    if (
        before is not None
        and match == known.result_match
        and _same(before, told)
        and (before.sent or before.names == told.names)
    ):
        return known
    return replace(known, result=told, result_match=match, agreed={}, arrived=False)


def in_new_round(known: Remembered, number: int, *, over: int) -> Remembered:
    """As that round comes after another: `over` is the match that lies over on the table, 0 for none. What was
    confirmed goes along, for the hall may not have heard it; but not into the same round, played anew."""
    owed = tuple(each for each in to_send(known, connection=0, version=0) if each.round < number)[-MOST_OWED:]
    return replace(known, result=None, result_match=0, agreed={}, given=0, arrived=False, over_before=over, owed=owed)


def agreed(known: Remembered, seat: str, *, agreed: bool, source: Source, match: int) -> Remembered:
    """After that seat has confirmed, or taken it back, while that match is on the table: if it is another one, whoever
    sits there now may have sat elsewhere then, and goes without a name. Raises Refused."""
    result = known.result
    if result is None:
        raise Refused("There is no result of this round to confirm yet.")
    seats, who = result.names, str(source if match == known.result_match else replace(source, player=None))
    if seat not in seats:
        raise Refused("Nobody sits there in this game.")
    said = {name: by for name, by in known.agreed.items() if name != seat}
    if agreed:
        said[seat] = who[:LONGEST_SHORT]
    here = tuple(name for name in seats if name in said)
    sent = len(here) == len(seats)
    given = known.round.number if sent and known.round is not None else known.given
    return replace(known, agreed=said, given=given, arrived=False, result=replace(result, agreed=here, sent=sent))


def to_send(known: Remembered, *, connection: int, version: int) -> Sequence[Result]:
    """What the hall gets once all have confirmed it, and where they do not any more; before it what is owed of earlier
    rounds. Each is newer than the one before, and none than `version`."""
    told = [*known.owed, *_of_this_round(known)]
    return [
        replace(each, boot=known.boot, connection=connection, version=max(0, version - len(told) + nth))
        for nth, each in enumerate(told, 1)
    ]


def arrived(known: Remembered, told: Result) -> Remembered:
    """The hall's broker has taken that. What is older is owed no more; it itself is, for a broker that dies forgets."""
    owed = tuple(each for each in known.owed if each.round >= told.round)
    there = any(_unordered(each) == _unordered(told) for each in _of_this_round(known))
    return replace(known, owed=owed, arrived=known.arrived or there)


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
        ),
    )


def _unordered(told: Result) -> Result:
    return replace(told, boot=0, connection=0, version=0)


def _same(one: ResultHere, other: ResultHere) -> bool:
    return (one.winner, one.title, one.score) == (other.winner, other.title, other.score)

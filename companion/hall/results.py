"""How a match of a round ended, as its seats confirm it for the hall."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.hall.standing import Standing
from companion.hall.wire.from_table import Result
from companion.hall.wire.sizes import LONGEST_SHORT
from companion.table.at_hall import ResultHere
from companion.table.errors import Refused
from companion.table.view import TableView


def followed(standing: Standing, view: TableView, match: int, score: Mapping[str, int]) -> Standing:
    """After the table has become that view, of the match of that number in the journal: once it is over, its end is to
    be confirmed. One that was over before its round is none of it, and one that is played on has no result any more."""
    over, round = view.over, standing.round
    if over is None and match == standing.over_before:
        standing = replace(standing, over_before=0)
    if over is None or round is None or not round.number or not match or match == standing.over_before:
        if standing.result is not None and (match == standing.result_match and over is None):
            return replace(standing, result=None, agreed={})
        return standing
    told = ResultHere(winner=over.winner, title=over.title[:LONGEST_SHORT], score=dict(score))
    before = standing.result
    if before is not None and match == standing.result_match and _same(before, told):
        return standing
    return replace(standing, result=told, result_match=match, agreed={})


def in_new_round(standing: Standing, *, over: int) -> Standing:
    """As another round comes: `over` is the match that lies over on the table, 0 for none."""
    return replace(standing, result=None, result_match=0, agreed={}, over_before=over)


def agreed(standing: Standing, seat: str, *, agreed: bool, seats: Mapping[str, str], who: str) -> Standing:
    """After that seat has confirmed, by `who`, or taken it back. Raises Refused."""
    result = standing.result
    if result is None:
        raise Refused("There is no result of this round to confirm yet.")
    if seat not in seats:
        raise Refused("Nobody sits there in this game.")
    said = {name: by for name, by in standing.agreed.items() if name != seat}
    if agreed:
        said[seat] = who[:LONGEST_SHORT]
    here = tuple(name for name in seats if name in said)
    return replace(standing, agreed=said, result=replace(result, agreed=here, sent=len(here) == len(seats)))


def to_send(standing: Standing, *, connection: int, version: int, names: Mapping[str, str]) -> Result | None:
    """What the hall gets once all have confirmed; None before."""
    result, round = standing.result, standing.round
    if result is None or round is None or not result.sent:
        return None
    return Result(
        boot=standing.boot,
        connection=connection,
        version=version,
        round=round.number,
        match=standing.result_match,
        winner=result.winner,
        title=result.title,
        score=result.score,
        names={seat: name[:LONGEST_SHORT] for seat, name in names.items()},
        agreed=standing.agreed,
    )


def _same(one: ResultHere, other: ResultHere) -> bool:
    return (one.winner, one.title, one.score) == (other.winner, other.title, other.score)

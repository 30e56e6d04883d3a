"""Who is where: match points, then the event's tie-breaks in its own order. Exact fractions throughout."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

import msgspec

from companion.hall.event.event import Event
from companion.hall.event.players import Player
from companion.hall.event.records import Ending, Record, records
from companion.hall.event.scoring import Tiebreak

_ONE = Fraction(1)


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A player's rank, which others share where `level`; `breaks` is what each of the event's tie-breaks came to."""

    rank: int
    level: bool
    player: Player
    record: Record
    breaks: tuple[Fraction, ...]


def standings(event: Event) -> Sequence[Standing]:
    """The first one first; those who are level in everything share a rank and are in the order of their names."""
    so_far = records(event)
    groups: list[list[str]] = [sorted(so_far, key=str.casefold)]
    breaks: dict[str, list[Fraction]] = {name: [] for name in so_far}
    groups = _split(groups, {name: _ONE * record.points for name, record in so_far.items()})
    for tiebreak in event.tiebreaks:
        values: dict[str, Fraction] = {}
        for group in groups:
            values |= _values(tiebreak, group, so_far)
        for name, value in values.items():
            breaks[name].append(value)
        groups = _split(groups, values)
    players = {player.name: player for player in event.players}
    found, rank = [], 1
    for group in groups:
        for name in group:
            standing = Standing(
                rank=rank,
                level=len(group) > 1,
                player=players[name],
                record=so_far[name],
                breaks=tuple(breaks[name]),
            )
            found.append(standing)
        rank += len(group)
    return found


def _split(groups: Sequence[list[str]], values: Mapping[str, Fraction]) -> list[list[str]]:
    """Each group by its values, the greatest first; within, as before."""

    def parts() -> Iterator[list[str]]:
        for group in groups:
            for _, part in groupby(sorted(group, key=values.__getitem__, reverse=True), key=values.__getitem__):
                yield list(part)

    return list(parts())


def _values(tiebreak: Tiebreak, group: Sequence[str], so_far: Mapping[str, Record]) -> dict[str, Fraction]:
    """Of each in a group that nothing has parted so far."""
    match tiebreak:
        case Tiebreak.BUCHHOLZ:
            return {name: _ONE * sum(so_far[each.opponent].points for each in so_far[name].played) for name in group}
        case Tiebreak.SONNEBORN_BERGER:
            return {name: _sonneborn_berger(so_far[name], so_far) for name in group}
        case Tiebreak.OPPONENTS_WINS:
            return {name: _opponents_wins(so_far[name], so_far) for name in group}
        case Tiebreak.DIFFERENCE:
            return {name: _ONE * so_far[name].difference for name in group}
        case Tiebreak.HEAD_TO_HEAD:
            return _head_to_head(group, so_far)


_HALVES = {Ending.WON: 2, Ending.DRAWN: 1, Ending.LOST: 0, None: 0}


def _sonneborn_berger(record: Record, so_far: Mapping[str, Record]) -> Fraction:
    return _ONE * sum(_HALVES[each.ending] * so_far[each.opponent].points for each in record.met) / 2


def _opponents_wins(record: Record, so_far: Mapping[str, Record]) -> Fraction:
    opponents = [so_far[each.opponent] for each in record.played]
    parts = (_ONE * sum(_HALVES[met.ending] for met in each.played) / (2 * len(each.played)) for each in opponents)
    return sum(parts, Fraction(0)) / len(opponents) if opponents else Fraction(0)


def _head_to_head(group: Sequence[str], so_far: Mapping[str, Record]) -> dict[str, Fraction]:
    members = set(group)
    among = {name: [each for each in so_far[name].played if each.opponent in members] for name in group}
    if any(len({each.opponent for each in mine}) < len(group) - 1 for mine in among.values()):
        return dict.fromkeys(group, Fraction(0))
    return {name: _ONE * sum(each.worth for each in mine) for name, mine in among.items()}

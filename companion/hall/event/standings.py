"""What each player has made so far, and who is where."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import groupby

import msgspec

from companion.hall.event.event import Event, Pairing, Player, Scoring, Tiebreak

# What each player has made so far: the sums that pairings and standings go by.


class Ending(Enum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class Met(msgspec.Struct, frozen=True):
    """A match as one of its players had it: None as long as it has no result."""

    opponent: str
    ending: Ending | None
    worth: int
    made: int
    given: int


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """`points` are match points, the byes' too; `first` is in how many matches the player was first in order;
    `tables` those that the player has sat at."""

    points: int = 0
    met: tuple[Met, ...] = ()
    byes: int = 0
    first: int = 0
    tables: frozenset[str] = frozenset()

    @property
    def played(self) -> Sequence[Met]:
        """The matches with a result."""
        return [each for each in self.met if each.ending is not None]

    def count(self, ending: Ending) -> int:
        return sum(each.ending is ending for each in self.met)

    @property
    def opponents(self) -> Counter[str]:
        """How often each was met, whether it has ended or not."""
        return Counter(each.opponent for each in self.met)

    @property
    def difference(self) -> int:
        return sum(each.made - each.given for each in self.met)


def records(event: Event) -> Mapping[str, Record]:
    """Of each player, by name."""
    met: dict[str, list[Met]] = {player.name: [] for player in event.players}
    byes: Counter[str] = Counter()
    first: Counter[str] = Counter()
    tables: dict[str, set[str]] = {player.name: set() for player in event.players}
    for round in event.rounds:
        for pairing in round.pairings:
            if pairing.bye:
                byes[pairing.players[0]] += 1
                continue
            first[pairing.players[0]] += 1
            for seat, name in enumerate(pairing.players):
                met[name].append(_met(pairing, seat, event.scoring))
                tables[name].add(pairing.table)
    return {
        name: Record(
            points=sum(each.worth for each in mine) + byes[name] * event.scoring.bye,
            met=tuple(mine),
            byes=byes[name],
            first=first[name],
            tables=frozenset(tables[name]),
        )
        for name, mine in met.items()
    }


def _met(pairing: Pairing, seat: int, scoring: Scoring) -> Met:
    opponent = pairing.players[1 - seat]
    if pairing.result is None:
        return Met(opponent, None, 0, 0, 0)
    made, given = pairing.result.score[seat], pairing.result.score[1 - seat]
    match pairing.result.winner:
        case None:
            return Met(opponent, Ending.DRAWN, scoring.draw, made, given)
        case winner if winner == seat:
            return Met(opponent, Ending.WON, scoring.win, made, given)
    return Met(opponent, Ending.LOST, scoring.loss, made, given)


# Who is where: match points, then the event's tie-breaks in its own order. Exact fractions throughout.

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

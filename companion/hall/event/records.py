"""What each player has made so far: the sums that pairings and standings go by."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum

import msgspec

from companion.hall.event.event import Event
from companion.hall.event.rounds import Pairing
from companion.hall.event.scoring import Scoring


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

"""The next round of an event: its pairs at their tables, in the order of play, and who was floated."""

from collections.abc import Iterable, Mapping, Sequence

from companion.hall.event.event import Event
from companion.hall.event.matching import best_pairs
from companion.hall.event.priorities import field, lot
from companion.hall.event.records import Record, records
from companion.hall.event.rounds import Float, Pairing, Round, Way
from companion.hall.event.tables import Two, seated


def next_round(event: Event) -> Round:
    """Whoever has not dropped out is in it, once. The event has two players or more."""
    so_far = records(event)
    to_pair = field(event, so_far)
    found, quality = best_pairs(to_pair)
    pairs, byes = [], []
    for places in found:
        names = [to_pair.seats[place].name for place in places]
        if len(names) == 1:
            byes.append(Pairing(table="", players=(names[0],)))
        else:
            pairs.append(in_order(event, (names[0], names[1]), so_far))
    at = seated(event, pairs, so_far)
    pairings = (*(Pairing(table=table, players=pair) for pair, table in at.items()), *byes)
    return Round(pairings=pairings, floats=floats(pairings, so_far), quality=quality)


def in_order(event: Event, pair: Two, so_far: Mapping[str, Record]) -> Two:
    """Who has been first less often is first; between equals lots decide."""
    number = event.number + 1
    one, other = sorted(pair, key=lambda name: (so_far[name].first, lot(event, -number, name)))
    return (one, other)


def floats(pairings: Iterable[Pairing], so_far: Mapping[str, Record]) -> tuple[Float, ...]:
    """Of everybody whose opponent has more points, or fewer; the higher one of a pair first."""
    found: list[Float] = []
    for pairing in pairings:
        if pairing.bye:
            continue
        low, high = sorted(pairing.players, key=lambda name: so_far[name].points)
        few, many = so_far[low].points, so_far[high].points
        if few < many:
            found.append(Float(player=high, way=Way.DOWN, opponent=low, points=many, theirs=few))
            found.append(Float(player=low, way=Way.UP, opponent=high, points=few, theirs=many))
    return tuple(found)


def rematches(event: Event, number: int) -> Sequence[tuple[Pairing, int]]:
    """The pairings of a round whose players had met before, and the last round in which they had."""
    last = {
        frozenset(pairing.players): earlier
        for earlier, round in enumerate(event.rounds[: number - 1], start=1)
        for pairing in round.pairings
        if not pairing.bye
    }
    found = ((pairing, last.get(frozenset(pairing.players))) for pairing in event.round(number).pairings)
    return [(pairing, earlier) for pairing, earlier in found if earlier]

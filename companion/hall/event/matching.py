"""A round's best pairs, by networkx's matching of greatest weight among those with the most pairs.

Up to EXACT players every possible pair is weighed, so nothing is better in any priority. Beyond that the algorithm,
which takes a time by the cube, is given for each player only those NEAREST in the order who have not been met, and what
comes of it is held against a bound that no pairing can beat; where it falls short of that, more are given, WIDER at the
most, or all of them as long as there is a rematch or a second bye.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from operator import mul

import networkx

from companion.hall.event.priorities import POINTS_APART, Cost, Field
from companion.hall.event.rounds import Quality

EXACT = 160
NEAREST = 10
WIDER = 40

Pairs = Sequence[tuple[int, ...]]
"""Places in the order, the one alone having the bye."""


def best_pairs(
    field: Field, *, exact: int = EXACT, nearest: int = NEAREST, wider: int = WIDER
) -> tuple[Pairs, Quality]:
    """Nobody in `field` is left out. How long it takes grows with `exact`, `nearest` and `wider`."""
    size = len(field.seats)
    if size <= exact:
        return _matched(field, combinations(range(size), 2)), Quality.BEST
    bound = least(field)
    width = nearest
    while width < size:
        pairs = _matched(field, _near(field, width))
        total = field.total(pairs)
        if total[:POINTS_APART] == bound:
            return pairs, Quality.CLOSEST
        if total[:3] == bound[:3] and width >= wider:
            return pairs, Quality.GOOD
        width *= 4
    return _matched(field, combinations(range(size), 2)), Quality.BEST


def least(field: Field) -> Cost:
    """The first priorities of a pairing that is hindered by nobody's having met: no round can be better in them.

    The bye goes to one of the lowest among those with the fewest byes. Whoever is left is paired down the order: for
    sums of squared differences nothing is better than neighbours.
    """
    seats = list(field.seats)
    byes = points = 0
    if len(seats) % 2:
        out = min(reversed(seats), key=lambda seat: (seat.byes, seat.points))
        byes, points = out.byes, out.points - seats[-1].points
        seats.remove(out)
    apart = sum((one.points - other.points) ** 2 for one, other in zip(seats[::2], seats[1::2], strict=True))
    return (0, 0, byes, points, apart)


def _near(field: Field, width: int) -> Sequence[tuple[int, int]]:
    """For each place the nearest ones to the ideal that have not been met, of another club too where that matters, and
    a chain of neighbours, so that however few those are everybody is paired."""
    size = len(field.seats)
    pairs = {(one, one + 1) for one in range(size - 1)}
    for one, seat in enumerate(field.seats):
        found = others = 0
        for other in _ideal(one, size, field.half):
            rival = field.seats[other]
            if rival.name in seat.opponents:
                continue
            elsewhere = field.apart and seat.club != rival.club
            if found < width or (elsewhere and others < width):
                pairs.add((min(one, other), max(one, other)))
            found += 1
            others += elsewhere
            if found >= width and (others >= width or not field.apart):
                break
    return sorted(pairs)


def _ideal(one: int, size: int, half: int) -> Iterator[int]:
    """All other places, the nearest to `half` away first."""
    for off in range(size):
        for other in sorted({one + half + off, one + half - off, one - half + off, one - half - off}):
            if 0 <= other < size and other != one:
                yield other


def _matched(field: Field, pairs: Iterable[tuple[int, int]]) -> Pairs:
    size = len(field.seats)
    costs = {pair: field.cost(*pair) for pair in pairs}
    if size % 2:  # whoever is paired with the place behind the last has the bye
        costs |= {(one, size): field.bye(one) for one in range(size)}
    graph = networkx.Graph()
    graph.add_nodes_from(range(size + size % 2))
    radix = _radix(costs.values(), size // 2 + 1)
    graph.add_weighted_edges_from((*pair, -sum(map(mul, cost, radix))) for pair, cost in costs.items())
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted(tuple(sorted(place for place in pair if place < size)) for pair in matched)


def _radix(costs: Collection[Cost], pairs: int) -> Sequence[int]:
    """What to multiply each priority by, so that one of it outweighs all that so many pairs have of the later ones."""
    factors, factor = [], 1
    for most in reversed([max(each, default=0) for each in zip(*costs, strict=True)]):
        factors.append(factor)
        factor *= most * pairs + 1
    return factors[::-1]

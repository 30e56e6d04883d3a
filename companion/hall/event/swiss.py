"""Pairs the next round of an event: its best pairs at their tables."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations, count, groupby, islice
from operator import add, mul

import msgspec
import networkx
from msgspec.structs import replace

from companion.hall.event.event import Bye, EndWay, EventPairing, EventRound, First, Float, HallEvent, Player, Quality
from companion.hall.event.standings import ScoreRecord, records, swiss_standings
from companion.names import key
from companion.table.errors import Refused

# What makes one round's pairings better than another's: a tuple of whole numbers, the smallest being the best.
#
# In this order; an earlier one decides however much the later ones would gain:
#
# 1. pairs that have met before, and 2. how often those have met already: a rematch only where no round goes without
# one.
# 3. byes that the player with the bye has had already, and 4. that player's points above the lowest ones.
# 5. the squares of the pairs' differences in points, added up: two short floats rather than one long one.
# 6. pairs of one club, in the rounds that keep clubs apart.
# 7. how unevenly its players have been first and second after it: the squares of how much more often each was one
# than the other.
# 8. players floated who were floated in the round before, either way.
# 9. distance from the draw, squared. In the order by points and lots: how far apart a pair is.
# In a first round by the list: how far it is off half the list. The bye's is how far it is from the end.
#
# All are exact integers, and so is the weight that they make together.

Cost = tuple[int, ...]
"""Holds the nine of them, of one pair or of a whole round."""
POINTS_APART = 5
"""A round's Quality.CLOSEST is about this many of the first."""


class SwissSeat(msgspec.Struct, frozen=True, kw_only=True):
    """Holds a player as pairing sees one."""

    name: str
    points: int
    byes: int
    club: str
    balance: int
    floated: bool
    opponents: Mapping[str, int]


class SwissField(msgspec.Struct, frozen=True, kw_only=True):
    """Lists the players to be paired, by points and then by lots or list.

    `half` is the ideal distance of a pair in a first round by the list. Elsewhere it is 0: a pair is ideally
    neighbours.
    """

    seats: tuple[SwissSeat, ...]
    half: int
    apart: bool

    def cost(self, one: int, other: int) -> Cost:
        """Returns the cost of a pair, by places in the order."""
        a, b = self.seats[one], self.seats[other]
        met = a.opponents.get(b.name, 0)
        difference = a.points - b.points
        return (
            1 if met else 0,
            met,
            0,
            0,
            difference * difference,
            1 if self.apart and a.club and a.club == b.club else 0,
            min(_uneven(a.balance + 1, b.balance - 1), _uneven(a.balance - 1, b.balance + 1)),
            (a.floated + b.floated) if difference else 0,
            (abs(one - other) - self.half) ** 2,
        )

    def bye(self, one: int) -> Cost:
        seat = self.seats[one]
        above, off = seat.points - self.seats[-1].points, len(self.seats) - 1 - one
        return (0, 0, seat.byes, above, 0, 0, _uneven(seat.balance), 0, off * off)

    def total(self, pairs: Sequence[tuple[int, ...]]) -> Cost:
        """Returns the cost of a round: pairs of places, and one alone that has the bye."""
        total: Cost = (0,) * 9
        for pair in pairs:
            total = tuple(map(add, total, self.bye(*pair) if len(pair) == 1 else self.cost(*pair)))
        return total


def _uneven(*balances: int) -> int:
    return sum(each * each for each in balances)


def field(event: HallEvent, so_far: Mapping[str, ScoreRecord]) -> SwissField:
    """Returns the field of the event's next round."""
    number = event.number + 1
    floated = {each.player for each in event.rounds[-1].floats} if event.rounds else set()
    listed = number == 1 and event.first is First.LISTED
    players = [player for player in event.playing if asked_bye(player, number) is None]
    if not listed:
        players.sort(key=lambda player: (-so_far[player.name].points, lot(event, number, player.name)))
    seats = tuple(
        SwissSeat(
            name=player.name,
            points=so_far[player.name].points,
            byes=so_far[player.name].byes,
            club=key(player.club),
            balance=so_far[player.name].balance,
            floated=player.name in floated,
            opponents=so_far[player.name].opponents,
        )
        for player in players
    )
    return SwissField(seats=seats, half=len(seats) // 2 if listed else 0, apart=number <= event.apart_rounds)


def asked_bye(player: Player, number: int) -> Bye | None:
    """Returns the bye that the player has asked for in that round."""
    return next((each.bye for each in player.away if each.round == number), None)


def lot(event: HallEvent, number: int, name: str) -> bytes:
    """Returns what a player draws in a round: the same on each machine at any time, with any other players."""
    return sha256(f"{event.seed}/{number}/{name}".encode()).digest()


# A round's best pairs, by networkx's matching of greatest weight among those with the most pairs.
#
# Up to EXACT players every possible pair is weighed, so no pairing is better in any priority. Beyond that, the
# algorithm takes too long: its time grows by the cube. For each player it gets only those NEAREST in the order who
# have not been met. The outcome is compared with a bound that no pairing can beat. Where it falls short of that, the
# algorithm gets more, WIDER at the most, or all of them while there is a rematch or a second bye. More than LARGE
# are paired in blocks of BLOCK at the most, one after another from the top.

EXACT = 160
NEAREST = 10
WIDER = 40
LARGE = 2_000
BLOCK = 200

Pairs = Sequence[tuple[int, ...]]
"""Holds places in the order; the one alone has the bye."""


def best_pairs(
    field: SwissField, *, exact: int = EXACT, nearest: int = NEAREST, wider: int = WIDER
) -> tuple[Pairs, Quality]:
    """Pairs all players of `field`. The time it takes grows with `exact`, `nearest` and `wider`."""
    size = len(field.seats)
    if size <= exact:
        return _matched(field, combinations(range(size), 2)), Quality.BEST
    bound = least(field)
    if size > LARGE:
        found = [pair for block in _blocks(field) for pair in _block_pairs(field, block)]
        total = field.total(found)
        return found, Quality.CLOSEST if total[:POINTS_APART] == bound else Quality.GOOD
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


def least(field: SwissField) -> Cost:
    """Returns a bound: the first priorities of a pairing as if no players had met. No round can be better in them.

    The bye goes to one of the lowest among those with the fewest byes. The others are paired down the order:
    neighbours make the smallest sum of squared differences.
    """
    seats = list(field.seats)
    byes = points = 0
    if len(seats) % 2:
        out = min(reversed(seats), key=lambda seat: (seat.byes, seat.points))
        byes, points = out.byes, out.points - seats[-1].points
        seats.remove(out)
    apart = sum((one.points - other.points) ** 2 for one, other in zip(seats[::2], seats[1::2], strict=True))
    return (0, 0, byes, points, apart)


def _blocks(field: SwissField) -> Iterator[Sequence[int]]:
    """Yields the places by blocks, from the top down; where the list is halved, with as many of either half."""
    size, half = len(field.seats), field.half
    step = BLOCK // 2 if half else BLOCK
    for start in range(0, half or size, step):
        end = min(start + step, half or size)
        # An odd one out is at the end of the list.
        below = range(half + start, size if end == half else half + end) if half else ()
        yield [*range(start, end), *below]


def _block_pairs(field: SwissField, block: Sequence[int]) -> Iterator[tuple[int, ...]]:
    part = replace(field, seats=tuple(field.seats[place] for place in block), half=len(block) // 2 if field.half else 0)
    pairs, _ = best_pairs(part)
    return (tuple(block[place] for place in pair) for pair in pairs)


def _near(field: SwissField, width: int) -> Sequence[tuple[int, int]]:
    """Returns for each place the pairs nearest to the ideal whose players have not met.

    Where clubs are kept apart, it also has pairs of other clubs. A chain of neighbours is always in it, so that all
    players can be paired.
    """
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
    """Yields all other places, the nearest to `half` away first."""
    for off in range(size):
        for other in sorted({one + half + off, one + half - off, one - half + off, one - half - off}):
            if 0 <= other < size and other != one:
                yield other


def _matched(field: SwissField, pairs: Iterable[tuple[int, int]]) -> Pairs:
    size = len(field.seats)
    costs = {pair: field.cost(*pair) for pair in pairs}
    if size % 2:  # the player paired with the place behind the last has the bye
        costs |= {(one, size): field.bye(one) for one in range(size)}
    graph = networkx.Graph()
    graph.add_nodes_from(range(size + size % 2))
    radix = _radix(costs.values(), size // 2 + 1)
    graph.add_weighted_edges_from((*pair, -sum(map(mul, cost, radix))) for pair, cost in costs.items())
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted(tuple(sorted(place for place in pair if place < size)) for pair in matched)


def _radix(costs: Collection[Cost], pairs: int) -> Sequence[int]:
    """Returns the factor of each priority, so that one of it outweighs all that so many pairs have of the later
    ones.
    """
    factors, factor = [], 1
    for most in reversed([max(each, default=0) for each in zip(*costs, strict=True)]):
        factors.append(factor)
        factor *= most * pairs + 1
    return factors[::-1]


# Tables: the top ones go to the most points, and players with a table of their own play at that one.
# Where several pairs have as many points, each gets a new table if one is left.

Two = tuple[str, str]
MORE = "name more in Choices, or drop players"


def names_of(event: HallEvent) -> Iterator[str]:
    """Yields the event's tables from the top one down; numbers where it has named none."""
    return iter(event.tables) if event.tables else (str(number) for number in count(1))


def lacking_tables(event: HallEvent, size: int | None = None) -> str:
    """Returns what is wrong with the tables for the next round, or for one of so many players, as a sentence.

    Empty where all players have a table.
    """
    number, there = event.number + 1, {key(table) for table in event.tables}
    ready = [player for player in event.playing if asked_bye(player, number) is None]
    needed = (len(ready) if size is None else size) // 2
    if not there:
        return ""
    if lost := next((player for player in ready if player.table and key(player.table) not in there), None):
        return f"{lost.name} always sits at table {lost.table}, and there is no such table here."
    if needed > len(there):
        are = "is" if len(there) == 1 else "are"
        return f"Round {number} needs {needed} tables, and there {are} {len(there)}: {MORE}."
    return ""


def seated(event: HallEvent, pairs: Iterable[Two], so_far: Mapping[str, ScoreRecord]) -> Mapping[Two, str]:
    """Returns the table of each pair, the pairs in the order of tables."""
    ordered = sorted(pairs, key=lambda pair: _standing(pair, so_far))
    own = _own(event, ordered)
    free = _free(event, {key(table) for table in own.values()})
    tables = dict(own)
    for _, group in groupby((pair for pair in ordered if pair not in own), key=lambda pair: _standing(pair, so_far)):
        level = list(group)
        tables |= zip(level, _fresh(level, [next(free) for _ in level], so_far), strict=True)
    order = {key(table): place for place, table in enumerate(islice(names_of(event), len(event.tables) + len(tables)))}
    return dict(sorted(tables.items(), key=lambda each: order.get(key(each[1]), len(order))))


def _standing(pair: Two, so_far: Mapping[str, ScoreRecord]) -> tuple[int, int]:
    one, other = (so_far[name].points for name in pair)
    return (-max(one, other), -min(one, other))


def _own(event: HallEvent, pairs: Sequence[Two]) -> dict[Two, str]:
    """Returns the tables where players always play. Where two of them would need one, the higher pair has it."""
    wanted = {player.name: player.table for player in event.players if player.table}
    found: dict[Two, str] = {}
    taken: set[str] = set()
    for pair in pairs:
        for table in (wanted[name] for name in pair if name in wanted):
            if pair not in found and key(table) not in taken:
                found[pair] = table
                taken.add(key(table))
    return found


def _free(event: HallEvent, taken: set[str]) -> Iterator[str]:
    return (table for table in names_of(event) if key(table) not in taken)


def _fresh(pairs: Sequence[Two], tables: Sequence[str], so_far: Mapping[str, ScoreRecord]) -> Sequence[str]:
    """Gives each pair a table, with as few as possible that one of the two has had already.

    It looks for paths that give one more pair a new table, each by breadth first.
    """
    # networkx's hopcroft_karp_matching finds as many, but of 3,000 drawn rounds it seats 204 at other tables, and takes
    # seven times as long with 256 pairs.
    old = [so_far[one].tables | so_far[other].tables for one, other in pairs]
    sitting: list[int | None] = [None] * len(tables)
    for pair in range(len(pairs)):
        came: dict[int, tuple[int, int | None]] = {}
        queue: deque[tuple[int, int | None]] = deque([(pair, None)])
        end = None
        while queue and end is None:
            asking, through = queue.popleft()
            for table, name in enumerate(tables):
                if table in came or name in old[asking]:
                    continue
                came[table] = (asking, through)
                holder = sitting[table]
                if holder is None:
                    end = table
                    break
                queue.append((holder, table))
        while end is not None:
            asking, through = came[end]
            sitting[end] = asking
            end = through
    placed = set(sitting)
    left = (pair for pair in range(len(pairs)) if pair not in placed)
    at = {next(left) if holder is None else holder: tables[table] for table, holder in enumerate(sitting)}
    return [at[pair] for pair in range(len(pairs))]


# The next round of an event: its pairs at their tables, in the order of play, and its floats.


def next_round(event: HallEvent) -> EventRound:
    """Pairs every player who has not dropped out, once. At least two of them must not have asked for a bye.

    Raises Refused where there are too few tables.
    """
    if lacking := lacking_tables(event):
        raise Refused(lacking)
    so_far, number = records(event), event.number + 1
    to_pair = field(event, so_far)
    found, quality = best_pairs(to_pair)
    pairs, byes = [], []
    for places in found:
        names = [to_pair.seats[place].name for place in places]
        if len(names) == 1:
            byes.append(EventPairing(table="", players=(names[0],)))
        else:
            pairs.append(in_order(event, (names[0], names[1]), so_far))
    away = ((player.name, asked_bye(player, number)) for player in event.playing)
    byes += [EventPairing(table="", players=(name,), kind=bye) for name, bye in away if bye is not None]
    at = seated(event, pairs, so_far)
    pairings = (*(EventPairing(table=table, players=pair) for pair, table in at.items()), *byes)
    return EventRound(pairings=pairings, floats=floats(pairings, so_far), quality=quality)


def in_order(event: HallEvent, pair: Two, so_far: Mapping[str, ScoreRecord]) -> Two:
    """Puts the player first who has been second more often; between equals, who was second last; then by lot."""
    number = event.number + 1

    def late(name: str) -> tuple[int, bool, bytes]:
        met = so_far[name].met
        return (so_far[name].balance, bool(met) and met[-1].first, lot(event, -number, name))

    one, other = sorted(pair, key=late)
    return (one, other)


# The rounds for the top places, after the Swiss: the loser of a match is out.


def bracket(event: HallEvent, size: int) -> EventRound:
    """Makes the first of them: the best of the standings against the last of so many, so that the best two meet
    last.
    """
    names = [each.player.name for each in swiss_standings(event) if not each.player.dropped][:size]
    order = [0]
    while len(order) < size:
        order = [seed for each in order for seed in (each, 2 * len(order) - 1 - each)]
    return _cut(event, [names[seed] for seed in order])


def next_cut(event: HallEvent) -> EventRound:
    """Makes the next one: the winners of the last one, in the order of its bracket."""
    won = (each.players[each.result.winner or 0] for each in event.rounds[-1].pairings if each.result is not None)
    return _cut(event, list(won))


def _cut(event: HallEvent, names: Sequence[str]) -> EventRound:
    if lacking := lacking_tables(event, len(names)):
        raise Refused(lacking)
    so_far = records(event)
    pairs = [in_order(event, (one, other), so_far) for one, other in zip(names[::2], names[1::2], strict=True)]
    at = seated(event, pairs, so_far)
    return EventRound(pairings=tuple(EventPairing(table=at[pair], players=pair) for pair in pairs), cut=len(names))


def floats(pairings: Iterable[EventPairing], so_far: Mapping[str, ScoreRecord]) -> tuple[Float, ...]:
    """Returns each player whose opponent has more points, or fewer; the higher one of a pair first."""
    found: list[Float] = []
    for pairing in pairings:
        if pairing.bye:
            continue
        low, high = sorted(pairing.players, key=lambda name: so_far[name].points)
        few, many = so_far[low].points, so_far[high].points
        if few < many:
            found.append(Float(player=high, way=EndWay.DOWN, opponent=low, points=many, theirs=few))
            found.append(Float(player=low, way=EndWay.UP, opponent=high, points=few, theirs=many))
    return tuple(found)


def rematches(event: HallEvent, number: int) -> Sequence[tuple[EventPairing, int]]:
    """Returns the pairings of a round whose players had met before, and the last round in which they had."""
    last = {
        frozenset(pairing.players): earlier
        for earlier, round in enumerate(event.rounds[: number - 1], start=1)
        for pairing in round.pairings
        if not pairing.bye and (pairing.result is None or pairing.result.played)
    }
    found = ((pairing, last.get(frozenset(pairing.players))) for pairing in event.round(number).pairings)
    return [(pairing, earlier) for pairing, earlier in found if earlier]

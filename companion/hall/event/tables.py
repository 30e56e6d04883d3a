"""Who sits where: the top tables to the most points, players with a table of their own at that one, and where several
pairs have as many points, none at a table again where that can be had."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby, islice

from companion.hall.event.event import Event
from companion.hall.event.players import key
from companion.hall.event.records import Record

Two = tuple[str, str]


def names_of(event: Event) -> Iterator[str]:
    """The event's tables from the top one down, then numbers that go on where those end."""
    yield from event.tables
    taken = {key(table) for table in event.tables}
    yield from (str(number) for number in count(len(event.tables) + 1) if str(number) not in taken)


def seated(event: Event, pairs: Iterable[Two], so_far: Mapping[str, Record]) -> Mapping[Two, str]:
    """The table of each pair, the pairs in the order of tables."""
    ordered = sorted(pairs, key=lambda pair: _standing(pair, so_far))
    own = _own(event, ordered)
    free = _free(event, {key(table) for table in own.values()})
    tables = dict(own)
    for _, group in groupby((pair for pair in ordered if pair not in own), key=lambda pair: _standing(pair, so_far)):
        level = list(group)
        tables |= zip(level, _fresh(level, [next(free) for _ in level], so_far), strict=True)
    named = islice(names_of(event), len(event.tables) + len(tables))
    order = {key(table): place for place, table in enumerate(named)}
    return dict(sorted(tables.items(), key=lambda each: order.get(key(each[1]), len(order))))


def _standing(pair: Two, so_far: Mapping[str, Record]) -> tuple[int, int]:
    one, other = (so_far[name].points for name in pair)
    return (-max(one, other), -min(one, other))


def _own(event: Event, pairs: Sequence[Two]) -> dict[Two, str]:
    """The tables that players always sit at. Where two of them would need one, the higher pair has it."""
    wanted = {player.name: player.table for player in event.players if player.table}
    found: dict[Two, str] = {}
    taken: set[str] = set()
    for pair in pairs:
        for table in (wanted[name] for name in pair if name in wanted):
            if pair not in found and key(table) not in taken:
                found[pair] = table
                taken.add(key(table))
    return found


def _free(event: Event, taken: set[str]) -> Iterator[str]:
    return (table for table in names_of(event) if key(table) not in taken)


def _fresh(pairs: Sequence[Two], tables: Sequence[str], so_far: Mapping[str, Record]) -> Sequence[str]:
    """One table for each pair, with as few as can be of those that one of the two has sat at: paths that let one more
    pair have a new one, each found by breadth."""
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

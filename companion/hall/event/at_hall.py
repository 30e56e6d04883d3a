"""The event's rounds at a hall's tables: pairings as its organiser gives them out, results as its tables tell them."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.fields.words import clipped
from companion.hall.event.commands import with_result
from companion.hall.event.event import Event
from companion.hall.event.players import key
from companion.hall.organiser.needs import natural
from companion.hall.organiser.view import ResultOf
from companion.hall.wire.topics import named
from companion.table.errors import NotHere

SEATS = ("gold", "red")
"""In the order of play, where nothing has been played at a table yet."""


def round_pairings(event: Event) -> Sequence[tuple[str, Sequence[str]]]:
    """The newest round's, for OrganiserPort.pair: each table's players in the order of play. Who has the bye sits at no
    table and is not in it."""
    return [(each.table, each.players) for each in event.round(event.number).pairings if not each.bye]


def number_at_hall(event: Event) -> int:
    """What the hall calls the newest round, 0 before the first."""
    return event.rounds[-1].hall or event.number if event.rounds else 0


def at_tables(event: Event, tables: Iterable[str], command: Callable[[Event], Event]) -> Event:
    """What `command` makes of an event that is played at these tables of a hall's, table-2 before table-10. An event
    that names tables of its own keeps to those. Raises Invalid where one of the newest round's has a name that no
    hall's table can have."""
    here = event if event.tables else replace(event, tables=tuple(sorted(tables, key=natural)))
    after = replace(command(here), tables=event.tables)
    for table, _ in round_pairings(after):
        if not named(table):
            raise Invalid(
                "tables", f"must be called as in the hall, small letters, digits and hyphens: {clipped(table)} is not"
            )
    return after


def numbered(event: Event, number: int) -> Event:
    """The event, its newest round having that number at the hall."""
    return replace(event, rounds=(*event.rounds[:-1], replace(event.rounds[-1], hall=number)))


def with_told(event: Event, result: ResultOf) -> Event:
    """What a table's sides have confirmed, or the organiser wrote down, in the newest round. Raises NotHere where that
    has no such table, Invalid where the winner sits at neither seat, or nobody can know who sat where."""
    seats = seats_of(event, result.table, result.people)
    if result.winner is not None and result.winner not in seats:
        raise Invalid("winner", f"must be {' or '.join(seats)}, got {result.winner}")
    winner = None if result.winner is None else seats.index(result.winner)
    score = [result.score.get(seat, 0) for seat in seats]
    return with_result(event, event.number, result.table, winner, score, told=not result.by_hand)


def seats_of(event: Event, table: str, people: Mapping[str, str]) -> tuple[str, str]:
    """Where the two of the newest round sit who are paired at that table, in their order of play: `people` says by
    seat, in a game's own order, who is there as far as anybody has said. By their names, whichever seat they took; of
    one alone the other is opposite; and where neither is known, in the order of play. Raises NotHere, Invalid."""
    pairings = event.round(event.number).pairings
    players = next((each.players for each in pairings if not each.bye and key(each.table) == key(table)), None)
    if players is None:
        raise NotHere("table", table)
    ours, all_players = [key(name) for name in players], event.by_key
    people, found = people or dict.fromkeys(SEATS, ""), dict[int, str]()
    for seat, person in people.items():
        name = key(person.removesuffix(f" ({seat.title()})"))
        if name in ours:
            if ours.index(name) in found:
                raise Invalid("people", f"{person} is there twice")
            found[ours.index(name)] = seat
        elif name in all_players:
            raise Invalid("people", f"{person} is paired elsewhere")
    free = [seat for seat in people if seat not in found.values()]
    if len(people) != len(players) and len(found) < len(players):
        raise Invalid("people", f"must be {' and '.join(players)}")
    one, other = (found[place] if place in found else free.pop(0) for place in range(len(players)))
    return (one, other)

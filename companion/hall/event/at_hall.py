"""The event's rounds at a hall's tables: pairings as its organiser gives them out, results as its tables tell them."""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.hall.event.commands import with_result
from companion.hall.event.event import Event
from companion.hall.organiser.needs import natural
from companion.hall.organiser.view import ResultOf


def round_pairings(event: Event) -> Sequence[tuple[str, Sequence[str]]]:
    """The newest round's, for OrganiserPort.pair: each table's players in the order of play. Who has the bye sits at no
    table and is not in it."""
    return [(each.table, each.players) for each in event.round(event.number).pairings if not each.bye]


def at_tables(event: Event, tables: Iterable[str], command: Callable[[Event], Event]) -> Event:
    """What `command` makes of an event that is played at these tables of a hall's, table-2 before table-10. An event
    that names tables of its own keeps to those."""
    here = event if event.tables else replace(event, tables=tuple(sorted(tables, key=natural)))
    return replace(command(here), tables=event.tables)


def with_told(event: Event, result: ResultOf, seats: Sequence[str]) -> Event:
    """What a table's sides have confirmed, or the organiser wrote down, `seats` being that game's two in the order of
    play. Raises NotHere where the event has no such round or table, Invalid where the winner sits at neither."""
    if result.winner is not None and result.winner not in seats:
        raise Invalid("winner", f"must be {' or '.join(seats)}, got {result.winner}")
    winner = None if result.winner is None else seats.index(result.winner)
    score = [result.score.get(seat, 0) for seat in seats]
    return with_result(event, result.round, result.table, winner, score, told=not result.by_hand)

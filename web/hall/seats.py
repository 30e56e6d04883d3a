"""The event's matches and the tables that they are played at."""

from companion.errors import WarglassError
from companion.hall.event.at_hall import with_told
from companion.hall.event.event import Event
from companion.hall.organiser.view import HallView, TableHere

SEATS = ("gold", "red")
"""In the order of play, where nothing is played at a table yet."""


def seats_at(here: TableHere) -> tuple[str, str]:
    """The two seats of a table in the order of play."""
    found = tuple(here.names)[:2]
    return (found[0], found[1]) if len(found) == 2 else SEATS


def with_tables(event: Event, view: HallView) -> Event:
    """The event with what tables have told of its newest round: of matches that have no result yet. What was written
    by hand stays."""
    if not event.rounds or view.round.number != event.number:
        return event
    seats = {each.table: seats_at(each) for each in view.tables}
    lacking = {each.table for each in event.rounds[-1].pairings if not each.done}
    for result in view.results:
        if result.table in lacking and result.round == event.number:
            try:
                event = with_told(event, result, seats.get(result.table, SEATS))
            except WarglassError:  # of a game whose sides are others: somebody has to write it
                continue
    return event

"""The event's matches and the tables that they are played at."""

from collections.abc import Mapping

from companion.errors import WarglassError
from companion.hall.event.at_hall import number_at_hall, seats_of, with_told
from companion.hall.event.commands import with_result, without_result
from companion.hall.event.event import Event
from companion.hall.organiser.view import HallView, TableHere


def played_now(event: Event, view: HallView) -> bool:
    """Whether the hall's round is the event's newest."""
    return bool(event.rounds) and view.round.number == number_at_hall(event)


def seats_at(event: Event, here: TableHere) -> tuple[str, str]:
    """The two seats of a table in the order of play of whom the newest round has paired there. Raises NotHere, and
    Invalid where nobody can know them."""
    told = here.result.people if here.result is not None else {}
    return seats_of(event, here.table, told if told.keys() == here.names.keys() else here.names)


def with_tables(event: Event, view: HallView) -> Event:
    """The event with what tables tell of its newest round: of matches that have no result yet but what they told
    before, which is gone where they have taken it back. What was written by hand is in the event already, or was taken
    back there."""
    if not played_now(event, view):
        return event
    number = number_at_hall(event)
    pairings = event.rounds[-1].pairings
    lacking = {each.table for each in pairings if not each.done or (each.result is not None and each.result.told)}
    known = {each.table for each in view.results if each.round == number}
    for table in sorted(each.table for each in pairings if each.result is not None and each.table in lacking - known):
        event = without_result(event, event.number, table)
    for result in view.results:
        if result.table in lacking and result.round == number and not result.by_hand:
            try:
                event = with_told(event, result)
            except WarglassError:  # of a game whose sides are others, or of others who play: somebody has to write it
                event = without_result(event, event.number, result.table)
    return event


def uncredited(event: Event, view: HallView) -> Mapping[str, str]:
    """What tables tell of matches that lack a result all the same, for nobody can know who of the two that is: by
    table, in words. Of an event that `with_tables` has been through."""
    if not played_now(event, view):
        return {}
    lacking = {each.table for each in event.rounds[-1].pairings if not each.done}
    number = number_at_hall(event)
    told = (each for each in view.results if each.round == number and not each.by_hand)
    return {each.table: each.title for each in told if each.table in lacking}


def with_written(event: Event, view: HallView, here: TableHere, winner: str | None, score: Mapping[str, int]) -> Event:
    """The event with a result that was written at a table by hand: itself, where that match is none of its newest
    round's, or nobody can know who of the two that is."""
    if not played_now(event, view):
        return event
    try:
        seats = seats_at(event, here)
    except WarglassError:
        return event
    if winner not in (None, *seats):
        return event
    place = None if winner is None else seats.index(winner)
    return with_result(event, event.number, here.table, place, [score.get(seat, 0) for seat in seats])

"""What a step of the event changes at the hall's tables."""

from collections.abc import Mapping

from companion.errors import WarglassError
from companion.hall.event.at_hall import Seating, round_pairings
from companion.hall.event.event import Event, Pairing
from companion.hall.organiser.view import ByHand, OrganiserPort, TableHere
from web.hall.seats import played_now, seats_at


def tell(hall: OrganiserPort, before: Event, after: Event) -> None:
    """Who sits where now in the round that the hall plays, and what was written of it by hand. Nothing where that is
    none of the event's newest: what its tables play goes on. Raises Refused, Invalid."""
    view = hall.view()
    played = played_now(before, view)
    if not played_now(after, view):
        if played:  # it was taken back
            hall.pair(())
        return
    if not played or round_pairings(before) != round_pairings(after):
        hall.pair(round_pairings(after))
    was, now = _by_hand(before) if played else {}, _by_hand(after)
    here, seating = {each.table: each for each in view.tables}, Seating(after)
    results = {
        table: _written(now.get(table), here[table], seating)
        for table in {**was, **now}
        if was.get(table) != now.get(table) and table in here
    }
    if results:
        hall.set_results(results)


def _by_hand(event: Event) -> Mapping[str, Pairing]:
    """By table, of the newest round."""
    pairings = event.rounds[-1].pairings
    return {each.table: each for each in pairings if each.result is not None and not each.result.told}


def _written(pairing: Pairing | None, here: TableHere, seating: Seating) -> ByHand | None:
    """By seat; None also where nobody can know who sits where: then it is the event's alone."""
    if pairing is None or pairing.result is None:
        return None
    try:
        seats = seats_at(seating, here)
    except WarglassError:
        return None
    winner = None if pairing.result.winner is None else seats[pairing.result.winner]
    return ByHand(winner=winner, score=dict(zip(seats, pairing.result.score, strict=True)))

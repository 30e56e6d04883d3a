"""The event's matches and the tables that they are played at, and what a step of it changes there."""

from collections.abc import Mapping, Sequence

from companion.errors import WarglassError
from companion.hall.event.at_hall import Seating, number_at_hall, round_pairings
from companion.hall.event.commands import with_result, with_results, without_result
from companion.hall.event.event import Event, How, Pairing, Result
from companion.hall.organiser.view import SEATS, ByHand, HallView, OrganiserPort, ResultOf, TableHere
from companion.table.errors import Refused

# Times as the organiser's pages write them; web/static/hall_time.js writes the same. And who won.


def won(result: ResultOf) -> str:
    """What came of a match, by the name of who won where that is known: a table may know its sides alone."""
    name = result.people.get(result.winner or "")
    return f"{name} won" if name else result.title.removesuffix(".")


def countdown(ms: int) -> str:
    """Minutes and seconds that are left, "45:00"; with a minus once it is over. A second counts until it has gone."""
    seconds = -(-ms // 1000)
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02}"


def ago(ms: int) -> str:
    """How long something has been so: "40 s", "3 min", "2 h"."""
    seconds = max(0, ms) // 1000
    if seconds < 60:
        return f"{seconds} s"
    return f"{seconds // 60} min" if seconds < 3600 else f"{seconds // 3600} h"


# The event's matches and the tables that they are played at.


def tables_here(view: HallView) -> Sequence[str]:
    """Where can be played: at no table that has left for good, or whose box has never been here."""
    return [each.table for each in view.tables if (each.enrolled or each.online) and not each.absent]


def played_now(event: Event, view: HallView) -> bool:
    """Whether the hall's round is the event's newest."""
    return bool(event.rounds) and view.round.number == number_at_hall(event)


def seats_at(seating: Seating, here: TableHere) -> tuple[str, str]:
    """The two seats of a table in the order of play of whom the newest round has paired there. Raises NotHere, and
    Invalid where nobody can know them."""
    told = here.result.people if here.result is not None else {}
    return seating.seats(here.table, told if told.keys() == here.names.keys() else here.names)


def with_tables(event: Event, view: HallView) -> Event:
    """The event with what tables tell of its newest round, also while the hall plays one of its own: of matches that
    have no result yet but what they told before, which is gone where they have taken it back. What was written by hand
    is in the event already, or was taken back there."""
    if not event.rounds:
        return event
    number, seating = number_at_hall(event), Seating(event)
    told = {each.table: each for each in view.results if each.round == number}
    found: dict[tuple[int, str], Result | None] = {}
    for pairing in event.rounds[-1].pairings:
        result = told.get(pairing.table)
        ours = pairing.result is not None and not pairing.result.told
        if pairing.bye or ours or (result is not None and result.by_hand):
            continue
        try:
            now = None if result is None else seating.result(result)
        except WarglassError:  # of a game whose sides are others, or of others who play: somebody has to write it
            now = None
        if now != pairing.result:
            found[event.number, pairing.table] = now
    return with_results(event, found) if found else event


WAITS = "waits for the organiser"
"""What is said of a result as long as nobody can know whose it is."""


def outcome(pairing: Pairing) -> str:
    """What came of a match, in words; empty as long as it has no result."""
    result = pairing.result
    if result is None:
        return ""
    if result.winner is None:
        return "Draw" if result.drawn else "Nobody came" if result.how is How.NO_SHOW else "Both lost"
    winner, other = pairing.players[result.winner], pairing.players[1 - result.winner]
    match result.how:
        case How.NO_SHOW:
            return f"{winner} won, {other} did not come"
        case How.FORFEIT:
            return f"{winner} won, {other} gave up"
    return f"{winner} won"


def outcomes(event: Event, view: HallView) -> Mapping[str, str]:
    """What came of the hall's round, by table, in words: by who is credited with it, in an event that `with_tables` has
    been through."""
    found = {table: won(result) for table, result in view.now_told.items()}
    for each in event.rounds[-1].pairings if played_now(event, view) else ():
        if each.result is not None:
            found[each.table] = outcome(each)
        elif each.table in found:
            found[each.table] = WAITS
    return found


def pairing_at(event: Event, view: HallView, table: str) -> Pairing | None:
    """Who of the event plays at that table in the round that the hall plays."""
    pairings = event.rounds[-1].pairings if played_now(event, view) else ()
    return next((each for each in pairings if each.table == table), None)


def uncredited(event: Event, view: HallView) -> Mapping[str, str]:
    """What tables tell of matches that lack a result all the same, for nobody can know who of the two that is: by
    table, in words. Of an event that `with_tables` has been through."""
    if not event.rounds:
        return {}
    lacking = {each.table for each in event.rounds[-1].pairings if not each.done}
    number = number_at_hall(event)
    told = (each for each in view.results if each.round == number and not each.by_hand)
    return {each.table: each.title for each in told if each.table in lacking}


def with_written(event: Event, view: HallView, here: TableHere, winner: str | None, score: Mapping[str, int]) -> Event:
    """The event with a result that was written at a table by hand: itself, where that match is none of its newest
    round's. Raises Refused where nobody can know who of the two that is."""
    pairing = pairing_at(event, view, here.table)
    if pairing is None:
        return event
    try:
        seats = seats_at(Seating(event), here)
    except WarglassError as error:
        one, other = pairing.players
        raise Refused(f"Which side {one} and {other} sit at is not known here: write their result by name.") from error
    if winner not in (None, *seats):
        raise Refused(f"Neither {' nor '.join(pairing.players)} sits there.")
    place = None if winner is None else seats.index(winner)
    return with_result(event, event.number, here.table, place, [score.get(seat, 0) for seat in seats])


def without_written(event: Event, view: HallView, table: str) -> Event:
    """The event without what was written of a table's match by hand: itself, where that match is none of its newest
    round's, or nothing was."""
    if not played_now(event, view):
        return event
    written = (each.table for each in event.rounds[-1].pairings if each.result is not None and not each.result.told)
    return without_result(event, event.number, table) if table in written else event


# What a step of the event changes at the hall's tables.


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
    """By seat: where nobody can know who sits where, seats stand for the two in their order of play."""
    if pairing is None or pairing.result is None:
        return None
    try:
        seats = seats_at(seating, here)
    except WarglassError:
        seats = SEATS
    winner = None if pairing.result.winner is None else seats[pairing.result.winner]
    score = dict(zip(seats, pairing.result.score, strict=True))
    return ByHand(winner=winner, score=score, people=dict(zip(seats, pairing.players, strict=True)))

"""Connects the event's matches with the tables that they are played at, and passes steps of it on to those."""

from collections.abc import Mapping, Sequence

from companion.errors import WarglassError
from companion.hall.event.at_hall import EventSeating, number_at_hall, round_pairings
from companion.hall.event.commands import with_result, with_results, without_result
from companion.hall.event.event import EventPairing, EventResult, HallEvent, How
from companion.hall.organiser.hall import Hall
from companion.hall.organiser.view import SEATS, ByHand, HallView, ResultOf, TableHere
from companion.table.errors import Refused

# Times as the organiser's pages write them; web/hall/static/hall_time.js writes the same. And who won.


def winner_text(result: ResultOf) -> str:
    """Writes how a match ended, by the winner's name where that is known: a table may know its sides alone."""
    name = result.people.get(result.winner or "")
    return f"{name} won" if name else result.title.removesuffix(".")


def countdown(ms: int) -> str:
    """Writes minutes and seconds that are left, "45:00"; with a minus once it is over. A second counts until it is
    gone.
    """
    seconds = -(-ms // 1000)
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02}"


def ago(ms: int) -> str:
    """Writes how long something has been so: "40 s", "3 min", "2 h"."""
    seconds = max(0, ms) // 1000
    if seconds < 60:
        return f"{seconds} s"
    return f"{seconds // 60} min" if seconds < 3600 else f"{seconds // 3600} h"


# The event's matches and the tables that they are played at.


def tables_here(view: HallView) -> Sequence[str]:
    """Returns the tables that can be played at: their box has been here, and has not left for good."""
    return [each.table for each in view.tables if (each.enrolled or each.online) and not each.absent]


def played_now(event: HallEvent, view: HallView) -> bool:
    """Returns True where the hall's round is the event's newest."""
    return bool(event.rounds) and view.round.number == number_at_hall(event)


def seats_at(seating: EventSeating, here: TableHere) -> tuple[str, str]:
    """Returns the seats of the two players whom the newest round has paired at that table, in their order of play.

    Raises NotHere, and Invalid where their seats are unknown.
    """
    told = here.result.people if here.result is not None else {}
    return seating.seats(here.table, told if told.keys() == here.names.keys() else here.names)


def with_tables(event: HallEvent, view: HallView) -> HallEvent:
    """Returns the event with the tables' results of its newest round, also while the hall plays a round of its own.

    They fill matches without a result, and replace the tables' earlier results; one taken back there goes. A result by
    hand is in the event already, or was taken back there.
    """
    if not event.rounds:
        return event
    number, seating = number_at_hall(event), EventSeating(event)
    told = {each.table: each for each in view.results if each.round == number}
    found: dict[tuple[int, str], EventResult | None] = {}
    for pairing in event.rounds[-1].pairings:
        result = told.get(pairing.table)
        ours = pairing.result is not None and not pairing.result.told
        if pairing.bye or ours or (result is not None and result.by_hand):
            continue
        try:
            now = None if result is None else seating.result(result)
        except WarglassError:  # other sides, or other players: the organiser has to write it
            now = None
        if now != pairing.result:
            found[event.number, pairing.table] = now
    return with_results(event, found) if found else event


WAITS = "waits for the organiser"
"""Stands for a result while it is unknown which player has won."""


def outcome(pairing: EventPairing) -> str:
    """Writes how a match ended; empty while it has no result."""
    result = pairing.result
    if result is None:
        return ""
    if result.winner is None:
        return "Draw" if result.drawn else "Neither came" if result.how is How.NO_SHOW else "Both lost"
    winner, other = pairing.players[result.winner], pairing.players[1 - result.winner]
    match result.how:
        case How.NO_SHOW:
            return f"{winner} won, {other} did not come"
        case How.FORFEIT:
            return f"{winner} won, {other} gave up"
    return f"{winner} won"


def outcomes(event: HallEvent, view: HallView) -> Mapping[str, str]:
    """Writes how the matches of the hall's round ended, by table: by the players who are credited.

    The event must have been through `with_tables`.
    """
    found = {table: winner_text(result) for table, result in view.now_told.items()}
    for each in event.rounds[-1].pairings if played_now(event, view) else ():
        if each.result is not None:
            found[each.table] = outcome(each)
        elif each.table in found:
            found[each.table] = WAITS
    return found


def pairing_at(event: HallEvent, view: HallView, table: str) -> EventPairing | None:
    """Returns the event's pairing at that table in the round that the hall plays."""
    pairings = event.rounds[-1].pairings if played_now(event, view) else ()
    return next((each for each in pairings if each.table == table), None)


def uncredited(event: HallEvent, view: HallView) -> Mapping[str, str]:
    """Returns the tables' results that cannot be credited, because the players' seats are unknown: by table, in words.

    The event must have been through `with_tables`.
    """
    if not event.rounds:
        return {}
    lacking = {each.table for each in event.rounds[-1].pairings if not each.done}
    number = number_at_hall(event)
    told = (each for each in view.results if each.round == number and not each.by_hand)
    return {each.table: each.title for each in told if each.table in lacking}


def with_written(
    event: HallEvent, view: HallView, here: TableHere, winner: str | None, score: Mapping[str, int]
) -> HallEvent:
    """Returns the event with a result that was written at a table by hand.

    It is the same where that match is not of its newest round. Raises Refused where the players' seats are unknown.
    """
    pairing = pairing_at(event, view, here.table)
    if pairing is None:
        return event
    try:
        seats = seats_at(EventSeating(event), here)
    except WarglassError as error:
        one, other = pairing.players
        raise Refused(f"Which side {one} and {other} sit at is not known here: write their result by name.") from error
    if winner not in (None, *seats):
        raise Refused(f"Neither {' nor '.join(pairing.players)} sits there.")
    place = None if winner is None else seats.index(winner)
    return with_result(event, event.number, here.table, place, [score.get(seat, 0) for seat in seats])


def without_written(event: HallEvent, view: HallView, table: str) -> HallEvent:
    """Returns the event without a result that was written of a table's match by hand.

    It is the same where that match is not of its newest round, or has no such result.
    """
    if not played_now(event, view):
        return event
    written = (each.table for each in event.rounds[-1].pairings if each.result is not None and not each.result.told)
    return without_result(event, event.number, table) if table in written else event


# What a step of the event changes at the hall's tables.


def tell(hall: Hall, before: HallEvent, after: HallEvent) -> None:
    """Passes on who plays where now in the round that the hall plays, and what was written of it by hand.

    Where that is not the event's newest round, its tables play on unchanged. Raises Refused, Invalid.
    """
    view = hall.view()
    played = played_now(before, view)
    if not played_now(after, view):
        if played:  # it was taken back
            hall.pair(())
        return
    if not played or round_pairings(before) != round_pairings(after):
        hall.pair(round_pairings(after))
    was, now = _by_hand(before) if played else {}, _by_hand(after)
    here, seating = {each.table: each for each in view.tables}, EventSeating(after)
    results = {
        table: _written(now.get(table), here[table], seating)
        for table in {**was, **now}
        if was.get(table) != now.get(table) and table in here
    }
    if results:
        hall.set_results(results)


def _by_hand(event: HallEvent) -> Mapping[str, EventPairing]:
    """Returns the pairings of the newest round with a result by hand, by table."""
    pairings = event.rounds[-1].pairings
    return {each.table: each for each in pairings if each.result is not None and not each.result.told}


def _written(pairing: EventPairing | None, here: TableHere, seating: EventSeating) -> ByHand | None:
    """Returns the result by seat: where the players' seats are unknown, seats stand for the two in their order
    of play.
    """
    if pairing is None or pairing.result is None:
        return None
    try:
        seats = seats_at(seating, here)
    except WarglassError:
        seats = SEATS
    winner = None if pairing.result.winner is None else seats[pairing.result.winner]
    score = dict(zip(seats, pairing.result.score, strict=True))
    return ByHand(winner=winner, score=score, people=dict(zip(seats, pairing.players, strict=True)))

"""Plays the event's rounds at a hall's tables: pairings as the organiser gives them out, results as tables send
them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.fields.words import clipped
from companion.hall.event.commands import a_result
from companion.hall.event.event import Bye, EventResult, HallEvent, Quality, at_table
from companion.hall.event.swiss import rematches
from companion.hall.organiser.view import ResultOf, natural
from companion.hall.wire.topics import named
from companion.names import key
from companion.table.errors import NotHere, Refused

NO_TABLES = "No table is here yet: switch the boxes on, or name the tables in Choices."


def round_pairings(event: HallEvent) -> Sequence[tuple[str, Sequence[str]]]:
    """Returns the newest round's pairings, for Hall.pair: each table's players in the order of play.

    A player with the bye has no table and is left out.
    """
    return [(each.table, each.players) for each in event.round(event.number).pairings if not each.bye]


def number_at_hall(event: HallEvent) -> int:
    """Returns the hall's number of the newest round, 0 before the first."""
    return event.rounds[-1].hall or event.number if event.rounds else 0


def at_tables(event: HallEvent, tables: Iterable[str], command: Callable[[HallEvent], HallEvent]) -> HallEvent:
    """Returns what `command` makes of an event that is played at these tables of a hall, table-2 before table-10.

    An event that names tables of its own keeps to those. Raises Refused where there are none.
    Raises Invalid where a table of the newest round has a name that no hall's table can have.
    """
    here = event_at(event, tables)
    if not here.tables:
        raise Refused(NO_TABLES)
    after = replace(command(here), tables=event.tables)
    for table, _ in round_pairings(after):
        if not named(table):
            raise Invalid(
                "tables", f"must be called as in the hall, small letters, digits and hyphens: {clipped(table)} is not"
            )
    return after


def event_at(event: HallEvent, tables: Iterable[str]) -> HallEvent:
    """Returns the event with the tables of its next round."""
    return event if event.tables else replace(event, tables=tuple(sorted(tables, key=natural)))


def numbered(event: HallEvent, number: int) -> HallEvent:
    """Returns the event with the hall's number on its newest round."""
    return replace(event, rounds=(*event.rounds[:-1], replace(event.rounds[-1], hall=number)))


class EventSeating:
    """Says where the players sit who are paired in an event's newest round. Immutable."""

    def __init__(self, event: HallEvent) -> None:
        """Raises NotHere where there is no round."""
        pairings = event.round(event.number).pairings
        self._paired = {key(each.table): each.players for each in pairings if not each.bye}
        known = event.by_key
        self._once = {
            key(once): player.name for player in event.players for once in player.once if key(once) not in known
        }

    def result(self, told: ResultOf) -> EventResult:
        """Returns the result that a table's sides have confirmed. Raises NotHere where no players are paired there.

        Raises Invalid where their seats are unknown, or where the winner has neither seat.
        """
        seats = self.seats(told.table, told.people)
        if told.winner is not None and told.winner not in seats:
            raise Invalid("winner", f"must be {' or '.join(seats)}, got {told.winner}")
        winner = None if told.winner is None else seats.index(told.winner)
        return a_result(winner, [told.score.get(seat, 0) for seat in seats], told=not told.by_hand)

    def seats(self, table: str, people: Mapping[str, str]) -> tuple[str, str]:
        """Returns the seats of the two players paired at that table, in their order of play.

        `people` says who has which seat. Both names must be in it, in either seat: one known seat, or the order of
        play, does not decide the other. Raises NotHere, Invalid.
        """
        players = self._paired.get(key(table))
        if players is None:
            raise NotHere("table", table)
        ours = [key(name) for name in players]
        found: dict[int, str] = {}
        for seat, person in people.items():
            name = key(person.removesuffix(f" ({seat.title()})"))
            name = key(self._once.get(name, name))
            if name in ours:
                if ours.index(name) in found:
                    raise Invalid("people", f"{person} is there twice")
                found[ours.index(name)] = seat
        if len(people) > len(players) or len(found) < len(players):
            raise Invalid("people", f"must be {' and '.join(players)}")
        return (found[0], found[1])


# A round in words, for the organiser.

BYES = {
    Bye.ALLOCATED: "no opponent was left",
    Bye.FULL: "as many points as a bye",
    Bye.HALF: "the points of a draw",
    Bye.ZERO: "no points",
}
"""Says what a bye counts, or why a player has it."""
_QUALITY = {
    Quality.BEST: "No other pairing is better in any of the event's priorities.",
    Quality.CLOSEST: "No other pairing has fewer rematches, fewer second byes or closer points.",
    Quality.GOOD: "No pair meets again; points may not be as close as they could be.",
    Quality.BY_HAND: "Paired by hand.",
}


def pairing_notes(event: HallEvent, number: int) -> Sequence[str]:
    """Returns what an organiser should know of a round's pairings, as sentences. Floats say theirs themselves."""
    return list(_pairing_notes(event, number))


def _pairing_notes(event: HallEvent, number: int) -> Iterator[str]:
    round = event.round(number)
    again = rematches(event, number)
    if again and round.quality is Quality.BEST:
        yield "No pairing goes without a rematch; this one has the fewest."
    for pairing, earlier in again:
        yield f"{' and '.join(pairing.players)} meet again: they played in round {earlier}."
    if round.corrected:
        corrected = " and ".join(map(str, round.corrected))
        yield (
            f"A result of round {corrected} was corrected after this round was paired. "
            "These pairings stay; standings and the next round go by the correction."
        )
    had = {
        pairing.players[0]
        for each in event.rounds[: number - 1]
        for pairing in each.pairings
        if pairing.bye and pairing.kind is Bye.ALLOCATED
    }
    for pairing in round.pairings:
        if pairing.bye and pairing.kind is Bye.ALLOCATED:
            name = pairing.players[0]
            yield f"{name} has the bye{', and had one before' if name in had else ''}."
        elif pairing.bye:
            yield f"{pairing.players[0]} asked for a bye: {BYES[pairing.kind]}."
    own = {player.name: player.table for player in event.players if player.table}
    for pairing in round.pairings:
        for name in pairing.players:
            if not pairing.bye and name in own and key(own[name]) != key(pairing.table):
                yield f"{name} sits at {at_table(pairing.table)}, not at {at_table(own[name])}."
    if round.cut:
        yield f"The best {round.cut} play on: who loses is out."
    else:
        yield _QUALITY[round.quality]

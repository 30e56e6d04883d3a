"""A round in words for its organiser."""

from collections.abc import Iterator, Sequence

from companion.hall.event.event import Event
from companion.hall.event.players import key
from companion.hall.event.rounds import Quality
from companion.hall.event.swiss import rematches

_QUALITY = {
    Quality.BEST: "No other pairing is better in any of the event's priorities.",
    Quality.CLOSEST: "No other pairing has fewer rematches, fewer second byes or closer points.",
    Quality.GOOD: "Nobody meets anybody again; points may not be as close as they could be.",
    Quality.BY_HAND: "Paired by hand.",
}


def told(event: Event, number: int) -> Sequence[str]:
    """What an organiser should know of a round's pairings, a sentence each: floats are told by themselves (Round)."""
    return list(_told(event, number))


def _told(event: Event, number: int) -> Iterator[str]:
    round = event.round(number)
    again = rematches(event, number)
    if again and round.quality is Quality.BEST:
        yield "No pairing goes without a rematch; this one has the fewest."
    for pairing, earlier in again:
        yield f"{' and '.join(pairing.players)} meet again: they played in round {earlier}."
    had = {pairing.players[0] for each in event.rounds[: number - 1] for pairing in each.pairings if pairing.bye}
    for pairing in round.pairings:
        if pairing.bye:
            name = pairing.players[0]
            yield f"{name} has the bye{', and had one before' if name in had else ''}."
    own = {player.name: player.table for player in event.players if player.table}
    for pairing in round.pairings:
        for name in pairing.players:
            if not pairing.bye and name in own and key(own[name]) != key(pairing.table):
                yield f"{name} sits at table {pairing.table}, not at {own[name]}."
    yield _QUALITY[round.quality]

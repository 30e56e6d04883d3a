"""What makes one round's pairings better than another's: a tuple of whole numbers, the smallest being the best.

In this order, the earlier one deciding however much the later ones would gain:

1. pairs that have met before, and 2. how often those have met already: a rematch only where nothing goes without;
3. byes that whoever has the bye has had already, and 4. that player's points above the lowest ones;
5. the squares of the pairs' differences in points, added up: two short floats rather than one long one;
6. pairs of one club, in the rounds that keep clubs apart;
7. players floated who were floated in the round before, either way;
8. distance from the draw, squared: in the order by points and lots, how far apart a pair is; in a first round by the
   list, how far it is off half the list. The bye's is how far it is from the end.

All are exact integers, and so is the weight that they make together.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from operator import add

import msgspec

from companion.hall.event.event import Event, First
from companion.hall.event.players import key
from companion.hall.event.records import Record

Cost = tuple[int, ...]
"""The eight of them, of one pair or of a whole round."""
POINTS_APART = 5
"""So many of the first are what a round's Quality.CLOSEST is about."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A player as pairing sees one."""

    name: str
    points: int
    byes: int
    club: str
    floated: bool
    opponents: Mapping[str, int]


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """Who is to be paired, by points and then by lots or list. `half` is how far from each other a pair ideally is in a
    first round by the list, 0 elsewhere: there it is next to each other."""

    seats: tuple[Seat, ...]
    half: int
    apart: bool

    def cost(self, one: int, other: int) -> Cost:
        """Of a pair, by places in the order."""
        a, b = self.seats[one], self.seats[other]
        met = a.opponents.get(b.name, 0)
        difference = a.points - b.points
        return (
            1 if met else 0,
            met,
            0,
            0,
            difference * difference,
            1 if self.apart and a.club and a.club == b.club else 0,
            (a.floated + b.floated) if difference else 0,
            (abs(one - other) - self.half) ** 2,
        )

    def bye(self, one: int) -> Cost:
        seat = self.seats[one]
        return (0, 0, seat.byes, seat.points - self.seats[-1].points, 0, 0, 0, (len(self.seats) - 1 - one) ** 2)

    def total(self, pairs: Sequence[tuple[int, ...]]) -> Cost:
        """Of a round: pairs of places, and one alone who has the bye."""
        total: Cost = (0,) * 8
        for pair in pairs:
            total = tuple(map(add, total, self.bye(*pair) if len(pair) == 1 else self.cost(*pair)))
        return total


def field(event: Event, so_far: Mapping[str, Record]) -> Field:
    """Of the event's next round."""
    number = event.number + 1
    floated = {each.player for each in event.rounds[-1].floats} if event.rounds else set()
    listed = number == 1 and event.first is First.LISTED
    players = list(event.playing)
    if not listed:
        players.sort(key=lambda player: (-so_far[player.name].points, lot(event, number, player.name)))
    seats = tuple(
        Seat(
            name=player.name,
            points=so_far[player.name].points,
            byes=so_far[player.name].byes,
            club=key(player.club),
            floated=player.name in floated,
            opponents=so_far[player.name].opponents,
        )
        for player in players
    )
    return Field(seats=seats, half=len(seats) // 2 if listed else 0, apart=number <= event.apart_rounds)


def lot(event: Event, number: int, name: str) -> bytes:
    """What a player draws in a round: the same wherever and whenever it is drawn, whoever else plays."""
    return sha256(f"{event.seed}/{number}/{name}".encode()).digest()

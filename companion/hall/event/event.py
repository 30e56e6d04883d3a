"""The event as a value. commands.py makes the next one of it."""

from collections.abc import Sequence
from enum import Enum
from typing import Annotated

import msgspec

from companion.fields.decode import from_json
from companion.fields.invalid import Invalid
from companion.hall.event.players import MOST_PLAYERS, Player, TableName, key
from companion.hall.event.rounds import Round
from companion.hall.event.scoring import DEFAULT_TIEBREAKS, Scoring, Tiebreak
from companion.table.errors import NotHere

MOST_ROUNDS = 30


class First(Enum):
    """How the first round is paired. LISTED: the list is by strength, its upper half against its lower half, the bye to
    its end. RANDOM: drawn, by the event's seed."""

    LISTED = "listed"
    RANDOM = "random"


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """`tables` are named from the top one down; where there are too few, numbers go on. In the first `apart_rounds`
    rounds players of one club meet only where points cannot be as close otherwise. `seed` is what is drawn by."""

    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    players: Annotated[tuple[Player, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()
    rounds: Annotated[tuple[Round, ...], msgspec.Meta(max_length=MOST_ROUNDS)] = ()
    scoring: Scoring = Scoring()
    tiebreaks: Annotated[tuple[Tiebreak, ...], msgspec.Meta(max_length=len(Tiebreak))] = DEFAULT_TIEBREAKS
    tables: Annotated[tuple[TableName, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()
    first: First = First.RANDOM
    apart_rounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0
    seed: Annotated[int, msgspec.Meta(ge=0, le=999_999_999)] = 0

    @property
    def number(self) -> int:
        """Of the newest round, 0 before the first."""
        return len(self.rounds)

    @property
    def playing(self) -> Sequence[Player]:
        """Those who have not dropped out."""
        return [player for player in self.players if not player.dropped]

    def round(self, number: int) -> Round:
        """Raises NotHere."""
        if not 1 <= number <= self.number:
            raise NotHere("round", str(number))
        return self.rounds[number - 1]

    @property
    def by_key(self) -> dict[str, Player]:
        return {key(player.name): player for player in self.players}

    def player(self, name: str) -> Player:
        """However the name is capitalised. Raises NotHere."""
        found = self.by_key.get(key(name))
        if found is None:
            raise NotHere("player", name)
        return found


def to_json(event: Event) -> bytes:
    return msgspec.json.encode(event)


def of_json(data: bytes) -> Event:
    """Raises Invalid, also where rounds speak of somebody who does not play."""
    event = from_json(data, Event)
    known = {player.name for player in event.players}
    if len({key(name) for name in known}) < len(event.players):
        raise Invalid("players", "must not have a name twice")
    for number, each in enumerate(event.rounds):
        names = [name for pairing in each.pairings for name in pairing.players]
        if strangers := sorted(set(names) - known):
            raise Invalid(f"rounds[{number}].pairings", f"there is no player called {strangers[0]}")
        if len(set(names)) < len(names):
            raise Invalid(f"rounds[{number}].pairings", "must not have a player twice")
    return event

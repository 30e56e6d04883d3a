"""Describes the event that a hall plays: its players, its rounds, and what results count."""

import unicodedata
from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Annotated

import msgspec

from companion.fields.decode import from_json
from companion.fields.invalid import Invalid
from companion.names import key, tidy
from companion.table.errors import NotHere

# The players.

LONGEST_NAME = 40
"""A hall's pairings carry names of this length."""
MOST_PLAYERS = 20_000
MOST_ROUNDS = 30
MOST_START = 9_999
"""Limits the points that a late player may begin with."""
MOST_ONCE = 8
"""Limits the earlier names of a player."""
RESERVED = frozenset({"draw", "bye"})
"""CSV has these words in a player's place."""
_OWN: Mapping[str, str] = MappingProxyType({})

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
TableName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class Bye(Enum):
    """Says why a player sits a round out, and what that counts. ALLOCATED: no opponent was left.

    A player asks for the others: FULL counts as many points as an allocated bye, HALF a draw's, ZERO none.
    """

    ALLOCATED = "allocated"
    FULL = "full"
    HALF = "half"
    ZERO = "zero"


class Away(msgspec.Struct, frozen=True):
    """Holds a bye that a player has asked for."""

    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]
    bye: Bye


class Player(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Describes a player, who goes by the name.

    `club` is what first rounds may keep apart: a club, a faction, a family. `table` is the one where this player always
    plays. `dropped` players are paired no more and keep what they have. `start`: the points that a late player began
    with. `away`: the byes asked for, by round. `once`: earlier names of the player, which tables may know.
    """

    name: Name
    club: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    table: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    dropped: bool = False
    start: Annotated[int, msgspec.Meta(ge=0, le=MOST_START)] = 0
    away: Annotated[tuple[Away, ...], msgspec.Meta(max_length=MOST_ROUNDS)] = ()
    once: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_ONCE)] = ()


def named(
    name: str,
    *,
    club: str = "",
    table: str = "",
    dropped: bool = False,
    line: int | None = None,
    titles: Mapping[str, str] = _OWN,
) -> Player:
    """Makes a player from an organiser's texts. Raises Invalid, naming the field, as `titles` has it, and the line."""
    made = tidied(titles.get("name", "name"), name, line=line)
    if key(made) in RESERVED:
        raise Invalid(titles.get("name", "name"), f"cannot be {made}: that word describes a result", line)
    return Player(
        name=made,
        club=tidied(titles.get("club", "club"), club, line=line) if club.strip() else "",
        table=tidied(titles.get("table", "table"), table, line=line) if table.strip() else "",
        dropped=dropped,
    )


def at_table(name: str) -> str:
    """Writes a table's name within a sentence: 3 as "table 3", "table-3" and "Oak" as they are."""
    return f"table {name}" if name.isdecimal() else name


def tidied(field: str, text: str, *, line: int | None = None) -> str:
    """Returns a name with its spaces and accents in order. Raises Invalid, naming the field and the line."""
    try:
        return tidy(unicodedata.normalize("NFC", text), longest=LONGEST_NAME)
    except ValueError as error:
        raise Invalid(field, str(error), line) from error


# What results count, as the event chooses. The defaults are the event's own: no rulebook prescribes them.

Worth = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class EventScoring(msgspec.Struct, frozen=True, kw_only=True):
    """Sets the match points of each result. They are whole: for half a point a draw, give 2, 1 and 0."""

    win: Worth = 3
    draw: Worth = 1
    loss: Worth = 0
    bye: Worth = 3


class Tiebreak(Enum):
    """Decides between equal points; standings.py says what each adds up.

    BUCHHOLZ: the points of all opponents, a virtual one for each round that was not played.
    BUCHHOLZ_CUT_1: the same without the lowest. MEDIAN: the same without the lowest and the highest.
    SONNEBORN_BERGER: the points of opponents beaten, and half of those drawn with.
    OPPONENTS_WINS: the mean, over opponents, of the part of their matches that they won, a third at the least.
    STRENGTH_OF_SCHEDULE: the mean, over opponents, of their points a round. WINS: matches won at the table.
    DIFFERENCE: the game's own points made, less those given away.
    HEAD_TO_HEAD: match points among players still level, if each of them has met each other one, else 0.
    """

    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT_1 = "buchholz-cut-1"
    MEDIAN = "median"
    SONNEBORN_BERGER = "sonneborn-berger"
    OPPONENTS_WINS = "opponents-wins"
    STRENGTH_OF_SCHEDULE = "strength-of-schedule"
    WINS = "wins"
    DIFFERENCE = "difference"
    HEAD_TO_HEAD = "head-to-head"


DEFAULT_TIEBREAKS = (Tiebreak.BUCHHOLZ, Tiebreak.SONNEBORN_BERGER, Tiebreak.DIFFERENCE)

# A round: who plays whom at which table, how that ended, and who was floated.

MOST_POINTS = 99_999
"""Limits points of a game's own, or of all matches together."""

GamePoints = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=1)]


class How(Enum):
    """Says how a match ended that was not simply played to its end. BOTH_LOST: it was played, and each has lost.

    FORFEIT: one gave up during it. NO_SHOW: one did not come, or neither did: it was not played.
    """

    BOTH_LOST = "both-lost"
    FORFEIT = "forfeit"
    NO_SHOW = "no-show"


class EventResult(msgspec.Struct, frozen=True, kw_only=True):
    """Says how a match ended. `winner` is the winner's place in the order of play, None for a draw or where both lost.

    `score` is what each made by the game's own count. `told`: the table sent it, and may take it back.
    `how` is there where the match was not simply played to its end.
    """

    winner: Seat | None
    score: tuple[GamePoints, GamePoints] = (0, 0)
    told: bool = False
    how: How | msgspec.UnsetType = msgspec.UNSET

    @property
    def played(self) -> bool:
        """Returns True where the two have met at the table."""
        return self.how is not How.NO_SHOW

    @property
    def drawn(self) -> bool:
        return self.winner is None and self.how is msgspec.UNSET

    @property
    def odd(self) -> bool:
        """Returns True where the winner of a match that was played to its end made fewer points than the other."""
        winner = self.winner
        return winner is not None and self.how is msgspec.UNSET and self.score[winner] < self.score[1 - winner]

    def same(self, other: "EventResult | None") -> bool:
        """Returns True where both results are equal, from the table or by hand."""
        return other is not None and (self.winner, self.score, self.how) == (other.winner, other.score, other.how)


class EventPairing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Pairs two players in the order of play, or gives one the bye, at no table: `kind` says why."""

    table: Annotated[str, msgspec.Meta(max_length=40)]
    players: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=2)]
    result: EventResult | None = None
    kind: Bye = Bye.ALLOCATED

    @property
    def bye(self) -> bool:
        return len(self.players) == 1

    @property
    def done(self) -> bool:
        """Returns True where no result is missing."""
        return self.bye or self.result is not None


class EndWay(Enum):
    DOWN = "down"
    UP = "up"


class Float(msgspec.Struct, frozen=True, kw_only=True):
    """Holds a player with `points` who was paired with `opponent`, who has `theirs`: down to fewer, or up to more."""

    player: Name
    way: EndWay
    opponent: Name
    points: Points
    theirs: Points

    def __str__(self) -> str:
        return f"{self.player} ({self.points}) was floated {self.way.value} to {self.opponent} ({self.theirs})."


class Quality(Enum):
    """Says how good a round's pairings are by the event's own priorities (see priorities.py).

    BEST: no other is better in any of them. CLOSEST: none has fewer rematches, fewer second byes or closer points.
    Of the players to float among equals, good ones were taken. GOOD: no rematch, and points about as close as can be.
    BY_HAND: the organiser's own.
    """

    BEST = "best"
    CLOSEST = "closest"
    GOOD = "good"
    BY_HAND = "by-hand"


CUTS = (4, 8, 16)
"""Lists how many may play on for the top places after the Swiss."""
MOST_CUT = max(CUTS)


class EventRound(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Holds one round. `pairings` are in the order of tables, byes last; `floats` are by the points as it was paired.

    `hall` is the hall's number of it, 0 where that is the event's own. The hall also counts rounds taken back, and
    those of no event. `cut`: how many play in it for the top places, 0 in the Swiss. Its pairings have the bracket's
    order then. `corrected` are the earlier rounds whose results changed after this one was paired.
    """

    pairings: Annotated[tuple[EventPairing, ...], msgspec.Meta(max_length=MOST_PLAYERS)]
    floats: Annotated[tuple[Float, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()
    quality: Quality = Quality.BEST
    hall: Annotated[int, msgspec.Meta(ge=0)] = 0
    cut: Annotated[int, msgspec.Meta(ge=0, le=MOST_CUT)] = 0
    corrected: Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST_ROUNDS)] = ()

    @property
    def done(self) -> bool:
        """Returns True where no result is missing."""
        return all(each.done for each in self.pairings)


# The event as a value. commands.py makes the next one of it.


class First(Enum):
    """Says how the first round is paired.

    LISTED: the list is by strength, its upper half meets its lower half, and the bye goes to its end.
    RANDOM: drawn, by the event's seed.
    """

    LISTED = "listed"
    RANDOM = "random"


class HallEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Holds the whole event. `tables` are named from the top one down, and are the only ones in use.

    Without any they are numbered. In the first `apart_rounds` rounds, players of one club meet only for closer points.
    `seed` decides what is drawn.
    """

    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    players: Annotated[tuple[Player, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()
    rounds: Annotated[tuple[EventRound, ...], msgspec.Meta(max_length=MOST_ROUNDS)] = ()
    scoring: EventScoring = EventScoring()
    tiebreaks: Annotated[tuple[Tiebreak, ...], msgspec.Meta(max_length=len(Tiebreak))] = DEFAULT_TIEBREAKS
    tables: Annotated[tuple[TableName, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()
    first: First = First.RANDOM
    apart_rounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0
    seed: Annotated[int, msgspec.Meta(ge=0, le=999_999_999)] = 0

    @property
    def number(self) -> int:
        """Returns the newest round's number, 0 before the first."""
        return len(self.rounds)

    @property
    def swiss(self) -> "HallEvent":
        """Returns the event without the rounds for its top places."""
        rounds = tuple(each for each in self.rounds if not each.cut)
        return self if len(rounds) == len(self.rounds) else msgspec.structs.replace(self, rounds=rounds)

    @property
    def playing(self) -> Sequence[Player]:
        """Returns the players who have not dropped out."""
        return [player for player in self.players if not player.dropped]

    def round(self, number: int) -> EventRound:
        """Returns that round. Raises NotHere."""
        if not 1 <= number <= self.number:
            raise NotHere("round", str(number))
        return self.rounds[number - 1]

    @property
    def by_key(self) -> dict[str, Player]:
        return {key(player.name): player for player in self.players}

    def player(self, name: str) -> Player:
        """Finds a player by the name, in any capitals. Raises NotHere."""
        found = self.by_key.get(key(name))
        if found is None:
            raise NotHere("player", name)
        return found


def to_json(event: HallEvent) -> bytes:
    return msgspec.json.encode(event)


def of_json(data: bytes) -> HallEvent:
    """Reads an event. Raises Invalid, also where rounds name a player who is not in it."""
    event = from_json(data, HallEvent)
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

"""The event that a hall plays: its players, its rounds, and what results count."""

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

# Who plays.

LONGEST_NAME = 40
"""As a hall's pairings carry it."""
MOST_PLAYERS = 20_000
MOST_ROUNDS = 30
MOST_START = 9_999
"""Points that somebody who comes late may begin with."""
MOST_ONCE = 8
"""Earlier names of a player."""
RESERVED = frozenset({"draw", "bye"})
"""What CSV says in a player's place."""
_OWN: Mapping[str, str] = MappingProxyType({})

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
TableName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class Bye(Enum):
    """Why a player sits a round out, and what that counts. ALLOCATED: nobody was left to play against. FULL, HALF and
    ZERO were asked for: as many points as an allocated bye, as a draw, or none."""

    ALLOCATED = "allocated"
    FULL = "full"
    HALF = "half"
    ZERO = "zero"


class Away(msgspec.Struct, frozen=True):
    """A bye that a player has asked for."""

    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]
    bye: Bye


class Player(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player goes by the name. `club` is whatever first rounds may keep apart: a club, a faction, a family; `table`
    the one that this player always sits at; `dropped` ones are paired no more and keep what they have. `start` are the
    points that somebody who came late began with; `away` are the byes asked for, by round; `once` what the player was
    called before, which tables may have heard."""

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
    """A player of texts as somebody wrote them. Raises Invalid, naming the field, as `titles` has it, and the line."""
    made = tidied(titles.get("name", "name"), name, line=line)
    if key(made) in RESERVED:
        raise Invalid(titles.get("name", "name"), f"cannot be {made}: that is said of a result", line)
    return Player(
        name=made,
        club=tidied(titles.get("club", "club"), club, line=line) if club.strip() else "",
        table=tidied(titles.get("table", "table"), table, line=line) if table.strip() else "",
        dropped=dropped,
    )


def tidied(field: str, text: str, *, line: int | None = None) -> str:
    """A name with its spaces and accents in order. Raises Invalid, naming the field and the line."""
    try:
        return tidy(unicodedata.normalize("NFC", text), longest=LONGEST_NAME)
    except ValueError as error:
        raise Invalid(field, str(error), line) from error


# What results count, as the event chooses. The defaults are table choices: no rulebook prescribes them.

Worth = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """Match points for each result. Whole numbers: whoever wants half a point for a draw gives 2, 1 and 0."""

    win: Worth = 3
    draw: Worth = 1
    loss: Worth = 0
    bye: Worth = 3


class Tiebreak(Enum):
    """What decides between equal points; standings.py says what each adds up.

    BUCHHOLZ: the points of all opponents, a virtual one for each round that was not played. BUCHHOLZ_CUT_1: the same
    without the lowest. MEDIAN: the same without the lowest and the highest. SONNEBORN_BERGER: the points of opponents
    beaten, and half of those drawn with. OPPONENTS_WINS: the mean, over opponents, of the part of their matches that
    they won, a third at the least. STRENGTH_OF_SCHEDULE: the mean, over opponents, of their points a round. WINS:
    matches won at the table. DIFFERENCE: the game's own points made, less those given away. HEAD_TO_HEAD: match points
    among those who are still level, if each of them has met each other one; otherwise nothing.
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
"""Of a game's own, or of all matches together."""

GamePoints = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=1)]


class How(Enum):
    """How a match ended that was not simply played to its end. BOTH_LOST: it was played, and each has lost. FORFEIT:
    one gave up during it. NO_SHOW: one did not come, or neither did: it was not played."""

    BOTH_LOST = "both-lost"
    FORFEIT = "forfeit"
    NO_SHOW = "no-show"


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a match ended: `winner` is the place of the one who won in the order of play, None for a draw or where both
    have lost; `score` what each made by the game's own count. `told`: by the table, which may take it back, and not
    written by hand. `how` is there where it was not simply played to its end."""

    winner: Seat | None
    score: tuple[GamePoints, GamePoints] = (0, 0)
    told: bool = False
    how: How | msgspec.UnsetType = msgspec.UNSET

    @property
    def played(self) -> bool:
        """Whether the two have met at the table."""
        return self.how is not How.NO_SHOW

    @property
    def drawn(self) -> bool:
        return self.winner is None and self.how is msgspec.UNSET

    @property
    def odd(self) -> bool:
        """Whether the winner of a match that was played to its end made fewer points than the other."""
        winner = self.winner
        return winner is not None and self.how is msgspec.UNSET and self.score[winner] < self.score[1 - winner]

    def same(self, other: "Result | None") -> bool:
        """Whether they say the same, whoever said it."""
        return other is not None and (self.winner, self.score, self.how) == (other.winner, other.score, other.how)


class Pairing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two players in the order of play, or one who sits the round out, at no table: `kind` says why."""

    table: Annotated[str, msgspec.Meta(max_length=40)]
    players: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=2)]
    result: Result | None = None
    kind: Bye = Bye.ALLOCATED

    @property
    def bye(self) -> bool:
        return len(self.players) == 1

    @property
    def done(self) -> bool:
        """Whether nothing more is to be said of it."""
        return self.bye or self.result is not None


class Way(Enum):
    DOWN = "down"
    UP = "up"


class Float(msgspec.Struct, frozen=True, kw_only=True):
    """A player with `points` who was paired with `opponent`, who has `theirs`: down to fewer, or up to more."""

    player: Name
    way: Way
    opponent: Name
    points: Points
    theirs: Points

    def __str__(self) -> str:
        return f"{self.player} ({self.points}) was floated {self.way.value} to {self.opponent} ({self.theirs})."


class Quality(Enum):
    """How good a round's pairings are by the event's own priorities (see priorities.py). BEST: nothing is better in any
    of them. CLOSEST: nothing has fewer rematches, fewer second byes or closer points; of who is floated among equals,
    good ones were taken. GOOD: no rematch, and points about as close as can be. BY_HAND: somebody's own."""

    BEST = "best"
    CLOSEST = "closest"
    GOOD = "good"
    BY_HAND = "by-hand"


CUTS = (4, 8, 16)
"""How many may play on for the top places after the Swiss."""
MOST_CUT = max(CUTS)


class Round(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`pairings` in the order of tables, byes last; `floats` as the points were when it was paired. `hall` is the
    number that the hall has given it, which goes on over rounds taken back and those of no event; 0 where that is the
    event's own. `cut`: how many play in it for the top places, 0 in the Swiss; its pairings are in the order of the
    bracket. `corrected` are the earlier rounds of which a result became another after this one was paired."""

    pairings: Annotated[tuple[Pairing, ...], msgspec.Meta(max_length=MOST_PLAYERS)]
    floats: Annotated[tuple[Float, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()
    quality: Quality = Quality.BEST
    hall: Annotated[int, msgspec.Meta(ge=0)] = 0
    cut: Annotated[int, msgspec.Meta(ge=0, le=MOST_CUT)] = 0
    corrected: Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST_ROUNDS)] = ()


# The event as a value. commands.py makes the next one of it.


class First(Enum):
    """How the first round is paired. LISTED: the list is by strength, its upper half against its lower half, the bye to
    its end. RANDOM: drawn, by the event's seed."""

    LISTED = "listed"
    RANDOM = "random"


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """`tables` are named from the top one down: nobody plays anywhere else. Without any they are numbered. In the first
    `apart_rounds` rounds players of one club meet only where points cannot be as close otherwise. `seed` is what is
    drawn by."""

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
    def swiss(self) -> "Event":
        """The event without the rounds for its top places."""
        rounds = tuple(each for each in self.rounds if not each.cut)
        return self if len(rounds) == len(self.rounds) else msgspec.structs.replace(self, rounds=rounds)

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

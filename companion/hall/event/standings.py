"""Sums up what each player has made so far, and ranks the players."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import groupby

import msgspec
from msgspec.structs import replace

from companion.hall.event.event import Bye, EventPairing, EventScoring, HallEvent, Player, Tiebreak

# What each player has made so far: the sums that pairings and standings go by.


class Ending(Enum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class TurnOrder(msgspec.Struct, frozen=True, kw_only=True):
    """Holds a round as one of the event's players had it. `opponent` is None where there was none.

    `ending` is None while the match has no result. `played` is True where the two met at the table, or are to.
    `first` is True where the player is first in the order of play.
    """

    round: int
    opponent: str | None = None
    ending: Ending | None = None
    worth: int = 0
    made: int = 0
    given: int = 0
    played: bool = False
    first: bool = False


class ScoreRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Sums up one player. `points` are match points: those of the `turns`, and what the player began with (`start`).

    `byes` are the rounds that counted a win without a match: a player who has had one gets no other.
    """

    points: int = 0
    start: int = 0
    turns: tuple[TurnOrder, ...] = ()
    byes: int = 0
    tables: frozenset[str] = frozenset()
    """Lists the tables where the player has played."""

    @property
    def met(self) -> Sequence[TurnOrder]:
        """Returns the rounds with an opponent who came."""
        return [each for each in self.turns if each.played]

    @property
    def played(self) -> Sequence[TurnOrder]:
        """Returns the matches at the table that have a result."""
        return [each for each in self.turns if each.played and each.ending is not None]

    @property
    def unplayed(self) -> Sequence[TurnOrder]:
        """Returns the rounds without an opponent at the table."""
        return [each for each in self.turns if not each.played]

    def count(self, ending: Ending) -> int:
        """Counts the matches that ended so, also those against a player who did not come."""
        return sum(each.ending is ending and each.opponent is not None for each in self.turns)

    @property
    def opponents(self) -> Counter[str]:
        """Counts how often each opponent was met, in a running match too."""
        return Counter(each.opponent for each in self.met if each.opponent is not None)

    @property
    def balance(self) -> int:
        """Returns how often the player was first in the order of play, less how often second."""
        return sum(1 if each.first else -1 for each in self.met)

    @property
    def difference(self) -> int:
        return sum(each.made - each.given for each in self.turns)


def records(event: HallEvent) -> Mapping[str, ScoreRecord]:
    """Returns each player's record in the Swiss rounds, by name.

    A round in which a player is not paired counts once it has all its results.
    """
    turns: dict[str, list[TurnOrder]] = {player.name: [] for player in event.players}
    tables: dict[str, set[str]] = {player.name: set() for player in event.players}
    for number, round in enumerate(event.swiss.rounds, start=1):
        here: set[str] = set()
        for pairing in round.pairings:
            here.update(pairing.players)
            for seat, name in enumerate(pairing.players):
                turns[name].append(_turn(number, pairing, seat, event.scoring))
                tables[name].update([] if pairing.bye else [pairing.table])
        if round.done:
            for name in turns.keys() - here:
                turns[name].append(TurnOrder(round=number))
    return {
        player.name: ScoreRecord(
            points=player.start + sum(each.worth for each in turns[player.name]),
            start=player.start,
            turns=tuple(turns[player.name]),
            byes=sum(not each.played and each.ending is Ending.WON for each in turns[player.name]),
            tables=frozenset(tables[player.name]),
        )
        for player in event.players
    }


def _turn(number: int, pairing: EventPairing, seat: int, scoring: EventScoring) -> TurnOrder:
    if pairing.bye:
        ending, worth = {
            Bye.ALLOCATED: (Ending.WON, scoring.bye),
            Bye.FULL: (Ending.WON, scoring.bye),
            Bye.HALF: (Ending.DRAWN, scoring.draw),
            Bye.ZERO: (Ending.LOST, 0),
        }[pairing.kind]
        return TurnOrder(round=number, ending=ending, worth=worth)
    opponent, result = pairing.players[1 - seat], pairing.result
    if result is None:
        return TurnOrder(round=number, opponent=opponent, played=True, first=not seat)
    ending = Ending.DRAWN if result.drawn else Ending.WON if result.winner == seat else Ending.LOST
    return TurnOrder(
        round=number,
        opponent=opponent,
        ending=ending,
        worth=_worth(scoring)[ending],
        made=result.score[seat],
        given=result.score[1 - seat],
        played=result.played,
        first=not seat,
    )


def _worth(scoring: EventScoring) -> Mapping[Ending, int]:
    return {Ending.WON: scoring.win, Ending.DRAWN: scoring.draw, Ending.LOST: scoring.loss}


# What decides between equal points, each as the lines that add up to it. Exact fractions throughout.
#
# Unplayed rounds are as FIDE has them since 2009. For the player such a round is one against a virtual opponent, who
# had as many points before it, got from it what the player did not, and draws every later round. For the player's own
# opponents each of them counts as a draw.

_ONE = Fraction(1)
FLOOR = Fraction(1, 3)
"""Opponents are taken to have won this part of their matches at the least."""
_HALVES = {Ending.WON: 2, Ending.DRAWN: 1, Ending.LOST: 0, None: 0}
_OTHER = {Ending.WON: Ending.LOST, Ending.DRAWN: Ending.DRAWN, Ending.LOST: Ending.WON, None: Ending.WON}


class StandingsLine(msgspec.Struct, frozen=True, kw_only=True):
    """Holds a part of a tie-break: `whom` is the opponent, None for a virtual one. A line that is `out` counts 0."""

    round: int
    whom: str | None
    value: Fraction
    out: bool = False


class Break(msgspec.Struct, frozen=True, kw_only=True):
    """Holds a tie-break's value and the lines behind it: it is their sum, or their mean."""

    value: Fraction
    lines: tuple[StandingsLine, ...] = ()
    mean: bool = False


class Sums:
    """Calculates tie-breaks, for one event."""

    def __init__(self, event: HallEvent, so_far: Mapping[str, ScoreRecord]) -> None:
        self._so_far = so_far
        self._worth = _worth(event.scoring)
        self._whole = [number for number, round in enumerate(event.swiss.rounds, start=1) if round.done]

    def of(self, tiebreak: Tiebreak, group: Sequence[str]) -> dict[str, Break]:
        """Returns the tie-break of each in a group that is still level so far."""
        if tiebreak is Tiebreak.HEAD_TO_HEAD:
            return self._head_to_head(group)
        return {name: self._break(tiebreak, name) for name in group}

    def _break(self, tiebreak: Tiebreak, name: str) -> Break:
        record = self._so_far[name]
        match tiebreak:
            case Tiebreak.BUCHHOLZ:
                return _sum(self._opponents(record))
            case Tiebreak.BUCHHOLZ_CUT_1:
                return _sum(_without(self._opponents(record), least=True))
            case Tiebreak.MEDIAN:
                return _sum(_without(_without(self._opponents(record), least=True), least=False))
            case Tiebreak.SONNEBORN_BERGER:
                halves = {each.round: _HALVES[each.ending] for each in record.turns}
                lines = self._opponents(record)
                return _sum([replace(each, value=each.value * halves[each.round] / 2) for each in lines])
            case Tiebreak.OPPONENTS_WINS:
                return _mean([_against(each, max(FLOOR, self._part_won(each))) for each in record.played])
            case Tiebreak.STRENGTH_OF_SCHEDULE:
                return _mean([_against(each, self._a_round(each)) for each in record.played])
            case Tiebreak.WINS:
                return _sum([_against(each, _ONE) for each in record.played if each.ending is Ending.WON])
            case Tiebreak.DIFFERENCE:
                ended = (each for each in record.turns if each.opponent and each.ending)
                return _sum([_against(each, _ONE * (each.made - each.given)) for each in ended])
            case Tiebreak.HEAD_TO_HEAD:
                raise ValueError("goes by the group")

    def _opponents(self, record: ScoreRecord) -> list[StandingsLine]:
        """Returns the points of all opponents; unplayed rounds have virtual ones."""
        lines, before = [], record.start
        for turn in record.turns:
            if not turn.played:
                after = sum(number > turn.round for number in self._whole)
                virtual = before + self._worth[_OTHER[turn.ending]] + after * self._worth[Ending.DRAWN]
                lines.append(StandingsLine(round=turn.round, whom=None, value=_ONE * virtual))
            elif turn.ending is not None:
                lines.append(_against(turn, self._adjusted(self._so_far[turn.opponent or ""])))
            before += turn.worth
        return lines

    def _adjusted(self, record: ScoreRecord) -> Fraction:
        """Returns a player's points as they count for others."""
        return _ONE * sum(each.worth if each.played else self._worth[Ending.DRAWN] for each in record.turns)

    def _part_won(self, turn: TurnOrder) -> Fraction:
        matches = self._so_far[turn.opponent or ""].played
        return _ONE * sum(_HALVES[each.ending] for each in matches) / (2 * len(matches))

    def _a_round(self, turn: TurnOrder) -> Fraction:
        record = self._so_far[turn.opponent or ""]
        had = [each for each in record.turns if each.ending is not None or not each.played]
        return _ONE * record.points / len(had)

    def _head_to_head(self, group: Sequence[str]) -> dict[str, Break]:
        members = set(group)
        among = {name: [each for each in self._so_far[name].played if each.opponent in members] for name in group}
        if any(len({each.opponent for each in mine}) < len(group) - 1 for mine in among.values()):
            return dict.fromkeys(group, Break(value=Fraction(0)))
        return {name: _sum([_against(each, _ONE * each.worth) for each in mine]) for name, mine in among.items()}


def _against(turn: TurnOrder, value: Fraction) -> StandingsLine:
    return StandingsLine(round=turn.round, whom=turn.opponent, value=value)


def _without(lines: Sequence[StandingsLine], *, least: bool) -> Sequence[StandingsLine]:
    """Takes the lowest of the lines that count out, or the highest."""
    counting = [each for each in lines if not each.out]
    if not counting:
        return lines
    gone = (min if least else max)(counting, key=lambda each: each.value)
    return [replace(each, out=True) if each is gone else each for each in lines]


def _sum(lines: Sequence[StandingsLine]) -> Break:
    return Break(value=sum((each.value for each in lines if not each.out), Fraction(0)), lines=tuple(lines))


def _mean(lines: Sequence[StandingsLine]) -> Break:
    total = sum((each.value for each in lines), Fraction(0))
    return Break(value=total / len(lines) if lines else total, lines=tuple(lines), mean=True)


# The ranking: match points, then the event's tie-breaks in its own order; players in the top cut come first.


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Holds a player's rank, which others share where `level`; `behind` is what each of the event's tie-breaks came to.

    `top` says how far the player came in the rounds for the top places, "" for a player who is not in them.
    """

    rank: int
    level: bool
    player: Player
    record: ScoreRecord
    behind: tuple[Break, ...]
    top: str = ""

    @property
    def breaks(self) -> tuple[Fraction, ...]:
        return tuple(each.value for each in self.behind)


def standings(event: HallEvent) -> Sequence[Standing]:
    """Ranks the players, the first one first. Players who are level in everything share a rank, in the order of
    names.
    """
    ranked = swiss_standings(event)
    reached = _reached(event)
    if not reached:
        return ranked
    order = sorted(
        (each for each in ranked if each.player.name in reached),
        key=lambda each: (*reached[each.player.name], each.rank),
    )
    top = [
        replace(each, rank=rank, level=False, top=_words(*reached[each.player.name]))
        for rank, each in enumerate(order, start=1)
    ]
    return [*top, *(each for each in ranked if each.player.name not in reached)]


def swiss_standings(event: HallEvent) -> Sequence[Standing]:
    """Ranks the players as after the Swiss rounds, without the rounds for the top places."""
    so_far = records(event)
    sums = Sums(event, so_far)
    behind: dict[str, list[Break]] = {name: [] for name in so_far}
    points = {name: _ONE * record.points for name, record in so_far.items()}
    groups = _split([sorted(so_far, key=str.casefold)], points)
    for tiebreak in event.tiebreaks:
        breaks = {name: each for group in groups for name, each in sums.of(tiebreak, group).items()}
        for name, each in breaks.items():
            behind[name].append(each)
        groups = _split(groups, {name: each.value for name, each in breaks.items()})
    players = {player.name: player for player in event.players}
    found, rank = [], 1
    for group in groups:
        for name in group:
            level, breaks_of = len(group) > 1, tuple(behind[name])
            found.append(Standing(rank=rank, level=level, player=players[name], record=so_far[name], behind=breaks_of))
        rank += len(group)
    return found


def _reached(event: HallEvent) -> dict[str, tuple[int, int]]:
    """Returns how far each player came in the rounds for the top places.

    First, how many were left in the player's last round. Then 0 where the player won it, 1 while it is being played,
    2 where the player lost it.
    """
    found: dict[str, tuple[int, int]] = {}
    for round in event.rounds:
        for pairing in round.pairings if round.cut else ():
            winner = None if pairing.result is None else pairing.result.winner
            for seat, name in enumerate(pairing.players):
                found[name] = (round.cut, 1 if winner is None else 0 if winner == seat else 2)
    return found


def _words(size: int, came: int) -> str:
    """Writes how far a player came in the round of so many."""
    place = {2: "the final", 4: "the semi-final", 8: "the quarter-final"}.get(size, f"the last {size}")
    return (f"Won {place}", f"In {place}", f"Lost {place}")[came]


def _split(groups: Sequence[list[str]], values: Mapping[str, Fraction]) -> list[list[str]]:
    """Splits each group by its values, the greatest first; within one value, the order stays."""
    value = values.__getitem__
    return [list(part) for group in groups for _, part in groupby(sorted(group, key=value, reverse=True), key=value)]

"""Holds all acts of an organiser on the event: each has its fields, its address, what it changes, and what Undo calls
it."""

from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Annotated, ClassVar

import msgspec

from companion.fields.characters import LINES
from companion.fields.invalid import Invalid
from companion.hall.event import commands
from companion.hall.event.at_hall import at_tables
from companion.hall.event.csv_files import with_pairings_csv, with_players_csv, with_results_csv
from companion.hall.event.event import LONGEST_NAME, MOST_POINTS, MOST_ROUNDS, MOST_START, Bye, HallEvent, How
from companion.table.errors import Refused

LARGEST_CSV = 1024 * 1024
"""Limits the bytes of a file, which a form or JSON writes in three times as many at the most."""
MINUTES = 60
PlayerName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Cell = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
Made = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]


class EventAct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for a step of the event. Its fields are the body of its endpoint."""

    ADDRESS: ClassVar[str]
    """Says where the organiser's site takes it, below /hall/event."""
    SUMMARY: ClassVar[str]
    WORDS: ClassVar[str]
    """Says the step in a few words, with its fields as "{0.name}", for the button that takes it back."""

    def words(self, _: HallEvent) -> str:
        """Returns these words."""
        return self.WORDS.format(self)

    def change(self, event: HallEvent, tables: Sequence[str]) -> HallEvent:
        """Returns the event after it, where the hall has these tables. Raises Refused, NotHere or Invalid."""
        raise NotImplementedError


# Players.


class PlayerAct(EventAct, frozen=True, kw_only=True):
    """Asks for a step that is about one player."""

    name: PlayerName


class AddPlayer(PlayerAct, frozen=True, kw_only=True):
    """Adds a player. `club`: the first rounds may keep a club apart; `table`: where this player always plays."""

    ADDRESS = "add"
    SUMMARY = "Add a player"
    WORDS = "{0.name} added"

    club: Cell = ""
    table: Cell = ""

    def change(self, event: HallEvent, _: Sequence[str]) -> HallEvent:
        return commands.add(event, self.name, club=self.club, table=self.table)


class DropPlayer(PlayerAct, frozen=True, kw_only=True):
    ADDRESS = "drop"
    SUMMARY = "Pair a player no more"
    WORDS = "{0.name} dropped"

    def change(self, event: HallEvent, _: Sequence[str]) -> HallEvent:
        return commands.drop(event, self.name)


class BringBack(PlayerAct, frozen=True, kw_only=True):
    ADDRESS = "back"
    SUMMARY = "Pair a player again who had dropped out"
    WORDS = "{0.name} back"

    def change(self, event: HallEvent, _: Sequence[str]) -> HallEvent:
        return commands.back(event, self.name)


class RemovePlayer(PlayerAct, frozen=True, kw_only=True):
    ADDRESS = "remove"
    SUMMARY = "Remove a player who was never paired"
    WORDS = "{0.name} removed"

    def change(self, event: HallEvent, _: Sequence[str]) -> HallEvent:
        return commands.remove(event, self.name)


class RenamePlayer(EventAct, frozen=True, kw_only=True):
    """Renames `player`."""

    ADDRESS = "rename"
    SUMMARY = "Rename a player, in every round"
    WORDS = "{0.player} renamed"

    player: PlayerName
    name: PlayerName

    def change(self, event: HallEvent, _: Sequence[str]) -> HallEvent:
        return commands.rename(event, self.player, self.name)


class AskedBye(Enum):
    """Says what a bye that a player asks for counts: an allocated one's points, a draw's, or 0; NONE takes it back."""

    FULL = "full"
    HALF = "half"
    ZERO = "zero"
    NONE = "none"


class AskForBye(PlayerAct, frozen=True, kw_only=True):
    """Has a player sit out a round that is not paired yet."""

    ADDRESS = "bye"
    SUMMARY = "Have a player sit a later round out, or not after all"
    WORDS = "Bye of {0.name}"

    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]
    bye: AskedBye

    def change(self, event: HallEvent, _: Sequence[str]) -> HallEvent:
        bye = None if self.bye is AskedBye.NONE else Bye(self.bye.value)
        return commands.ask_bye(event, self.name, self.round, bye)


class StartWith(PlayerAct, frozen=True, kw_only=True):
    """Sets the points that a late player begins with."""

    ADDRESS = "start"
    SUMMARY = "Give a player who came late points"
    WORDS = "Points of {0.name}"

    points: Annotated[int, msgspec.Meta(ge=0, le=MOST_START)]

    def change(self, event: HallEvent, _: Sequence[str]) -> HallEvent:
        return commands.start_with(event, self.name, self.points)


# Rounds.


class BeginRound(EventAct, frozen=True, kw_only=True):
    """Asks for a round of so many minutes, which begins at every table."""

    minutes: Annotated[int, msgspec.Meta(ge=1, le=24 * 60)] = MINUTES


class PairRound(BeginRound, frozen=True, kw_only=True):
    """Pairs a round of so many minutes."""

    ADDRESS = "pair"
    SUMMARY = "Pair the next round, and begin it at every table"

    def words(self, event: HallEvent) -> str:
        return f"Round {event.number + 1} paired"

    def change(self, event: HallEvent, tables: Sequence[str]) -> HallEvent:
        return at_tables(event, tables, commands.pair_next)


class CutToTop(BeginRound, frozen=True, kw_only=True):
    """Pairs a round for the top places: 4, 8 or 16 play on."""

    ADDRESS = "cut"
    SUMMARY = "Pair the first round for the top places"
    WORDS = "Top {0.size} paired"

    size: Annotated[int, msgspec.Meta(ge=4, le=16)]

    def change(self, event: HallEvent, tables: Sequence[str]) -> HallEvent:
        return at_tables(event, tables, lambda here: commands.cut(here, self.size))


class Unpair(EventAct, frozen=True, kw_only=True):
    ADDRESS = "unpair"
    SUMMARY = "Take the newest round back"
    WORDS = "Round taken back"

    def change(self, event: HallEvent, _: Sequence[str]) -> HallEvent:
        return commands.unpair(event)


# Results.


class Winner(Enum):
    """Says who won, by the order of play; OPEN takes a result back."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    OPEN = "open"


_PLACES: Mapping[Winner, int | None] = MappingProxyType({Winner.FIRST: 0, Winner.SECOND: 1, Winner.DRAW: None})


class WriteResult(EventAct, frozen=True, kw_only=True):
    """Writes how the match at a table of a round ended: who won, and the points that each made, by the order of play.

    `how` is "both-lost", "forfeit" or "no-show" where it was not simply played to its end; with "draw", neither has
    won. A winner with fewer points is refused, unless `sure`.
    """

    ADDRESS = "result"
    SUMMARY = "Write a result"

    round: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]
    table: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    winner: Winner
    first: Made = 0
    second: Made = 0
    how: How | None = None
    sure: bool = False

    def words(self, _: HallEvent) -> str:
        return "Result taken back" if self.winner is Winner.OPEN else f"Result of {self.table}"

    def change(self, event: HallEvent, _: Sequence[str]) -> HallEvent:
        if self.winner is Winner.OPEN:
            # As the tables have told, if they have: only what somebody wrote goes.
            return commands.without_result(event, self.round, self.table)
        place, score = _PLACES[self.winner], (self.first, self.second)
        if commands.a_result(place, score, how=self.how).odd and not self.sure:
            raise Refused("The winner has fewer points. If that is right, tick “Fewer points win” and write it again.")
        return commands.with_result(event, self.round, self.table, place, score, how=self.how)


# Files.


class CsvAct(EventAct, frozen=True, kw_only=True):
    """Holds a CSV file's text, its first line naming the columns."""

    csv: Annotated[str, msgspec.Meta(min_length=1, max_length=LARGEST_CSV), LINES]

    @property
    def data(self) -> bytes:
        """Returns the file's bytes. Raises Invalid where they are too many."""
        data = self.csv.encode()
        if len(data) > LARGEST_CSV:
            raise Invalid("csv", f"must be at most {LARGEST_CSV // 1024} KB")
        return data


class BringPlayers(CsvAct, frozen=True, kw_only=True):
    ADDRESS = "players"
    SUMMARY = "Players out of a CSV file"
    WORDS = "Players by CSV"

    def change(self, event: HallEvent, _: Sequence[str]) -> HallEvent:
        return with_players_csv(event, self.data)


class BringPairings(CsvAct, frozen=True, kw_only=True):
    ADDRESS = "pairings"
    SUMMARY = "Other pairings by CSV"
    WORDS = "Pairings by CSV"

    def change(self, event: HallEvent, tables: Sequence[str]) -> HallEvent:
        return at_tables(event, tables, lambda here: with_pairings_csv(here, self.data))


class BringResults(CsvAct, frozen=True, kw_only=True):
    ADDRESS = "results"
    SUMMARY = "Results out of a CSV file"
    WORDS = "Results by CSV"

    def change(self, event: HallEvent, _: Sequence[str]) -> HallEvent:
        return with_results_csv(event, self.data)


ACTS: Sequence[type[EventAct]] = (
    *(AddPlayer, DropPlayer, BringBack, RemovePlayer, RenamePlayer, BringPlayers, AskForBye, StartWith),
    *(CutToTop, PairRound, Unpair, BringPairings),
    *(WriteResult, BringResults),
)

"""What the hall has its broker keep for tables: the round for all of them, and for each who plays there."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.hall.organiser.clocks import HallClock
from companion.hall.organiser.rounds import Rounds
from companion.hall.wire import messages as codec
from companion.hall.wire.messages import Here
from companion.hall.wire.topics import Name, Part, round_topic, topic

Due = Mapping[str, tuple[int, bytes]]
"""What is to be published and retained, by topic: its version, and its payload."""


class Telling:
    """What is due to be published, and what tables were told last. Not locked: its owner is.

    Nothing is published before the archive has it, so that an organiser that is killed still knows whatever a table has
    heard: see `due`."""

    def __init__(self, hall: Name, rounds: Rounds, clock: HallClock) -> None:
        self._hall = hall
        self._rounds = rounds
        self._clock = clock
        self._due: dict[str, tuple[int, bytes]] = {}
        self._here: dict[str, Here] = {}
        self._version = 0
        """The greatest that any table was told."""
        self._left: dict[str, Here] = {}
        """What the broker has of an organiser before this one."""
        self._in_round: frozenset[str] = frozenset()
        """Tables of an earlier Warglass whose pairing the round has, as it was told last."""
        self.old_due = False
        """Whether one of them lacks its pairing there."""
        self.lost = False
        """Whether the broker knows of a later round than the archive did."""

    def due(self) -> Due:
        """What has become due since it was asked for last."""
        due, self._due = self._due, {}
        return due

    def round(self, old: frozenset[str]) -> None:
        """The round is to be told. `old` are the tables of an earlier Warglass, which look there for who plays."""
        self._in_round, self.old_due = old, False
        self._due[round_topic(self._hall)] = self._rounds.version, self._rounds.told(old)

    def linked(self, table: str) -> None:
        """A table of an earlier Warglass, at which somebody plays, has come."""
        self.old_due |= table not in self._in_round

    def here(self, table: str, *, even_nobody: bool = False) -> None:
        """Tells a table who plays there, where that is news to it. Nobody is no news in another round, unless the
        broker may still have somebody (`even_nobody`)."""
        before = self._here.get(table)
        told = self._rounds.here(table, before.version if before is not None else 0)
        nothing = not (told.players or told.written or told.waits)
        stale = even_nobody if before is None else before.round == told.round
        if told == before or not told.round or (nothing and not stale):
            return
        self._version = max(self._version + 1, self._clock.now_ms())
        self._here[table] = told = replace(told, version=self._version)
        self._due[topic(self._hall, table, Part.HERE)] = told.version, codec.written(told)

    def forgotten(self) -> None:
        """The broker may have lost all of it."""
        self._here.clear()

    def heard(self, table: str, told: Here) -> None:
        """The broker has this of a table: what was published here, or what an organiser before this one knew of."""
        mine = self._here.get(table)
        if mine is None or told.version > mine.version:
            self._version = max(self._version, told.version)
            self._left[table] = told

    def take_over(self) -> tuple[frozenset[str], Mapping[str, tuple[str, ...]]]:
        """Tables of which the broker had something newer, which may need to be told otherwise; and who plays where by
        that, which an archive that is lost does not know."""
        number = self._rounds.clock.number
        if not self._left or not number:
            return frozenset(), {}
        left, self._left = self._left, {}
        self._here |= left
        players = {table: told.players for table, told in left.items() if told.round == number and told.players}
        lost = self.lost and not players.keys() <= self._rounds.pairings.keys()
        return frozenset(left), players if lost else {}


class Published:
    """Keeps an older version from being published after a newer one: two threads bring what is due."""

    def __init__(self) -> None:
        self._versions: dict[str, int] = {}

    def newest(self, due: Due) -> Mapping[str, bytes]:
        """What of that is to be published now, by topic."""
        found = {}
        for place, (version, payload) in due.items():
            if version >= self._versions.get(place, 0):
                self._versions[place] = version
                found[place] = payload
        return found

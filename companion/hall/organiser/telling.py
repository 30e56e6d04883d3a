"""Decides what the hall has its broker keep for tables: the round for all, and for each who plays there."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.hall.organiser.clocks import HallClock
from companion.hall.organiser.rounds import Rounds
from companion.hall.wire import messages as codec
from companion.hall.wire.messages import Here
from companion.hall.wire.topics import Name, Part, round_topic, topic

Due = Mapping[str, tuple[int, bytes]]
"""Holds what is to be published and retained, by topic: its version, and its payload."""


class Telling:
    """Keeps what is due to be published, and what tables got last. Not locked: its owner is.

    The archive has it before it is published. So an organiser that is killed still knows what tables have received:
    see `due`.
    """

    def __init__(self, hall: Name, rounds: Rounds, clock: HallClock) -> None:
        self._hall = hall
        self._rounds = rounds
        self._clock = clock
        self._due: dict[str, tuple[int, bytes]] = {}
        self._here: dict[str, Here] = {}
        self._version = 0
        """Holds the greatest version that any table got."""
        self._left: dict[str, Here] = {}
        """Holds what the broker has of an organiser before this one."""
        self._in_round: frozenset[str] = frozenset()
        """Holds the tables of an earlier Warglass whose pairing is in the round that went out last."""
        self.old_due = False
        """True while one of them lacks its pairing there."""
        self.lost = False
        """True where the broker knows of a later round than the archive did."""

    def due(self) -> Due:
        """Returns what has become due since the last call."""
        due, self._due = self._due, {}
        return due

    def round(self, old: frozenset[str]) -> None:
        """Makes the round due. `old` are the tables of an earlier Warglass, which find their players there."""
        self._in_round, self.old_due = old, False
        self._due[round_topic(self._hall)] = self._rounds.version, self._rounds.told(old)

    def linked(self, table: str) -> None:
        """Notes a table of an earlier Warglass that has come and has players."""
        self.old_due |= table not in self._in_round

    def here(self, table: str, *, even_nobody: bool = False) -> None:
        """Makes due who plays at a table, where that is news to it. In another round, no players are not news.

        With `even_nobody` they are, because the broker may still have players there.
        """
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
        """Forgets what tables have: the broker may have lost all of it."""
        self._here.clear()

    def heard(self, table: str, told: Here) -> None:
        """Takes what the broker has of a table: published here, or by an organiser before this one."""
        mine = self._here.get(table)
        if mine is None or told.version > mine.version:
            self._version = max(self._version, told.version)
            self._left[table] = told

    def take_over(self) -> tuple[frozenset[str], Mapping[str, tuple[str, ...]]]:
        """Returns the tables of which the broker had a newer message, which may need another; and who plays where by
        that.

        An archive that is lost does not know the latter.
        """
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
        """Returns what of that is to be published now, by topic."""
        found = {}
        for place, (version, payload) in due.items():
            if version >= self._versions.get(place, 0):
                self._versions[place] = version
                found[place] = payload
        return found

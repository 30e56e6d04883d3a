"""The round as it is told to all tables, who plays where in it, and what came of that."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.hall.organiser.archive import kept
from companion.hall.organiser.archive.archive import Archive
from companion.hall.organiser.archive.kept import Resumed
from companion.hall.organiser.hall_clock import HallClock
from companion.hall.organiser.round_clock import RoundClock
from companion.hall.organiser.view import ResultOf
from companion.hall.wire import codec
from companion.hall.wire.from_hall import Pairing, Round
from companion.hall.wire.sizes import LARGEST_ROUND
from companion.table.errors import Refused

BESIDE = 1024
"""Bytes kept free for what else of the round may change."""

Publish = Callable[[str, bytes, bool], None]
"""What is said to the broker: topic, payload, whether it is retained."""


class Rounds:
    """Kept in the archive as it changes. Not locked: its owner is."""

    def __init__(self, resumed: Resumed, archive: Archive, clock: HallClock) -> None:
        self.clock = resumed.clock
        self.pairings: Mapping[str, tuple[str, ...]] = resumed.pairings
        self.results = {(each.round, each.table, each.by_hand): each for each in resumed.results}
        self.version = resumed.round_version
        """Of what is published: any change is another, and greater than any that an archive which is lost has counted:
        tables remember the greatest."""
        self._archive = archive
        self._clock = clock

    def become(self, clock: RoundClock) -> None:
        if clock.number != self.clock.number:
            self.pairings = {}
        self.clock = clock
        self._count()
        self._archive.keep(kept.round(clock))

    def pair(self, pairings: Mapping[str, tuple[str, ...]]) -> None:
        """In place of whoever was paired in this round. Raises Refused where that is more than tables take in."""
        size = len(self._told(pairings))
        if size > LARGEST_ROUND - BESIDE:
            raise Refused(
                f"The names in this round come to {size // 1024} KB, and tables take in "
                f"{LARGEST_ROUND // 1024}: shorten them, or pair fewer tables."
            )
        self.pairings = dict(pairings)
        self._count()
        self._archive.keep(kept.pairings(self.clock.number, self.pairings))

    def _count(self) -> None:
        self.version = max(self.version + 1, self._clock.now_ms())

    def settle(self, result: ResultOf, *, match: int | None) -> bool:
        """Whether that is news."""
        key = (result.round, result.table, result.by_hand)
        if self.results.get(key) == result:
            return False
        self.results[key] = result
        self._archive.keep(kept.result(result, match=match))
        return True

    def withdraw(self, round: int, table: str, *, by_hand: bool) -> bool:
        """What was written of that round by hand, or the table said; whether there was any."""
        if self.results.pop((round, table, by_hand), None) is None:
            return False
        self._archive.keep(kept.no_result(round, table, by_hand=by_hand))
        return True

    def result(self, table: str) -> ResultOf | None:
        """In this round: what was written down by hand before what the table says."""
        number = self.clock.number
        return self.results.get((number, table, True)) or self.results.get((number, table, False))

    def all_results(self) -> tuple[ResultOf, ...]:
        """Of all rounds, one a table."""
        found = {(round, table): each for (round, table, by_hand), each in sorted(self.results.items())}
        return tuple(found.values())

    def told(self) -> bytes:
        """As tables are told."""
        return self._told(self.pairings)

    def _told(self, pairings: Mapping[str, tuple[str, ...]]) -> bytes:
        clock = self.clock
        return codec.written(
            Round(
                version=self.version,
                number=clock.number,
                title=clock.title,
                deadline_ms=clock.ends_ms,
                left_ms=clock.left_ms,
                pause=clock.pause,
                pairings=tuple(Pairing(table=table, players=players) for table, players in pairings.items()),
            )
        )

    def heard(self, told: Round, now_ms: int) -> bool:
        """The broker remembers this one: whether that is newer than what the archive knew, which has lost it then. It
        is taken over where there is no other round, and outnumbered in any case."""
        if told.version <= self.version:
            return False
        self.version = told.version
        if self.clock.number or not told.number:
            self.become(replace(self.clock, pause=max(self.clock.pause, told.pause)))
            return True
        left = told.left_ms if told.deadline_ms is None else max(0, told.deadline_ms - now_ms)
        self.become(
            RoundClock(
                number=told.number,
                title=told.title,
                length_ms=left,
                ends_ms=told.deadline_ms,
                left_ms=left,
                begun=told.deadline_ms is not None,
                pause=told.pause,
            )
        )
        self.pair({each.table: each.players for each in told.pairings})
        return True

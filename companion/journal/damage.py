"""What a journal has lost, in words for those who play."""

import time
from typing import Any

import msgspec

from companion.clock import SECOND
from companion.journal.check import Found
from companion.journal.head import Mark


class Gap(msgspec.Struct, frozen=True):
    """Between which wall times, in nanoseconds, a match's events are missing."""

    since: int
    until: int

    def __str__(self) -> str:
        """Such as "20:14 and 20:31"; to the second where it was less than a minute."""
        since, until = _told(self.since, "%H:%M"), _told(self.until, "%H:%M")
        if since == until:
            since, until = _told(self.since, "%H:%M:%S"), _told(self.until, "%H:%M:%S")
        return f"{since} and {until}"


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    """What is missing. `kept_as` is the name of the damaged file, None where only an end has not reached the disk.
    `gap` is in the match on the table, `games` counts the others that are cut short or gone, `things` what else was
    kept or put away, and `more` says that nobody knows how much more."""

    kept_as: str | None = None
    gap: Gap | None = None
    games: int = 0
    things: int = 0
    more: bool = False

    @property
    def nothing(self) -> bool:
        return self.gap is None and not (self.games or self.things or self.more)

    def __str__(self) -> str:
        """Sentences for a page."""
        told = []
        if self.kept_as is not None:
            told.append(f"The journal was damaged; the old file is kept as {self.kept_as}.")
        if self.gap is not None:
            told.append(f"What happened between {self.gap} is missing.")
        if self.games:
            told.append(f"{self.games} {'game is' if self.games == 1 else 'games are'} cut short, or gone.")
        if self.things:
            told.append(f"{self.things} of the things that were kept {'is' if self.things == 1 else 'are'} gone.")
        if self.more:
            told.append("More may be missing that was kept or put away.")
        return " ".join(told if not self.nothing else [*told, "Nothing is missing."])


def missing(found: Found, *, mark: Mark | None, tail: bool, now: int, kept_as: str | None = None) -> Damage:
    """What a check has found to be missing, and what the mark of the journal's end tells beside. `tail` says that its
    log is damaged, `now` by which wall time whatever is missing had happened, if no mark says it better."""
    here = found.held.get(found.on_table or 0)
    if mark is None:
        cut_off = tail
    elif here is not None and mark.match == here.match:
        cut_off = mark.seq > here.events
    else:
        cut_off = mark.match not in found.held or mark.edits > found.edits
    gap = None
    if here is not None and (cut_off or not here.whole):
        gap = Gap(here.wall, max(here.wall, now if mark is None else mark.wall))
    others: set[Any] = {held.match for held in found.held.values() if not held.whole and held is not here}
    others |= {key[0] for key in found.unsound["match"]} | set(found.homeless)
    if mark is not None and mark.match and mark.match not in found.held:
        others.add(mark.match)
    return Damage(
        kept_as=kept_as,
        gap=gap,
        games=len(others),
        things=len(found.unsound["library"]) + len(found.unsound["away"]),
        more=found.torn or (mark is not None and mark.edits > found.edits),
    )


def _told(wall_ns: int, how: str) -> str:
    """The hour on this machine's clock; another day's with its date."""
    at, today = time.localtime(wall_ns // SECOND), time.localtime()
    return time.strftime(how if at[:3] == today[:3] else f"{how} on %d %B", at)

"""Who was first, and by how much: what the log says between a press of one side's and the next one of another's."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from companion.clock import SECOND
from companion.table.events import Missing, PutAway, Recovered, SetUpAnew, TakenOut
from companion.table.history import Entry
from companion.table.match import Match
from companion.table.view import LogLine

FARTHEST = 512
"""Of two presses whose numbers in the journal lie farther apart, nobody asks which was first."""

_ANEW = (Recovered, PutAway, TakenOut, SetUpAnew, Missing)


class Before(msgspec.Struct, frozen=True):
    """A press was made so long before the next one, which was that side's."""

    ns: int
    side: str

    def beside(self, line: LogLine, names: dict[str, str]) -> LogLine:
        """The press's line with it: "0.043 s before Firebrand"."""
        gap = f"{self.ns / SECOND:.3f} s before {names[self.side]}"
        return msgspec.structs.replace(line, gap=gap, gap_side=self.side)


def ends(match: Match[Any], entry: Entry) -> bool:
    """Whether what was pressed before it is compared with nothing that was pressed after it."""
    return match.pressed(entry.event) or isinstance(entry.event, _ANEW)


def gaps(match: Match[Any], in_order: Sequence[Entry]) -> dict[int, Before]:
    """By the number of the press. Lines that are no presses may lie in between; a press that was neither side's, such
    as a pause, parts what came before it from what comes after."""
    found: dict[int, Before] = {}
    for press, following in _neighbours(match, in_order):
        mine, theirs = match.side(press.event), match.side(following.event)
        late, far = following.mono_ns - press.mono_ns, following.seq - press.seq
        if mine is not None and theirs is not None and mine != theirs and late >= 0 and far <= FARTHEST:
            found[press.seq] = Before(late, theirs)
    return found


def _neighbours(match: Match[Any], in_order: Sequence[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Each press with the next one, where the match was not read back in between."""
    last = None
    for entry in in_order:
        if ends(match, entry):
            pressed = match.pressed(entry.event)
            if last is not None and pressed:
                yield last, entry
            last = entry if pressed else None

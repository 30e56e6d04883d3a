"""Which moment of a story is asked for."""

from typing import Annotated

import msgspec

from companion.fields.numbers import LARGEST
from companion.story import Story
from web.replay.reel import beside

ASKED = ("at", "ms", "played", "find")
"""What an address says."""


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """By the number of a row, by the story's clock (ms), or by the match's own time since its start signal (ms): the
    last row by then. Nothing: the last one of all. `find` are words that lines are looked through for."""

    at: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None
    ms: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None
    played: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None
    find: Annotated[str, msgspec.Meta(max_length=100)] = ""

    def seq(self, story: Story) -> int:
        """Its number; 0 is before the first."""
        last = len(story.moments)
        if self.at is not None:
            return min(self.at, last)
        if self.ms is not None:
            return story.seq_at(self.ms)
        return last if self.played is None else _played(story, self.played)


def _played(story: Story, played_ms: int) -> int:
    """Where that instant has more rows than one, the last with which something happened in the game: what was refused
    then, or noted about the table, shows nothing of it."""
    seq = story.seq_played(played_ms)
    for moment in reversed(story.moments[:seq]):
        if moment.played_ms != story.moments[seq - 1].played_ms:
            break
        if not beside(moment):
            return moment.seq
    return seq

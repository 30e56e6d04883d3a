"""The moments of a story as marks along its length."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.story import Story
from web.replay.reel import beside

WIDTH = 1000
"""Of the drawing, in its own units: what would fall on the same unit, for the same side, is one mark."""


@dataclass(frozen=True)
class Mark:
    """`side` is empty where it was neither's; `place`: somebody would go back there."""

    x: int
    side: str
    place: bool


def marks(story: Story) -> Sequence[Mark]:
    """In order; at most WIDTH + 1 of each side, and as many places."""
    length = max(1, story.length_ms)
    found = {
        Mark(WIDTH * moment.at_ms // length, moment.line.side or "", moment.place is not None)
        for moment in story.moments
        if not beside(moment)
    }
    return sorted(found, key=lambda mark: (mark.x, mark.side, mark.place))

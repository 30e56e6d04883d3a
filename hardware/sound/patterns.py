"""The sounds of the table, short and told apart by rhythm alone: a buzzer has but one pitch."""

from typing import NamedTuple


class Note(NamedTuple):
    """A tone of `hz` for so many seconds, then a gap."""

    hz: float
    seconds: float


Pattern = tuple[Note, ...]

GAP_S = 0.07
"""Silence after each note."""
_SHORT = 0.1
_LONG = 0.32

# Where small piezos are loud: from 1 to 3 kHz.
_C6, _G6, _C7, _E7, _G7 = 1046.5, 1568.0, 2093.0, 2637.0, 3136.0

YOURS: dict[str, Pattern] = {
    "gold": (Note(_E7, _SHORT),),
    "red": (Note(_G6, _SHORT), Note(_G6, _SHORT)),
    "neutral": (Note(_C7, _LONG), Note(_C7, _LONG)),
}
"""You may act: a side's sand has run out, or it is its go; neutral for the sand that both share."""
REFUSED: Pattern = (Note(_C6, _SHORT / 2),) * 3
WARNING: Pattern = (Note(_G7, _LONG), Note(_C7, _SHORT))
BEGUN: Pattern = (Note(_C7, _SHORT), Note(_C7, _SHORT), Note(_G7, _LONG))
ENDED: Pattern = (Note(_G7, _LONG), Note(_E7, _LONG), Note(_C7, _LONG))
TURN: Pattern = (Note(_C7, _SHORT), Note(_G7, _LONG))
"""Warzone: a new Turn."""
CLAIMED: Pattern = (Note(_C7, _LONG), Note(_E7, _SHORT), Note(_G7, _LONG))
"""Battle Line: a claim was granted."""

ANNOUNCED: Pattern = (Note(_E7, _SHORT), Note(_C7, _LONG), Note(_E7, _LONG))
"""The hall's organiser says something."""
JUDGE: Pattern = (Note(_C7, _SHORT), Note(_E7, _LONG), Note(_C7, _SHORT))
"""A judge was called, is coming or has answered."""


def shortened(pattern: Pattern, volume: float) -> Pattern:
    """The same rhythm in shorter beeps, down to two fifths of their length, for a buzzer, which knows no volume but
    sounds louder the longer it does. `volume` is from 0 to 1."""
    return tuple(Note(note.hz, note.seconds * (0.4 + 0.6 * volume)) for note in pattern)

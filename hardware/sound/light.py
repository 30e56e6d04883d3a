"""The start light: what it says, and when it is lit to say so."""

from enum import Enum

from companion.table.view import Phase, TableView

_FLASH_MS = 120
_FLASHES_MS = 10 * _FLASH_MS
_BLINK_MS = 1000


class Glow(Enum):
    """What the light says."""

    DARK = "dark"
    """No game is going on."""
    BEGUN = "begun"
    """Flashes for a second, then stays lit: the start signal."""
    LIT = "lit"
    """The game runs."""
    PAUSED = "paused"
    """Blinks slowly."""


def glow(before: TableView | None, after: TableView) -> Glow:
    """What the light says from a change of phase on."""
    match after.phase:
        case Phase.RUNNING if before is not None and before.phase is Phase.SETUP:
            return Glow.BEGUN
        case Phase.RUNNING:
            return Glow.LIT
        case Phase.PAUSED:
            return Glow.PAUSED
        case _:
            return Glow.DARK


def lit(glow: Glow, elapsed_ms: int) -> tuple[bool, int | None]:
    """Whether the light is lit, so many milliseconds after it began to glow like this, and in how many it changes; None
    for not at all."""
    match glow:
        case Glow.BEGUN if elapsed_ms < _FLASHES_MS:
            return elapsed_ms // _FLASH_MS % 2 == 0, _FLASH_MS - elapsed_ms % _FLASH_MS
        case Glow.PAUSED:
            # Dark first: a pause is seen at once.
            return elapsed_ms // _BLINK_MS % 2 == 1, _BLINK_MS - elapsed_ms % _BLINK_MS
        case _:
            return glow in (Glow.BEGUN, Glow.LIT), None

"""How often a side has touched its hand lately."""

import msgspec

from companion.clock import MS, SECOND

ONE_TOUCH_NS = 300 * MS
"""Touches that are no farther apart are one: a finger that trembles, a contact that wears out."""
MOST, EVERY_NS = 20, 5 * SECOND
"""So many touches of a side the log takes in a row, and one every so often in the long run: a button that sticks for a
night fills no journal."""


class Touches(msgspec.Struct, frozen=True):
    """When the last one was, and until when all of them would last at one every `EVERY_NS`. Sand times."""

    last_ns: int = -ONE_TOUCH_NS
    evenly_ns: int = 0

    def goes_on(self, at: int) -> bool:
        """Whether a touch at that sand time is still the last one."""
        return at - self.last_ns < ONE_TOUCH_NS

    def wait_ns(self, at: int) -> int:
        """How long until the log takes another one; nothing or less: now."""
        return self.evenly_ns - (MOST - 1) * EVERY_NS - at

    def touched(self, at: int) -> "Touches":
        return Touches(at, max(self.evenly_ns, at) + EVERY_NS)

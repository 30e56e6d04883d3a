"""The hours of the day in which a panel makes no sound."""

import re
import time

import msgspec

from companion.clock import SECOND

_HOURS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)")


class QuietHours(msgspec.Struct, frozen=True):
    """From `start` up to `end`, in minutes since midnight; across midnight where the end is the earlier."""

    start: int
    end: int

    def cover(self, wall_ns: int) -> bool:
        """Whether they cover an instant of the wall clock, Unix nanoseconds, by this machine's time zone.

        A Pi has no clock of its own: until it has heard the time from the network, its hours are not the room's.
        """
        local = time.localtime(wall_ns // SECOND)
        minute = 60 * local.tm_hour + local.tm_min
        if self.start < self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end


def quiet_hours(text: str) -> QuietHours:
    """The hours as they are written, such as "22:00-07:00". Raises ValueError, which says how."""
    found = _HOURS.fullmatch(text)
    if found is None:
        raise ValueError(f'must be two times of day such as "22:00-07:00", got {text!r}')
    first, second, third, fourth = map(int, found.groups())
    hours = QuietHours(60 * first + second, 60 * third + fourth)
    if hours.start == hours.end:
        raise ValueError(f"begins when it ends, got {text!r}: leave out the sounder for no sound at all")
    return hours

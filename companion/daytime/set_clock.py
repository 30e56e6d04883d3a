"""Sets the machine's clock to a phone's time, where it has no better source; once after each start.

Run as `python -m companion.daytime.set_clock` by systemd/warglass-clock.service. It has the one power that this takes,
and what the table wrote as a credential. It checks that again: the table is not trusted.
"""

import os
import sys
import time
from pathlib import Path

from companion.clock import MS, SECOND, SystemClock
from companion.daytime.phone_time import FILE, corrected, has_been_told, kept_right

_LONGEST = 64


def main(environment: "os._Environ[str] | dict[str, str]" = os.environ) -> str:
    """Returns what came of it, for the log."""
    once = Path(environment["RUNTIME_DIRECTORY"]) / "set"
    if once.exists():
        return "the clock was set by a phone before"
    if kept_right() or has_been_told():
        return "the clock is kept right by others"
    with (Path(environment["CREDENTIALS_DIRECTORY"]) / FILE).open("rb") as file:
        said = file.read(_LONGEST)
    clock = SystemClock()
    right = corrected(said, now=clock.now(), wall=clock.wall())
    if right is None:
        return "what a phone said is not believed"
    once.touch()
    before = clock.wall()
    time.clock_settime_ns(time.CLOCK_REALTIME, right)
    return f"the clock was set by a phone, by {(right - before) // MS * MS / SECOND:+.3f} s"


if __name__ == "__main__":
    sys.stdout.write(f"{main()}\n")

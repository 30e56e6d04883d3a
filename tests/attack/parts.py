"""The attack's parts: what each does, and how much of it in full and in short."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.attack import abuse, api, crowds, doors, faults, flips, forms, kills, night, taps
from tests.attack.found import Found
from tests.attack.halls import hung, logs, way


@dataclass(frozen=True)
class Part:
    """`run` takes how many and a seed. `full` takes minutes; `short`, a second or two, is None where a part has tests
    of its own, or measures time, which says nothing on a crowded machine."""

    what: str
    run: Callable[[int, int], Found]
    full: int
    short: int | None


def _flips(count: int, seed: int) -> Found:
    return Found.of(flips.run(count, seed), never=("silent", "changed", "crashed"))


def _faults(count: int, seed: int) -> Found:
    return Found.of(faults.run(count, seed), never=("lost", "unhealed", "unsaid", "crashed"))


def _doors(taps: int, seed: int) -> Found:
    try:
        found = Found.of(doors.run(seed, taps))
    except AssertionError as error:
        return Found.of({}, [str(error)])
    if taps > SHORT_DOORS:
        found.take(crowds.run(2 * taps, seed))
    return found


def _night(events: int, seed: int) -> Found:
    told = night.run(events, seed)
    return Found.of(told, night.wrong(told))


def _abuse(hours: int, seed: int) -> Found:
    told = abuse.run(hours, seed)
    return Found.of(told, abuse.wrong(told))


SHORT_DOORS = 10
"""Taps of the short form, which has no crowds: `tests/web/door/test_crowded.py` has them."""
EVERY = 0
"""As many as there are."""
PARTS = {
    "kills": Part("the whole service killed under load", kills.run, 500, 1),
    "flips": Part("bits of journal and log flipped, files cut off", _flips, 2000, 100),
    "faults": Part("EIO and ENOSPC at every write of a game in turn", _faults, EVERY, 6),
    "api": Part("every endpoint by its own description", api.run, 20_000, 80),
    "forms": Part("every field of every form, spoilt", forms.run, 20_000, 80),
    "doors": Part("one who wants all of a service, while a phone joins and plays", _doors, doors.TAPS, SHORT_DOORS),
    "night": Part("a long night, of so many events, ten phones and screens that fail", _night, 1_000_000, None),
    "abuse": Part("hours of a button that bounces and ten phones that tap as fast as they can", _abuse, 12, None),
    "halls": Part(
        "a hall's broker, tables and organiser killed while tables play and judges are called", logs.run, 200, 2
    ),
    "halls-way": Part("a way to the broker that delays, cuts and floods, so many times each", way.run, 6, None),
    "halls-hung": Part("a broker that stands still for so many seconds", hung.run, 60, None),
    "taps": Part("a phone that plays while strangers do all of it", taps.run, 1000, None),
}

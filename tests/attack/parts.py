"""The attack's parts: what each does, and how much of it in full and in short."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.attack import api, flips, forms, kills, taps
from tests.attack.found import Found


@dataclass(frozen=True)
class Part:
    """`run` takes how many and a seed. `full` takes minutes; `short`, a second or two, is None where a part measures
    time, which says nothing on a crowded machine."""

    what: str
    run: Callable[[int, int], Found]
    full: int
    short: int | None


def _flipped(count: int, seed: int) -> Found:
    return Found.of(flips.run(count, seed), wrong=("silent", "changed", "crashed"))


PARTS = {
    "kills": Part("the whole service killed under load", kills.run, 500, 2),
    "flips": Part("bits of journal and log flipped, files cut off", _flipped, 2000, 100),
    "api": Part("every endpoint by its own description", api.run, 20_000, 160),
    "forms": Part("every field of every form, spoilt", forms.run, 20_000, 150),
    "taps": Part("a phone that plays while strangers do all of it", taps.run, 1000, None),
}

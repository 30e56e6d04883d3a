"""How what an older Warglass wrote becomes what this one reads."""

from collections.abc import Callable, Mapping

from companion.matchfile.contents import VERSION

Json = dict[str, object]
Step = Callable[[Json, list[Json], list[Json]], None]
"""Changes a header, its rows and the cards that came along, as JSON, from one version to the next. May raise anything
for what is none."""
STEPS: Mapping[int, Step] = {}
"""By the version that a step begins with: one for each from 1 to VERSION - 1."""


def brought_up(header: Json, rows: list[Json], cards: list[Json], *, version: int) -> None:
    """Takes a file of that version through every step there is."""
    for each in range(version, VERSION):
        STEPS[each](header, rows, cards)
    header["version"] = VERSION

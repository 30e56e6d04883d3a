"""A whole battle line as one short line of text, for links and files.

Nine flags separated by `/`, each `mine-theirs`, cards joined by `.`; `*f`, `*m` or `*fm` for Fog and Mud; `+` for a
flag that is mine already, `!` for theirs: `R8.R9.R10-B4/-*f/…`.
"""

import re
from collections.abc import Iterable

import msgspec

from companion.battleline.flag import Flag, Who
from companion.battleline.laid import once, one_leader, room
from companion.battleline.scoring import victory
from companion.fields.invalid import Invalid

FLAGS = 9
_FLAG = re.compile(r"(?P<mine>[\w.]*)-(?P<theirs>[\w.]*)(?:\*(?P<on>fm?|mf?))?(?P<holder>[+!])?", re.ASCII)
_HOLDERS = {None: None, "+": Who.MINE, "!": Who.THEIRS}


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A flag of the line, and who has claimed it."""

    flag: Flag = Flag()
    holder: Who | None = None


def read_battle_line(text: str) -> tuple[Place, ...]:
    """The nine flags that a line describes. Raises Invalid, whose field is the flag: `flag 3`."""
    parts = text.strip().split("/")
    if len(parts) != FLAGS:
        raise Invalid("flags", f"there must be {FLAGS}, separated by /, and there are {len(parts)}")
    places = tuple(_place(f"flag {number}", part.strip()) for number, part in enumerate(parts, 1))
    once(
        (f"flag {number}", card)
        for number, place in enumerate(places, 1)
        for card in (*place.flag.mine, *place.flag.theirs)
    )
    for side in ("mine", "theirs"):
        one_leader(
            (f"flag {number}", card) for number, place in enumerate(places, 1) for card in getattr(place.flag, side)
        )
    for name in ("fog", "mud"):
        lying = [number for number, place in enumerate(places, 1) if getattr(place.flag, name)]
        if len(lying) > 1:
            raise Invalid(
                f"flag {lying[1]}", f"there is one {name.capitalize()}, and it lies at flag {lying[0]} already"
            )
    if all(victory([place.holder is who for place in places]) for who in Who):
        raise Invalid("flags", "both sides have won with theirs: the battle ended with the first")
    return places


def written(line: Iterable[Place]) -> str:
    """The line as text; `read_battle_line` gives the same line back, but for who played the last cards."""
    return "/".join(_written(place) for place in line)


def _place(field: str, text: str) -> Place:
    found = _FLAG.fullmatch(text)
    if found is None:
        raise Invalid(field, f"“{text[:20]}” is no flag: write R8.R9-B4, with *f or *m, and + or ! once it is claimed")
    on = found["on"] or ""
    mine, theirs = (
        once((field, card) for card in found[side].split(".")) if found[side] else () for side in ("mine", "theirs")
    )
    flag = Flag(mine=mine, theirs=theirs, fog="f" in on, mud="m" in on)
    room(field, mine, slots=flag.slots)
    room(field, theirs, slots=flag.slots)
    return Place(flag=flag, holder=_HOLDERS[found["holder"]])


def _written(place: Place) -> str:
    flag = place.flag
    on = "f" * flag.fog + "m" * flag.mud
    holder = {None: "", Who.MINE: "+", Who.THEIRS: "!"}[place.holder]
    return f"{'.'.join(flag.mine)}-{'.'.join(flag.theirs)}{'*' + on if on else ''}{holder}"

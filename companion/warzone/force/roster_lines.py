"""A Force's list as players type it: a line for each card.

3 Troopers, W 2, DP 4, Trooper
Captain, W 3, DP 9, Leader
6 Hounds, Group 3
"""

from itertools import takewhile
from string import digits
from typing import Any

from companion.fields.decode import from_file
from companion.fields.invalid import Invalid
from companion.fields.numbers import bounded
from companion.fields.words import clipped
from companion.player_names import tidy
from companion.warzone.force.roster import LONGEST_NAME, Entry

LONGEST_LINE = 200
_LARGEST = 999
"""What a line's numbers may be before their own bounds are asked."""
_FIELDS = {"w": "wounds", "dp": "dp", "group": "group"}
_ROLES = {"leader": "leader", "trooper": "trooper"}


def read_line(line: str) -> Entry:
    """The line's Entry. Raises ValueError, in words, where something in it is not understood."""
    if len(line) > LONGEST_LINE:
        raise ValueError(f"a line has at most {LONGEST_LINE} characters")
    try:
        return from_file(_fields(line), Entry)
    except Invalid as error:
        raise ValueError(str(error)) from error


def _fields(line: str) -> dict[str, Any]:
    first, *rest = (part.strip() for part in line.split(","))
    count, name = _counted(first)
    fields: dict[str, Any] = {"name": tidy(name, longest=LONGEST_NAME)}
    if count:
        fields["count"] = bounded("count", count, most=_LARGEST)
    for part in rest:
        what = part.rstrip(digits)
        field, role = _FIELDS.get(what.strip().casefold()), _ROLES.get(part.casefold())
        if field is not None and what != part:
            fields[field] = bounded(field, part[len(what) :], most=_LARGEST)
        elif role is not None:
            fields[role] = True
        else:
            raise ValueError(f"“{clipped(part)}” is none of W, DP, Group, Leader, Trooper")
    return fields


def _counted(text: str) -> tuple[str, str]:
    """How many, as it is written, and of what: "3 Hounds", "3x Hounds"; nothing and all of it where no number and blank
    come first."""
    count = "".join(takewhile(digits.__contains__, text))
    rest = text[len(count) :]
    name = rest.lstrip()
    if name[:1] in ("x", "×") and name[1:2].isspace():
        rest = name[1:]
        name = rest.lstrip()
    return (count, name) if count and name and rest[0].isspace() else ("", text)

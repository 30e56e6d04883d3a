"""A Force's list as players type it: a line for each card.

3 Troopers, W 2, DP 4, Trooper
Captain, W 3, DP 9, Leader
6 Hounds, Group 3
"""

import re
from typing import Any

from companion.fields.decode import from_file
from companion.fields.invalid import Invalid
from companion.player_names import tidy
from companion.warzone.force.roster import Entry

_COUNTED = re.compile(r"(?P<count>\d+)\s*[x×]?\s+(?P<name>.+)")
_NUMBER = re.compile(r"(?P<what>W|DP|Group)\s*(?P<value>\d+)", re.IGNORECASE)
_FIELDS = {"w": "wounds", "dp": "dp", "group": "group"}
_ROLES = {"leader": "leader", "trooper": "trooper"}


def read_line(line: str) -> Entry:
    """The line's Entry. Raises ValueError, in words, where something in it is not understood."""
    first, *rest = (part.strip() for part in line.split(","))
    counted = _COUNTED.fullmatch(first)
    fields: dict[str, Any] = {"name": tidy(counted["name"] if counted else first)}
    if counted:
        fields["count"] = int(counted["count"])
    for part in rest:
        number = _NUMBER.fullmatch(part)
        if number:
            fields[_FIELDS[number["what"].casefold()]] = int(number["value"])
        elif part.casefold() in _ROLES:
            fields[_ROLES[part.casefold()]] = True
        else:
            raise ValueError(f"“{part}” is none of W, DP, Group, Leader, Trooper")
    try:
        return from_file(fields, Entry)
    except Invalid as error:
        raise ValueError(str(error)) from error

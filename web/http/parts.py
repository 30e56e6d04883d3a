"""What may stand in the parts of an address, by their names in its path: `/timers/{id}/flip`."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from companion.table.seats import Side

PARTS: Mapping[str, Any] = {
    "id": Annotated[str, msgspec.Meta(pattern="^[^/]+$", description="As its list names it")],
    "name": Annotated[str, msgspec.Meta(min_length=1, description="A unit's name; slashes may stand in it")],
    "side": Side,
    "hex": Annotated[str, msgspec.Meta(pattern="^[A-I]([1-9]|1[0-3])$", description="Row A to I, column 1 to 13")],
    "flag": Annotated[int, msgspec.Meta(ge=1, le=9, description="Counted from 1")],
    "unit": Annotated[str, msgspec.Meta(pattern="^[^/]+$", description="Its number in its Force")],
    "phone": Annotated[int, msgspec.Meta(ge=1, description="Its number, as the log shows it")],
    "match": Annotated[int, msgspec.Meta(ge=1, description="Its number, as the shelf has it")],
    "cloud": Annotated[int, msgspec.Meta(ge=1, description="Its number")],
}
"""Anything else is a text without slashes."""
OTHER = Annotated[str, msgspec.Meta(pattern="^[^/]+$")]

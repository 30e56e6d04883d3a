"""Describes the `[hall]` of warglass.toml."""

from typing import Annotated

import msgspec

from companion.fields.characters import Word

LONGEST_CARD = 2000


class HallConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`card` is the text on the hall card that the organiser gave out for this table.

    Without it, the table stands in a hall only by a scanned card. `judge` is the button that calls a judge when held.
    """

    card: Annotated[str, msgspec.Meta(max_length=LONGEST_CARD)] = ""
    judge: Word | None = None

"""The `[hall]` of warglass.toml."""

from typing import Annotated

import msgspec

from companion.fields.sizes import Word

LONGEST_CARD = 2000


class HallConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`card` is the text on the card that the hall's organiser gave out for this table: without it the table stands in
    no hall, unless one was scanned. `judge` is the button that calls a judge when it is held."""

    card: Annotated[str, msgspec.Meta(max_length=LONGEST_CARD)] = ""
    judge: Word | None = None

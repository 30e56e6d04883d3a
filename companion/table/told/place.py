"""A place in a match's story that players would go back to."""

import msgspec


class Place(msgspec.Struct, frozen=True):
    """`label` in a few words: "Turn 2", "Flag 3 is proven". `side` is the seat it is about, if any."""

    label: str
    side: str | None = None

"""The two printed rulebooks of Battle Line. They differ in places; each is right at its own table."""

import msgspec

from companion.battleline.cards import Edition

BOOKS = {Edition.FIRST: "Battle Line (GMT)", Edition.SECOND: "Battle Line (variants)"}
"""The rulebook that has each edition's names."""


class Cite(msgspec.Struct, frozen=True):
    """Where a rule is from: `section` is the heading as the book prints it."""

    book: str
    section: str

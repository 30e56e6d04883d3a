"""A TN(LD) Test that was rolled (Chapter 3, Tests)."""

from typing import Annotated

import msgspec

from companion.warzone.match.dice import Die


class LeadershipRoll(msgspec.Struct, frozen=True, kw_only=True):
    """By the Unit of that id, with its LD, modified as the players say."""

    unit: str
    ld: Annotated[int, msgspec.Meta(ge=1, le=20)]
    die: Die

    @property
    def success(self) -> bool:
        return self.die.value <= self.ld

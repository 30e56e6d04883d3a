"""A demo: a match that plays itself, so that a newcomer sees a table at work. Who acts in it has it from then on."""

from collections.abc import Sequence
from typing import Self

import msgspec
from msgspec.structs import replace

from companion.clock import SECOND
from companion.table.commands import Command

LINGER_S = 10
"""So long its end is shown."""


class Beat(msgspec.Struct, frozen=True):
    """One act of a demo, so many seconds after its beginning."""

    at_s: float
    command: Command


class Demo(msgspec.Struct, frozen=True):
    """How far a demo has come that began at the monotonic instant `began_ns`; `left` are the acts to come, in order."""

    began_ns: int
    left: Sequence[Beat]
    ends_ns: int

    @classmethod
    def of(cls, script: Sequence[Beat], *, now: int) -> Self:
        """A demo that begins now."""
        return cls(now, script, now + round((script[-1].at_s + LINGER_S) * SECOND))

    @property
    def due(self) -> int:
        """The monotonic instant of its next act, or of its end where none is left."""
        return self.began_ns + round(self.left[0].at_s * SECOND) if self.left else self.ends_ns

    def after_next(self) -> Self:
        """The demo once its next act is done."""
        return replace(self, left=self.left[1:])

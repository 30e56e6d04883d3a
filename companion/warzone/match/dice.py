"""A d20 that has been rolled."""

from typing import Annotated

import msgspec

Pips = Annotated[int, msgspec.Meta(ge=1, le=20)]


class Die(msgspec.Struct, frozen=True, kw_only=True):
    """`value` is what came up; `real` says that players rolled it and typed it in."""

    value: Pips
    real: bool = False

    @classmethod
    def of(cls, lot: int) -> "Die":
        """The die that `lot`, any number drawn at random by whoever asks, stands for."""
        return cls(value=lot % 20 + 1)

    def __str__(self) -> str:
        return str(self.value)

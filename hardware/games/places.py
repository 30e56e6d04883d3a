"""Where on the panel a screen or button is, for games that have no sand timers.

A panel is laid out for WarTime's box: each screen and button is there for a timer. Other games go by the place that the
timer has: the third of gold's, say.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.table.sides import Side
from companion.wartime.scenario.scenario import BOX

BUTTONS = 3
"""How many of a side's buttons do something, from the first."""

NOT_HERE = "Not in this game"
"""The caption of the others."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """`index` counts the places of a side from 0, in the order of the box: 30, 60, 60, 90, spell. The neutral ones,
    whose `side` is None, are counted by themselves. `shared`: one screen for all of the side."""

    side: Side | None
    index: int
    shared: bool = False

    @property
    def beside_buttons(self) -> bool:
        """Whether one of a side's first buttons, which alone do something, is beside it."""
        return self.side is not None and (self.shared or self.index < BUTTONS)


def place_of(timers: Sequence[str]) -> Place:
    """The place of a screen that shows these timers of the box (at least one), or of the button of one."""
    side = next(spec.side for spec in BOX if spec.id == timers[0])
    own = [spec.id for spec in BOX if spec.side is side]
    return Place(side=side, index=own.index(timers[0]), shared=len(timers) > 1)


class Places:
    """Where each of a panel's controls is. None for the pause button."""

    def __init__(self, timers: Mapping[str, str | None]) -> None:
        """`timers` has the timer of the box that each control is there for, None for the pause button."""
        self._of = {control: place_of((timer,)) if timer else None for control, timer in timers.items()}

    def __getitem__(self, control: str) -> Place | None:
        return self._of[control]

    def other_side_holds(self, side: Side, held: Iterable[str]) -> bool:
        """Whether one of those held is a button of the other side: both together are the handshake."""
        return any((place := self._of[control]) is not None and place.side is side.other for control in held)

    def caption(self, control: str, acts: Sequence[str]) -> str:
        """What a control is for, where a side's first ones are for `acts` and the others for nothing."""
        place = self._of[control]
        if place is None or place.side is None or place.index >= len(acts):
            return NOT_HERE
        return acts[place.index]

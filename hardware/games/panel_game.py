"""What a game has of the panel, and where on it screens and buttons are."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

import msgspec

from companion.table.commands import Command
from companion.table.game import ALL
from companion.table.seats import Side
from companion.table.view import Over, Reason, TableView
from companion.wartime.scenario.scenario import BOX
from hardware.buttons import Gesture
from hardware.faces.face import Face
from hardware.faces.words import OverFace
from hardware.sound import Pattern

# How long a screen shows that a press was refused.

REFUSAL_MS = 2000


def to_be_read(refusal: Reason | None, now_ms: int) -> Reason | None:
    """The refusal, as long as it is to be read; then None."""
    return refusal if refusal is not None and now_ms - refusal.ms < REFUSAL_MS else None


# Where on the panel a screen or button is, for games that have no sand timers.
#
# A panel is laid out for WarTime's box: each screen and button is there for a timer. Other games go by the place that
# the timer has: the third of gold's, say.

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


# What the screens show once a game is over, whatever was played.


def over_face(shows: tuple[str, ...], over: Over) -> OverFace:
    """On every screen who won: on those of a side's own timers how, on one that a side has to itself that side's
    telling figure, and between them the one for everyone, as soon as it is known."""
    place = place_of(shows)
    if place.side is None:
        return OverFace(title=over.title, said=over.telling.get(ALL, ""))
    said = over.telling.get(place.side.value, "") if place.shared else over.how
    return OverFace(title=over.title, said=said)


# What a game has of the panel: its buttons, its faces and its sounds.

View = TypeVar("View", bound=TableView)
View_contra = TypeVar("View_contra", bound=TableView, contravariant=True)

Timers = Mapping[str, str | None]
"""The timer of WarTime's box that each button is there for, by the button's id; None for the pause button."""
Ask = Callable[[Command, Gesture], None]
"""Asks the table for a command, as of the instant of the gesture; what it refuses is heard."""


class GameControls(Protocol[View_contra]):
    """What gestures mean in one game. Used by the input thread alone, captions aside."""

    def caption(self, control: str) -> str:
        """What the button is for, in a few words. Any thread may ask."""

    def meaning(self, control: str, view: View_contra) -> object:
        """Returns what a press of the button asks for as things are: another value, another meaning."""

    def handle(self, gesture: Gesture, *, view: View_contra, held: frozenset[str]) -> None:
        """Asks the table for what the gesture means there. `view` is what was seen when it was made, `held` are the
        controls that are being held."""


class Touch(NamedTuple):
    """How players have last touched what a screen shows: another value is another touch."""

    value: object
    ms: int
    """When, as far as the view tells, in the server's monotonic milliseconds; 0 where it does not."""


def in_words(shows: tuple[str, ...], view: TableView, over: Over) -> Face:  # noqa: ARG001
    """For a game whose end is told in words alone."""
    return over_face(shows, over)


def no_touch(shows: tuple[str, ...], view: TableView) -> Touch:  # noqa: ARG001
    """For a game whose screens all change together."""
    return Touch(view.phase, 0)


def no_warning(view: TableView, warning_ms: int) -> int | None:  # noqa: ARG001
    """For a game that warns of nothing."""
    return None


@dataclass(frozen=True, kw_only=True)
class PanelGame(Generic[View]):
    """One game, whose own view of the table is a `View`. All but its controls is pure: any thread may ask."""

    name: str
    """The game's among companion.games."""
    controls: Callable[[Timers, Ask], GameControls[View]]
    """Makes what one panel's buttons mean."""
    face: Callable[[tuple[str, ...], View, int], Face]
    """What a screen shows that is there for those timers of WarTime's box, at so many milliseconds on the server's
    monotonic clock."""
    moving: Callable[[tuple[str, ...], View, int], bool]
    """Whether that face can become another one without a newer view: then look again a tenth of a second later."""
    over: Callable[[tuple[str, ...], View, Over], Face] = in_words
    """What that screen shows once the game has ended like this, until the next."""
    touch: Callable[[tuple[str, ...], View], Touch] = no_touch
    """What is touched is drawn first, the newest touch before all."""
    hand: Callable[[Side], Command] | None = None
    """What is asked the instant a side's hand is touched. None: there are no hands in the game."""
    sounds: Callable[[View, View, int], Iterable[Pattern]]
    """What is heard, in order, when the game goes on from one view to another; what warns of an end does so that many
    milliseconds before it, 0 for never. The start and the end of a match are heard in every game alike."""
    next_warning: Callable[[View, int], int | None] = no_warning
    """The server's monotonic millisecond of the next such warning, if nothing happens before it; None for none."""

"""Says what a game has of the panel, and where on it screens and buttons are."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

import msgspec

from companion.table.commands import Command
from companion.table.game import ALL
from companion.table.opening import MatchExchange
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
    """Returns the refusal while it is new, then None."""
    return refusal if refusal is not None and now_ms - refusal.ms < REFUSAL_MS else None


# Where on the panel a screen or button is, for games that have no sand timers.
#
# A panel is laid out for WarTime's box: each screen and button is there for a timer. Other games go by the place that
# the timer has, such as the third of gold's.

BUTTONS = 3
"""Counts the buttons of a side that act, from the first."""

NOT_HERE = "Not in this game"
"""The caption of the others."""


class PanelPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Names a place. `index` counts the places of a side from 0, in the order of the box: 30, 60, 60, 90, spell.

    The neutral ones, whose `side` is None, have a count of their own. `shared`: one screen for all of the side.
    """

    side: Side | None
    index: int
    shared: bool = False

    @property
    def beside_buttons(self) -> bool:
        """Returns True where one of a side's first buttons, which alone act, is beside it."""
        return self.side is not None and (self.shared or self.index < BUTTONS)


def place_of(timers: Sequence[str]) -> PanelPlace:
    """Returns the place of a screen that shows these timers of the box (at least one), or of the button of one."""
    side = next(spec.side for spec in BOX if spec.id == timers[0])
    own = [spec.id for spec in BOX if spec.side is side]
    return PanelPlace(side=side, index=own.index(timers[0]), shared=len(timers) > 1)


class Places:
    """Finds the place of each of a panel's controls; None for the pause button."""

    def __init__(self, timers: Mapping[str, str | None]) -> None:
        """`timers` has the timer of the box that each control is there for, None for the pause button."""
        self._of = {control: place_of((timer,)) if timer else None for control, timer in timers.items()}

    def __getitem__(self, control: str) -> PanelPlace | None:
        return self._of[control]

    def other_side_holds(self, side: Side, held: Iterable[str]) -> bool:
        """Returns True where one of those held is a button of the other side: both together are the handshake."""
        return any((place := self._of[control]) is not None and place.side is side.other for control in held)

    def caption(self, control: str, acts: Sequence[str]) -> str:
        """Returns what a control is for: a side's first ones are for `acts`, and the others have no act."""
        place = self._of[control]
        if place is None or place.side is None or place.index >= len(acts):
            return NOT_HERE
        return acts[place.index]


# What the screens show once a game is over, in any game.


def over_face(shows: tuple[str, ...], over: Over) -> OverFace:
    """Shows on every screen who won.

    Screens of a side's own timers add how. One that a side has to itself adds that side's telling figure. Screens
    between the sides add the figure for all, as soon as it is known.
    """
    place = place_of(shows)
    if place.side is None:
        return OverFace(title=over.title, said=over.telling.get(ALL, ""))
    said = over.telling.get(place.side.value, "") if place.shared else over.how
    return OverFace(title=over.title, said=said)


# What a game has of the panel: its buttons, its faces and its sounds.

View = TypeVar("View", bound=TableView)
View_contra = TypeVar("View_contra", bound=TableView, contravariant=True)

Timers = Mapping[str, str | None]
"""Holds the timer of WarTime's box that each button is there for, by the button's id; None for the pause button."""
Ask = Callable[[Command | MatchExchange, Gesture], None]
"""Asks the table for a command, as of the instant of the gesture; a refusal makes a sound."""


class GameControls(Protocol[View_contra]):
    """Says what gestures mean in one game. Used by the input thread alone, captions aside."""

    def caption(self, control: str) -> str:
        """Returns what the button is for, in a few words. Any thread may ask."""

    def meaning(self, control: str, view: View_contra) -> object:
        """Returns what a press of the button asks for as things are: another value, another meaning."""

    def handle(self, gesture: Gesture, *, view: View_contra, held: frozenset[str]) -> None:
        """Asks the table for what the gesture means there.

        `view` is what players saw when it was made, `held` are the controls that are being held.
        """


class PanelTouch(NamedTuple):
    """Says how players have last touched what a screen shows: another value is another touch."""

    value: object
    ms: int
    """Holds when, as far as the view says, in the server's monotonic milliseconds; 0 where it does not."""


def in_words(shows: tuple[str, ...], view: TableView, over: Over) -> Face:  # noqa: ARG001
    """Shows the end in words, for a game without a picture of it."""
    return over_face(shows, over)


def no_touch(shows: tuple[str, ...], view: TableView) -> PanelTouch:  # noqa: ARG001
    """Counts a change of phase as a touch, for a game whose screens all change together."""
    return PanelTouch(view.phase, 0)


def no_warning(view: TableView, warning_ms: int) -> int | None:  # noqa: ARG001
    """Returns None, for a game without warnings."""
    return None


@dataclass(frozen=True, kw_only=True)
class PanelGame(Generic[View]):
    """Describes one game, whose own view of the table is a `View`. All but its controls is pure: any thread may ask."""

    name: str
    """The game's name among companion.games."""
    controls: Callable[[Timers, Ask], GameControls[View]]
    """Makes what one panel's buttons mean."""
    face: Callable[[tuple[str, ...], View, int], Face]
    """Returns what a screen shows that is there for those timers of WarTime's box.

    The number is in milliseconds on the server's monotonic clock.
    """
    moving: Callable[[tuple[str, ...], View, int], bool]
    """Returns True where that face can become another one without a newer view: look again a tenth of a second
    later.
    """
    over: Callable[[tuple[str, ...], View, Over], Face] = in_words
    """Returns what that screen shows once the game has ended like this, until the next."""
    touch: Callable[[tuple[str, ...], View], PanelTouch] = no_touch
    """Returns the last touch: what is touched is drawn first, the newest touch before all."""
    hand: Callable[[Side], Command] | None = None
    """Returns the command for the instant a side's hand is touched. None: there are no hands in the game."""
    sounds: Callable[[View, View, int], Iterable[Pattern]]
    """Yields the sounds, in order, of the step from one view to another.

    A warning of an end comes that many milliseconds before it, 0 for never. The start and the end of a match sound
    alike in every game.
    """
    next_warning: Callable[[View, int], int | None] = no_warning
    """Returns the server's monotonic millisecond of the next such warning, unless the view changes; None for none."""

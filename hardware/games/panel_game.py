"""What a game has of the panel: its buttons, its faces and its sounds."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from companion.table.commands import Command
from companion.table.sides import Side
from companion.table.view import Over, TableView
from hardware.buttons.gestures import Gesture
from hardware.faces.face import Face
from hardware.games.over import over_face
from hardware.sound.patterns import Pattern

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

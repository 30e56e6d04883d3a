"""Gives Battle Line its part of the panel: its buttons, its faces and its sounds."""

from collections.abc import Iterator

from companion.battleline.line import Victory
from companion.battleline.match import game
from companion.battleline.match.flags import Claim, Point
from companion.battleline.match.plays import Pass
from companion.battleline.match.views import BattleLineView, FlagView
from companion.table.commands import Begin, Pause
from companion.table.opening import Again
from companion.table.seats import Seat
from companion.table.view import Over, Phase, Reason
from hardware.buttons import Gesture, GestureKind
from hardware.faces.face import Face
from hardware.faces.figures import FigureFace
from hardware.faces.flags import FlagLineFace, FlagMark, FlagsWonFace
from hardware.faces.words import MessageFace
from hardware.games.panel_game import (
    BUTTONS,
    Ask,
    PanelGame,
    PanelPlace,
    Places,
    Timers,
    over_face,
    place_of,
    to_be_read,
)
from hardware.sound import CLAIMED, Pattern

# What the buttons do in Battle Line: claim a flag, step to the next that can be claimed, pass.


class BattleLineControls:
    """Turns gestures into commands. Used by the input thread alone.

    Of each side's buttons, the first claims the flag that its screen shows: one press is enough where only one can be
    claimed. The second steps to the next one, the third passes, and the others have no act. A press acts at once.
    Before and after the battle, two held together, one of each side, are the handshake: begin, or the next battle of
    the series. The pause button, tapped, is refused: there is no sand to stop. A third player has no buttons, and
    claims by phone.
    """

    def __init__(self, timers: Timers, ask: Ask) -> None:
        self._places = Places(timers)
        self._ask = ask

    def caption(self, control: str) -> str:
        return self._places.caption(control, _CAPTIONS)

    def meaning(self, control: str, view: BattleLineView) -> object:
        """Returns the flag that is claimed, or whose turn it is. A step to the next flag is always the same step."""
        place = self._places[control]
        if place is None or place.side is None or view.phase is not Phase.RUNNING or place.index >= BUTTONS:
            return view.phase
        side = view.sides[place.side.value]
        return (side.shown, None, side.may_pass)[place.index]

    def handle(self, gesture: Gesture, *, view: BattleLineView, held: frozenset[str]) -> None:
        place = self._places[gesture.control]
        if place is None:
            if gesture.kind is GestureKind.TAP:
                self._ask(Pause(), gesture)
            return
        if place.side is None:
            return
        if view.phase is Phase.RUNNING:
            if gesture.kind is GestureKind.PRESS and place.index < len(_COMMANDS):
                self._ask(_COMMANDS[place.index](side=Seat(place.side.value)), gesture)
        elif gesture.kind is GestureKind.HOLD and self._places.other_side_holds(place.side, held):
            self._ask(Begin() if view.phase is Phase.SETUP else Again(), gesture)


_COMMANDS = (Claim, Point, Pass)
_CAPTIONS = ("Claim", "Next flag", "Pass")

# What the screens show in Battle Line, by their places.
#
# Of each side: the flag that its claim button takes, the next one for the step button, and beside the button that
# passes whether it is to play. Then the flags before it. Neutral: the line as gold sees it, and the score. The third
# player has no other screens, so the first neutral one shows the flags before him. A screen that a side has to itself
# shows its flags, with what the claim button takes above them. While a player looks at a claim's proof, a screen of
# each side shows that flag, large and lit, and every line says it. A battle that is won is on all of them.

_VICTORIES = {Victory.BREAKTHROUGH.value: "break-through", Victory.ENVELOPMENT.value: "envelopment"}


def face(shows: tuple[str, ...], view: BattleLineView, now_ms: int) -> Face:
    """Returns the face of the screen in the place of those timers, at `now_ms` on the server's monotonic clock."""
    place = place_of(shows)
    if (refusal := _refusal(place, view, now_ms)) is not None:
        return MessageFace(refusal.text, urgent=True)
    if place.side is None:
        return _neutral(view) if place.index == 0 else MessageFace(_score(view))
    seat = Seat(place.side.value)
    if place.shared:
        return _line(seat, view, bar=_bar(seat, view))
    if not place.beside_buttons:
        return _claimed(view) if view.handed and place.index == BUTTONS else _line(seat, view, bar=_news(view))
    if view.phase is Phase.SETUP:
        return MessageFace("lay a card on a phone")
    return (_claim, _step, _pass)[place.index](seat, view)


def celebrated(shows: tuple[str, ...], view: BattleLineView, over: Over) -> Face:
    """Shows the flags that won the battle, on every screen but the neutral one that says what else there is to say."""
    place = place_of(shows)
    if view.victory is None or (place.side is None and place.index > 0):
        return over_face(shows, over)
    return FlagsWonFace(
        title=over.title,
        how=_VICTORIES[view.victory],
        flags=view.won,
        joined=view.victory == Victory.BREAKTHROUGH.value,
    )


def moving(shows: tuple[str, ...], view: BattleLineView, now_ms: int) -> bool:
    """Returns True where the face can become another one after `now_ms` without a newer view."""
    return _refusal(place_of(shows), view, now_ms) is not None


def _refusal(place: PanelPlace, view: BattleLineView, now_ms: int) -> Reason | None:
    """Returns the refusal that this screen shows, while it is new: screens with buttons beside them do."""
    if place.side is None or not place.beside_buttons:
        return None
    return to_be_read(view.sides[place.side.value].refused, now_ms)


def _claim(side: Seat, view: BattleLineView) -> Face:
    shown = view.sides[side.value].shown
    if shown is None:
        return MessageFace("no flag to claim")
    made = view.flags[shown - 1].claims[side.value]
    word = f"{made.formation.value} {made.total}" if made.formation else ""
    return FigureFace(figure=str(shown), label="claim", word=word, inverted=True)


def _claimed(view: BattleLineView) -> Face:
    """Shows the claim whose proof was handed across last."""
    claim = view.handed[0]
    return FigureFace(
        figure=str(claim.flag),
        label=f"{view.names[claim.by]} claims",
        word=f"{claim.formation.value} {claim.total}",
        inverted=True,
    )


def _step(side: Seat, view: BattleLineView) -> Face:
    own = view.sides[side.value]
    if len(own.claimable) < 2 or own.shown is None:
        return MessageFace("one flag only" if own.claimable else "next flag")
    following = next((flag for flag in own.claimable if flag > (own.shown or 0)), own.claimable[0])
    return FigureFace(figure=str(following), label="next")


def _pass(side: Seat, view: BattleLineView) -> Face:
    if view.next not in (side.value, None):
        return MessageFace(_turn(view))
    return MessageFace(
        "play, or pass here" if view.sides[side.value].may_pass else "play a card", urgent=view.next == side.value
    )


def _neutral(view: BattleLineView) -> Face:
    third = view.sides.get(Seat.AZURE.value)
    if third is None:
        return _line(Seat.GOLD, view, bar=_news(view))
    whose = f"{view.names[Seat.AZURE.value]}: " if third.claimable else ""
    return _line(Seat.AZURE, view, bar=f"{whose}{_bar(Seat.AZURE, view)}")


def _line(side: Seat, view: BattleLineView, *, bar: str) -> FlagLineFace:
    own = view.sides[side.value]
    marks = tuple((number, _mark(view.flags[number - 1], side, view)) for number in own.row)
    return FlagLineFace(marks=marks, bar=bar, lit=bool(own.claimable or view.handed))


def _mark(flag: FlagView, side: Seat, view: BattleLineView) -> FlagMark:
    own = view.sides[side.value]
    if flag.holder is not None:
        return FlagMark.MINE if flag.holder == side.value else FlagMark.THEIRS
    if flag.flag in own.claimable:
        return FlagMark.SHOWN if flag.flag == own.shown else FlagMark.CLAIMABLE
    return FlagMark.OPEN


def _bar(side: Seat, view: BattleLineView) -> str:
    own = view.sides[side.value]
    if view.phase is not Phase.RUNNING or own.shown is None:
        return _news(view)
    more = f", {len(own.claimable) - 1} more" if len(own.claimable) > 1 else ""
    return f"claim {own.shown}{more}"


def _turn(view: BattleLineView) -> str:
    return "first card" if view.next is None else f"{view.names[view.next]} to play"


def _news(view: BattleLineView) -> str:
    """Returns what was claimed last, while a player looks at its proof; else whose turn it is."""
    return f"{view.names[view.handed[0].by]} claims {view.handed[0].flag}" if view.handed else _turn(view)


def _score(view: BattleLineView) -> str:
    series = view.battle > 1
    scores = (f"{view.names[side]} {own.points if series else own.flags}" for side, own in view.sides.items())
    return f"{'Series' if series else 'Flags'}: {', '.join(scores)}"


# The sounds of Battle Line: a claim that is granted.


def sounds(before: BattleLineView, after: BattleLineView, warning_ms: int) -> Iterator[Pattern]:  # noqa: ARG001
    """Yields the change's sounds."""
    held = {flag.flag for flag in before.flags if flag.holder is not None}
    if any(flag.holder is not None and flag.flag not in held for flag in after.flags):
        yield CLAIMED


# What Battle Line has of the panel.

GAME = PanelGame(
    name=game.BATTLE_LINE.name,
    controls=BattleLineControls,
    face=face,
    over=celebrated,
    moving=moving,
    sounds=sounds,
)

"""Holds what Warzone has of the panel: its buttons, its faces and its sounds."""

import secrets
from collections.abc import Callable, Iterator

from companion.table.commands import Begin, Command, Pause
from companion.table.opening import Again, MatchExchange
from companion.table.seats import Side
from companion.table.view import Phase, Reason
from companion.warzone.match import game
from companion.warzone.match.initiative import KeepInitiative, PassInitiative, RollInitiative
from companion.warzone.match.parts import Die
from companion.warzone.match.state import TurnPhase
from companion.warzone.match.turns import EndActivation, EndTurn, UsePass
from companion.warzone.match.views import ForceView, WarzoneView
from hardware.buttons import Gesture, GestureKind
from hardware.faces.face import Face
from hardware.faces.figures import FigureFace, SheetFace
from hardware.faces.words import MessageFace
from hardware.games.panel_game import Ask, PanelGame, PanelPlace, Places, Timers, place_of, to_be_read
from hardware.sound import TURN, YOURS, Pattern

# What the buttons do in Warzone: end an Activation, pass, roll.

_CAPTIONS = ("End activation", "Pass", "Roll the d20")


class WarzoneControls:
    """Turns gestures into commands. Used by the input thread alone.

    Of each side's buttons, the first says "my Activation is over" (or "I go first"). The second says "I pass" (or "let
    the other go first"), the third rolls the d20 for Initiative. The others have no meaning. A press acts at once while
    the Turn runs.

    At other times a tap asks, and the table refuses with its reason. Two buttons held together, one of each side, are
    the handshake: begin, end the Turn, set up again. A tap on the pause button is refused: there is no sand to stop.
    """

    def __init__(self, timers: Timers, ask: Ask, *, lot: Callable[[], int] = lambda: secrets.randbelow(20)) -> None:
        """Makes the controls; `lot` draws a number below 20."""
        self._places = Places(timers)
        self._ask = ask
        self._lot = lot
        self._waiting: set[str] = set()
        """Holds buttons that went down at a time without presses: their release or a hold shows what they mean."""

    def caption(self, control: str) -> str:
        return self._places.caption(control, _CAPTIONS)

    def meaning(self, control: str, view: WarzoneView) -> object:
        place = self._places[control]
        if place is None or place.side is None:
            return None
        force = view.sides[place.side.value]
        return view.phase, view.turn, view.turn_phase, view.active, force.activations, force.passes, force.initiative

    def handle(self, gesture: Gesture, *, view: WarzoneView, held: frozenset[str]) -> None:
        place = self._places[gesture.control]
        if place is None:
            if gesture.kind is GestureKind.TAP:
                self._ask(Pause(), gesture)
            return
        if place.side is None:
            return
        match gesture.kind:
            case GestureKind.PRESS if view.phase is Phase.RUNNING and view.turn_phase is not TurnPhase.END:
                self._waiting.discard(gesture.control)
                self._press(place.side, place, view, gesture)
            case GestureKind.PRESS:
                self._waiting.add(gesture.control)
            case GestureKind.TAP if gesture.control in self._waiting:
                self._press(place.side, place, view, gesture)
            case GestureKind.HOLD if gesture.control in self._waiting and self._places.other_side_holds(
                place.side, held & self._waiting
            ):
                self._ask(self._handshake(view), gesture)

    def _press(self, side: Side, place: PanelPlace, view: WarzoneView, gesture: Gesture) -> None:
        command = self._command_of(side, place, view)
        if command is not None:
            self._ask(command, gesture)

    def _command_of(self, side: Side, place: PanelPlace, view: WarzoneView) -> Command | None:
        starting = view.turn_phase is TurnPhase.START
        match place.index:
            case 0:
                return KeepInitiative(side=side) if starting else EndActivation(side=side)
            case 1:
                return PassInitiative(side=side) if starting else UsePass(side=side)
            case 2:
                return RollInitiative(side=side, die=Die.of(self._lot()))
            case _:
                return None

    def _handshake(self, view: WarzoneView) -> Command | MatchExchange:
        if view.phase is Phase.SETUP:
            return Begin()
        return EndTurn() if view.phase is Phase.RUNNING else Again()


# What the screens show in Warzone, by their places: a side's first three beside the buttons that act on them.
#
# Of each side, from the first: Activations, Pass Counters, Initiative, VPs, Units. Neutral: the Turn, and what the
# table waits for. A screen that a side has to itself has all of the side's numbers.


def face(shows: tuple[str, ...], view: WarzoneView, now_ms: int) -> Face:
    """Returns the face of the screen in the place of those timers, at `now_ms` on the server's monotonic clock."""
    place = place_of(shows)
    if (refusal := _refusal(place, view, now_ms)) is not None:
        return MessageFace(refusal.text, urgent=True)
    if place.side is None:
        return _neutral(place, view)
    force = view.sides[place.side.value]
    if view.phase is Phase.SETUP:
        return MessageFace("hold to begin" if force.units else "set up on a phone")
    if place.shared:
        return _sheet(place.side, force, view)
    return _SCREENS[place.index](place.side, force, view)


def moving(shows: tuple[str, ...], view: WarzoneView, now_ms: int) -> bool:
    """Returns True where the face can become another one after `now_ms` without a newer view."""
    return _refusal(place_of(shows), view, now_ms) is not None


def _refusal(place: PanelPlace, view: WarzoneView, now_ms: int) -> Reason | None:
    """Returns the refusal that this screen shows, while it is to be read: screens with buttons beside them do."""
    if place.side is None or not place.beside_buttons:
        return None
    return to_be_read(view.refused.get(place.side.value), now_ms)


def _neutral(place: PanelPlace, view: WarzoneView) -> Face:
    if place.index == 0 and view.turn:
        return FigureFace(figure=str(view.turn), label="Turn", word=_PHASES[view.turn_phase])
    return MessageFace(view.waiting)


_PHASES = {TurnPhase.START: "start", TurnPhase.ACTIVATION: "activations", TurnPhase.END: "end"}


def _activations(side: Side, force: ForceView, view: WarzoneView) -> Face:
    mine = view.active == side.value
    if not mine and (reacts := _reacts(side, view)):
        return MessageFace(reacts, urgent=True)
    match view.turn_phase:
        case TurnPhase.START:
            return MessageFace(_start(side, force, view), urgent=view.initiative.chooser == side.value)
        case TurnPhase.ACTIVATION:
            acting = ", ".join(each.unit.name for each in force.units if each.acting)
            word = acting or ("acting" if view.acting else "your turn") if mine else ""
            return FigureFace(figure=str(force.activations), label="to act", word=word, inverted=mine)
        case TurnPhase.END:
            return MessageFace(view.waiting)


def _reacts(side: Side, view: WarzoneView) -> str:
    """Returns what this side may react to, while it may: the declared action, and its target."""
    going = view.declared
    if going is None or going.forgone or going.side is side:
        return ""
    if all(may.why_not for mays in view.reactions.values() for may in mays):
        return ""
    actors, targets = view.sides[going.side.value].units, view.sides[side.value].units
    actor = next((each.unit.name for each in actors if each.unit.id == going.unit), "they")
    at = ", ".join(each.unit.name for each in targets if each.unit.id in going.targets)
    done = "did" if going.done else "declared"
    return f"react? {actor} {done}: {going.action.title}{' at ' if at else ''}{at}"


def _start(side: Side, force: ForceView, view: WarzoneView) -> str:
    """Returns what to do about the Initiative, in few words."""
    chooser = view.initiative.chooser
    if chooser == side.value:
        return "you go first" if view.turn == 1 else "go first?"
    if chooser is not None:
        return f"{'first' if view.turn == 1 else 'choice'}: {view.names[side.other.value]}"
    if view.initiative.tie:
        return "a tie: roll again"
    return "roll" if force.initiative is None else "wait"


def _passes(side: Side, force: ForceView, view: WarzoneView) -> Face:
    choosing = view.turn_phase is TurnPhase.START and view.initiative.chooser == side.value
    if choosing and view.turn > 1:
        return MessageFace(f"or let {view.names[side.other.value]}?", urgent=True)
    return FigureFace(figure=str(force.passes), label="pass" if force.passes == 1 else "passes")


def _initiative(side: Side, force: ForceView, view: WarzoneView) -> Face:
    if force.initiative is None:
        if view.turn_phase is TurnPhase.START and view.turn > 1:
            return MessageFace("roll d20")
        first = view.initiative.first
        return MessageFace("Initiative") if first is None else MessageFace("first" if first == side.value else "second")
    die, *rest = (line.value for line in force.initiative.lines)
    added = "".join(f"+{value}" if value > 0 else str(value) for value in rest if value)
    return FigureFace(figure=str(force.initiative.value), label="Init.", word=f"{die}{added}" if added else "")


def _vps(side: Side, force: ForceView, view: WarzoneView) -> Face:  # noqa: ARG001
    return FigureFace(figure=str(force.vps.value), label="VPs")


def _units(side: Side, force: ForceView, view: WarzoneView) -> Face:  # noqa: ARG001
    standing = [each for each in force.units if each.fall is None]
    pinned = sum(each.pinned for each in standing)
    return FigureFace(figure=str(len(standing)), label="Units", word=f"{pinned} pinned" if pinned else "")


_SCREENS = (_activations, _passes, _initiative, _vps, _units)


def _sheet(side: Side, force: ForceView, view: WarzoneView) -> Face:
    return SheetFace(
        bar=_bar(side, force, view),
        columns=(
            (str(force.vps.value), "VPs"),
            (str(force.activations), "to act"),
            (str(force.passes), "passes"),
            (_score(side, force, view), "init."),
        ),
        lit=side.value in (view.active, view.initiative.chooser),
    )


def _bar(side: Side, force: ForceView, view: WarzoneView) -> str:
    turn = f"Turn {view.turn}:"
    match view.turn_phase:
        case TurnPhase.START:
            return f"{turn} {_start(side, force, view)}"
        case TurnPhase.ACTIVATION:
            return f"{turn} {'you act' if view.active == side.value else f'{view.names[side.other.value]} acts'}"
        case TurnPhase.END:
            return view.waiting


def _score(side: Side, force: ForceView, view: WarzoneView) -> str:
    if force.initiative is not None:
        return str(force.initiative.value)
    if view.initiative.first is None:
        return "?"
    return "1st" if view.initiative.first == side.value else "2nd"


# The sounds of Warzone: for a new Turn, and for a side's Activation.


def sounds(before: WarzoneView, after: WarzoneView, warning_ms: int) -> Iterator[Pattern]:  # noqa: ARG001
    """Returns what the change sounds like, in order."""
    if after.turn > before.turn:
        yield TURN
    if after.active is not None and after.active != before.active:
        yield YOURS[after.active]


# What Warzone has of the panel.

GAME = PanelGame(
    name=game.WARZONE.name,
    controls=WarzoneControls,
    face=face,
    moving=moving,
    sounds=sounds,
)

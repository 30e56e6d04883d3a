"""What the screens show in Warzone, by their places: a side's first three beside the buttons that act on them.

Of each side, from the first: Activations, Pass Counters, Initiative, VPs, Units. Neutral: the Turn, and what the table
waits for. A screen that a side has to itself has all of the side's numbers.
"""

from companion.table.sides import Side
from companion.table.view import Phase, Reason
from companion.warzone.match.state import TurnPhase
from companion.warzone.match.views import ForceView, WarzoneView
from hardware.faces.face import Face
from hardware.faces.figure import FigureFace
from hardware.faces.message import MessageFace
from hardware.faces.sheet import SheetFace
from hardware.games.places import Place, place_of
from hardware.games.refusals import to_be_read


def face(shows: tuple[str, ...], view: WarzoneView, now_ms: int) -> Face:
    """The face of the screen in the place of those timers, at `now_ms` on the server's monotonic clock."""
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
    """Whether the face can become another one after `now_ms` without a newer view."""
    return _refusal(place_of(shows), view, now_ms) is not None


def _refusal(place: Place, view: WarzoneView, now_ms: int) -> Reason | None:
    """The refusal that this screen shows, while it is to be read: those with buttons beside them do."""
    if place.side is None or not place.beside_buttons:
        return None
    return to_be_read(view.refused.get(place.side.value), now_ms)


def _neutral(place: Place, view: WarzoneView) -> Face:
    if place.index == 0 and view.turn:
        return FigureFace(figure=str(view.turn), label="Turn", word=_PHASES[view.turn_phase])
    return MessageFace(view.waiting)


_PHASES = {TurnPhase.START: "start", TurnPhase.ACTIVATION: "activations", TurnPhase.END: "end"}


def _activations(side: Side, force: ForceView, view: WarzoneView) -> Face:
    mine = view.active == side.value
    match view.turn_phase:
        case TurnPhase.START:
            return MessageFace(_start(side, force, view), urgent=view.initiative.chooser == side.value)
        case TurnPhase.ACTIVATION:
            acting = ", ".join(each.unit.name for each in force.units if each.acting)
            word = acting or ("acting" if view.acting else "your turn") if mine else ""
            return FigureFace(figure=str(force.activations), label="to act", word=word, inverted=mine)
        case TurnPhase.END:
            return MessageFace(view.waiting)


def _start(side: Side, force: ForceView, view: WarzoneView) -> str:
    """What to do about the Initiative, in few words."""
    chooser = view.initiative.chooser
    if chooser == side.value:
        return "you go first" if view.turn == 1 else "go first?"
    if chooser is not None:
        return f"{view.names[side.other.value]} {'goes first' if view.turn == 1 else 'chooses'}"
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

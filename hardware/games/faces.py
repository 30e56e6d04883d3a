"""Which face a screen shows. A face is a value: as long as it stays equal, nothing need be drawn or sent."""

from collections.abc import Iterable

from PIL import Image

from companion.battleline.match.views import BattleLineView
from companion.table.view import Phase, Reason, TableView, TimerKind, TimerState, TimerView
from companion.wartime.match.views import WarTimeView
from companion.warzone.match.views import WarzoneView
from hardware.faces.figure import FigureFace, draw_figure
from hardware.faces.line import LineFace, draw_line
from hardware.faces.message import MessageFace, draw_message
from hardware.faces.nameplate import NameplateFace, draw_nameplate
from hardware.faces.qr import QrFace, draw_qr
from hardware.faces.rack import RackFace, draw_rack
from hardware.faces.saver import SaverFace, draw_saver
from hardware.faces.sheet import SheetFace, draw_sheet
from hardware.faces.timer import TimerFace, draw_timer, flashing, timer_face
from hardware.games.battleline_faces import battle_face, battle_refusal
from hardware.games.places import place_of
from hardware.games.warzone_faces import refusal_at, warzone_face

REFUSAL_MS = 2000

_HIGH = 64

Face = TimerFace | RackFace | MessageFace | FigureFace | SheetFace | LineFace | QrFace | SaverFace | NameplateFace


def face_for(shows: tuple[str, ...], view: TableView, now_ms: int) -> Face:
    """The face of a screen with the timers `shows`, at `now_ms` on the server's monotonic clock."""
    if isinstance(view, WarzoneView):
        return warzone_face(place_of(shows), view, now_ms)
    if isinstance(view, BattleLineView):
        return battle_face(place_of(shows), view, now_ms)
    timers = _timers(shows, view)
    if view.phase is Phase.ENDED:
        return MessageFace(_outcome(view))
    if (refusal := _refusal(timers, now_ms)) is not None:
        return MessageFace(refusal.text, urgent=True)
    if not timers:
        return MessageFace("no timers here")
    if len(timers) == 1:
        return timer_face(timers[0], view, now_ms)
    if view.phase is Phase.SETUP:
        return _setting_up(view, now_ms)
    faces = tuple(timer_face(timer, view, now_ms) for timer in timers)
    return RackFace(faces, word="paused" if view.paused else "")


def offline_face() -> Face:
    """For when the table itself cannot be read, so that nobody trusts sand that stands still."""
    return MessageFace("no table")


def moving(view: TableView, now_ms: int, shows: tuple[str, ...]) -> bool:
    """Whether the face can become another one after `now_ms` without a newer view: then look again a tenth of a second
    later."""
    if isinstance(view, WarzoneView):
        return refusal_at(place_of(shows), view, now_ms) is not None
    if isinstance(view, BattleLineView):
        return battle_refusal(place_of(shows), view, now_ms) is not None
    if view.phase is Phase.ENDED:
        return False
    timers = _timers(shows, view)
    seen = [*timers]
    if view.phase is Phase.SETUP and len(timers) > 1 and (setup := _setup(view)) is not None:
        seen.append(setup)
    falling = any(timer.state is TimerState.ACTIVE and timer.ends_ms is not None for timer in seen)
    return falling or any(flashing(timer, now_ms) for timer in seen) or _refusal(timers, now_ms) is not None


def margin(height: int) -> tuple[int, int]:
    """How many pixels a face of that height leaves free, left and right, above and below: a low one needs every row."""
    return 1, 1 if height >= _HIGH else 0


def draw(face: Face, width: int, height: int) -> Image.Image:
    """The face as a picture of mode "1", `width` by `height` pixels, its margin as its ground is."""
    aside, above = margin(height)
    picture = Image.new("1", (width, height), 255 if _lit(face, height) else 0)
    picture.paste(_inside(face, (width - 2 * aside, height - 2 * above)), (aside, above))
    return picture


def _inside(face: Face, size: tuple[int, int]) -> Image.Image:
    match face:
        case TimerFace():
            return draw_timer(face, size)
        case RackFace():
            return draw_rack(face, size)
        case MessageFace():
            return draw_message(face, size)
        case FigureFace():
            return draw_figure(face, size)
        case SheetFace():
            return draw_sheet(face, size)
        case LineFace():
            return draw_line(face, size)
        case QrFace():
            return draw_qr(face, size)
        case SaverFace():
            return draw_saver(face, size)
        case NameplateFace():
            return draw_nameplate(face, size)


def _lit(face: Face, height: int) -> bool:
    """Whether the face is dark on light, all of it."""
    match face:
        case TimerFace() | FigureFace():
            return face.inverted
        case MessageFace():
            return face.urgent
        case NameplateFace():
            return face.lit
        case SheetFace():
            return face.lit and height < _HIGH
        case _:
            return False


def _timers(shows: tuple[str, ...], view: TableView) -> list[TimerView]:
    by_id = {timer.id: timer for timer in view.timers}
    return [by_id[each] for each in shows if each in by_id]


def _setting_up(view: TableView, now_ms: int) -> Face:
    """What a rack shows before the game, when none of its own timers can run."""
    setup = _setup(view)
    if setup is not None and (setup.state is TimerState.ACTIVE or flashing(setup, now_ms)):
        return timer_face(setup, view, now_ms)
    return MessageFace("paused" if view.paused else "hold to begin")


def _setup(view: TableView) -> TimerView | None:
    return next((timer for timer in view.timers if timer.kind is TimerKind.SETUP), None)


def _refusal(timers: Iterable[TimerView], now_ms: int) -> Reason | None:
    """The latest press that was refused, while it is to be read."""
    refusals = [timer.refused for timer in timers if timer.refused is not None]
    latest = max(refusals, key=lambda refusal: refusal.ms, default=None)
    return latest if latest is not None and now_ms - latest.ms < REFUSAL_MS else None


def _outcome(view: TableView) -> str:
    if isinstance(view, WarTimeView):
        if view.winner is not None:
            return f"{view.sides[view.winner].army} wins"
        if view.over_by_time:
            return "Time is up"
    return "Game over"

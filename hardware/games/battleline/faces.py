"""What the screens show in Battle Line, by their places.

Of each side: the flag that its claim button takes, the next one for the step button, whether it is to play beside the
button that passes; then the flags before it. Neutral: the line as gold sees it, or the flags before the third player,
who has no screens besides; and the score. A screen that a side has to itself shows its flags, with what the claim
button takes above them. While a claim's proof lies before somebody, a screen of each side shows that flag, large and
lit, and every line says it. A battle that is won is on all of them.
"""

from companion.battleline.match.views import BattleLineView, FlagView
from companion.battleline.scoring import Victory
from companion.table.seats import Seat
from companion.table.view import Over, Phase, Reason
from hardware.faces.face import Face
from hardware.faces.figure import FigureFace
from hardware.faces.flag_line import FlagLineFace, Mark
from hardware.faces.flags_won import FlagsWonFace
from hardware.faces.message import MessageFace
from hardware.games.over import over_face
from hardware.games.places import BUTTONS, Place, place_of
from hardware.games.refusals import to_be_read

_VICTORIES = {Victory.BREAKTHROUGH.value: "break-through", Victory.ENVELOPMENT.value: "envelopment"}


def face(shows: tuple[str, ...], view: BattleLineView, now_ms: int) -> Face:
    """The face of the screen in the place of those timers, at `now_ms` on the server's monotonic clock."""
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
    """The flags that won the battle, on every screen but the neutral one that tells what else there is to say."""
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
    """Whether the face can become another one after `now_ms` without a newer view."""
    return _refusal(place_of(shows), view, now_ms) is not None


def _refusal(place: Place, view: BattleLineView, now_ms: int) -> Reason | None:
    """The refusal that this screen shows, while it is to be read: those with buttons beside them do."""
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
    """The claim whose proof was handed across last."""
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


def _mark(flag: FlagView, side: Seat, view: BattleLineView) -> Mark:
    own = view.sides[side.value]
    if flag.holder is not None:
        return Mark.MINE if flag.holder == side.value else Mark.THEIRS
    if flag.flag in own.claimable:
        return Mark.SHOWN if flag.flag == own.shown else Mark.CLAIMABLE
    return Mark.OPEN


def _bar(side: Seat, view: BattleLineView) -> str:
    own = view.sides[side.value]
    if view.phase is not Phase.RUNNING or own.shown is None:
        return _news(view)
    more = f", {len(own.claimable) - 1} more" if len(own.claimable) > 1 else ""
    return f"claim {own.shown}{more}"


def _turn(view: BattleLineView) -> str:
    return "first card" if view.next is None else f"{view.names[view.next]} to play"


def _news(view: BattleLineView) -> str:
    """What was claimed last, while its proof lies before somebody; else whose turn it is."""
    return f"{view.names[view.handed[0].by]} claims {view.handed[0].flag}" if view.handed else _turn(view)


def _score(view: BattleLineView) -> str:
    series = view.battle > 1
    scores = (f"{view.names[side]} {own.points if series else own.flags}" for side, own in view.sides.items())
    return f"{'Series' if series else 'Flags'}: {', '.join(scores)}"

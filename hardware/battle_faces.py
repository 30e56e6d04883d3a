"""What the screens show in Battle Line, by their places.

Of each side: the flag that its claim button takes, the next one for the step button, whether it is to play beside the
button that passes; then the line. Neutral: the line as gold sees it, and the score. A screen that a side has to itself
shows the line, with what the claim button takes above it.
"""

from companion.battleline.battle.views import BattleLineView, FlagView
from companion.table.sides import Side
from companion.table.view import Phase, Reason
from hardware.figure_face import FigureFace
from hardware.line_face import LineFace, Mark
from hardware.message_face import MessageFace
from hardware.places import Place

REFUSAL_MS = 2000
_WITH_BUTTONS = 3

BattleFace = FigureFace | LineFace | MessageFace


def battle_face(place: Place, view: BattleLineView, now_ms: int) -> BattleFace:
    """The face of the screen in that place, at `now_ms` on the server's monotonic clock."""
    if (refusal := battle_refusal(place, view, now_ms)) is not None:
        return MessageFace(refusal.text, urgent=True)
    if place.side is None:
        return _line(Side.GOLD, view, bar=_turn(view)) if place.index == 0 else MessageFace(_score(view))
    if place.shared:
        return _line(place.side, view, bar=_bar(place.side, view))
    if place.index >= _WITH_BUTTONS:
        return _line(place.side, view, bar=_turn(view))
    if view.phase is Phase.SETUP:
        return MessageFace("lay a card on a phone")
    if view.phase is Phase.ENDED:
        return MessageFace(_turn(view))
    return (_claim, _step, _pass)[place.index](place.side, view)


def battle_refusal(place: Place, view: BattleLineView, now_ms: int) -> Reason | None:
    """The refusal that this screen shows, while it is to be read: those with buttons beside them do."""
    if place.side is None or (place.index >= _WITH_BUTTONS and not place.shared):
        return None
    refusal = view.sides[place.side.value].refused
    return refusal if refusal is not None and now_ms - refusal.ms < REFUSAL_MS else None


def _claim(side: Side, view: BattleLineView) -> BattleFace:
    shown = view.sides[side.value].shown
    if shown is None:
        return MessageFace("no flag to claim")
    made = view.flags[shown - 1].claims[side.value]
    word = f"{made.formation.value} {made.total}" if made.formation else ""
    return FigureFace(figure=str(shown), label="claim", word=word, inverted=True)


def _step(side: Side, view: BattleLineView) -> BattleFace:
    own = view.sides[side.value]
    if len(own.claimable) < 2 or own.shown is None:
        return MessageFace("one flag only" if own.claimable else "next flag")
    following = next((flag for flag in own.claimable if flag > (own.shown or 0)), own.claimable[0])
    return FigureFace(figure=str(following), label="next")


def _pass(side: Side, view: BattleLineView) -> BattleFace:
    if _to_play(view) not in (side.value, None):
        return MessageFace(f"{side.other.value.title()} to play")
    return MessageFace("play, or pass here", urgent=_to_play(view) == side.value)


def _to_play(view: BattleLineView) -> str | None:
    """Whose card comes next."""
    if view.turn is None or not view.acted:
        return view.turn
    return Side(view.turn).other.value


def _line(side: Side, view: BattleLineView, *, bar: str) -> LineFace:
    """Red sits opposite: what is gold's left is its right."""
    flags = view.flags if side is Side.GOLD else tuple(reversed(view.flags))
    lit = bool(view.sides[side.value].claimable) or view.winner == side.value
    return LineFace(marks=tuple((flag.flag, _mark(flag, side, view)) for flag in flags), bar=bar, lit=lit)


def _mark(flag: FlagView, side: Side, view: BattleLineView) -> Mark:
    own = view.sides[side.value]
    if flag.holder is not None:
        return Mark.MINE if flag.holder == side.value else Mark.THEIRS
    if flag.flag in own.claimable:
        return Mark.SHOWN if flag.flag == own.shown else Mark.CLAIMABLE
    return Mark.OPEN


def _bar(side: Side, view: BattleLineView) -> str:
    own = view.sides[side.value]
    if view.phase is not Phase.RUNNING or own.shown is None:
        return _turn(view)
    more = f", {len(own.claimable) - 1} more" if len(own.claimable) > 1 else ""
    return f"claim {own.shown}{more}"


def _turn(view: BattleLineView) -> str:
    if view.phase is Phase.ENDED:
        return f"{view.winner.title()} wins" if view.winner else "Battle over"
    player = _to_play(view)
    return "first card" if player is None else f"{player.title()} to play"


def _score(view: BattleLineView) -> str:
    gold, red = view.sides["gold"], view.sides["red"]
    if view.battle > 1 or view.phase is Phase.ENDED:
        return f"Series: Gold {gold.points}, Red {red.points}"
    return f"Flags: Gold {gold.flags}, Red {red.flags}"

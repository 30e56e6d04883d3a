"""A battle for spectators: the nine flags, both halves of each, and who holds them."""

from companion.battleline.cards import Edition
from companion.battleline.match.views import BattleLineView
from companion.table.seats import Seat
from web.battleline.board import lines
from web.battleline.cardface import card_face
from web.site.scene import Scene


def scene(view: BattleLineView) -> Scene:
    edition = Edition(next(choice.value for choice in view.choices if choice.name == "edition"))
    return Scene(
        template="battleline_watch.html",
        style="battleline_watch.css",
        values={
            "view": view,
            "lines": lines(view, Seat.GOLD),
            "seats": [Seat(side) for side in reversed(view.sides)],
            "face": lambda piece: card_face(piece, edition),
            "said": _turn(view),
        },
    )


def _turn(view: BattleLineView) -> str:
    if not view.turn:
        return "The first card is yet to be laid"
    name = view.names[view.turn]
    if view.acted and view.next:
        return f"{name} has played. {view.names[view.next]} is next"
    return f"{name}’s turn"

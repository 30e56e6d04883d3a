"""A card as a page draws it: its figure large, a word below."""

from dataclasses import dataclass

from companion.battleline.cards import BEARERS, CAVALRY, TROOPS, Colour, Edition
from companion.battleline.match.state import Piece, called

_SHORT = {CAVALRY: "8", BEARERS: "1–3"}


@dataclass(frozen=True, kw_only=True)
class CardFace:
    """`colour` is a Troop card's colour in lower case, "wild" for a Tactics card; `brief` fits the line of flags."""

    card: Piece
    figure: str
    word: str
    colour: str
    name: str
    brief: str


def card_face(piece: Piece, edition: Edition) -> CardFace:
    name = called(piece, edition)
    if piece not in TROOPS:
        morale = len(piece) == 2
        brief = "".join(word[0] for word in name.split()) if morale else piece.capitalize()
        figure = _SHORT.get(piece, "any") if morale else brief
        return CardFace(card=piece, figure=figure, word=name, colour="wild", name=name, brief=brief)
    colour = Colour(piece[0]).word.lower()
    return CardFace(card=piece, figure=piece[1:], word=colour, colour=colour, name=name, brief=piece)

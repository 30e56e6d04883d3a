"""The ten Tactics cards (Battle Line, Tactics Cards), those beside flags by the notation's letters."""

from typing import TypeAlias

from companion.battleline.cards import CARDS, LEADERS, MORALE, Card, Edition, named

Piece: TypeAlias = str
"""A Troop or Tactics card: a Card, or one of ENVIRONMENT and GUILE."""

FOG: Piece = "FOG"
MUD: Piece = "MUD"
ENVIRONMENT: tuple[Piece, ...] = (FOG, MUD)
SCOUT: Piece = "SCOUT"
REDEPLOY: Piece = "REDEPLOY"
DESERTER: Piece = "DESERTER"
TRAITOR: Piece = "TRAITOR"
GUILE: tuple[Piece, ...] = (SCOUT, REDEPLOY, DESERTER, TRAITOR)
MOVERS: tuple[Piece, ...] = (REDEPLOY, DESERTER, TRAITOR)
"""The Guile Tactics that move a card which lies there."""
TACTICS: tuple[Piece, ...] = (*MORALE, *ENVIRONMENT, *GUILE)
LINE_PIECES: tuple[Piece, ...] = (*CARDS, *ENVIRONMENT)
"""Every card that can lie at a flag."""

__all__ = [
    "DESERTER", "ENVIRONMENT", "FOG", "GUILE", "LEADERS", "LINE_PIECES", "MORALE", "MOVERS", "MUD",
    "REDEPLOY", "SCOUT", "TACTICS", "TRAITOR", "Card", "Piece", "called",
]  # fmt: skip


def called(piece: Piece, edition: Edition) -> str:
    """The card's name as players say it: `Red 10`, `Alexander`, `Fog`."""
    return piece.capitalize() if piece in ENVIRONMENT or piece in GUILE else named(piece, edition)

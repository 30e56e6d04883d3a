"""Actions that matter to an attack or to a Unit's Activation (Warzone Eternal Core Rules, Actions)."""

from enum import Enum


class Action(Enum):
    AIM = "aim"
    BRACE = "brace"
    CHARGE = "charge"
    CLIMB = "climb"
    FLY = "fly"
    INTERACT = "interact"
    MOVE = "move"
    RALLY = "rally"
    RELOAD = "reload"
    SHOOT = "shoot"
    STRIKE = "strike"

    @property
    def moves(self) -> bool:
        """Whether the Unit may leave its place, and so an Engagement."""
        return self in (Action.CHARGE, Action.CLIMB, Action.FLY, Action.MOVE)

    @property
    def melee(self) -> bool:
        """Whether its attack is a Strike Action Test."""
        return self in (Action.CHARGE, Action.STRIKE)

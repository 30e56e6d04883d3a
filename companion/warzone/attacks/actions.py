"""Actions that matter to an attack (Warzone Eternal Core Rules, Actions)."""

from enum import Enum


class Action(Enum):
    AIM = "aim"
    BRACE = "brace"
    CHARGE = "charge"
    MOVE = "move"
    RALLY = "rally"
    RELOAD = "reload"
    SHOOT = "shoot"
    STRIKE = "strike"

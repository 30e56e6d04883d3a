"""Actions that matter to an attack (Warzone Eternal Core Rulebook, Actions)."""

from enum import Enum


class Action(Enum):
    AIM = "aim"
    CHARGE = "charge"
    MOVE = "move"
    RALLY = "rally"
    RELOAD = "reload"
    SHOOT = "shoot"
    STRIKE = "strike"

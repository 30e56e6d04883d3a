"""The two kinds of attack (WarTime Rulebook, Types of Attacks): circles are melee, diamonds are distance."""

from enum import Enum


class AttackKind(Enum):
    MELEE = "melee"
    DISTANCE = "distance"

"""The keywords that unit tokens carry as icons (WarTime Rulebook, Unit Types)."""

from enum import Enum


class Keyword(Enum):
    INFANTRY = "infantry"
    RANGED = "ranged"
    MOUNTED = "mounted"
    MAGIC = "magic"
    SIEGE = "siege"
    HERO = "hero"
    CHARGE = "charge"

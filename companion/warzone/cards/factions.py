"""The Factions that units and Forces belong to, and the two Allegiances."""

from enum import Enum


class Faction(Enum):
    """Warzone Eternal, Chapter 12, Select Factions; the Cartel from Ally Designations, Advisor."""

    BAUHAUS = "Bauhaus"
    CAPITOL = "Capitol"
    CYBERTRONIC = "Cybertronic"
    IMPERIAL = "Imperial"
    MISHIMA = "Mishima"
    BROTHERHOOD = "Brotherhood"
    CARTEL = "Cartel"
    ALGEROTH = "Dark Legion: Algeroth"
    DEMNOGONIS = "Dark Legion: Demnogonis"
    ILIAN = "Dark Legion: Ilian"
    MUAWIJHE = "Dark Legion: Muawijhe"
    SEMAI = "Dark Legion: Semai"

    @property
    def dark_legion(self) -> bool:
        return self.value.startswith("Dark Legion")


class Allegiance(Enum):
    """Warzone Eternal, Chapter 12, Determine Allegiance."""

    LIGHT = "light"
    DARKNESS = "darkness"

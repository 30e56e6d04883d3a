"""What a Force picks in secret: Secondary Objectives, and in Key Positions its Primary Objective."""

from enum import Enum

from companion.warzone.cards.factions import Allegiance

SECONDARIES_EACH = 2
MOST_VPS = 2
"""No single Secondary Objective gives a Force more (Chapter 13, Select Secondary Objectives)."""


class Secondary(Enum):
    """Warzone Eternal, Chapter 13, Select Secondary Objectives."""

    ESCORT = "escort"
    FLANKING_MANEUVERS = "flanking_maneuvers"
    HOLD_GROUND = "hold_ground"
    INTERCEPT_TRANSMISSIONS = "intercept_transmissions"
    ACCEPTABLE_CASUALTIES = "acceptable_casualties"
    SACRIFICE = "sacrifice"
    SEND_A_MESSAGE = "send_a_message"
    SLAUGHTER = "slaughter"

    @property
    def title(self) -> str:
        return "Send a Message" if self is Secondary.SEND_A_MESSAGE else self.value.replace("_", " ").title()

    @property
    def only_for(self) -> Allegiance | None:
        """The Allegiance that it is restricted to; None: either Force may pick it."""
        return _ONLY_FOR.get(self)


_ONLY_FOR = {
    Secondary.ACCEPTABLE_CASUALTIES: Allegiance.LIGHT,
    Secondary.SACRIFICE: Allegiance.LIGHT,
    Secondary.SEND_A_MESSAGE: Allegiance.DARKNESS,
    Secondary.SLAUGHTER: Allegiance.DARKNESS,
}


def open_to(allegiance: Allegiance | None) -> tuple[Secondary, ...]:
    """What a Force may pick from; all eight where its Allegiance was never determined."""
    return tuple(each for each in Secondary if allegiance is None or each.only_for in (None, allegiance))


class Primary(Enum):
    """One of the three counters of Key Positions, as seen from Side A."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"

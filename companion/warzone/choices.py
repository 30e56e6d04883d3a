"""What the Warzone Eternal Core Rules leaves open, and how this table reads it."""

from enum import Enum

import msgspec

from companion.choices import Choice, Option

BOOK = "Warzone Eternal Core Rules"


class ArmorBounds(Enum):
    """Whether AR less DAM is brought into 1 to 20 before the margin is counted."""

    BOUNDED = "bounded"
    UNBOUNDED = "unbounded"


class OverwhelmingNumbers(Enum):
    """Who counts as a Friendly Unit Engaged with the Enemy Unit."""

    OTHERS = "others"
    ATTACKER_TOO = "attacker_too"


class ForceShare(Enum):
    """What the 20% for Allies and the 10% for assets are of."""

    GAME_SIZE = "game_size"
    SPENT = "spent"


class UniqueAllies(Enum):
    """Whether a Unique unit is still Unique as an Ally, when it counts as a Trooper in place of its Designations."""

    STAY = "stay"
    LOSE_IT = "lose_it"


class TiedInitiative(Enum):
    """What follows on equal Initiative Scores."""

    REROLL = "reroll"
    HOLDER = "holder"


class RoughPart(Enum):
    """What Rough terrain halves where only a part of a move is in it."""

    WHOLE = "whole"
    PART = "part"


class Honorbound(Enum):
    """What of Overwhelming Numbers a Unit with Honorbound goes without."""

    BOTH = "both"
    DAM_ALONE = "dam_alone"


class WarzoneChoices(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The readings that the table plays by; every default is the first option of its question."""

    armor_bounds: ArmorBounds = ArmorBounds.BOUNDED
    overwhelming_numbers: OverwhelmingNumbers = OverwhelmingNumbers.OTHERS
    force_share: ForceShare = ForceShare.GAME_SIZE
    unique_allies: UniqueAllies = UniqueAllies.STAY
    tied_initiative: TiedInitiative = TiedInitiative.REROLL
    rough_part: RoughPart = RoughPart.WHOLE
    honorbound: Honorbound = Honorbound.BOTH


ARMOR_BOUNDS = Choice(
    name="armor_bounds",
    question="Is AR minus DAM brought into 1–20 before you count by how much an Armor Test succeeds or fails?",
    options=(
        Option(ArmorBounds.BOUNDED.value, "Yes: no Target Number goes below 1 or above 20"),
        Option(ArmorBounds.UNBOUNDED.value, "No: count the margin from AR minus DAM, whatever it is"),
    ),
    cite=f"{BOOK}, Armor Tests",
)
OVERWHELMING_NUMBERS = Choice(
    name="overwhelming_numbers",
    question="Who counts for overwhelming numbers: “each Friendly Unit Engaged”?",
    options=(
        Option(OverwhelmingNumbers.OTHERS.value, "The other friendly units, not the one that strikes"),
        Option(OverwhelmingNumbers.ATTACKER_TOO.value, "The one that strikes too: a unit is friendly to itself"),
    ),
    cite=f"{BOOK}, Overwhelming Numbers",
)
FORCE_SHARE = Choice(
    name="force_share",
    question="Allies may cost 20% and assets 10% of a Force's DP: is that of the Game Size, or of what you spend?",
    options=(
        Option(ForceShare.GAME_SIZE.value, "Of the Game Size"),
        Option(ForceShare.SPENT.value, "Of the DP that the Force spends"),
    ),
    cite=f"{BOOK}, Ally Designations",
)
UNIQUE_ALLIES = Choice(
    name="unique_allies",
    question="An Ally is a Trooper in place of its Designations: may you bring two of a Unique one?",
    options=(
        Option(UniqueAllies.STAY.value, "No: what is Unique stays Unique"),
        Option(UniqueAllies.LOSE_IT.value, "Yes: Trooper takes the place of Unique too"),
    ),
    cite=f"{BOOK}, Ally Designations",
)
TIED_INITIATIVE = Choice(
    name="tied_initiative",
    question="Who chooses when both Initiative Scores are equal?",
    options=(
        Option(TiedInitiative.REROLL.value, "Nobody: both roll again"),
        Option(TiedInitiative.HOLDER.value, "Whoever had the Initiative last Turn"),
    ),
    cite=f"{BOOK}, Roll for Initiative",
)
ROUGH_PART = Choice(
    name="rough_part",
    question="Only part of a move is in Rough terrain: what is halved?",
    options=(
        Option(RoughPart.WHOLE.value, "The whole move, as in the book's example"),
        Option(RoughPart.PART.value, "Only what is in it: each inch there counts twice"),
    ),
    cite=f"{BOOK}, Rough",
)
HONORBOUND = Choice(
    name="honorbound",
    question="A Unit with Honorbound never gains the bonus for Overwhelming Numbers: which of the two is that?",
    options=(
        Option(Honorbound.BOTH.value, "Both: neither +1 to the TN nor +1 DAM for friends engaged"),
        Option(Honorbound.DAM_ALONE.value, "DAM alone: the +1 to the TN is a Strike Action modifier of its own"),
    ),
    cite=f"{BOOK}, Overwhelming Numbers",
)
CHOICES = (ARMOR_BOUNDS, OVERWHELMING_NUMBERS, FORCE_SHARE, UNIQUE_ALLIES, TIED_INITIATIVE, ROUGH_PART, HONORBOUND)
"""Every field of WarzoneChoices, as a page asks for it."""

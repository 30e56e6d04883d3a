"""Lists the questions that the Warzone Eternal Core Rules leave open, and how this table reads them."""

from enum import Enum

import msgspec

from companion.choices import Choice, Option

BOOK = "Warzone Eternal Core Rules"


class ArmorBounds(Enum):
    """Says whether AR less DAM is kept within 1 to 20 before the margin is counted."""

    BOUNDED = "bounded"
    UNBOUNDED = "unbounded"


class OverwhelmingNumbers(Enum):
    """Says which units count as a Friendly Unit Engaged with the Enemy Unit."""

    OTHERS = "others"
    ATTACKER_TOO = "attacker_too"


class ForceShare(Enum):
    """Says of which sum the 20% for Allies and the 10% for assets are."""

    GAME_SIZE = "game_size"
    SPENT = "spent"


class UniqueAllies(Enum):
    """Says whether a Unique unit is still Unique as an Ally, when it counts as a Trooper in place of its
    Designations."""

    STAY = "stay"
    LOSE_IT = "lose_it"


class TiedInitiative(Enum):
    """Says how equal Initiative Scores are settled."""

    REROLL = "reroll"
    HOLDER = "holder"


class RoughPart(Enum):
    """Says what Rough terrain halves where only a part of a move is in it."""

    WHOLE = "whole"
    PART = "part"


class Honorbound(Enum):
    """Says what of Overwhelming Numbers a Unit with Honorbound does without."""

    BOTH = "both"
    DAM_ALONE = "dam_alone"


class DenseDepth(Enum):
    """Says how a unit completely within a Zone (Dense) is obstructed behind 2 inches or more of it."""

    HEAVY = "heavy"
    BLOCKED = "blocked"


class TerrainHeights(Enum):
    """Says how the height of terrain is compared with that of a unit."""

    ROUNDED = "rounded"
    MEASURED = "measured"


class AmbushDamage(Enum):
    """Says when the damage of an Ambush counts for the unit that moves."""

    AT_ONCE = "at_once"
    AFTER_ACTION = "after_action"


class SabotageDamage(Enum):
    """Says which damage the Victory Point of a Turn compares in Sabotage."""

    TURN = "turn"
    GAME = "game"


class ProjectedCounterattack(Enum):
    """Says whether an Engaged unit may Counterattack with a Projected weapon."""

    MAY_NOT = "may_not"
    MAY = "may"


class ReactionWait(Enum):
    """Says how long dice that the table rolls wait for reactions to the declared act."""

    TEN = "ten"
    TWENTY = "twenty"
    NONE = "none"

    @property
    def seconds(self) -> int:
        """Returns the wait in seconds."""
        return {ReactionWait.TEN: 10, ReactionWait.TWENTY: 20, ReactionWait.NONE: 0}[self]


class WarzoneChoices(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Holds the rule choices that the table plays by. Every default is the first option of its question."""

    armor_bounds: ArmorBounds = ArmorBounds.BOUNDED
    overwhelming_numbers: OverwhelmingNumbers = OverwhelmingNumbers.OTHERS
    force_share: ForceShare = ForceShare.GAME_SIZE
    unique_allies: UniqueAllies = UniqueAllies.STAY
    tied_initiative: TiedInitiative = TiedInitiative.REROLL
    rough_part: RoughPart = RoughPart.WHOLE
    honorbound: Honorbound = Honorbound.BOTH
    dense_depth: DenseDepth = DenseDepth.HEAVY
    terrain_heights: TerrainHeights = TerrainHeights.ROUNDED
    ambush_damage: AmbushDamage = AmbushDamage.AT_ONCE
    sabotage_damage: SabotageDamage = SabotageDamage.TURN
    projected_counterattack: ProjectedCounterattack = ProjectedCounterattack.MAY_NOT
    reaction_wait: ReactionWait = ReactionWait.TEN


ARMOR_BOUNDS = Choice(
    name="armor_bounds",
    question="Is AR minus DAM limited to 1–20 before you count by how much an Armor Test succeeds or fails?",
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
        Option(TiedInitiative.REROLL.value, "Neither: both roll again"),
        Option(TiedInitiative.HOLDER.value, "The player who had the Initiative last Turn"),
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
DENSE_DEPTH = Choice(
    name="dense_depth",
    question="A Unit stands completely within a Zone (Dense), behind 2″ or more of it: what is the line of sight?",
    options=(
        Option(DenseDepth.HEAVY.value, "Heavy Obstruction: within the Zone the lines do not matter"),
        Option(DenseDepth.BLOCKED.value, "Blocked: 2″ of the Zone block each line"),
    ),
    cite=f"{BOOK}, Zone (Dense)",
)
TERRAIN_HEIGHTS = Choice(
    name="terrain_heights",
    question="How do you compare the height of terrain with the height of a Unit?",
    options=(
        Option(TerrainHeights.ROUNDED.value, "Round both up to whole inches first"),
        Option(TerrainHeights.MEASURED.value, "Compare what you measure, and exactly half of it"),
    ),
    cite=f"{BOOK}, Rounding Up",
)
AMBUSH_DAMAGE = Choice(
    name="ambush_damage",
    question="A Unit survives an Ambush in the middle of its move: when does the damage count?",
    options=(
        Option(AmbushDamage.AT_ONCE.value, "At once: the Ambush is over before the Unit moves on"),
        Option(AmbushDamage.AFTER_ACTION.value, "After its Action: damage is applied when the current Action ends"),
    ),
    cite=f"{BOOK}, Damage Timing",
)
SABOTAGE_DAMAGE = Choice(
    name="sabotage_damage",
    question="Sabotage gives 1 VP for more total damage: the damage of which Turns?",
    options=(
        Option(SabotageDamage.TURN.value, "Of this Turn: players count damage each Turn"),
        Option(SabotageDamage.GAME.value, "Of the whole game so far"),
    ),
    cite=f"{BOOK}, Sabotage",
)
PROJECTED_COUNTERATTACK = Choice(
    name="projected_counterattack",
    question="May an Engaged Unit Counterattack with a Projected weapon?",
    options=(
        Option(ProjectedCounterattack.MAY_NOT.value, "No, unless every enemy Engaged with it is Pinned"),
        Option(ProjectedCounterattack.MAY.value, "Yes: Projected weapons may shoot in Engagement"),
    ),
    cite=f"{BOOK}, Counterattack",
)
REACTION_WAIT = Choice(
    name="reaction_wait",
    question="The table rolls for an attack that somebody may react to: how long do its dice wait?",
    options=(
        Option(ReactionWait.TEN.value, "Ten seconds, or until they say no"),
        Option(ReactionWait.TWENTY.value, "Twenty seconds, or until they say no"),
        Option(ReactionWait.NONE.value, "Not at all: you say aloud whether you react"),
    ),
    cite=f"{BOOK}, When and How to Use Reactions",
)
CHOICES = (
    *(ARMOR_BOUNDS, OVERWHELMING_NUMBERS, FORCE_SHARE, UNIQUE_ALLIES, TIED_INITIATIVE, ROUGH_PART, HONORBOUND),
    *(DENSE_DEPTH, TERRAIN_HEIGHTS, AMBUSH_DAMAGE, SABOTAGE_DAMAGE, PROJECTED_COUNTERATTACK),
    REACTION_WAIT,
)
"""Lists every field of WarzoneChoices, as a page asks for it."""

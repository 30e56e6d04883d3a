"""Lists where the two printed rulebooks of Battle Line differ, and the variants that they offer."""

from enum import Enum

import msgspec

from companion.battleline.cards import BOOKS, Edition
from companion.choices import Choice, Option

_GMT, _VARIANTS = BOOKS[Edition.FIRST], BOOKS[Edition.SECOND]


class Redeploying(Enum):
    """Says which cards Redeploy may move from one's own side."""

    ENVIRONMENT_TOO = "environment_too"
    NOT_ENVIRONMENT = "not_environment"


class Leaders(Enum):
    """Says how many Leaders a player may play."""

    ONE_AT_A_TIME = "one_at_a_time"
    ONE_A_GAME = "one_a_game"


class FourthCard(Enum):
    """Says what becomes of a fourth card where Deserter or Redeploy takes the Mud away: the books do not say."""

    DISCARDED = "discarded"
    MUD_STAYS = "mud_stays"


class ClaimTime(Enum):
    """Says when in one's turn flags are claimed."""

    BEFORE_DRAWING = "before_drawing"
    END_OF_TURN = "end_of_turn"
    START_OF_TURN = "start_of_turn"


class Tactics(Enum):
    """Says whether Tactics cards are in the game; without them a hand is six cards, not seven."""

    WITH = "with"
    WITHOUT = "without"

    @property
    def hand(self) -> int:
        """Returns the cards in a full hand. For three players the book gives no other number."""
        return 7 if self is Tactics.WITH else 6


class Players(Enum):
    """Says how many play."""

    TWO = "two"
    THREE = "three"


class BattleLineChoices(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says what the table plays by; every default is the first option of its question. `box` is the printing whose
    names and readings it took last, each of which may differ."""

    box: Edition = Edition.FIRST
    edition: Edition = Edition.FIRST
    claim_time: ClaimTime = ClaimTime.BEFORE_DRAWING
    redeploy: Redeploying = Redeploying.ENVIRONMENT_TOO
    mud: FourthCard = FourthCard.DISCARDED
    leaders: Leaders = Leaders.ONE_AT_A_TIME
    tactics: Tactics = Tactics.WITH
    players: Players = Players.TWO


DEFAULTS = BattleLineChoices()
BOX = Choice(
    name="box",
    question="Our box says",
    options=(
        Option(Edition.FIRST.value, "Battle Line (GMT)"),
        Option(Edition.SECOND.value, "Battle Line (second printing)"),
    ),
    cite=f"{_GMT} and {_VARIANTS}",
    sets={
        Edition.FIRST.value: {
            "edition": Edition.FIRST.value,
            "claim_time": ClaimTime.BEFORE_DRAWING.value,
            "redeploy": Redeploying.ENVIRONMENT_TOO.value,
            "leaders": Leaders.ONE_AT_A_TIME.value,
        },
        Edition.SECOND.value: {
            "edition": Edition.SECOND.value,
            "claim_time": ClaimTime.END_OF_TURN.value,
            "redeploy": Redeploying.NOT_ENVIRONMENT.value,
            "leaders": Leaders.ONE_A_GAME.value,
        },
    },
)
EDITION = Choice(
    name="edition",
    question="Which names are on your Tactics cards?",
    options=(
        Option(Edition.FIRST.value, "Alexander, Darius, Companion Cavalry, Shield Bearers"),
        Option(Edition.SECOND.value, "King, Queen, Battle Ally, Shield Bearer"),
    ),
    cite=f"{_GMT} and {_VARIANTS}, Morale Tactics",
)
CLAIM_TIME = Choice(
    name="claim_time",
    question="When in your turn do you claim flags?",
    options=(
        Option(ClaimTime.BEFORE_DRAWING.value, "In your turn, before you draw"),
        Option(ClaimTime.END_OF_TURN.value, "At the end of your turn"),
        Option(ClaimTime.START_OF_TURN.value, "Only at the start of your turn (advanced)"),
    ),
    cite=f"{_GMT}, Flags and Advanced Rule; {_VARIANTS}, Flags and Game Variants",
)
REDEPLOY = Choice(
    name="redeploy",
    question="May Redeploy move Fog and Mud?",
    options=(
        Option(Redeploying.ENVIRONMENT_TOO.value, "Yes: any Troop or Tactics card on your side"),
        Option(Redeploying.NOT_ENVIRONMENT.value, "No: only Troop cards and Morale Tactics"),
    ),
    cite=f"{_GMT}, Guile Tactics; {_VARIANTS}, Redeploy",
)
MUD = Choice(
    name="mud",
    question="The Mud is taken from a flag where a side has four cards. What happens to the fourth?",
    options=(
        Option(FourthCard.DISCARDED.value, "The last card laid there is discarded, face up"),
        Option(FourthCard.MUD_STAYS.value, "The Mud stays while four cards are there"),
    ),
    cite=f"{_GMT} and {_VARIANTS}, Environment Tactics and Guile Tactics, silent",
)
LEADERS = Choice(
    name="leaders",
    question="Your Leader has left the line. May you play the other one?",
    options=(
        Option(Leaders.ONE_AT_A_TIME.value, "Yes: one Leader on your side at a time"),
        Option(Leaders.ONE_A_GAME.value, "No: one Leader a game"),
    ),
    cite=f"{_GMT}, Morale Tactics; {_VARIANTS}, Leader",
)
TACTICS = Choice(
    name="tactics",
    question="Do you play with Tactics cards?",
    options=(
        Option(Tactics.WITH.value, "Yes, and hands of seven cards"),
        Option(Tactics.WITHOUT.value, "No, and hands of six cards"),
    ),
    cite=f"{_VARIANTS}, Game Variants, No Tactics Cards",
)
PLAYERS = Choice(
    name="players",
    question="How many of you play?",
    options=(
        Option(Players.TWO.value, "Two: three adjacent flags or five in all"),
        Option(Players.THREE.value, "Three: three flags with each neighbour, three adjacent or four in all"),
    ),
    cite=f"{_VARIANTS}, Game Variants, Three Players",
)
CHOICES = (BOX, EDITION, CLAIM_TIME, REDEPLOY, MUD, LEADERS, TACTICS, PLAYERS)
"""Every field of BattleLineChoices, as a page asks for it."""

"""What the endpoints about Scenario Objective counters take."""

from typing import Annotated

import msgspec

from companion.fields.invalid import Invalid
from companion.table.seats import Side
from companion.warzone.attacks.target import Rating
from companion.warzone.match.parts import Place, UnitId
from companion.warzone.sums.sight import FURTHEST, Count, Stand
from companion.warzone.sums.ways import Inches, inches, rounded_up
from web.warzone.match.bodies import OneDie


class InteractBody(OneDie, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`done` says how it went, without a roll; otherwise the test is rolled against `ld`, or the LD of the Unit's kept
    card. `reroll`: a failed one once more. `place`: where a counter of Escort is then."""

    side: Side
    unit: UnitId
    ld: Rating | None = None
    reroll: bool = False
    done: bool | None = None
    place: Place | None = None


class ControlBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without `control`: nobody controls it."""

    control: Side | None = None


class DamageBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    side: Side
    damage: Annotated[int, msgspec.Meta(ge=0, le=40)]


class PlaceBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    place: Place


class ConnectionBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without `unit`: none made a connection this Turn."""

    unit: UnitId | None = None


class CommandersBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Each Commander's distance from its own Side to the far edge of its base, as the tape shows it, and how many
    Friendly Units are further (`front`) and closer (`behind`)."""

    gold: Inches
    red: Inches
    gold_front: Count = 0
    gold_behind: Count = 0
    red_front: Count = 0
    red_behind: Count = 0

    def stand(self, side: Side) -> Stand:
        """Raises Invalid."""
        distance = rounded_up(inches(getattr(self, side.value)))
        if distance > FURTHEST:
            raise Invalid(side.value, f"must be at most {FURTHEST} inches")
        front, behind = (getattr(self, f"{side.value}_{where}") for where in ("front", "behind"))
        return Stand(distance=distance, front=front, behind=behind)

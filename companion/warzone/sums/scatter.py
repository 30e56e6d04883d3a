"""Where a thing that scatters goes (Warzone Eternal Core Rules, Scatter)."""

from typing import Annotated

import msgspec

from companion.ledger import Ledger, Line


class Scatter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`distance`: the inches that the rule or ability says."""

    distance: Annotated[int, msgspec.Meta(ge=0, le=48)]


class ScatterAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """How far it goes, and how the die tells the direction."""

    distance: Ledger
    steps: tuple[str, ...]
    source: str = "Scatter"


def scatter(question: Scatter) -> ScatterAnswer:
    """The die says where to, its number does not count; the rule that scatters says how far."""
    return ScatterAnswer(
        distance=Ledger.of([Line("From the rule that scatters it", question.distance, "Scatter")]),
        steps=(
            "Roll a d20 as near to the target point as you can.",
            "Look at the triangle on top: its upper point is the direction. The number means nothing.",
            f"Move it {question.distance} inches that way.",
        ),
    )

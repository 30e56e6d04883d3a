"""Lists the smaller sums of the Tests page: the question, the answer and the name of each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.warzone.choices import WarzoneChoices
from companion.warzone.sums.falls import Fall, FallAnswer, Jump, JumpAnswer, fall, jump
from companion.warzone.sums.leadership import (
    CloudAnswer,
    CloudTest,
    Dangerous,
    DangerousAnswer,
    InteractTest,
    LeadershipAnswer,
    LeadershipTest,
    Rally,
    RallyAnswer,
    cloud,
    dangerous,
    enclosed,
    interact,
    rally,
)
from companion.warzone.sums.moves import (
    ChargeWay,
    ChargeWayAnswer,
    Climb,
    ClimbAnswer,
    Fly,
    FlyAnswer,
    Move,
    MoveAnswer,
    Obstacle,
    ObstacleAnswer,
    Reposition,
    RepositionAnswer,
    charge,
    climb,
    fly,
    move,
    obstacle,
    reposition,
)
from companion.warzone.sums.sight import (
    Reach,
    ReachAnswer,
    Scatter,
    ScatterAnswer,
    Sight,
    SightAnswer,
    SpotAnswer,
    SpotTest,
    reach,
    scatter,
    sight,
    spot,
)
from web.warzone.calculators.fields import partial
from web.warzone.cards.attacks import Id, WeaponName
from web.warzone.sums import views
from web.warzone.sums import views as moveviews
from web.warzone.sums.views import TestView

CARDED = frozenset(("mv", "mw", "ld", "ar"))
"""A sum that asks for one of these can take it from a unit's card."""


@dataclass(frozen=True, kw_only=True)
class SumKind:
    """Describes one of the sums.

    `main` are its fields in their order; More has the others. `onward` is the sum that its answer may lead to, and in
    which words. `summary` is for the API's documentation.
    """

    title: str
    question: type[msgspec.Struct]
    answers: Callable[[Any, WarzoneChoices], object]
    answer: type[msgspec.Struct]
    view: Callable[[Any], TestView]
    main: tuple[str, ...]
    summary: str
    onward: tuple[str, str] | None = None

    @property
    def picks(self) -> dict[str, Any]:
        """Returns the parameters beside its own: the unit whose card it goes by, and its weapon."""
        asked = {each.encode_name for each in msgspec.structs.fields(self.question)}
        unit = {"unit": Id} if asked & CARDED else {}
        return unit | ({"weapon": WeaponName} if self.question is SpotTest else {})

    def query(self, name: str, **more: Any) -> type[msgspec.Struct]:
        """Returns the question with cards, `more` parameters before its own."""
        return partial(f"{name.capitalize()}Query", self.question, **more, **self.picks)


_LD = ("ld", "modifier", "reroll")
_MOVES = {
    "move": SumKind(
        title="Move",
        question=Move,
        answers=move,
        answer=MoveAnswer,
        view=moveviews.move,
        main=("mv", "in_clear", "in_rough"),
        summary="How far a Move goes, in the clear and in Rough",
    ),
    "charge": SumKind(
        title="Charge",
        question=ChargeWay,
        answers=charge,
        answer=ChargeWayAnswer,
        view=moveviews.charge,
        main=("mv", "distance", "in_rough", "fly", "pinned"),
        summary="Whether a Charge reaches its target",
    ),
    "reposition": SumKind(
        title="Reposition",
        question=Reposition,
        answers=lambda question, _: reposition(question),
        answer=RepositionAnswer,
        view=moveviews.reposition,
        main=("rough", "is_engaged", "hyperactivator"),
        summary="How far a Reposition goes",
    ),
    "obstacle": SumKind(
        title="Obstacle",
        question=Obstacle,
        answers=obstacle,
        answer=ObstacleAnswer,
        view=moveviews.obstacle,
        main=("height", "model", "rough"),
        summary="Whether terrain of a height impedes a unit",
        onward=("Climb it", "climb"),
    ),
    "climb": SumKind(
        title="Climb",
        question=Climb,
        answers=lambda question, _: climb(question),
        answer=ClimbAnswer,
        view=moveviews.climb,
        main=("mv", "height", "climbable", "rough"),
        summary="How high a Climb Action goes",
        onward=("If it falls", "fall"),
    ),
    "jump": SumKind(
        title="Jump",
        question=Jump,
        answers=lambda question, _: jump(question),
        answer=JumpAnswer,
        view=moveviews.jump,
        main=("mv", "gap", "moved", "height", "down"),
        summary="Whether a jump lands, and the fall if it does not",
        onward=("If it falls", "fall"),
    ),
    "fall": SumKind(
        title="Fall",
        question=Fall,
        answers=fall,
        answer=FallAnswer,
        view=views.fall,
        main=("height", "mv", "ar", "wounds", "wounds_taken"),
        summary="What a fall does",
    ),
    "fly": SumKind(
        title="Fly",
        question=Fly,
        answers=lambda question, _: fly(question),
        answer=FlyAnswer,
        view=moveviews.fly,
        main=("mv", "distance", "into_enclosed"),
        summary="How far a Fly Action goes, and who may Ambush it",
    ),
}
_SHOTS = {
    "band": SumKind(
        title="Range Band",
        question=Reach,
        answers=lambda question, _: reach(question),
        answer=ReachAnswer,
        view=views.band,
        main=("distance", "short", "long"),
        summary="Which Range Band a distance is in",
    ),
    "sight": SumKind(
        title="Sight",
        question=Sight,
        answers=sight,
        answer=SightAnswer,
        view=views.sight,
        main=("blocked", "through", "dense", "cover_contact"),
        summary="What Blocked LOS Lines amount to",
    ),
    "spot": SumKind(
        title="Spot",
        question=SpotTest,
        answers=lambda question, _: spot(question),
        answer=SpotAnswer,
        view=moveviews.spot,
        main=("distance", "short", "long", "cover_height", "cover_distance", "sight_blocked", "enclosed"),
        summary="Whether Indirect Fire may aim at a Spot",
    ),
}
_LEADERSHIP = {
    "interact": SumKind(
        title="Interact",
        question=InteractTest,
        answers=lambda question, _: interact(question),
        answer=LeadershipAnswer,
        view=views.leadership,
        main=(*_LD, "subreal_link"),
        summary="The test of an Interact Action",
    ),
    "rally": SumKind(
        title="Rally",
        question=Rally,
        answers=lambda question, _: rally(question),
        answer=RallyAnswer,
        view=views.rally,
        main=_LD,
        summary="The test of a Recruit's Rally",
    ),
    "dangerous": SumKind(
        title="Dangerous",
        question=Dangerous,
        answers=dangerous,
        answer=DangerousAnswer,
        view=views.dangerous,
        main=("ld", "ar", "wounds", "wounds_taken"),
        summary="The test for Dangerous terrain",
    ),
    "enclosed": SumKind(
        title="Enclosed",
        question=LeadershipTest,
        answers=lambda question, _: enclosed(question),
        answer=LeadershipAnswer,
        view=views.leadership,
        main=_LD,
        summary="The test to enter Enclosed terrain",
    ),
}
_DRIFT = {
    "cloud": SumKind(
        title="Cloud",
        question=CloudTest,
        answers=lambda question, _: cloud(question),
        answer=CloudAnswer,
        view=views.cloud,
        main=("turns", "roll"),
        summary="Whether a cloud stays",
    ),
    "scatter": SumKind(
        title="Scatter",
        question=Scatter,
        answers=lambda question, _: scatter(question),
        answer=ScatterAnswer,
        view=views.scatter,
        main=("distance",),
        summary="Where a scattering thing goes",
    ),
}
RANGES = "Range and sight"
GROUPS: Mapping[str, Mapping[str, SumKind]] = {
    "Moves": _MOVES,
    RANGES: _SHOTS,
    "LD tests": _LEADERSHIP,
    "Drift": _DRIFT,
}
"""Groups the tests as players look for them: what every Activation asks first."""
KINDS: Mapping[str, SumKind] = {name: kind for group in GROUPS.values() for name, kind in group.items()}

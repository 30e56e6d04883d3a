"""Lists the smaller sums of the Tests page: the question, the answer and the name of each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_type_hints

import msgspec

from companion.warzone.choices import WarzoneChoices
from companion.warzone.sums import falls, leadership, moves, sight
from web.warzone.calculators.fields import partial
from web.warzone.cards.attacks import Id, WeaponName
from web.warzone.sums import views
from web.warzone.sums.views import TestView

CARDED = frozenset(("mv", "mw", "ld", "ar"))
"""A sum that asks for one of these can take it from a unit's card."""


@dataclass(frozen=True)
class SumKind:
    """Describes one of the sums.

    `sum` answers the question, by the table's rule choices where it takes them. Its annotations name the structs of
    both. `view` draws the answer. `main` are its fields in their order; More has the others. `summary` is for the API's
    documentation. `onward` is the sum that its answer may lead to, and in which words.
    """

    title: str
    sum: Callable[..., msgspec.Struct]
    view: Callable[[Any], TestView]
    main: tuple[str, ...]
    summary: str
    onward: tuple[str, str] | None = None

    @cached_property
    def question(self) -> type[msgspec.Struct]:
        """Returns the struct of the question."""
        return next(iter(self._types.values()))

    @property
    def answer(self) -> type[msgspec.Struct]:
        """Returns the struct of the answer."""
        return self._types["return"]

    @cached_property
    def _types(self) -> dict[str, type[msgspec.Struct]]:
        return get_type_hints(self.sum)

    def answers(self, question: msgspec.Struct, choices: WarzoneChoices) -> msgspec.Struct:
        """Returns the answer to its question."""
        return self.sum(question, choices) if "choices" in self._types else self.sum(question)

    @property
    def picks(self) -> dict[str, Any]:
        """Returns the parameters beside its own: the unit whose card it goes by, and its weapon."""
        asked = {each.encode_name for each in msgspec.structs.fields(self.question)}
        unit = {"unit": Id} if asked & CARDED else {}
        return unit | ({"weapon": WeaponName} if self.question is sight.SpotTest else {})

    def query(self, name: str, **more: Any) -> type[msgspec.Struct]:
        """Returns the question with cards, `more` parameters before its own."""
        return partial(f"{name.capitalize()}Query", self.question, **more, **self.picks)


_LD = ("ld", "modifier", "reroll")
_MOVES = {
    "move": SumKind(
        "Move", moves.move, views.move, ("mv", "in_clear", "in_rough"), "How far a Move goes, in the clear and in Rough"
    ),
    "charge": SumKind(
        "Charge",
        moves.charge,
        views.charge,
        ("mv", "distance", "in_rough", "fly", "pinned"),
        "Whether a Charge reaches its target",
    ),
    "reposition": SumKind(
        "Reposition",
        moves.reposition,
        views.reposition,
        ("rough", "is_engaged", "hyperactivator"),
        "How far a Reposition goes",
    ),
    "obstacle": SumKind(
        "Obstacle",
        moves.obstacle,
        views.obstacle,
        ("height", "model", "rough"),
        "Whether terrain of a height impedes a unit",
        onward=("Climb it", "climb"),
    ),
    "climb": SumKind(
        "Climb",
        moves.climb,
        views.climb,
        ("mv", "height", "climbable", "rough"),
        "How high a Climb Action goes",
        onward=("If it falls", "fall"),
    ),
    "jump": SumKind(
        "Jump",
        falls.jump,
        views.jump,
        ("mv", "gap", "moved", "height", "down"),
        "Whether a jump lands, and the fall if it does not",
        onward=("If it falls", "fall"),
    ),
    "fall": SumKind(
        "Fall", falls.fall, views.fall, ("height", "mv", "ar", "wounds", "wounds_taken"), "What a fall does"
    ),
    "fly": SumKind(
        "Fly",
        moves.fly,
        views.fly,
        ("mv", "distance", "into_enclosed"),
        "How far a Fly Action goes, and who may Ambush it",
    ),
}
_SHOTS = {
    "band": SumKind(
        "Range Band", sight.reach, views.band, ("distance", "short", "long"), "Which Range Band a distance is in"
    ),
    "sight": SumKind(
        "Sight",
        sight.sight,
        views.sight,
        ("blocked", "through", "dense", "cover_contact"),
        "What Blocked LOS Lines amount to",
    ),
    "spot": SumKind(
        "Spot",
        sight.spot,
        views.spot,
        ("distance", "short", "long", "cover_height", "cover_distance", "sight_blocked", "enclosed"),
        "Whether Indirect Fire may aim at a Spot",
    ),
}
_LEADERSHIP = {
    "interact": SumKind(
        "Interact", leadership.interact, views.leadership, (*_LD, "subreal_link"), "The test of an Interact Action"
    ),
    "rally": SumKind("Rally", leadership.rally, views.rally, _LD, "The test of a Recruit's Rally"),
    "dangerous": SumKind(
        "Dangerous",
        leadership.dangerous,
        views.dangerous,
        ("ld", "ar", "wounds", "wounds_taken"),
        "The test for Dangerous terrain",
    ),
    "enclosed": SumKind("Enclosed", leadership.enclosed, views.leadership, _LD, "The test to enter Enclosed terrain"),
}
_DRIFT = {
    "cloud": SumKind("Cloud", leadership.cloud, views.cloud, ("turns", "roll"), "Whether a cloud stays"),
    "scatter": SumKind("Scatter", sight.scatter, views.scatter, ("distance",), "Where a scattering thing goes"),
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

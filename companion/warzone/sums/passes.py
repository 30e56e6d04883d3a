"""Pass Counters (Warzone Eternal Core Rules, Calculate Pass Counters)."""

from typing import Annotated

import msgspec

from companion.fields.invalid import Invalid
from companion.fields.numbers import whole
from companion.fields.sizes import Line

HEADING = "Calculate Pass Counters"

Activations = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """`count` units of one kind with the Group (`size`) ability."""

    name: str
    count: int
    size: int

    @property
    def activations(self) -> int:
        """One for each Group, and one for a part of one."""
        return -(-self.count // self.size)


class Passes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The two Forces at the start of a Turn: `a` and `b` are the units that are Activated one by one, `…_groups` those
    with Group (X), as `name:count:size`, several with commas between them."""

    a: Activations
    b: Activations
    a_groups: Line = ""
    b_groups: Line = ""


class PassesAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The Pass Counters of each, the Activations that they follow from, and the sum in words."""

    a: int
    b: int
    a_activations: int
    b_activations: int
    why: str
    source: str = HEADING


def pass_counters(mine: int, theirs: int) -> int:
    """One for every two full Activations that `mine` are fewer than `theirs`."""
    return max(0, theirs - mine) // 2


def passes(question: Passes) -> PassesAnswer:
    """Who may pass, and how often. Raises Invalid where a group is not written as it should be."""
    a = question.a + sum(group.activations for group in groups("a_groups", question.a_groups))
    b = question.b + sum(group.activations for group in groups("b_groups", question.b_groups))
    few, many = sorted((a, b))
    counters = pass_counters(few, many)
    why = f"{few} Activations against {many}: {many - few} fewer is {counters} full pair{'' if counters == 1 else 's'}."
    return PassesAnswer(a=pass_counters(a, b), b=pass_counters(b, a), a_activations=a, b_activations=b, why=why)


def groups(field: str, text: str) -> list[Group]:
    """The groups in `name:count:size,…`. Raises Invalid, naming `field`."""
    return [_group(field, part) for part in text.split(",") if part.strip()]


def _group(field: str, text: str) -> Group:
    name, *numbers = text.strip().split(":", 3)
    count, size = (whole(number, most=99) for number in numbers) if len(numbers) == 2 else (None, None)
    if not name or count is None or not size:
        raise Invalid(
            field,
            f"must be name:count:size, as in Hounds:5:3, up to 99 units and no Group of 0, got {text.strip()[:40]}",
        )
    return Group(name=name, count=count, size=size)

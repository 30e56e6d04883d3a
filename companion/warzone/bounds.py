"""How large the numbers of a question can be: wider than anything printed, narrow enough to be added up at once."""

from typing import Annotated

import msgspec

Rating = Annotated[int, msgspec.Meta(ge=1, le=20)]
"""A characteristic that a test is rolled against, or a Critical Failure rating."""
Armor = Annotated[int, msgspec.Meta(ge=0, le=40)]
Damage = Annotated[int, msgspec.Meta(ge=0, le=40)]
Modifier = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Multiplier = Annotated[int, msgspec.Meta(ge=1, le=10)]
Rolls = Annotated[int, msgspec.Meta(ge=1, le=20)]
"""Tests in one action."""
Wounds = Annotated[int, msgspec.Meta(ge=1, le=20)]
Taken = Annotated[int, msgspec.Meta(ge=0, le=19)]
EarlierHits = Annotated[int, msgspec.Meta(ge=0, le=40)]
"""On the same target, in one Activation."""
Friends = Annotated[int, msgspec.Meta(ge=0, le=10)]

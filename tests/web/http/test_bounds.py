"""What a wrong field is told: what it may be, and what it got."""

from enum import Enum
from typing import Annotated, Literal

import msgspec
import pytest

from companion.fields.decode import from_json
from companion.fields.invalid import Invalid
from tests.support import Says
from web.http.endpoint import from_query


class Weather(Enum):
    FOG = "fog"
    MUD = "mud"


class Question(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    mw: Annotated[int, msgspec.Meta(ge=1, le=20)] = 10
    short: Annotated[float, msgspec.Meta(ge=0, le=100)] | None = None
    aim: bool = False
    weather: Weather | None = None
    last: Literal["mine", "theirs"] = "mine"
    count: int = 0


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("mw", "40", "must be 1 to 20, got 40"),
        ("mw", "twelve", "must be 1 to 20, got twelve"),
        ("mw", "", "must be 1 to 20, got "),
        ("short", "-1", Says("0 to 100", "-1")),
        ("aim", "perhaps", "must be 0 or 1, got perhaps"),
        ("weather", "rain", "must be fog or mud, got rain"),
        ("last", "ours", "must be mine or theirs, got ours"),
        ("count", "x" * 60, f"must be a whole number, got {'x' * 39}…"),
    ],
)
def test_a_parameter(field: str, value: str, said: str) -> None:
    with pytest.raises(Invalid) as caught:
        from_query([(field, value)], Question)
    assert (caught.value.field, caught.value.message) == (field, said)


def test_a_field_of_a_body() -> None:
    with pytest.raises(Invalid) as caught:
        from_json(b'{"mw": 40}', Question)
    assert (caught.value.field, caught.value.message) == ("mw", "must be 1 to 20, got 40")

"""What is said of a wrong value: all that may be and what was given, or what to change on the line of a file."""

from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from companion.fields.decode import from_file, from_json, from_texts
from companion.fields.invalid import FieldError, Invalid
from companion.warzone.force.force import read_line
from tests.cpu import TOO_DEAR_MS, costs_ms


class Colour(Enum):
    GOLD = "gold"
    RED = "red"


class Hit(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    value: Annotated[int, msgspec.Meta(ge=0, le=20)]


class Unit(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    speed: Annotated[int, msgspec.Meta(ge=0, le=20)] | None = None
    tokens: Annotated[int, msgspec.Meta(ge=1)] = 1
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=5)] = "Orc"
    id: Annotated[str, msgspec.Meta(pattern="^[a-z]+$", description="Small letters; nothing else")] = "orc"
    side: Colour = Colour.RED
    ready: bool = False
    range: Literal[1, 2] = 1
    ways: Annotated[tuple[str, ...], msgspec.Meta(max_length=2)] = ()
    line: tuple[str, str] = ("A1", "A2")
    damage: dict[Colour, Hit] = {}
    panel: str | Hit = "full"


@pytest.mark.parametrize(
    ("given", "field", "answered", "filed"),
    [
        ({"speed": 21}, "speed", "must be 0 to 20, got 21", "must be at most 20"),
        ({"speed": -1}, "speed", "must be 0 to 20, got -1", "must be at least 0"),
        ({"speed": "x"}, "speed", "must be 0 to 20, got x", 'must be a whole number, got "x"'),
        ({"speed": True}, "speed", "must be 0 to 20, got true", "must be a whole number, got true"),
        ({"tokens": 0}, "tokens", "must be 1 or more, got 0", "must be at least 1"),
        ({"name": ""}, "name", "must not be empty", "must not be empty"),
        ({"name": "Archer"}, "name", "must be at most 5 characters, got 6", "must be at most 5 characters, got 6"),
        ({"name": 5}, "name", "must be a text, got 5", "must be a text, got 5"),
        ({"id": "Orc"}, "id", "must be small letters, got Orc", 'must be small letters, got "Orc"'),
        ({"side": "blue"}, "side", "must be gold or red, got blue", "there is no 'blue': gold or red"),
        ({"ready": 1}, "ready", "must be true or false, got 1", "must be true or false, got 1"),
        ({"range": 3}, "range", "must be 1 or 2, got 3", "must be 1 or 2, got 3"),
        ({"ways": ["a"] * 3}, "ways", "must have at most 2 entries, got 3", "must have at most 2 entries, got 3"),
        ({"ways": [1]}, "ways[0]", "must be a text, got 1", "must be a text, got 1"),
        ({"line": ["A1"]}, "line", 'must be a list of 2, got ["A1"]', 'must be a list of 2, got ["A1"]'),
        ({"damage": []}, "damage", "must be an object, got []", "must be a table, got []"),
        ({"damage": {"red": {"value": 1}, "gold": {"value": 21}}}, "damage.gold.value", "must be 0 to 20, got 21", ""),
        ({"damage": {"blue": {"value": 1}}}, "damage.blue", "must be gold or red, got blue", ""),
        ({"panel": 3}, "panel", "must be a text or an object, got 3", "must be a text or a table, got 3"),
        ({"panel": {"value": 21}}, "panel.value", "must be 0 to 20, got 21", "must be at most 20"),
    ],
)
def test_a_wrong_value(given: dict[str, Any], field: str, answered: str, filed: str) -> None:
    with pytest.raises(Invalid) as caught:
        from_json(msgspec.json.encode(given), Unit)
    assert caught.value.error == FieldError(field, answered)
    if filed:
        with pytest.raises(Invalid) as caught:
            from_file(given, Unit)
        assert caught.value.error == FieldError(field, filed)


def test_in_a_query_string_yes_is_a_number() -> None:
    with pytest.raises(Invalid, match="ready: must be 0 or 1, got perhaps"):
        from_texts({"ready": "perhaps"}, Unit)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[1]", "body: must be an object, got [1]"),
        (b'{"damage": {"red": {"value": 21}}, "name"', "body: must be JSON in UTF-8"),
        (b'{"name": 5}}', "body: must be JSON in UTF-8"),
        (b'"\xff"', "body: must be"),
        (b"[" * 100_000, "body: must be"),
        (b'{"damage": {"red": {"value": 21}, "red": {"value": 1}}}', "damage: holds what cannot be used"),
    ],
)
def test_a_body_that_is_no_object_or_no_json_to_its_end(data: bytes, said: str) -> None:
    with pytest.raises(Invalid) as caught:
        from_json(data, Unit)
    assert str(caught.value).startswith(said)


def test_a_line_of_a_force_is_told_what_is_wrong_with_it() -> None:
    with pytest.raises(ValueError, match=r"^wounds: must be at most 20$"):
        read_line("Captain, W 99")


@pytest.mark.parametrize("name", [" - at `$.moon[...]", " - at `$.speed[...]", " - at `key` in `$.damage", "`", "a\nb"])
def test_a_name_that_reads_like_an_error_is_only_unknown(name: str) -> None:
    with pytest.raises(Invalid) as caught:
        from_json(msgspec.json.encode({"speed": 3, name: 1}), Unit)
    assert caught.value.error == FieldError(name, "is not known here")


def test_what_is_wrong_is_not_sought_among_thousands() -> None:
    """Each entry of a mapping that is tried is a conversion of the whole."""

    class Board(msgspec.Struct, forbid_unknown_fields=True):
        terrain: Annotated[dict[str, Colour], msgspec.Meta(max_length=113)]

    many = {str(number): "gold" for number in range(5_000)}
    body = msgspec.json.encode({"terrain": {**many, "last": "blue"}})

    def refused() -> Invalid:
        with pytest.raises(Invalid) as caught:
            from_json(body, Board)
        return caught.value

    wrong, cpu_ms = costs_ms(refused)
    assert cpu_ms < TOO_DEAR_MS
    assert wrong.field == "terrain"
    with pytest.raises(Invalid, match="terrain: must have at most 113 entries, got 5000"):
        from_json(msgspec.json.encode({"terrain": many}), Board)

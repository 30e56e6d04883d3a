"""docs/hall.md says what goes over the broker, field by field, and its examples are read by the real codec."""

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from companion.hall.wire import messages as codec
from companion.hall.wire import messages as from_hall
from companion.hall.wire import messages as from_table
from companion.hall.wire import topics as sizes

GUIDE = (Path(__file__).parents[4] / "docs" / "hall.md").read_text(encoding="utf-8")
PAYLOADS: dict[str, type[msgspec.Struct]] = {
    "link": from_table.Link,
    "state": from_table.State,
    "log": from_table.Log,
    "result": from_table.Result,
    "round": from_hall.Round,
    "here": from_hall.Here,
}
KINDS = {"ask/<id>": from_hall.Ask, "answer/<id>": from_table.Answer}
WORDS = {
    "number": {"integer"},
    "number or null": {"integer", "null"},
    "text": {"string"},
    "text or null": {"string", "null"},
    "true or false": {"boolean"},
    "object or null": {"object", "null"},
    "object of texts": {"object"},
    "object of numbers": {"object"},
    "list of lists": {"array"},
    "list of texts": {"array"},
}


def section(heading: str) -> str:
    found = re.search(rf"^### `{re.escape(heading)}`.*?(?=^##|\Z)", GUIDE, re.DOTALL | re.MULTILINE)
    assert found is not None, f"docs/hall.md has no section {heading}"
    return found[0]


def rows(text: str) -> list[list[str]]:
    table = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def named(cell: str) -> dict[str, bool]:
    """The fields in a cell, and whether each may be left out."""
    return {name: bool(bracket) for bracket, name in re.findall(r"(\[?)`(\w+)`\]?", cell)}


def kinds(field: dict[str, Any], defs: dict[str, Any]) -> set[str]:
    if "$ref" in field:
        return kinds(defs[field["$ref"].rpartition("/")[2]], defs)
    if "anyOf" in field:
        return set().union(*(kinds(each, defs) for each in field["anyOf"]))
    return {field.get("type", "string")}


@pytest.mark.parametrize("name", PAYLOADS)
def test_every_field_is_described_as_it_is(name: str) -> None:
    described: dict[str, tuple[bool, str]] = {}
    for cell, json, _ in rows(section(name)):
        described |= {field: (optional, json) for field, optional in named(cell).items()}
    fields = {each.encode_name: each for each in msgspec.structs.fields(PAYLOADS[name])}
    assert set(described) == set(fields)
    (_,), defs = msgspec.json.schema_components([PAYLOADS[name]])
    properties = defs[PAYLOADS[name].__name__]["properties"]
    for field, (optional, json) in described.items():
        assert optional is not fields[field].required, field
        assert kinds(properties[field], defs) == WORDS[json], field


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_ask_and_answer_is_described(name: str) -> None:
    described = {kind.strip("`"): named(beside) for kind, beside, _ in rows(section(name))}
    known = {}
    for each in get_args(KINDS[name]):
        fields = msgspec.structs.fields(each)
        tag = each.__struct_config__.tag
        known[tag] = {field.encode_name: not field.required for field in fields if field.encode_name != "until_ms"}
    assert described == known


def test_a_ruling_beside_a_call_is_described() -> None:
    (told,) = [says for kind, _, says in rows(section("answer/<id>")) if kind == "`call`"]
    assert named(told) == {each.encode_name: not each.required for each in msgspec.structs.fields(from_table.Beside)}


@pytest.mark.parametrize("name", [*PAYLOADS, *KINDS])
def test_every_example_is_one(name: str) -> None:
    (example,) = re.findall(r"^```json\n(.*?)^```", section(name), re.DOTALL | re.MULTILINE)
    data = msgspec.json.encode(msgspec.json.decode(example))
    match name:
        case "ask/<id>":
            assert codec.read_ask(data) is not None
        case "answer/<id>":
            assert codec.read_answer(data) is not None
        case _:
            assert codec.read(data, PAYLOADS[name]) is not None
            assert set(msgspec.json.decode(data)) <= {
                each.encode_name for each in msgspec.structs.fields(PAYLOADS[name])
            }


def test_the_bounds_that_are_told_are_those_that_hold() -> None:
    assert f"At most {sizes.LARGEST_STATE} bytes" in section("state")
    assert f"at most {from_table.MOST_ROWS} and {sizes.LARGEST // 1024} KiB" in section("log")

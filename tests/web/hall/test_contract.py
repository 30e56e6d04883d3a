"""The organiser's API as it describes itself: every endpoint of it, whatever it is asked."""

import re
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.clock import ManualClock
from tests.support import examples
from tests.web.conftest import Phone
from tests.web.schemas import faults

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=4,
)
PLACES = {"table": "1", "number": "1", "phone": "1"}


@pytest.fixture
def described(organiser: Phone) -> dict[str, Any]:
    return dict(organiser.get("/api/openapi.json").get_json())


def addresses(described: dict[str, Any], method: str) -> list[str]:
    return [path for path, methods in described["paths"].items() if method in methods and path != "/api/join"]


def test_it_describes_every_route_and_nothing_else(hall_app: Flask, described: dict[str, Any]) -> None:
    served = {
        (re.sub(r"<(?:path:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in hall_app.url_map.iter_rules()
        for method in rule.methods or ()
        if rule.rule.startswith("/api/") and rule.rule != "/api/openapi.json" and method != "HEAD"
    }
    assert served == {(path, method) for path, methods in described["paths"].items() for method in methods}


def test_what_nobody_knows_is_named(organiser: Phone, described: dict[str, Any]) -> None:
    for path in addresses(described, "get"):
        answer = organiser.get(f"{path.format_map(PLACES)}?nonsense=1")
        assert answer.status_code == 422, path
        assert [each["field"] for each in answer.get_json()["errors"]] == ["nonsense"], path
    for path in addresses(described, "post"):
        answer = organiser.post(path.format_map(PLACES), {"nonsense": 1})
        assert answer.status_code == 422, path


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_no_body_breaks_anything(
    organiser: Phone, described: dict[str, Any], clock: ManualClock, data: st.DataObject
) -> None:
    clock.advance(seconds=60)  # what it does is not too much at once
    components = described["components"]["schemas"]
    path = data.draw(st.sampled_from(addresses(described, "post")))
    operation = described["paths"][path]["post"]
    schema = operation["requestBody"]["content"]["application/json"]["schema"] if "requestBody" in operation else {}
    named = components[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    body = {name: data.draw(VALUES) for name in named.get("properties", {}) if data.draw(st.booleans())}
    place = data.draw(st.sampled_from(["1", "nine", "%00", "9" * 300]))
    answer = organiser.post(re.sub(r"\{\w+\}", place, path), body)
    assert answer.status_code in {200, 404, 409, 422}, (path, body, answer.text)
    if answer.status_code != 200:
        assert answer.content_type == "application/problem+json"
        assert faults(answer.get_json(), components["Problem"], components) == []

"""The API's description against the API."""

import re
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import Phone
from tests.web.schemas import faults


@pytest.fixture
def described(stranger: Phone) -> dict[str, Any]:
    return dict(stranger.get("/api/openapi.json").get_json())


def test_it_describes_every_route_and_nothing_else(app: Flask, described: dict[str, Any]) -> None:
    served = {
        (re.sub(r"<(?:path:)?(\w+)>", r"{\1}", rule.rule), method)
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if rule.rule.startswith("/api/") and rule.rule != "/api/openapi.json" and method != "HEAD"
    }
    assert served == {(path, method.upper()) for path, methods in described["paths"].items() for method in methods}


def test_the_contract_is_there(described: dict[str, Any]) -> None:
    assert {
        "/api/table", "/api/events", "/api/log", "/api/panel", "/api/panel/screens/{id}", "/api/panel/events",
        "/api/panel/controls/{id}/press", "/api/timers/{id}/flip", "/api/timers/{id}/free", "/api/timers/{id}/turn",
        "/api/timers/{id}/move", "/api/table/begin", "/api/table/pause", "/api/table/resume", "/api/table/undo",
        "/api/table/end", "/api/table/new", "/api/units/{name}/eliminate", "/api/sides/{side}/muster", "/api/join",
        "/api/report",
    } <= set(described["paths"])  # fmt: skip


def test_real_answers_are_what_it_promises(playing: Phone, described: dict[str, Any]) -> None:
    playing.post("/api/timers/gold-60a/flip", {"unit": "Archer"})
    playing.post("/api/timers/gold-60a/flip")
    playing.post("/api/table/undo")
    components = described["components"]["schemas"]
    for path in ("/api/table", "/api/log", "/api/report", "/api/panel", "/api/join"):
        schema = described["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        assert faults(playing.get(path).get_json(), schema, components) == []
    for path in ("/api/timers/gold-61/flip", "/api/table/begin", "/api/table/end"):
        answer = playing.post(path, {"winner": 1} if path.endswith("end") else None)
        assert faults(answer.get_json(), components["Problem"], components) == []


def test_the_check_itself_can_fail(playing: Phone, described: dict[str, Any]) -> None:
    view = playing.get("/api/table").get_json()
    view["timers"][3]["remaining_ms"] = "soon"
    del view["phase"]
    components = described["components"]["schemas"]
    assert len(faults(view, components["WarTimeView"], components)) == 2


def test_parameters_and_bodies_are_described(described: dict[str, Any]) -> None:
    parameters = described["paths"]["/api/table"]["get"]["parameters"]
    assert [(each["name"], each["in"], each["required"]) for each in parameters] == [("since", "query", False)]
    press = described["components"]["schemas"]["Press"]
    assert press["properties"]["ms"] == {"type": "integer", "minimum": 1, "maximum": 10_000, "default": 80}
    assert press["additionalProperties"] is False


def test_a_duel_of_nobody_is_turned_away_as_described(playing: Phone, described: dict[str, Any]) -> None:
    answer = playing.get("/api/warzone/duel?side=gold&unit=1&target=2")
    promised = described["paths"]["/api/warzone/duel"]["get"]["responses"]
    assert answer.status_code == 404
    assert "404" in promised

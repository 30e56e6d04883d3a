"""What Home Assistant is told of a table: device discovery, whose templates read a table's own state."""

import json
from pathlib import Path
from typing import Any

import jinja2
import msgspec
import pytest

from companion.hall.organiser.home_assistant import discovery
from companion.hall.wire import codec
from companion.hall.wire.from_table import Called, Link, Sand, State
from tests.companion.hall.organiser.fakes import Floor

LINK = Link(boot=1, connection=1, online=True, journal="00000000000000aa", name="Window", software="1.0")
STATE = State(boot=1, connection=1, version=1, ms=0, match=1, seq=1, game="wartime", phase="playing")


def payload() -> dict[str, Any]:
    topic, written, retained = discovery("club", "one", LINK)
    assert (topic, retained) == ("homeassistant/device/warglass_club_one/config", True)
    found: dict[str, Any] = json.loads(written)
    return found


def rendered(entity: str, state: State) -> str:
    template = payload()["components"][entity]["value_template"]
    return (
        jinja2.Environment(autoescape=False).from_string(template).render(value_json=json.loads(codec.written(state)))
    )


def test_it_has_what_home_assistant_requires() -> None:
    told = payload()
    assert told["device"]["identifiers"]
    assert told["origin"]["name"]
    assert told["state_topic"] == "warglass/1/club/one/state"
    ids = [entity["unique_id"] for entity in told["components"].values()]
    assert len(set(ids)) == len(ids)
    assert {entity["platform"] for entity in told["components"].values()} == {"sensor", "binary_sensor"}


@pytest.mark.parametrize("online", [True, False])
def test_a_table_is_available_while_it_is_online(online: bool) -> None:
    (available,) = payload()["availability"]
    link = json.loads(codec.written(msgspec.structs.replace(LINK, online=online)))
    said = jinja2.Environment(autoescape=False).from_string(available["value_template"]).render(value_json=link)
    assert (available["topic"], said) == ("warglass/1/club/one/link", "online" if online else "offline")


def test_its_templates_read_the_state() -> None:
    busy = msgspec.structs.replace(
        STATE,
        paused=True,
        score={"gold": 3, "red": 2},
        standing="Turn 3",
        sand=(
            Sand(timer="gold-30", side="gold", ends_ms=5000, left_ms=21_400),
            Sand(timer="red-30", side="red", ends_ms=None, left_ms=30_000),
        ),
        call=Called(id=1, ms=5),
        faults=2,
        over="Gold won.",
    )
    names = ("judge", "panel", "playing", "game", "phase", "standing", "score", "sand", "over")
    assert [rendered(each, STATE) for each in names] == [
        *("OFF", "OFF", "ON", "wartime", "playing", "", "", "0", ""),
    ]
    assert [rendered(each, busy) for each in names] == [
        *("ON", "ON", "OFF", "wartime", "playing", "Turn 3", "3 : 2", "21", "Gold won."),
    ]


def test_it_is_published_where_it_is_wanted_whenever_a_table_comes(tmp_path: Path) -> None:
    floor = Floor(tmp_path / "with", discovery=True)
    table = floor.seat("one")
    table.connection += 1
    table.link()
    floor.settle()
    assert list(floor.client.retained) == ["homeassistant/device/warglass_club_one/config"]
    floor.client.retained.clear()
    table.connection += 1
    table.link()
    floor.settle()
    assert list(floor.client.retained) == ["homeassistant/device/warglass_club_one/config"]
    without = Floor(tmp_path / "without")
    without.seat("one")
    assert list(without.client.retained) == []

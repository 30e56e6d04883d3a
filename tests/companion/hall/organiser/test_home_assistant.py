"""What Home Assistant is told of a table: device discovery, whose templates read a table's own state."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jinja2
import msgspec
import pytest

from companion.clock import SECOND
from companion.hall.organiser.hearing import Broker
from companion.hall.organiser.outgoing import discovery
from companion.hall.wire import messages as codec
from companion.hall.wire.messages import Called, Link, Sand, State
from companion.hall.wire.topics import TopicPart
from tests.companion.hall.organiser.fakes import Floor

LINK = Link(boot=1, connection=1, online=True, journal="00000000000000aa", name="Window", software="1.0")
STATE = State(boot=1, connection=1, version=1, ms=0, match=1, seq=1, game="wartime", phase="playing")


def payload(*, offset_ms: int | None = None) -> dict[str, Any]:
    topic, written, retained = discovery("club", "one", LINK, offset_ms=offset_ms)
    assert (topic, retained) == ("homeassistant/device/warglass_club_one/config", True)
    found: dict[str, Any] = json.loads(written)
    return found


def rendered(entity: str, state: State, *, offset_ms: int | None = None) -> str:
    template = payload(offset_ms=offset_ms)["components"][entity]["value_template"]
    home = jinja2.Environment(autoescape=False)
    home.filters["as_datetime"] = lambda seconds: datetime.fromtimestamp(seconds, UTC)
    return home.from_string(template).render(value_json=json.loads(codec.written(state)))


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


def test_when_sand_runs_out_is_a_time_of_day() -> None:
    falls = (
        Sand(timer="red-30", side="red", ends_ms=None, left_ms=30_000),
        Sand(timer="gold-30", side="gold", ends_ms=9000, left_ms=1000),
        Sand(timer="gold-60", side="gold", ends_ms=5000, left_ms=1000),
    )
    state = msgspec.structs.replace(STATE, sand=falls)
    assert rendered("ends", state, offset_ms=1_767_225_600_000) == "2026-01-01 00:00:05+00:00"
    assert rendered("ends", state) == "None", "as long as nobody knows the table's clock"
    assert rendered("ends", msgspec.structs.replace(state, boot=2), offset_ms=1) == "None", "nor by an earlier one's"
    assert rendered("ends", msgspec.structs.replace(state, sand=falls[:1]), offset_ms=1) == "None"


def test_it_is_told_anew_where_the_tables_clock_is_another(tmp_path: Path) -> None:
    floor = Floor(tmp_path, discovery=True)
    table = floor.seat("one", ahead_ms=5000)
    table.state(sand=(Sand(timer="gold-30", side="gold", ends_ms=table.ms() + 60_000, left_ms=60_000),))
    floor.settle()
    state = json.loads(codec.written(table.retained[TopicPart.STATE]))

    def ends() -> datetime:
        told = json.loads(floor.client.retained.popitem()[1])["components"]["ends"]["value_template"]
        home = jinja2.Environment(autoescape=False)
        home.filters["as_datetime"] = lambda seconds: datetime.fromtimestamp(seconds, UTC)
        return datetime.fromisoformat(home.from_string(told).render(value_json=state))

    begun = datetime.fromtimestamp(floor.clock.wall() / SECOND, UTC)
    assert (ends() - begun).total_seconds() == pytest.approx(60, abs=1)
    floor.settle(600)
    assert not floor.client.retained, "not for what nobody feels"
    floor.clock._wall += 3600 * SECOND
    floor.settle(600)
    assert (ends() - begun).total_seconds() == pytest.approx(3660, abs=1), "the machine's time was put right"


def test_a_table_that_has_no_card_any_more_is_taken_away(tmp_path: Path) -> None:
    topic = "homeassistant/device/warglass_club_one/config"
    floor = Floor(tmp_path, discovery=True)
    table = floor.seat("one")
    assert floor.client.retained[topic]
    floor.hall.enrolled({})
    assert floor.client.retained[topic] == b""
    floor.client.retained.clear()
    floor.client.inbox.put(Broker("The connection to the broker is lost."))
    floor.client.inbox.put(Broker(""))
    table.connection += 1
    table.link()
    floor.settle()
    assert floor.client.retained[topic] == b"", "also where it left while nobody was there to say so"


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

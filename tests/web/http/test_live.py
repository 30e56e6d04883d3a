"""Event streams: their framing, and what they do at the edges."""

import base64
import json
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.clock import ManualClock
from companion.table.events import SERVICE
from companion.table.table import Table
from tests.companion.wartime import acts as c
from tests.support import ask_table
from tests.web.conftest import Phone
from tests.web.fakes import FakePanel
from web.http import live
from web.http.live import TableFeed, Waiter, Waiters
from web.panel.api import PanelFeed


@pytest.fixture
def app(own_site: Flask) -> Flask:
    return own_site


def fields(frame: bytes) -> dict[str, str]:
    """One event, read as the specification of server-sent events has it."""
    assert frame.endswith(b"\n\n")
    return dict(line.split(": ", 1) for line in frame.decode().strip().splitlines())


def events(frame: bytes) -> list[dict[str, str]]:
    return [fields(part + b"\n\n") for part in frame.split(b"\n\n") if part]


@pytest.fixture
def feed(table: Table) -> TableFeed:
    return TableFeed(table)


def here() -> bool:
    return False


def test_the_table_comes_at_once_and_after_every_change(feed: TableFeed, table: Table) -> None:
    stream = feed.stream(here)
    first = fields(next(stream))
    assert first["event"] == "table"
    assert int(first["id"]) == table.version
    table.dispatch(c.Begin(), source=SERVICE)
    second = fields(next(stream))
    assert int(second["id"]) == table.version
    assert json.loads(second["data"])["phase"] == "running"
    assert json.loads(second["data"])["version"] == table.version


def test_all_streams_share_one_encoding_of_a_version(feed: TableFeed, table: Table) -> None:
    one, other = feed.stream(here), feed.stream(here)
    next(one), next(other)
    table.dispatch(c.Begin(), source=SERVICE)
    assert next(one) is next(other)


def test_a_slow_stream_misses_versions_but_not_the_latest(feed: TableFeed, table: Table) -> None:
    stream = feed.stream(here)
    next(stream)
    for command in (c.Begin(), c.Flip(timer="gold-30"), c.Flip(timer="red-30")):
        ask_table(table, command, source=SERVICE)
    assert int(fields(next(stream))["id"]) == table.version


def test_a_quiet_stream_is_kept_alive(feed: TableFeed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LISTEN_S", 0.0)
    stream = feed.stream(here)
    next(stream)
    assert fields(next(stream))["event"] == "beat"


def test_streams_end_with_the_table(feed: TableFeed, table: Table) -> None:
    stream = feed.stream(here)
    next(stream)
    table.close()
    assert list(stream) == []


def test_streams_end_when_nobody_listens(feed: TableFeed, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = feed.stream(lambda: True)
    next(stream)
    assert list(stream) == []


def test_the_stream_over_http(stranger: Phone, table: Table) -> None:
    answer = stranger.get("/api/events")
    assert answer.content_type == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert int(fields(next(iter(answer.response)))["id"]) == table.version  # type: ignore[arg-type]
    answer.close()


def test_beyond_the_places_streams_come_back_later_and_polls_answer_at_once(
    stranger: Phone, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Waiters, "take", lambda self, waiter: False)
    answer = stranger.get("/api/events")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert stranger.get(f"/api/table?since={table.version}").get_json()["version"] == table.version


def test_a_place_is_given_back_when_the_stream_is_closed(stranger: Phone) -> None:
    for _ in range(70):
        answer = stranger.get("/api/events")
        assert answer.status_code == 200
        answer.close()


def taken(waiters: Waiters, households: int, *, joined: bool) -> int:
    """How many places they get who ask 64 times each."""
    asked = [Waiter(household=f"10.0.0.{number}", joined=joined) for number in range(households) for _ in range(64)]
    return sum(waiters.take(waiter) for waiter in asked)


def test_there_are_sixty_four_places_and_a_quarter_for_one_household() -> None:
    waiters = Waiters()
    assert taken(waiters, 1, joined=True) == 16
    assert taken(waiters, 9, joined=True) == 48
    waiters.give_back(Waiter(household="10.0.0.1", joined=True))
    assert taken(waiters, 9, joined=True) == 1


def test_strangers_leave_half_of_the_places_to_players() -> None:
    waiters = Waiters()
    assert taken(waiters, 9, joined=False) == 32
    assert waiters.take(Waiter(household="10.0.0.8", joined=True))
    assert taken(waiters, 9, joined=True) == 31


@pytest.fixture
def screens(panel: FakePanel, table: Table, clock: ManualClock) -> Iterator[bytes]:
    """The panel's stream with a turned clock in place of its pauses."""
    feed = PanelFeed(panel=panel, table=table, clock=clock, pause=lambda seconds: clock.advance(seconds=seconds))
    return feed.stream(here, joined=lambda: False)


def test_a_stream_shows_the_join_code_to_those_who_have_it_only(
    panel: FakePanel, table: Table, clock: ManualClock
) -> None:
    feed = PanelFeed(panel=panel, table=table, clock=clock, pause=lambda seconds: clock.advance(seconds=seconds))
    panel.shown["neutral-600"] = bytes(range(256)) * 4
    panel.inviting = {"neutral-600"}
    generation = 1

    def sent(frames: bytes) -> bytes:
        data = [json.loads(each["data"]) for each in events(frames)]
        return base64.b64decode(next(each["ram"] for each in data if each["id"] == "neutral-600"))

    inside = feed.stream(here, joined=lambda: generation == 1)
    outside = feed.stream(here, joined=lambda: generation == 2)
    next(inside)
    next(outside)
    assert sent(next(inside)) == panel.shown["neutral-600"]
    assert sent(next(outside)) == bytes(1024)
    generation = 2
    assert sent(next(inside)) == bytes(1024), "a new code shuts it out, and is not shown to it"
    assert sent(next(outside)) == panel.shown["neutral-600"]


def test_the_panels_stream_says_at_once_when_other_parts_work_than_before(
    screens: Iterator[bytes], panel: FakePanel
) -> None:
    next(screens)
    next(screens)
    for broken, offline in (({"pause": "held"}, set[str]()), ({"pause": "held"}, {"gold-30"}), ({}, set[str]())):
        panel.broken, panel.offline = broken, offline
        assert [each["event"] for each in events(next(screens))] == ["parts"]


def test_the_panels_stream_sends_every_screen_and_then_what_changes(
    screens: Iterator[bytes], panel: FakePanel, clock: ManualClock
) -> None:
    next(screens)
    first = events(next(screens))
    assert [json.loads(each["data"])["id"] for each in first] == list(panel.shown)
    assert {each["event"] for each in first} == {"screen"}
    panel.shown["red-90"] = bytes(range(256)) * 4
    (change,) = events(next(screens))
    assert base64.b64decode(json.loads(change["data"])["ram"]) == panel.shown["red-90"]


def test_a_screen_is_sent_at_most_ten_times_a_second(
    screens: Iterator[bytes], panel: FakePanel, clock: ManualClock
) -> None:
    next(screens)
    start, sent = clock.now(), 0
    while clock.now() - start < 3 * 10**9:
        panel.shown["red-90"] = sent.to_bytes(4, "big") * 256
        next(screens)
        sent += 1
    assert 25 <= sent <= 31


def test_a_still_panel_is_kept_alive(screens: Iterator[bytes], clock: ManualClock) -> None:
    next(screens), next(screens)
    before = clock.now()
    assert fields(next(screens))["event"] == "beat"
    assert 4.5e9 < clock.now() - before < 5.5e9

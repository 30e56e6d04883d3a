"""What the pages are sent as the hall changes."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import ManualClock
from companion.hall.event import commands
from companion.hall.event.store import EventStore
from companion.hall.organiser.view import Need
from tests.support import examples
from tests.web.conftest import Phone
from tests.web.hall.fakes import FakeHall, a_table
from web.hall.feed import HallFeed


class NoEvent:
    """An event that nothing is done with."""

    version = 0

    def follow(self, _: object) -> None:
        pass


@pytest.fixture
def feed(hall: FakeHall, event: EventStore, clock: ManualClock) -> HallFeed:
    return HallFeed(hall, event, clock)


def told(frame: bytes) -> dict[str, Any]:
    name, _, data = frame.decode().partition("\n")
    assert name == "event: hall"
    found: dict[str, Any] = json.loads(data.partition("data: ")[2])
    return found


def listened(feed: HallFeed, since: int | None = None, **how: bool) -> Iterator[bytes]:
    return feed.stream(since, lambda: False, **how)


def test_only_what_changed_is_sent_again(feed: HallFeed, hall: FakeHall) -> None:
    stream = listened(feed)
    first = told(next(stream))
    assert (first["whole"], [each["table"] for each in first["tiles"]]) == (True, ["1", "2", "3"])
    hall.table("2", score={"gold": 9})
    second = told(next(stream))
    assert (second["whole"], [each["table"] for each in second["tiles"]], second["order"]) == (False, ["2"], None)
    hall.table("3", need=Need.SILENT)
    third = told(next(stream))
    assert ([each["table"] for each in third["tiles"]], third["order"]) == (["3"], ["3", "1", "2"])


def test_several_changes_are_one_event_and_a_tile_that_looks_the_same_none(feed: HallFeed, hall: FakeHall) -> None:
    stream = listened(feed)
    next(stream)
    hall.table("1", acted_ms=5, heard_ms=6, error_ms=9)
    hall.table("2", score={"gold": 8})
    hall.table("2", score={"gold": 9})
    (tile,) = told(next(stream))["tiles"]
    assert (tile["table"], tile["sides"][0]["score"]) == ("2", 9)


def test_a_page_that_shows_no_tiles_is_not_sent_any(feed: HallFeed, hall: FakeHall) -> None:
    stream = listened(feed, tiles=False)
    assert told(next(stream))["tiles"] == []
    hall.table("1", score={"gold": 9})
    hall.new_round(title="Round 1", minutes=10)
    found = told(next(stream))
    assert (found["tiles"], found["order"], found["round"]["title"]) == ([], None, "Round 1")


def test_a_page_is_out_of_date_where_what_it_shows_has_changed(
    feed: HallFeed, hall: FakeHall, event: EventStore
) -> None:
    def pages() -> dict[str, int]:
        return dict(feed.now().pages)

    before = pages()
    hall.table("1", score={"gold": 9})
    assert pages() == before
    hall.announce("Lunch")
    after = pages()
    assert {page for page in after if after[page] != before[page]} == {"round", "wall"}
    event.do("", lambda now: commands.add(now, "Cem"))
    assert {page for page, version in pages().items() if version != after[page]} == {"event", "wall"}


def test_whoever_waits_hears_of_the_event_at_once(feed: HallFeed, hall: FakeHall, event: EventStore) -> None:
    seen = feed.now().seen
    event.do("", lambda now: commands.add(now, "Cem"))
    assert hall.wait(seen, 0) is not None
    assert feed.news(1).pages["event"] > 1


def test_what_another_run_counted_is_worth_nothing(feed: HallFeed, passer: Phone) -> None:
    run = passer.get("/api/hall/news").get_json()["run"]
    assert passer.get(f"/api/hall/news?behind=1&run={run}").get_json()["whole"] is False
    assert passer.get(f"/api/hall/news?behind=1&run={run + 1}").get_json()["whole"] is True
    assert passer.get(f"/api/hall/news?behind=77&run={run}").get_json()["whole"] is True
    assert passer.get("/api/hall/news?behind=a").status_code == 422


def test_the_stream_ends_with_the_hall_and_with_its_page(feed: HallFeed, hall: FakeHall) -> None:
    assert len(list(feed.stream(None, lambda: True))) == 1
    stream = listened(feed)
    next(stream)
    hall.stop()
    assert list(stream) == []


def test_calls_that_are_answered_are_news_no_more(feed: HallFeed, hall: FakeHall) -> None:
    call = hall.call("2", words="May it?")
    (calling,) = feed.news(None).calls
    assert (calling.name, calling.game, calling.state) == ("Table 2", "WarTime", "called")
    hall.answer("2", call.id, who="Kim", text="No.")
    assert feed.news(None).calls == ()


def test_the_halls_clock_goes_on_between_changes(feed: HallFeed, hall: FakeHall, clock: ManualClock) -> None:
    before = feed.news(None).server_ms
    clock.advance(seconds=3)
    assert feed.news(None).server_ms == before + 3000


change = st.tuples(
    st.integers(1, 5), st.sampled_from(["score", "need", "gone", "here"]), st.integers(0, 5), st.booleans()
)


@given(changes=st.lists(change, max_size=30))
@settings(max_examples=examples(40))
def test_whoever_hears_only_some_of_the_news_knows_the_same_hall(changes: list[tuple[int, str, int, bool]]) -> None:
    """Any page, however many changes come in one, ends with the tiles and the order that a new one begins with."""
    clock = ManualClock()
    hall = FakeHall(clock, [a_table(1), a_table(2)])
    feed = HallFeed(hall, NoEvent(), clock)  # type: ignore[arg-type]
    news = feed.news(None)
    known, order, version = {tile.table: tile for tile in news.tiles}, news.order, news.version
    for table, what, value, heard in changes:
        name = str(table)
        match what:
            case "score":
                hall.table(name, score={"gold": value})
            case "need":
                hall.table(name, need=list(Need)[value])
            case "gone":
                hall.only(each for each in hall.view().tables if each.table != name)
            case "here" if name not in {each.table for each in hall.view().tables}:
                hall.only((*hall.view().tables, a_table(table)))
        feed.now()
        if heard:
            news = feed.news(version)
            known |= {tile.table: tile for tile in news.tiles}
            order, version = news.order or order, news.version
    news = feed.news(version)
    known |= {tile.table: tile for tile in news.tiles}
    order = order if news.order is None else news.order
    fresh = feed.news(None)
    assert order == fresh.order
    assert [known[table] for table in order or ()] == list(fresh.tiles)

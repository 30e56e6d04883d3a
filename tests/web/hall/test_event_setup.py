"""The event's own choices, from a form and as JSON."""

from pathlib import Path

import pytest

from companion.clock import ManualClock
from companion.hall.event.commands import add, drop, pair_next
from companion.hall.event.event import EventScoring, First, Tiebreak
from companion.hall.event.store import EventRow, EventStore
from tests.web.conftest import COMPILED, Phone, seated
from tests.web.hall.fakes import FakeHall, a_table
from web.hall.app import create_hall_app
from web.http.access import Access


@pytest.fixture
def event(tmp_path: Path) -> EventStore:
    return EventStore(EventRow(tmp_path / "event.sqlite"))


@pytest.fixture
def hall(clock: ManualClock) -> FakeHall:
    return FakeHall(clock, [a_table(number) for number in (10, 2, 1)])


@pytest.fixture
def organiser(event: EventStore, hall: FakeHall, access: Access, clock: ManualClock) -> Phone:
    app = create_hall_app(hall=hall, event=event, access=access, clock=clock)
    app.jinja_env.bytecode_cache = COMPILED
    return seated(Phone(app.test_client()), access)


CHOICES = {
    "name": "",
    "win": "2",
    "draw": "1",
    "loss": "0",
    "bye": "1",
    "tiebreaks": ["head-to-head", "", "buchholz"],
    "first": "listed",
    "apart_rounds": "2",
    "seed": "77",
    "tables": "oak\r\n\r\nelm\r\n",
}


def test_a_form_chooses_all_of_it_and_the_page_shows_it(organiser: Phone, event: EventStore) -> None:
    answer = organiser.post("/hall/event/setup", data=CHOICES)
    assert (answer.status_code, answer.location) == (303, "/event/setup")
    now = event.event
    assert now.scoring == EventScoring(win=2, draw=1, loss=0, bye=1)
    assert now.tiebreaks == (Tiebreak.HEAD_TO_HEAD, Tiebreak.BUCHHOLZ)
    assert (now.tables, now.first, now.apart_rounds, now.seed) == (("oak", "elm"), First.LISTED, 2, 77)
    shown = organiser.get("/event/setup").text
    assert shown.index('value="head-to-head" selected') < shown.index('value="buchholz" selected')
    assert shown.count(" selected") == 3
    assert shown.count("data-lines") == len(Tiebreak) + 1, "scripts send each of these as a list"
    assert ">oak\nelm</textarea>" in shown
    assert "Undo <small>Choices</small>" in shown
    again = organiser.post("/hall/event/undo", data={"step": "1"})
    assert again.status_code == 303
    assert event.event.scoring == EventScoring()


def test_what_is_wrong_names_its_field(organiser: Phone, event: EventStore) -> None:
    for wrong, field in (
        ({"win": -1}, "win"),
        ({"tiebreaks": ["buchholz", "buchholz"]}, "tiebreaks"),
        ({"tiebreaks": ["luck"]}, "tiebreaks[0]"),
        ({"tables": ["oak", "Oak"]}, "tables"),
        ({"first": "chess"}, "first"),
    ):
        answer = organiser.post("/api/hall/event/setup", wrong)
        assert answer.status_code == 422
        assert answer.get_json()["errors"][0]["field"] == field, answer.text
    assert event.version == 0


def test_rounds_are_played_at_the_halls_tables_unless_the_event_names_its_own(
    organiser: Phone, event: EventStore, hall: FakeHall
) -> None:
    for name in "ABCDEF":
        event.do(name, lambda now, name=name: add(now, name))  # type: ignore[misc]
    assert organiser.post("/hall/event/pair", data={"minutes": "60"}).status_code == 303
    tables = sorted(each.table for each in hall.view().tables)
    assert sorted(each.table for each in event.event.rounds[0].pairings) == tables
    event.undo(7, allowed=lambda *_: None)
    organiser.post("/hall/event/setup", data=CHOICES)
    event.do("A dropped", lambda now: drop(drop(now, "A"), "B"))
    assert [each.table for each in event.do("paired", pair_next).rounds[0].pairings] == ["oak", "elm"]


def test_the_round_says_how_it_was_paired(organiser: Phone, event: EventStore) -> None:
    for name in "ABC":
        event.do(name, lambda now, name=name: add(now, name))  # type: ignore[misc]
    (bye,) = (each.players[0] for each in event.do("paired", pair_next).rounds[0].pairings if each.bye)
    shown = organiser.get("/event").text
    assert f"<li>{bye} has the bye.</li>" in shown
    assert "<li>No other pairing is better in any of the event&#39;s priorities.</li>" in shown

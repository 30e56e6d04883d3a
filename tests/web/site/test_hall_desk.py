"""A table's pages over the desk that speaks for it in a hall: what a phone sees comes of what was heard there."""

import pytest
from flask import Flask

from companion.clock import MS, ManualClock
from companion.hall.card import HallCard
from companion.hall.desk import Desk
from companion.hall.wire import messages as h
from companion.hall.wire.messages import Answer, Done, NotDone
from companion.table.table import Table
from tests.web.conftest import Phone, Seat, seated
from tests.web.site.test_hall_pages import words
from web.http.access import Access

CARD = HallCard(
    host="hall.local", port=8883, hall="club", table="table-7", called="Table 7", password="x", ca=b"", key=bytes(32)
)
LATER = 2**50


class Organiser:
    """What its asks are answered with, by number."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._asked = 0

    def ask(self, ask: h.Ask) -> Answer:
        self._asked += 1
        return self._desk.do_ask(
            f"a{self._asked}",
            ask,
            rulings=lambda game, text: (),
            rule=lambda rule: None,
            restored=lambda restore: NotDone(why="no"),
        )


@pytest.fixture
def desk(app: Flask, seats: dict[str, Seat], table: Table, clock: ManualClock) -> Desk:
    seats["hall"].taken_by = made = Desk(table=table, clock=clock, card=CARD)
    made.connected()
    return made


def test_a_round_a_call_and_an_announcement_reach_the_phone(desk: Desk, phone: Phone, clock: ManualClock) -> None:
    organiser = Organiser(desk)
    assert words(phone) == "club Table 7 Judge!"
    organiser.ask(h.Clock(until_ms=LATER, hall_ms=0, offset_ms=0, error_ms=200))
    now_ms = clock.now() // MS
    desk.heard_round(h.Round(version=1, number=1, title="Round 1", deadline_ms=now_ms + 90_000))
    assert words(phone) == "Round 1 1:30 Judge!"
    assert "give or take 0.2 s" in phone.get("/hall").text
    phone.post("/hall/judge", data={"words": "Does it reach?"})
    assert "Judge called 0:00 ago Take back" in words(phone)
    call = desk.call
    assert call is not None
    for judging, text in ((h.Judging.COMING, ""), (h.Judging.ANSWERED, "It does.")):
        told = h.Judge(until_ms=LATER, call=call.id, judging=judging, who="Dana", text=text)
        assert isinstance(organiser.ask(told), Done)
    assert words(phone) == "Round 1 1:30 Dana answered: It does. Judge!"
    assert isinstance(organiser.ask(h.Announce(until_ms=LATER, text="Lunch at one.")), Done)
    assert "club says Lunch at one. Seen" in words(phone)
    said = phone.get("/api/table").json["hall"]["said"]
    phone.post("/hall/announcement/seen", data={"id": said["id"]})
    assert "Lunch" not in words(phone)
    log = phone.get("/log").text
    for told in ("called a judge: Does it reach?", "Dana is on the way", "Dana answered: It does.", "Lunch at one."):
        assert told in log


def test_a_result_goes_to_the_hall_once_both_seats_have_confirmed(
    app: Flask, access: Access, desk: Desk, table: Table, phone: Phone
) -> None:
    gold = seated(Phone(app.test_client()), access, seat="gold")
    red = seated(Phone(app.test_client()), access, seat="red")
    desk.heard_round(h.Round(version=1, number=1, title="Round 1", left_ms=90_000))
    desk.follow(table.view(), match=1, score={})
    phone.post("/api/table/begin")
    phone.post("/api/table/end", {"winner": "gold"})
    desk.follow(table.view(), match=1, score={"gold": 3, "red": 1})
    assert "3–1: right? Valyance and Firebrand have to confirm it. Confirm" in words(gold)
    assert gold.post("/api/hall/result", {"seat": "red"}).status_code == 409
    gold.post("/hall/result", data={"seat": "gold", "agreed": "true"})
    assert not desk.results(1)
    red.post("/hall/result", data={"seat": "red", "agreed": "true"})
    (sent,) = desk.results(1)
    assert sent.winner == "gold"
    assert sent.agreed.keys() == {"gold", "red"}
    assert "Confirmed. The hall gets it once" in words(red)
    desk.arrived(sent)
    assert "Sent to the hall." in words(red)


def test_a_table_that_is_paired_asks_who_sits_where(
    app: Flask, access: Access, desk: Desk, table: Table, phone: Phone
) -> None:
    gold = seated(Phone(app.test_client()), access, seat="gold")
    pairings = (h.Pairing(table="table-7", players=("Gus", "Eli")),)
    desk.heard_round(h.Round(version=1, number=1, title="Round 1", left_ms=90_000, pairings=pairings))
    page = Phone(app.test_client()).get(f"/j/{access.code}").text
    assert "Gus and Eli play here. Which are you?" in page
    assert page.count('name="name"') == 4
    newcomer = Phone(app.test_client())
    newcomer.post("/join", data={"code": access.code, "seat": "red", "name": ["somebody", "Gus"]})
    assert newcomer.get("/api/join").json["name"] == "Gus"
    both = Phone(app.test_client())
    both.post("/join", data={"code": access.code, "seat": "both", "name": ["", "Gus"]})
    assert both.get("/api/join").json["name"] is None
    phone.post("/api/table/begin")
    phone.post("/api/table/end", {"winner": "gold"})
    desk.follow(table.view(), match=1, score={"gold": 1, "red": 3})
    asked = "Not sent yet. Say which of Gus and Eli that is. Who is Valyance? Gus Eli"
    assert asked in words(gold)
    gold.post("/hall/sitting", data={"seat": "gold", "player": "Eli"})
    assert "Valyance (Eli) wins 1–3: right?" in words(gold)
    assert "The winner has fewer points. Is that right? Yes, confirm" in words(gold)
    assert "Other way round? Gus is Valyance" in words(gold)
    assert gold.post("/api/hall/sitting", {"seat": "gold", "player": "Zoe"}).status_code == 409
    assert gold.get("/api/table").json["hall"]["result"]["players"] == {"gold": "Eli", "red": "Gus"}

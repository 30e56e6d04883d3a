"""The report, the disputes and the chits: what they say, and where their drawings put it."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import ManualClock
from companion.games import all_games
from companion.table.events import Source, SourceKind
from companion.table.opening import New
from companion.table.seats import Seat, Side
from companion.table.table import Table
from companion.wartime.scenario.scenario import BOX
from companion.warzone.match.forces import Muster
from companion.warzone.match.setup import SelectArea
from companion.warzone.scenarios import DeploymentArea
from tests.companion.wartime import acts as c
from tests.support import ask_table
from tests.web.conftest import Phone
from tests.web.schemas import faults
from web.site.games import minutes
from web.wartime.disputes import CONFLICTS, TRIGGERS
from web.wartime.pages import MOST_TICKS, ticks

GOLD = Source(SourceKind.BUTTON, "gold-30")
RED = Source(SourceKind.PHONE, "2")


@pytest.fixture
def after_a_game(table: Table, clock: ManualClock) -> None:
    """A hundred seconds: gold's 90 ran for 38 of them, off the board from the 20th on."""
    for seconds, source, command in (
        (0, GOLD, c.Begin()),
        (0, GOLD, c.Flip(timer="gold-90", unit="Kn<i>ght")),
        (20, RED, c.Eliminate(unit="Kn<i>ght", side=Side.GOLD)),
        (18, GOLD, c.Free(timer="gold-90")),
        (0, RED, c.Flip(timer="red-spell", card="Control", caster="Wizard")),
        (62, GOLD, c.End(winner=Seat.RED)),
    ):
        clock.advance(seconds=seconds)
        table.settle()
        ask_table(table, command, source=source)


def lanes(page: str) -> dict[str, list[tuple[str, float, float]]]:
    """By what each lane says: its bars as look, start and width in per cent."""
    drawn = {}
    for svg in re.findall(r'<svg class="sand".*?</svg>', page, re.DOTALL):
        root = ET.fromstring(svg)
        drawn[root.attrib["aria-label"]] = [
            (bar.attrib["class"], float(bar.attrib["x"][:-1]), float(bar.attrib["width"][:-1]))
            for bar in root.findall("rect")
            if "x" in bar.attrib
        ]
    return drawn


@pytest.mark.usefixtures("after_a_game")
def test_the_report_tells_the_game(stranger: Phone) -> None:
    page = stranger.get("/report").text
    for said in (
        "Firebrand wins</h2>",
        "Valyance waited 100 s with a timer free.",
        "1:40 of sand.",
        "Valyance’s 30 was idle 100 % of the game.",
        "idle 62 %",
        "eliminated 0:20",
        "Kn&lt;i&gt;ght, 0:00 to 0:20",
        "Control, 0:38 to 1:08",
        "1 action, 1 spell",
    ):
        assert said in page, said
    assert "Kn<i>" not in page


@pytest.mark.usefixtures("after_a_game")
def test_sand_is_drawn_where_it_ran(stranger: Phone) -> None:
    drawn = lanes(stranger.get("/report").text)
    assert len(drawn) == 12
    assert drawn["Valyance 90: sand ran 1 time, 0:38 in all"] == [("ran", 0.0, 20.0), ("off", 20.0, 18.0)]
    assert drawn["Firebrand spell: sand ran 1 time, 0:30 in all"] == [("ran", 38.0, 30.0)]
    assert drawn["Wizard: sand ran 0 times, 0:00 in all, 1 spell, 0 tokens lost"] == []
    assert drawn["Firebrand 90: sand ran 0 times, 0:00 in all"] == []


@pytest.mark.usefixtures("after_a_game")
def test_the_figures_for_programs(stranger: Phone) -> None:
    report = stranger.get("/api/report").get_json()
    described = stranger.get("/api/openapi.json").get_json()
    schema = described["paths"]["/api/report"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert faults(report, schema, described["components"]["schemas"]) == []
    (gold90,) = [each for each in report["timers"] if each["id"] == "gold-90"]
    assert (report["length_ms"], gold90["idle"], gold90["idle_ms"]) == (100_000, 0.62, 62_000)
    assert gold90["runs"][0]["how"] == "taken_back"
    assert stranger.get("/api/report?side=gold").status_code == 422


def test_a_report_before_the_game_says_so_in_words(passer_by: Phone) -> None:
    page = passer_by.get("/report").text
    assert "No sand has fallen yet." in page
    assert lanes(page) == {}


@pytest.mark.parametrize("game", sorted(all_games()))
@pytest.mark.parametrize(("winner", "said"), [(Seat.RED, " wins| won"), (None, "has ended|Game over")])
def test_a_game_that_ends_as_it_begins_has_a_report_and_its_winner(
    stranger: Phone, table: Table, game: str, winner: Seat | None, said: str
) -> None:
    table.exchange(New(game=game), source=RED)
    if game == "warzone":
        for side in Side:
            table.dispatch(Muster(side=side, activations=3), source=RED)
        table.dispatch(SelectArea(side=Side.GOLD, area=DeploymentArea.A), source=RED)
    for command in (c.Begin(), c.End(winner=winner)):
        ask_table(table, command, source=RED)
    page = stranger.get("/report").text
    assert "so far" not in page
    assert "has begun" not in page
    assert "<table" in page
    assert re.search(said, re.findall(r'<h2 class="won.*?</h2>', page)[0])


def test_a_report_in_the_instant_of_the_beginning_and_long_after(
    playing: Phone, table: Table, clock: ManualClock
) -> None:
    page = playing.get("/report").text
    assert "0:00 of sand." in page
    assert "has begun" not in page
    clock.advance(seconds=40 * 3600)
    page = playing.get("/report").text
    assert ", so far" in page
    assert len(page) < 60_000


@given(length_ms=st.integers(0, 10**9))
def test_ticks_are_few_round_and_inside(length_ms: int) -> None:
    marks = ticks(length_ms)
    places = [float(mark.x[:-1]) for mark in marks]
    assert marks[0].text == "0:00"
    assert 1 <= len(marks) <= MOST_TICKS + 1
    assert places == sorted(set(places))
    assert all(0 <= place <= 95 for place in places)


def test_a_clock_shows_whole_seconds_that_have_passed() -> None:
    assert [minutes(ms) for ms in (0, 999, 61_000, 3_599_999)] == ["0:00", "0:00", "1:01", "59:59"]


def presses(page: str) -> list[tuple[str, str | None]]:
    rows = re.findall(r"<li class=\"\w*\"><time>.*?</li>", page)
    return [(re.findall(r"<span>([^<]*)", row)[0], (re.findall(r"<b>([^<]*)</b>", row) or [None])[0]) for row in rows]


def test_disputes_show_the_last_minute_in_the_order_of_the_presses(
    stranger: Phone, table: Table, clock: ManualClock
) -> None:
    table.dispatch(c.Begin(), source=GOLD)
    clock.advance(seconds=31)
    table.dispatch(c.Flip(timer="gold-30", unit="Archer"), source=GOLD)
    clock.advance(seconds=31)
    table.settle()
    red = clock.now()
    clock.advance(ns=43_000_000)
    gold = clock.now()
    clock.advance(ns=10_000_000)
    table.dispatch(c.Flip(timer="gold-90"), source=GOLD, at=gold)
    table.dispatch(c.Flip(timer="red-90", unit="Orc"), source=RED, at=red)
    assert presses(stranger.get("/disputes").text) == [
        ("Archer flipped Valyance 30", None),
        ("Orc flipped Firebrand 90", "+31.000 s"),
        ("Valyance 90 flipped", "+0.043 s"),
    ]


def test_log_and_disputes_tell_who_did_it_and_the_gap_has_the_other_sides_colour(
    stranger: Phone, table: Table, clock: ManualClock
) -> None:
    table.dispatch(c.Begin(), source=Source(SourceKind.PHONE, "1", seat="gold", player="Anna"))
    table.dispatch(c.Flip(timer="gold-30"), source=Source(SourceKind.PHONE, "1", seat="gold", player="Anna"))
    clock.advance(ns=43_000_000)
    table.dispatch(c.Flip(timer="red-30"), source=Source(SourceKind.PHONE, "2", seat="red"))
    log = stranger.get("/log").text
    assert re.findall(r"<small>(.*?)</small></li>", log) == ["Firebrand&#39;s phone 2", "Anna", "Anna"]
    assert '<strong class="red">0.043 s before Firebrand</strong>' in log
    assert '<strong class="red">0.043 s before Firebrand</strong>' in stranger.get("/").text
    assert re.findall(r"<small>(.*?)</small></span>", stranger.get("/disputes").text) == [
        "Anna", "Anna", "Firebrand&#39;s phone 2",
    ]  # fmt: skip


@pytest.mark.usefixtures("onlooker")
def test_disputes_have_every_ruling_with_its_heading(passer_by: Phone) -> None:
    """Somebody has sat down, which is in the log and is no press."""
    page = passer_by.get("/disputes").text
    assert "No button has been pressed yet." in page
    assert [id for id in TRIGGERS + CONFLICTS if f'id="{id}"' not in page] == []
    assert page.count("<cite>") == len(TRIGGERS + CONFLICTS)


@pytest.mark.usefixtures("after_a_game")
def test_the_log_and_the_ended_table_lead_there(stranger: Phone) -> None:
    log, table = stranger.get("/log").text, stranger.get("/table").text
    assert 'href="/disputes"' in log
    assert 'href="/report"' in log
    assert 'href="/report"' in table
    assert 'href="/print/chits"' in stranger.get("/game").text


def test_there_is_a_chit_for_every_timer_and_no_two_look_alike(passer_by: Phone) -> None:
    drawings = re.findall(r'<svg class="chit.*?</svg>', passer_by.get("/print/chits").text, re.DOTALL)
    assert len(drawings) == 2 * len(BOX)
    assert len({re.sub(r'aria-label="[^"]*"', "", each) for each in drawings}) == len(BOX)
    shapes = {}
    for each in drawings:
        side = re.findall(r'class="chit (\w+)"', each)[0]
        shapes.setdefault(side, set()).add(re.findall(r"<(?:circle|path) class=\"face\"[^>]*>", each)[0])
    assert [len(each) for each in shapes.values()] == [1, 1, 1]
    assert len(set.union(*shapes.values())) == 3


def test_a_chits_number_is_that_of_its_tile_and_no_other_of_its_side(onlooker: Phone) -> None:
    timers = onlooker.get("/api/table").get_json()["timers"]
    for side in ("gold", "red"):
        assert [each["number"] for each in timers if each["side"] == side] == [1, 2, 3, 4, 5]
    page = onlooker.get("/").text
    for timer in timers:
        tile = page[page.index(f'data-timer="{timer["id"]}"') :]
        assert re.findall(r'<span class="tag"><b>(\d)</b>', tile)[0] == str(timer["number"])


@pytest.mark.parametrize("path", ["/", "/report"])
@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ("gold", "You waited 100 s with a timer free."),
        ("red", "You never flipped your 30."),
        ("both", "Valyance waited 100 s with a timer free."),
        ("look", "Valyance waited 100 s with a timer free."),
    ],
)
@pytest.mark.usefixtures("after_a_game")
def test_the_telling_figure_is_said_to_the_phone_s_own_seat(phone: Phone, path: str, seat: str, said: str) -> None:
    assert phone.post("/api/seat", {"seat": seat}).status_code == 200
    assert f'<p class="telling">{said}</p>' in phone.get(path).text

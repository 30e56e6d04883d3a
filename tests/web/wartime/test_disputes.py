"""The page on timing disputes, tapped through: from the log's last two acts to the verdict and its correction."""

import html
import re

import pytest

from companion.clock import ManualClock
from companion.table.commands import Undo
from companion.table.events import Source, SourceKind
from companion.table.opening import New
from companion.table.seats import Side
from companion.table.table import Table
from companion.wartime.match.state import Correction
from companion.wartime.scenario.library import Scenarios, scenario_of
from tests.companion.wartime import acts as c
from tests.web.conftest import Phone

GOLD, RED = Source(SourceKind.PHONE, "1", "gold"), Source(SourceKind.PHONE, "2", "red")
SCENARIO = {
    "id": "vale",
    "name": "Vale",
    "units": [
        {"side": "gold", "name": "Man-at-Arms", "health": 3, "hex": "C5"},
        {"side": "red", "name": "Goblin", "health": 2, "hex": "C6"},
    ],
    "features": [{"hex": "C4", "terrain": "altar", "tokens": 3}],
}


@pytest.fixture
def vale(table: Table, clock: ManualClock) -> Table:
    Scenarios(table).save(scenario_of(SCENARIO))
    table.exchange(New(scenario="vale"), source=GOLD)
    table.dispatch(c.Begin(), source=GOLD)
    clock.advance(seconds=5)
    return table


def hearing(page: str) -> str:
    return html.unescape(page[page.index('id="hearing"') : page.index("</section>", page.index('id="hearing"'))])


def headings(page: str) -> list[str]:
    return re.findall(r"<h2>(.*?)</h2>", hearing(page))


def tap(phone: Phone, page: str, label: str) -> str:
    """Follows the link of that label in the hearing; of two alike the last."""
    links = re.findall(r'<a class="button" href="([^"]*)"[^>]*>(.*?)</a>', hearing(page))
    answer = phone.get([href for href, text in links if text == label][-1])
    assert answer.status_code == 200
    return answer.text


def test_without_two_acts_it_asks_what_each_side_did(phone: Phone) -> None:
    page = phone.get("/disputes").text
    assert headings(page) == ["What each side did", "What did each side do?"]
    for kind in ("Attack", "Move"):
        links = re.findall(r'<a class="button" href="([^"]*)"[^>]*>(\w+)</a>', hearing(page))
        hrefs = [href for href, text in links if text == kind]
        page = phone.get(hrefs[0] if kind == "Attack" else hrefs[1]).text
    assert headings(page)[-1] == "Whom did Valyance's unit attack?"
    page = tap(phone, page, "Firebrand's unit")
    assert headings(page)[-1] == "What came first?"
    page = tap(phone, page, "Firebrand's unit was lifted")
    assert "Firebrand keeps its timer" in hearing(page)
    assert "/table/propose" not in hearing(page), "nothing is known to put right"


def test_two_whole_actions_take_one_tap_to_the_verdict_and_one_to_the_correction(
    vale: Table, phone: Phone, clock: ManualClock
) -> None:
    vale.dispatch(c.Act(timer="gold-60a", unit="Man-at-Arms", target="Goblin", tokens=1), source=GOLD)
    clock.advance(ns=593_000_000)
    vale.dispatch(c.Act(timer="red-30", unit="Goblin", to="D7"), source=RED)
    page = phone.get("/disputes").text
    assert "Valyance finished first, by 0.593 s. A flip ends an action" in hearing(page)
    assert headings(page)[-1] == "What came first?"
    page = tap(phone, page, "Goblin was lifted")
    assert headings(page)[0] == "The verdict"
    assert "Goblin was lifted before its tokens came off, so Man-at-Arms never attacked" in hearing(page)
    assert "Valyance 60a taken back, 1 token put back onto Firebrand's Goblin" in hearing(page)
    assert 'href="/rulings/timing-escaped"' in hearing(page)
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', hearing(page)))
    phone.post("/table/propose", data=sent)
    view = phone.get("/api/table").get_json()
    assert next(each["state"] for each in view["timers"] if each["id"] == "gold-60a") == "available"
    assert view["sides"]["red"]["units"][0]["left"] == 2
    assert "/table/propose" not in hearing(phone.get("/disputes").text)


def test_a_target_that_was_killed_after_it_was_lifted_comes_back_where_it_went(
    vale: Table, phone: Phone, clock: ManualClock
) -> None:
    vale.dispatch(c.Act(timer="red-30", unit="Goblin", to="C7"), source=RED)
    clock.advance(seconds=1)
    vale.dispatch(c.Act(timer="gold-60a", unit="Man-at-Arms", target="Goblin", tokens=2), source=GOLD)
    page = tap(phone, phone.get("/disputes").text, "Goblin was lifted")
    assert "2 tokens put back onto Firebrand's Goblin, Firebrand's Goblin put into C7" in hearing(page)


def test_the_dead_have_hit_no_altar_either(vale: Table, phone: Phone, clock: ManualClock) -> None:
    vale.dispatch(c.Act(timer="gold-60a", unit="Man-at-Arms", feature="C4", tokens=2), source=GOLD)
    clock.advance(seconds=1)
    vale.dispatch(c.Act(timer="red-30", unit="Goblin", target="Man-at-Arms", tokens=3), source=RED)
    page = tap(phone, phone.get("/disputes").text, "Tokens came off Man-at-Arms")
    assert "Valyance 60a taken back, 2 tokens put back onto C4" in hearing(page)
    phone.post(
        "/table/propose", data=dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', hearing(page)))
    )
    assert phone.get("/api/table").get_json()["features"][0]["left"] == 3


def test_hands_tell_who_began_and_can_be_left_out(vale: Table, phone: Phone, clock: ManualClock) -> None:
    vale.dispatch(c.Touch(side=Side.RED), source=RED)
    clock.advance(ns=412_000_000)
    vale.dispatch(c.Touch(side=Side.GOLD), source=GOLD)
    clock.advance(seconds=1)
    vale.dispatch(c.Act(timer="gold-60a", unit="Man-at-Arms", target="Goblin", tokens=1), source=GOLD)
    vale.dispatch(c.Flip(timer="red-30", unit="Goblin"), source=RED)
    page = phone.get("/disputes").text
    assert headings(page)[-1] == "What did each side do?"
    links = re.findall(r'<a class="button" href="([^"]*)"[^>]*>Move</a>', hearing(page))
    page = phone.get(links[-1]).text
    assert "Firebrand began first, by 0.412 s." in hearing(page)
    assert "What came first?" not in headings(page)
    unhanded = re.findall(r'href="([^"]*)" class="button screen">Hands do not count', hearing(page))[0]
    assert headings(phone.get(unhanded).text)[-1] == "What came first?"


def test_a_hand_that_was_touched_long_before_began_nothing_of_it(vale: Table, phone: Phone, clock: ManualClock) -> None:
    for side, source in ((Side.RED, RED), (Side.GOLD, GOLD)):
        vale.dispatch(c.Touch(side=side), source=source)
        clock.advance(seconds=1)
    clock.advance(seconds=30)
    vale.dispatch(c.Act(timer="gold-60a", unit="Man-at-Arms", target="Goblin", tokens=1), source=GOLD)
    vale.dispatch(c.Flip(timer="red-30", unit="Goblin"), source=RED)
    assert headings(tap(phone, phone.get("/disputes").text, "Move"))[-1] == "What came first?"


def test_a_flip_for_nobody_knows_whom_may_have_been_the_targets(vale: Table, phone: Phone) -> None:
    vale.dispatch(c.Act(timer="gold-60a", unit="Man-at-Arms", target="Goblin", tokens=1), source=GOLD)
    vale.dispatch(c.Flip(timer="red-30"), source=RED)
    links = re.findall(r'<a class="button" href="([^"]*)"[^>]*>Move</a>', hearing(phone.get("/disputes").text))
    assert headings(phone.get(links[-1]).text)[-1] == "Whom did Man-at-Arms attack?"


def test_a_flip_is_for_whom_it_is_said_to_be_a_moment_later(vale: Table, phone: Phone, clock: ManualClock) -> None:
    vale.dispatch(c.Act(timer="gold-60a", unit="Man-at-Arms", target="Goblin", tokens=1), source=GOLD)
    vale.dispatch(c.Flip(timer="red-30"), source=RED)
    clock.advance(seconds=2)
    vale.dispatch(c.Assign(timer="red-30", unit="Goblin"), source=RED)
    page = phone.get("/disputes").text
    assert "</b>: Goblin" in hearing(page)
    links = re.findall(r'<a class="button" href="([^"]*)"[^>]*>Move</a>', hearing(page))
    assert headings(phone.get(links[-1]).text)[-1] == "What came first?"


AGREED = c.Propose.of(Correction(timer="gold-60a", free=True))


@pytest.mark.parametrize("undone", [Undo(), c.Free(timer="gold-60a"), AGREED])
def test_an_act_that_was_taken_back_is_none(
    vale: Table, phone: Phone, clock: ManualClock, undone: Undo | c.Free | c.Propose
) -> None:
    vale.dispatch(c.Act(timer="gold-60a", unit="Man-at-Arms", target="Goblin", tokens=2), source=GOLD)
    clock.advance(seconds=1)
    vale.dispatch(undone, source=GOLD)
    vale.dispatch(c.Flip(timer="red-30"), source=RED)
    page = phone.get("/disputes").text
    assert headings(page)[-1] == "What did each side do?"
    assert "Man-at-Arms" not in hearing(page)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("gold=dance", 422),
        ("gold=move&red=move&first=nonsense", 422),
        ("gold=move&red=charge&first=red-tokens.red-lift", 422),
        ("purple=move", 422),
        ("gold_seq=9999&red_seq=10000&gold=move&red=card", 200),
    ],
)
def test_what_is_no_question_is_said_so(phone: Phone, query: str, status: int) -> None:
    assert phone.get(f"/disputes?{query}").status_code == status

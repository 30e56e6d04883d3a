"""The page of the live board as the server draws it: who stands where, what a tap would mean, and all of it without a
script."""

import gzip
import re
from html import unescape
from urllib.parse import urlencode

import pytest

from companion.clock import ManualClock
from companion.table.table import Table
from tests.support import Says
from tests.web.conftest import HOST, Phone
from tests.web.crawl import Page
from tests.web.moments import MOMENTS, change, keep
from tests.web.wartime.great_board import GREAT
from web.site.assets import Assets

MOST_SENT = 60_000


@pytest.fixture
def great(phone: Phone) -> Phone:
    MOMENTS["wartime"]["on the map"](phone)
    return phone


def board(phone: Phone, **asks: object) -> str:
    answer = phone.get(f"/board?{urlencode(asks)}")
    assert answer.status_code == 200
    return unescape(answer.text)


def label(page: str, hex: str) -> str:
    found = re.search(rf'id="{hex}"[^>]*aria-label="([^"]+)"', page)
    assert found is not None
    return found[1]


def href(page: str, id: str) -> str:
    found = re.search(rf'id="{id}"[^>]*? href="([^"]+)"', page)
    assert found is not None
    return found[1]


def headline(page: str) -> str:
    found = re.search(r'<p class="headline">([^<]+)</p>', page)
    assert found is not None
    return found[1]


def presses(page: str, action: str) -> dict[str, str]:
    """What the form of that action sends."""
    for form in Page(page).forms:
        if form.given.get("action") == action:
            return dict(next(form.presses("/board")).fields)
    raise AssertionError(f"no form to {action}")


def actions(page: str) -> set[str]:
    return {form.given.get("action", "") for form in Page(page).forms}


def test_a_scenario_opens_as_its_map_and_the_sand_is_a_tap_away(great: Phone) -> None:
    led = great.get("/")
    assert (led.status_code, led.headers["Location"]) == (303, "/board")
    assert 'href="/sand"' in board(great)
    sand = great.get("/sand").text
    assert 'data-timer="gold-60b"' in sand
    assert 'id="board"' not in sand


def test_without_a_unit_on_the_board_the_table_is_the_sand(phone: Phone) -> None:
    MOMENTS["wartime"]["running"](phone)
    assert 'data-timer="gold-60a"' in phone.get("/").text
    assert label(board(phone), "E7") == "E7, plains"


@pytest.mark.parametrize("path", ["/board", "/sand"])
def test_without_a_script_a_form_leads_back_to_where_it_was(great: Phone, path: str) -> None:
    referer = {"Referer": f"http://{HOST}{path}?unit=gold.Archer"}
    answer = great.post("/timers/gold-30/flip", data={}, drop=("X-Warglass",), headers=referer)
    assert answer.headers["Location"] == path
    elsewhere = {"Referer": "http://evil.example/elsewhere"}
    answer = great.post("/timers/gold-90/flip", data={}, drop=("X-Warglass",), headers=elsewhere)
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("path", ["/board", "/sand"])
def test_another_game_has_no_such_page(phone: Phone, path: str) -> None:
    change(phone, "/api/table/new", game="warzone")
    assert phone.get(path).headers["Location"] == "/"


def test_everything_on_the_board_is_drawn(great: Phone) -> None:
    page = board(great)
    assert label(page, "E8") == "E8, plains, Archer of Valyance, 5 tokens"
    assert label(page, "A9") == "A9, plains, Troll of Firebrand, 3 tokens, active"
    assert label(page, "E7") == "E7, altar, 3 tokens"
    assert label(page, "F8") == "F8, plains, Rune Stone"
    assert label(page, "E9") == "E9, plains, time space"
    assert page.count('class="black"') == 3  # one is the symbol
    assert len(re.findall(r'<g class="ring (?:gold|red)"', page)) == 2
    assert 'data-run="60000" data-left="60000" data-ends=' in page


def test_a_roster_tells_who_is_free_active_and_lost(great: Phone) -> None:
    labels = re.findall(r'class="chip [^"]*" id="unit-(\w+)-\d+"[^>]* aria-label="([^"]+)"', board(great))
    gold, red = ([said for whose, said in labels if whose == side] for side in ("gold", "red"))
    assert gold[:2] == ["Man-at-Arms 1, 3 tokens, 60 seconds left", "Man-at-Arms 2, 4 tokens, available"]
    assert red[-1].startswith("Orc,")
    assert red[-1].endswith("eliminated")
    assert re.findall(r"<b>(MA\d)</b>", board(great)) == ["MA1", "MA2"]


def tiles(page: str) -> dict[str, str]:
    """What each timer of the map's strips says below its figure, by its id."""
    found = re.findall(r'data-timer="([^"]+)".*?class="who">([^<]*)<', page, re.S)
    return dict(found)


def test_each_timer_says_in_a_word_whether_it_is_free_and_for_whom_it_runs(great: Phone) -> None:
    change(great, "/api/timers/gold-spell/flip")
    change(great, "/api/units/Troll/eliminate", side="red")
    told = tiles(board(great))
    assert (told["gold-30"], told["gold-60a"], told["gold-spell"]) == ("free", "MA1", "in use")
    assert (told["red-90"], told["red-spell"]) == ("dead", "free")


def test_no_limit_no_ten_minutes_until_somebody_flips_them(great: Phone) -> None:
    assert "neutral-600" not in board(great)
    assert 'class="clock unlimited"' in great.get("/sand").text
    assert 'href="/timers/neutral-600"' in great.get("/game").text
    assert 'action="/timers/neutral-600/flip"' in great.get("/timers/neutral-600").text
    change(great, "/api/timers/neutral-600/flip")
    assert 'data-timer="neutral-600"' in board(great)
    change(great, "/api/table/new", game="wartime", scenario="ten-minutes")
    assert 'class="clock"' in great.get("/sand").text
    assert 'href="/timers/neutral-600"' not in great.get("/game").text


def test_the_map_asks_to_choose_until_the_cards_are_chosen(phone: Phone) -> None:
    MOMENTS["wartime"]["cards to choose"](phone)

    def asks() -> list[str]:
        return re.findall(r'href="/sides/(\w+)"[^>]*>(?:(?!</a>).)*Choose</small>', board(phone), re.S)

    mine = set(phone.get("/api/hand").get_json()["sides"])
    assert set(asks()) == mine
    for card in ("Advance", "Bombard"):
        change(phone, "/api/sides/gold/tick", choose=card)
    assert set(asks()) == mine
    change(phone, "/api/sides/gold/tick", choose="Foot Charge")
    assert set(asks()) == mine - {"gold"}
    change(phone, "/api/sides/gold/tick", drop="Advance")
    assert set(asks()) == mine


def test_whom_a_phone_does_not_sit_for_it_does_not_ask_to_choose(phone: Phone, stranger: Phone) -> None:
    MOMENTS["wartime"]["cards to choose"](phone)
    assert "Choose</small>" not in board(stranger)
    assert "Choose your cards." not in board(stranger)


def test_tapping_a_unit_shows_its_reach_and_whom_it_can_strike(great: Phone) -> None:
    page = board(great, unit="gold.Archer")
    assert headline(page) == "Archer"
    assert label(page, "F7") == "F7, plains, costs 1"
    assert label(page, "E10") == "E10, plains, Goblin of Firebrand, 3 tokens, can be attacked"
    assert label(page, "A3") == "A3, plains, Goblin Archer of Firebrand, 5 tokens"
    assert href(page, "E8") == "/board"
    assert href(page, "E10") == "/board?unit=gold.Archer&hex=E10&target=Goblin"
    assert href(page, "F9") == "/board?unit=gold.Archer&hex=F9&aim=move"
    assert href(page, "G1") == "/board?unit=gold.Man-at-Arms%201"


def test_an_attack_is_said_as_the_book_wants_it_and_done_by_one_form(great: Phone) -> None:
    page = board(great, unit="gold.Archer", hex="E10")
    assert headline(page) == "Archer attacks Goblin for 2 damage."
    assert "1 of 3 tokens left." in page
    assert "Range 2: E9, E10." in page
    assert presses(page, "/timers/gold-30/act") == {"unit": "Archer", "target": "Goblin"}
    assert "/timers/gold-90/act" in actions(board(great, unit="gold.Archer", hex="E10", timer="gold-90"))
    great.post("/timers/gold-30/act", data=presses(page, "/timers/gold-30/act"), drop=("X-Warglass",))
    assert label(board(great), "E10") == "E10, plains, Goblin of Firebrand, 1 token"


def test_what_a_tap_can_mean_is_offered_and_what_the_book_allows_comes_first(great: Phone) -> None:
    change(great, "/api/units/Knight/place", hex="F8")
    charge = board(great, unit="gold.Knight", hex="E10")
    assert headline(charge) == "Knight charges Goblin for 3 damage."
    assert presses(charge, "/timers/gold-30/act") == {"unit": "Knight", "to": "E9", "target": "Goblin"}
    assert href(charge, "aim-attack") == "/board?unit=gold.Knight&hex=E10&aim=attack"
    attack = board(great, unit="gold.Knight", hex="E10", aim="attack")
    assert headline(attack).startswith("The range is 2")
    assert href(attack, "aim-charge") == "/board?unit=gold.Knight&hex=E10&aim=charge"


def test_a_tap_keeps_its_meaning_when_the_other_phone_was_quicker(great: Phone) -> None:
    page = board(great, unit="gold.Archer")
    strikes, goes = href(page, "E10"), href(page, "F9")
    change(great, "/api/units/Goblin/place", hex="F9")
    gone = unescape(great.get(strikes).text)
    assert headline(gone) == "Goblin is no longer in E10."
    assert "It stands in F9." in gone
    taken = unescape(great.get(goes).text)
    assert headline(taken) == "Goblin stands in F9 now."
    change(great, "/api/units/Orc 2/place", side="red", hex="E10")
    other = unescape(great.get(strikes).text)
    assert headline(other) == "Goblin is no longer in E10."
    for page in (gone, taken, other):
        assert not any(action.endswith("/act") for action in actions(page))


def test_what_the_board_forbids_is_refused_with_its_ruling_and_a_card_may_do_it(great: Phone) -> None:
    page = board(great, unit="gold.Archer", hex="A1")
    assert headline(page) == "Speed 4 does not reach A1."
    assert "Why?" in page
    assert "/timers/gold-30/act" not in actions(page)
    page = board(great, unit="gold.Archer", hex="A1", card="Windfall")
    assert presses(page, "/timers/gold-30/act") == {"unit": "Archer", "card": "Windfall", "to": "A1"}
    page = board(great, unit="gold.Archer", hex="A3", card="Windfall")
    assert "How many tokens" in page
    page = board(great, unit="gold.Archer", hex="A3", card="Windfall", tokens=3)
    assert headline(page) == "Archer attacks Goblin Archer for 3 damage."
    assert presses(page, "/timers/gold-30/act")["tokens"] == "3"


def test_a_hand_is_offered_to_its_own_side_alone(phone: Phone, stranger: Phone) -> None:
    hand = {"actions": 2, "cards": [{"name": "Windfall", "kind": "standard"}, {"name": "Downpour", "kind": "standard"}]}
    keep(phone, "/api/scenarios/great", {**GREAT, "cards": {"gold": hand}})
    change(phone, "/api/table/new", game="wartime", scenario="great")
    change(phone, "/api/sides/gold/tick", choose="Windfall")
    change(phone, "/api/table/begin")
    asks = {"unit": "gold.Archer", "hex": "F4"}
    assert href(board(phone, **asks), "card-0") == "/board?unit=gold.Archer&hex=F4&card=Windfall"
    for seat, offered in (("gold", True), ("red", False), ("look", False)):
        change(phone, "/api/seat", seat=seat)
        assert ("Windfall" in board(phone, **asks)) == offered
    assert "Windfall" not in board(stranger, **asks)


def test_tokens_are_picked_where_no_scenario_prints_them(phone: Phone) -> None:
    MOMENTS["wartime"]["running"](phone)
    for unit, side, hex in (("Archer", "gold", "E5"), ("Orc", "red", "E7")):
        change(phone, f"/api/units/{unit}/place", side=side, hex=hex)
    page = board(phone, unit="gold.Archer", hex="E7")
    assert headline(page) == "Archer attacks Orc at range 2."
    assert href(page, "tokens-2") == "/board?unit=gold.Archer&hex=E7&tokens=2"
    page = board(phone, unit="gold.Archer", hex="E7", tokens=2)
    assert headline(page) == "Archer attacks Orc for 2 damage."
    assert presses(page, "/timers/gold-30/act") == {"unit": "Archer", "target": "Orc", "tokens": "2"}


def test_positions_are_optional(phone: Phone) -> None:
    """A unit that nobody has put on the board attacks from its strip, and is put there by the first tap on a hex."""
    MOMENTS["wartime"]["running"](phone)
    chosen = board(phone, unit="gold.Archer")
    assert href(chosen, "unit-red-0") == "/board?unit=gold.Archer&target=Orc"
    page = board(phone, unit="gold.Archer", target="Orc", tokens=1)
    assert presses(page, "/timers/gold-30/act") == {"unit": "Archer", "target": "Orc", "tokens": "1"}
    page = board(phone, unit="gold.Archer", hex="E5")
    assert presses(page, "/units/Archer/place") == {"side": "gold", "hex": "E5"}


def test_a_unit_that_nobody_has_named_is_typed_in_where_any_name_goes(phone: Phone, great: Phone) -> None:
    assert headline(board(great, side="gold", name="Dragon", hex="F6")) == "F6, plains"
    change(phone, "/api/table/new", game="wartime")
    change(phone, "/api/table/begin")
    page = board(phone, side="gold", name=" Dragon ", hex="F6")
    assert presses(page, "/units/Dragon/place") == {"side": "gold", "hex": "F6"}
    change(phone, "/api/units/Dragon/place", side="gold", hex="F6")
    assert label(board(phone), "F6") == "F6, plains, Dragon of Valyance"


def test_measure_begins_with_the_unit_and_its_target(great: Phone) -> None:
    page = board(great, unit="gold.Archer", hex="E10")
    found = re.search(r'href="(/measure\?[^"]+)"', page)
    assert found is not None
    measure = great.get(found[1])
    assert measure.status_code == 200
    assert "2 damage" in measure.text


def test_what_is_proposed_to_be_put_right_is_asked_on_the_map_too(phone: Phone) -> None:
    MOMENTS["wartime"]["a proposal"](phone)
    assert "proposes:" in board(phone)
    assert "/table/agree" in actions(board(phone))


def test_who_is_active_cannot_act_and_is_told_for_how_long(great: Phone) -> None:
    page = board(great, unit="gold.Man-at-Arms 1", hex="G2")
    assert "Man-at-Arms 1 is active: 60 s left." in page
    assert not any(action.endswith("/act") for action in actions(page))


def test_whoever_stands_on_something_is_told_what_it_does(great: Phone) -> None:
    assert "Whoever stands here at the end counts double." in board(great, unit="gold.Archer", hex="E9")
    change(great, "/api/units/Archer/place", hex="F8")
    assert "Its bearer has one damage more." in board(great, unit="gold.Archer")


def test_a_phone_that_sits_for_a_side_chooses_its_own(great: Phone) -> None:
    change(great, "/api/seat", seat="gold")
    page = board(great, unit="red.Goblin")
    assert headline(page) == "Goblin"
    assert href(page, "E8") == "/board?unit=gold.Archer"
    assert href(page, "F10") == "/board?unit=red.Wolf%20Rider"
    assert (
        'data-for="red" data-name="Firebrand"' in board(great, unit="red.Goblin", hex="E9").partition('class="done"')[2]
    )


def test_units_are_locked_once_the_two_minutes_are_over(phone: Phone, clock: ManualClock, table: Table) -> None:
    keep(phone, "/api/scenarios/great", GREAT)
    change(phone, "/api/table/new", game="wartime", scenario="great")
    page = board(phone, unit="gold.Archer", hex="F8")
    assert presses(page, "/units/Archer/place") == {"side": "gold", "hex": "F8"}
    change(phone, "/api/timers/neutral-120/flip")
    clock.advance(seconds=121)
    table.settle()
    assert headline(board(phone, unit="gold.Archer", hex="F8")) == Says("locked", "begins")


def test_the_map_says_before_set_up_ends_who_would_be_left_off(phone: Phone, clock: ManualClock, table: Table) -> None:
    """Optional Rules, Set Up. Afterwards both sides can agree that the unit stood there."""
    units = [{"side": "gold", "name": name} for name in ("Archer", "Knight")]
    keep(phone, "/api/scenarios/two", {"id": "two", "name": "Two", "units": units})
    change(phone, "/api/table/new", game="wartime", scenario="two")
    change(phone, "/api/timers/neutral-120/flip")
    assert "without a hex" not in board(phone), "the map may not be in use"
    change(phone, "/api/units/Archer/place", hex="I5")
    assert "Valyance without a hex: Knight. After the 2 minutes such a unit takes no part." in board(phone)
    clock.advance(seconds=120)
    table.settle()
    change(phone, "/api/table/begin")
    assert "without a hex" not in board(phone)
    assert "Left off the board" in phone.get("/sides/gold").text
    assert "Put it there" in phone.get("/putright?side=gold&unit=Knight").text
    change(phone, "/api/table/propose", side="gold", unit="Knight", hex="I6")
    assert label(board(phone), "I6") == "I6, plains, Knight of Valyance"


def test_an_empty_map_says_how_to_begin_it(phone: Phone) -> None:
    assert "Tap a hex to set what is there." in board(phone)
    change(phone, "/api/units/Archer/place", side="gold", hex="F4")
    assert "Place your units: tap one, then its hex." in board(phone)


def test_a_table_without_a_scenario_makes_its_map(phone: Phone) -> None:
    MOMENTS["wartime"]["running"](phone)
    page = board(phone, hex="C5")
    woods = {"terrain": "woods"}
    assert any(dict(sent.fields) == woods for form in Page(page).forms for sent in form.presses("/board"))
    for action, said in (
        ("/board/C5/tile", woods),
        ("/board/C6/feature", {"feature": "altar", "tokens": "2"}),
        ("/board/lines", {"one": "C5", "other": "C6"}),
    ):
        phone.post(action, data=said, drop=("X-Warglass",))
    page = board(phone)
    assert (label(page, "C5"), label(page, "C6")) == ("C5, woods", "C6, altar, 2 tokens")
    assert page.count('class="black"') == 2


@pytest.mark.parametrize(
    "asks",
    [
        {"unit": "gold.Nobody"},
        {"side": "gold", "name": "x" * 400},
        {"side": "gold", "name": "\u202e", "hex": "E9"},
        {"name": "Archer", "hex": "E9"},
        {"unit": "Archer"},
        {"unit": "azure.Archer", "hex": "E10"},
        {"hex": "Z9"},
        {"unit": "gold.Archer", "hex": "E10", "aim": "dance", "timer": "neutral-600", "tokens": "-3"},
        {"unit": "red.Orc", "hex": "E10"},
        {"unit": "gold.Archer", "target": "Orc"},
        {"unit": "gold.Archer", "hex": "E8"},
    ],
)
def test_what_is_not_on_the_table_is_left_out(great: Phone, asks: dict[str, str]) -> None:
    board(great, **asks)


def test_the_first_paint_is_light(great: Phone) -> None:
    """113 hexes and 24 units: the page, its style, its script and its letters."""
    page = great.get("/board?unit=gold.Archer").data
    assert page.count(b'class="hex') == 113
    found = [
        Assets().find(name) for name in ("board.css", "board.js", "fonts/barlow-500.woff2", "fonts/barlow-600.woff2")
    ]
    sent = len(gzip.compress(page, 6)) + sum(len(each.small or each.body) for each in found)
    assert sent < MOST_SENT, sent

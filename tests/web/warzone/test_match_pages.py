"""The pages of a Warzone match without scripts: a whole Turn by forms, refusals in words, sealed picks kept."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from flask import Flask
from markupsafe import escape
from msgspec.structs import replace

from companion.clock import ManualClock
from companion.table.errors import Refused
from companion.table.events import Source, SourceKind
from companion.table.seats import Side
from companion.table.table import Table
from companion.warzone.cards.card import Faction, UnitCard
from companion.warzone.cards.library import KeptCards
from companion.warzone.match.state import LAST_TURN
from companion.warzone.match.views import WarzoneView
from companion.warzone.scenarios import Secondary, WarzoneScenario
from tests.companion.warzone import acts as c
from tests.support import Says
from tests.web.conftest import Phone, seated
from tests.web.moments import MOMENTS, change, embattled, embattled_acting
from tests.web.site.test_pages import Loads, weight, written
from web.http.access import Access
from web.warzone.match.steps import scoring

M = "/warzone/match"
HOUNDS = "3 Hounds, W 2, DP 4, Group 3\r\nCaptain, W 3, DP 9, Leader"


class Forms(HTMLParser):
    """Every button of a page, by its words: the address and fields that pressing it sends."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.buttons: dict[str, tuple[str, dict[str, list[str]]]] = {}
        self._action, self._fields = "", dict[str, list[str]]()
        self._button: dict[str, str | None] | None = None
        self._words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self._action, self._fields = given.get("action") or "", {}
        if tag == "input" and given.get("name") and given.get("type") != "checkbox":
            self._fields.setdefault(given["name"] or "", []).append(given.get("value") or "")
        if tag == "button":
            self._button, self._words = given, ""

    def handle_data(self, data: str) -> None:
        self._words += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._button is not None:
            fields = {name: list(values) for name, values in self._fields.items()}
            if self._button.get("name"):
                fields.setdefault(self._button["name"] or "", []).append(self._button.get("value") or "")
            said = self._button.get("aria-label") or " ".join(self._words.split())
            self.buttons.setdefault(said, (self._button.get("formaction") or self._action, fields))
            self._button = None


def press(phone: Phone, label: str, *, at: str = "/") -> None:
    """Presses the button that begins with these words."""
    buttons = Forms(phone.get(at).text).buttons
    action, fields = next((sent for said, sent in buttons.items() if said.startswith(label)), ("", {}))
    assert action, f"no button {label!r} among {sorted(buttons)}"
    answer = phone.post(action, data=fields, drop=("X-Warglass",))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def send(phone: Phone, path: str, **fields: object) -> None:
    assert phone.post(f"{M}/{path}", data=fields, drop=("X-Warglass",)).status_code == 303


def text(phone: Phone, at: str = "/") -> str:
    """What a page says, without its markup."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", phone.get(at).text)).split())


def said(phone: Phone) -> str:
    """What is waited for, or who won."""
    found = re.search(r'id="next"[^>]*>([^<]*)<', phone.get("/").text)
    assert found
    return unescape(found[1])


@pytest.fixture
def gold(phone: Phone) -> Phone:
    assert phone.post("/api/table/new", {"game": "warzone"}).status_code == 200
    return phone


@pytest.fixture
def red(app: Flask, access: Access, gold: Phone) -> Phone:
    phone = Phone(app.test_client())
    assert phone.post("/api/join", {"code": access.code, "seat": "red"}).status_code == 200
    return phone


@pytest.fixture
def begun(gold: Phone) -> Phone:
    send(gold, "sides/gold/muster", units="Knight, W 2, DP 4\r\nCaptain, W 3, DP 9, Leader")
    send(gold, "sides/red/muster", units=HOUNDS)
    send(gold, "scenario", scenario="breakthrough")
    send(gold, "sides/red/area", area="b")
    press(gold, "Begin")
    return gold


def seen(table: Table) -> WarzoneView:
    view = table.view()
    assert isinstance(view, WarzoneView)
    return view


def test_two_turns_by_buttons_alone(begun: Phone, table: Table) -> None:
    press(begun, "Gold starts")
    press(begun, "Activate Knight")
    assert said(begun) == "Gold: Knight."
    press(begun, "End Activation")
    press(begun, "Activate Hounds 2")
    assert {unit.unit.name for unit in seen(table).sides["red"].units if unit.acting} == {
        "Hounds 1", "Hounds 2", "Hounds 3",
    }  # fmt: skip
    press(begun, "End Activation")
    press(begun, "End an unnamed one")
    press(begun, "Activate Captain")
    press(begun, "End Activation")
    press(begun, "End Turn 1")
    press(begun, "Roll for Gold")
    press(begun, "Roll for Red")
    chosen = seen(table).initiative.chooser
    if chosen is None:
        press(begun, "Undo")
        send(begun, "sides/red/first")
    else:
        press(begun, "Keep it" if chosen == "gold" else "Red keeps it")
    press(begun, "End the Activations")
    assert said(begun) == "Answer the questions."
    press(begun, "Gold +1")
    assert seen(table).sides["gold"].vps.value == 1
    press(begun, "End Turn 2")
    assert "Turn 3 of 5" in text(begun)
    assert "Warzone Eternal Breakthrough" in text(begun, "/game")


PLAYED = {
    WarzoneScenario.LEAD_FROM_THE_FRONT: ("gold-escort", "Inches: Bright 12, Dim 10."),
    WarzoneScenario.BREAKTHROUGH: ("gold-escort", "across the Centerline? In the enemy's area they count twice"),
    WarzoneScenario.KEY_POSITIONS: ("left", "Controlled: Bright 1, Dim 0."),
    WarzoneScenario.SABOTAGE: ("b-left", "Damage: Bright 1, Dim 0."),
}
"""The counter that gold's first Unit Interacts with, and what the table says where it asks for Victory Points."""


@pytest.mark.parametrize("scenario", WarzoneScenario)
def test_five_turns_of_every_scenario_by_two_seats(
    scenario: WarzoneScenario, phone: Phone, app: Flask, access: Access, table: Table
) -> None:
    """Each phone presses what its own page has, from the first pick to the winner; gold interacts in every Turn."""
    change(phone, "/api/table/new", game="warzone")
    seats = {"gold": seated(Phone(app.test_client()), access, seat="gold")}
    seats["red"] = seated(Phone(app.test_client()), access, seat="red")
    gold, red = seats.values()
    for side, name in (("gold", "Bright"), ("red", "Dim")):
        send(seats[side], f"sides/{side}/muster", units="Captain, W 3, DP 9, Leader", name=name)
    send(gold, "allegiance", gold="3", red="9")
    send(gold, "deployment", deployment="standard")
    send(gold, "scenario", scenario=scenario.value)
    press(red, "Terrain is placed")
    send(red, "sides/red/area", area="b")
    for side, picks in (("gold", ("escort", "hold_ground")), ("red", ("slaughter", "intercept_transmissions"))):
        send(seats[side], f"sides/{side}/seal", picks=list(picks))
        if scenario is WarzoneScenario.KEY_POSITIONS:
            press(seats[side], "Center")
    press(gold, "Reveal both sides’ picks")
    press(gold, "Begin")
    for side in seats if scenario is WarzoneScenario.LEAD_FROM_THE_FRONT else ():
        press(seats[side], "Captain")
    counter, tracked = PLAYED[scenario]
    for turn in range(1, LAST_TURN + 1):
        while turn > 1 and seen(table).initiative.chooser is None:
            for side, name in (("gold", "Bright"), ("red", "Dim")):
                press(seats[side], f"Roll for {name}")
        press(seats[seen(table).initiative.chooser or "gold"], "Bright starts" if turn == 1 else "Keep it")
        while (active := seen(table).active) is not None:
            press(seats[active], "Activate ")
            if active == "gold":
                press(gold, "It succeeded", at=f"{M}/objectives/{counter}")
            press(seats[active], "End Activation")
        if scenario is WarzoneScenario.LEAD_FROM_THE_FRONT and turn > 1:
            send(gold, "commanders", gold="12", red="10")
        if scenario is WarzoneScenario.KEY_POSITIONS and turn == LAST_TURN:
            press(red, "Reveal Primary Objectives")
        if turn > 1:
            assert tracked in text(red)
        if any(each.suggested for each in seen(table).questions if each.turn == turn):
            press(red, "As tracked")
        while open_ := [each for each in seen(table).questions if each.answer is None]:
            asked = open_[0]
            send(gold, "answer", turn=turn, question=asked.id, option=asked.options[0].id)
        press(gold, f"End Turn {turn}" if turn < LAST_TURN else "End the game")
    points = {side: force.vps.value for side, force in seen(table).sides.items()}
    assert points["gold"] > points["red"]
    assert said(red) == f"Bright wins, {points['gold']} to {points['red']}."


def test_a_seated_phone_asks_before_it_acts_for_the_other_side(begun: Phone, red: Phone, table: Table) -> None:
    """What is the other's says so in its form, which the script asks about; its Units act from their own pages."""
    press(begun, "Gold starts")
    page = red.get("/").text
    assert 'action="/warzone/match/sides/gold/activate"' not in page
    assert page.count('data-for="gold" data-name="Gold"') >= page.count('action="/warzone/match/sides/gold/') > 0
    theirs = red.get(f"{M}/sides/gold/units/1").text
    assert ">Activate it for Gold</summary>" in theirs
    assert "Activate Knight" not in Forms(theirs).buttons
    assert f'{M}/sides/gold/units/1/mark" data-for="gold"' in theirs
    press(red, "Yes: activate Knight", at=f"{M}/sides/gold/units/1")
    assert seen(table).acting
    assert "Activate Captain" not in red.get(f"{M}/sides/gold/units/2").text
    press(red, "End Gold’s Activation")
    hounds = red.get(f"{M}/sides/red/units/2").text
    assert "Activate 3 of its Group" in hounds
    assert '<form method="post" action="/warzone/match/sides/red/activate" data-for="red"' in hounds


def test_real_dice_are_typed_in(begun: Phone, table: Table) -> None:
    press(begun, "Gold starts")
    press(begun, "End the Activations")
    press(begun, "End Turn 1")
    send(begun, "sides/gold/initiative", roll="7")
    send(begun, "sides/red/initiative", roll="7")
    assert seen(table).sides["gold"].initiative is not None
    assert said(begun) == Says("A tie", "roll again")
    assert "Your rule choice" in text(begun)
    press(begun, "Roll for Red")


def test_counters_of_a_unit(begun: Phone, table: Table) -> None:
    press(begun, "Gold starts")
    press(begun, "Activate Knight")
    page = f"{M}/sides/red/units/4"
    assert "Leader · 9 DP" in text(begun, page)
    press(begun, "Dive for Cover", at=page)
    press(begun, "2 Wounds", at=page)
    press(begun, "Mark", at=page)
    (captain,) = [unit for unit in seen(table).sides["red"].units if unit.unit.name == "Captain"]
    assert (captain.reacted, captain.wounds, captain.pinned, captain.jammed) == (True, 2, True, ("",))
    assert "Captain, reacted, Pinned, 2 Wounds, must Reload: counters" in begun.get("/").text
    assert "Dive for Cover" not in text(begun, page)
    press(begun, "Take Reload off", at=page)
    press(begun, "Take Pinned off", at=page)
    press(begun, "Casualty", at=page)
    assert "A Casualty of Turn 1" in text(begun, page)
    press(begun, "It is back", at=page)
    press(begun, "Take 1 Wound off", at=page)
    (captain,) = [unit for unit in seen(table).sides["red"].units if unit.unit.name == "Captain"]
    assert (captain.wounds, captain.fall, captain.pinned) == (1, None, False)
    assert '<option value="1" selected>Knight</option>' in begun.get(page).text
    begun.post(f"{page}/wound", data={"count": "2", "by": "1", "strike": "1"})
    fall = seen(table).sides["red"].units[3].fall
    assert fall is not None
    assert (fall.by, fall.strike) == ("1", True)


def test_refusals_are_said_where_the_thumb_is(begun: Phone, table: Table, clock: ManualClock) -> None:
    begun.post(f"{M}/sides/red/done", data={})
    alert = re.compile(r'role="alert">(?:\s*<a [^>]*>)?([^<]*)<')
    assert alert.findall(begun.get("/").text) == [Says("who goes first")]
    begun.post(f"{M}/sides/gold/muster", data={"units": "Hound, fast"})
    assert "fast" in alert.findall(begun.get("/").text)[0]
    with pytest.raises(Refused):
        table.dispatch(c.UsePass(side=Side.GOLD), source=Source(SourceKind.BUTTON, "gold-pass"))
    assert alert.findall(begun.get("/").text) == [Says("who goes first")]
    clock.advance(seconds=4)
    assert alert.findall(begun.get("/").text) == [""]


def test_a_phone_is_shown_its_own_picks_and_never_the_other_s(gold: Phone, red: Phone, stranger: Phone) -> None:
    gold.post("/api/seat", {"seat": "gold"})
    send(gold, "sides/gold/seal", picks=["escort", "sacrifice"])
    assert set(re.findall(r'value="(\w+)" checked', gold.get("/").text)) == {"escort", "sacrifice"}
    send(gold, "scenario", scenario="key_positions")
    send(gold, "sides/gold/primary", pick="left")
    for other in (red, stranger):
        for path in ("/", "/table", "/log"):
            page = other.get(path).text
            assert " checked" not in page
            assert "aria-pressed" not in re.sub(r'value="key_positions".*?>', "", page)
        assert "Gold: sealed" in text(other, "/table")
    red.post("/api/seat", {"seat": "gold"})
    assert "Gold: sealed, on another phone." in text(red, "/")
    red.post("/api/seat", {"seat": "red"})
    send(red, "sides/red/seal", picks=["escort", "hold_ground"])
    press(red, "Reveal both")
    assert "Gold Escort, Sacrifice" in text(red)


def test_a_unit_leads_to_its_card_and_its_attacks(begun: Phone, table: Table) -> None:
    knight = UnitCard(
        id="knight", name="Knight", type="Knights", dp=4, mv=5, mw=8, cc=12, st=8, defense=0, ar=18, w=2, pw=8, ld=9,
        faction=Faction.BAUHAUS,
    )  # fmt: skip
    cards = KeptCards(table)
    for card in (knight, replace(knight, id="hounds", name="Hounds")):
        cards.save(card)
    assert "/warzone/units/" not in begun.get(f"{M}/sides/red/units/4").text
    press(begun, "Gold starts")
    link = re.compile(r'href="(/warzone/(?:units|duel)[^"]+)" data-sheet')
    assert link.findall(begun.get(f"{M}/sides/gold/units/1").text) == [
        "/warzone/units/knight",
        "/warzone/duel?side=gold&amp;unit=1",
    ]
    press(begun, "Activate Knight")
    reacting = unescape(begun.get(f"{M}/sides/red/units/1").text)
    assert "/warzone/duel?side=red&unit=1&target=1&reaction=counterattack" in reacting
    at_hounds = link.findall(reacting)
    assert at_hounds == ["/warzone/units/hounds"], "who reacts attacks the Unit that acts"
    for each in at_hounds:
        assert begun.get(unescape(each)).status_code == 200


def test_the_tiles_of_kept_cards_have_their_numbers_and_lead_to_them(gold: Phone) -> None:
    embattled_acting(gold)
    page = gold.get("/").text
    read = 'href="/warzone/units/captain?asset=Extra+Kit" data-sheet '
    read += 'aria-label="Captain, its card: AR 22, {}, Wick Rifle 36″"'
    assert page.count(read.format("W 2")) == page.count(read.format("W 1/2")) == 1
    assert page.count("its card: AR 22, W 2, Snuffer") == 3, "but the Casualty"
    assert page.count('class="mark-C"') == 2
    assert 'aria-label="Captain, Activated, Aims, must Reload Wick Rifle: counters"' in page


def test_a_recruit_is_tested_where_it_acts(gold: Phone, table: Table) -> None:
    embattled(gold)
    press(gold, "Activate Candlesnuffer 1")
    page = f"{M}/sides/gold/units/5"
    assert re.search(r'value="rally">Rally <small>60(?:\.0)?\s%</small>', gold.get(page).text)
    for die, pinned in (("13", True), ("12", False)):
        assert gold.post(f"{page}/do", data={"action": "rally", "ld": "12", "roll": die}).status_code == 303
        assert seen(table).sides["gold"].units[4].pinned is pinned
    assert [each.value for each in seen(table).sides["gold"].units[4].actions] == ["rally", "rally"]


def test_what_is_not_there_is_a_page_of_ours(begun: Phone) -> None:
    for path in ("sides/blue/units/1", "sides/gold/units/99"):
        answer = begun.get(f"{M}/{path}")
        assert answer.status_code == 404
        assert "Back to the table" in answer.text
    begun.post("/api/table/new", {"game": "wartime"})
    assert begun.get(f"{M}/sides/gold/units/1").status_code == 404


def test_names_cannot_smuggle_markup(gold: Phone) -> None:
    send(gold, "sides/red/muster", units="<b>Imp", name="<i>Pit")
    for path in ("/", f"{M}/sides/red/units/1", "/report"):
        page = gold.get(path).text
        assert "<b>Imp" not in page
        assert "<i>Pit" not in page


def test_the_pages_are_light_and_nothing_is_inline(gold: Phone) -> None:
    for stage in ("setup", "play"):
        if stage == "play":
            for side in ("gold", "red"):
                send(gold, f"sides/{side}/muster", activations="12")
            press(gold, "Begin")
        assert weight(gold, "/") < 40_000
        for path in ("/", f"{M}/sides/gold/units/1", "/report") if stage == "play" else ("/", "/report"):
            loads = Loads(gold.get(path).text)
            assert sum(written(url) for url in loads.urls if url.endswith(".css")) < 18_400
            assert loads.inline == []
            assert all(url.startswith("/") for url in loads.urls)


def test_of_long_lists_ones_own_is_open_and_the_other_one_when_it_is_needed(gold: Phone) -> None:
    """More Units than a screen has room for fold: the other side's until it acts, or one of them can be attacked."""

    def opened() -> set[str]:
        found = re.findall(r'<details( open)? class="units part \w+" id="units-(\w+)">', gold.get("/").text)
        assert {side for _, side in found} == {"gold", "red"}
        return {side for on, side in found if on}

    MOMENTS["warzone"]["forty Units a side"](gold)
    gold.post("/api/seat", {"seat": "gold"})
    assert opened() == {"gold"}
    send(gold, "sides/gold/activate", units="5")
    assert opened() == {"gold", "red"}, "one of gold's acts, and taps on red's Units attack them"
    send(gold, "sides/gold/done")
    assert opened() == {"gold", "red"}, "red is to act"


@pytest.mark.parametrize("each", Secondary)
def test_each_secondary_objective_says_how_it_scores_where_it_is_picked(gold: Phone, each: Secondary) -> None:
    page = gold.get("/").text
    rule = scoring(each)
    assert "VP" in rule.answer
    assert f'<p class="hint">{escape(rule.answer)} <a href="/rulings/{rule.id}">' in page


def test_the_other_side_s_tiles_say_their_numbers_and_all_letters_have_a_legend(gold: Phone) -> None:
    embattled_acting(gold)
    gold.post("/api/seat", {"seat": "gold"})
    page = gold.get("/").text
    theirs = page.partition('id="roster-red"')[2].partition("</ul>")[0]
    assert 'class="facts"' not in theirs, "one tap attacks, and its sheet leads to the card"
    assert 'aria-label="Attack Captain, Activated, Pinned, 1 Wound, AR 22, W 1/2, Wick Rifle 36″"' in theirs
    legend = page.partition('<p class="legend">')[2].partition("</p>")[0]
    letters = set(re.findall(r'<b class="mark-\w+">([A-Z])</b>', page))
    assert letters == set(re.findall(r"<b>([A-Z])</b>", legend)) >= {"A", "P", "C", "L"}

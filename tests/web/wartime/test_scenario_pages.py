"""Scenarios read by everybody and made by tapping, as a browser without JavaScript does it."""

import html
import re
from typing import Any
from urllib.parse import urljoin

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.table.seats import Side
from companion.table.table import Table
from companion.wartime.referee.board import Terrain
from companion.wartime.scenario.library import BUILT_IN, Scenarios, scenario_of
from companion.wartime.scenario.parts import CardKind, Item, TimeSpace
from companion.wartime.scenario.scenario import BOX, Scenario
from tests.web.conftest import Phone
from tests.web.crawl import Page

FORD: dict[str, Any] = {
    "id": "ford",
    "name": "The Ford",
    "text": "Two armies and a river.",
    "victory": "Whoever holds E6.",
    "terrain": {"C5": "woods", "C6": "castle_wall"},
    "features": [{"hex": "D6", "terrain": "altar", "tokens": 3}],
    "lines": [["C6", "D6"]],
    "time_spaces": [{"hex": "A1", "text": "Take 10 seconds back."}],
    "items": [{"name": "Rune Stone", "hex": "G7", "text": "Cast twice."}],
    "units": [
        {
            "side": "gold", "name": "Half Orc/Troll 1", "type": "Half Orc/Troll", "hex": "C5", "speed": 2, "health": 6,
            "charge": 1, "keywords": ["magic", "undead"],
            "damage": {"1": {"kind": "melee", "value": 4}, "3": {"kind": "distance", "value": 12}},
        },
        {"side": "red", "name": "Goblin"},
    ],
    "cards": {
        "gold": {
            "actions": 2, "spells": 1, "cards": [
                {"name": "Advance", "kind": "standard", "only": ["mounted", "Half Orc/Troll", "giants"]},
                {"name": "Moonbeam", "kind": "spell"},
            ],
        }
    },
}  # fmt: skip
EDIT = "/scenarios/ford/edit"
FORMS = ("tap", "words", "conditions", "timers", "cards", "unit", "item", "time", "card", "undo")
FIELDS = (
    "put",
    "side",
    "whose",
    "name",
    "was",
    "hex",
    "start",
    "tokens",
    "cards",
    "other",
    "kind",
    "d1",
    "speed",
    "only",
    "winner",
    "destroy",
    "hold",
    "raze",
    "remove",
    "neutral-120",
)
VALUES = ("gold", "red", "C5", "woods", "unit", "line", "Goblin", "Rune Stone", "melee:9", "99")


@pytest.fixture
def ford(table: Table) -> Scenarios:
    scenarios = Scenarios(table)
    scenarios.save(scenario_of(FORD))
    return scenarios


def words(page: str) -> str:
    """A page's text, its tags out of the way."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def send(phone: Phone, path: str, **fields: Any) -> str:
    """Sends a form, and returns the page that it leads to."""
    answer = phone.post(f"/scenarios/ford/{path}", data=fields, drop=("X-Warglass",))
    assert answer.status_code == 303, answer.text
    found = phone.get(urljoin(path, answer.headers["Location"].partition("#")[0]))
    assert found.status_code == 200
    return found.text


def forms(phone: Phone, path: str) -> list[tuple[str, MultiDict[str, str]]]:
    """The forms of a page that change something, as they would be sent untouched."""
    page = Page(phone.get(path).text)
    return [
        (form.given["action"], MultiDict(form.fields))
        for form in page.forms
        if form.given.get("method") == "post" and not any(button.get("value") == "remove" for button in form.buttons)
    ]


# Reading


def test_everybody_reads_a_scenario_on_one_page(stranger: Phone, ford: Scenarios) -> None:
    page = words(stranger.get("/scenarios/ford").text)
    for said in (
        "Two armies and a river.",
        "Who wins: Whoever holds E6.",
        "Valyance, round",
        "Half Orc/Troll 1 Magic, Undead C5 2 6 1 4○ – 12◇ –",
        "Goblin – – – – – – – –",
        "Timers: 30, 60a, 60b, 90, spell.",
        "Chooses 2 Action cards and 1 Spell card:",
        "Standard Action cards: Advance (mounted, Half Orc/Troll, giants only).",
        "Spell cards: Moonbeam.",
        "Cards as you agree: the scenario names none.",
        "Woods Wo 2 MP to enter. Blocks line of sight. Distance attacks and melee attacks by Mounted units deal 1 less",
        "to a unit in it. WarTime Rulebook, Terrain Tiles: Woods",
        "Castle wall Ca 2 MP to enter, 1 from wall to wall. Blocks line of sight. All attacks deal 1 less to a unit in",
        "Altar Al Closed to units. Blocks line of sight.",
        "Black line No move and no melee attack goes across it.",
        "Rune Stone G7 Cast twice.",
        "Time space A1 Take 10 seconds back.",
    ):
        assert said in page, said


def test_the_one_on_the_table_is_read_as_it_was_when_the_match_was_opened(phone: Phone, ford: Scenarios) -> None:
    phone.post("/api/table/new", {"game": "wartime", "scenario": "ford"})
    assert "on the table" in phone.get("/scenarios/ford").text
    ford.save(scenario_of(FORD | {"victory": "Nobody."}))
    assert "Whoever holds E6." in phone.get("/scenario").text
    assert "on the table" not in phone.get("/scenarios/ford").text
    assert 'href="/scenario"' in phone.get("/game").text
    phone.post("/api/table/new", {"game": "battleline"})
    assert phone.get("/scenario").status_code == 404


@pytest.mark.parametrize("id", BUILT_IN)
def test_those_that_came_with_warglass_are_read_and_copied(phone: Phone, table: Table, id: str) -> None:
    assert f"/scenarios/new?from={id}" in phone.get(f"/scenarios/{id}").text
    assert phone.get(f"/scenarios/{id}/edit").headers["Location"] == f"/scenarios/new?from={id}"
    answer = phone.post("/scenarios/new", data={"from": id, "name": "Ours"})
    assert answer.headers["Location"] == "/scenarios/ours/edit"
    copy = Scenarios(table).find("ours")
    assert copy == scenario_of(phone.get(f"/api/scenarios/{id}").get_json() | {"id": "ours", "name": "Ours"})


# Beginning


def test_a_new_one_is_kept_as_soon_as_it_has_a_name(phone: Phone, table: Table) -> None:
    wrong = phone.post("/scenarios/new", data={"name": "  "})
    assert wrong.status_code == 422
    assert "name: must not be empty" in wrong.text
    assert phone.post("/scenarios/new", data={"name": "New"}).headers["Location"] == "/scenarios/new-2/edit"
    assert Scenarios(table).find("new-2") == Scenario(id="new-2", name="New")


# Tapping


def test_a_hex_leads_to_the_button_that_puts_something_there(phone: Phone, ford: Scenarios) -> None:
    page = phone.get(f"{EDIT}?put=woods").text
    link = html.unescape(re.findall(r'id="B2" [^>]* href="([^"]*)"', page)[0])
    assert "Woods on B2</button>" in phone.get(f"{EDIT}{link}").text
    [sent] = [fields for action, fields in forms(phone, f"{EDIT}{link}") if action.endswith("/tap")]
    page = send(phone, "tap", **sent)
    assert ford.find("ford").terrain["B2"] is Terrain.WOODS
    for tile in Terrain:
        assert f'id="tool-{tile.value}"' in page
    assert re.search(r'id="tool-woods"[^>]*aria-current', page)


def test_every_tool_puts_its_own_thing_down_and_undo_takes_it_back(phone: Phone, ford: Scenarios) -> None:
    before = ford.find("ford")
    for fields in (
        {"put": "hills", "hex": "F2"},
        {"put": "flames", "tokens": "7", "hex": "F3"},
        {"put": "line", "start": "E5", "hex": "E6"},
        {"put": "item", "name": "Lamp", "hex": "F4"},
        {"put": "time", "hex": "A2"},
        {"put": "unit", "side": "red", "name": "Goblin", "hex": "F5"},
        {"put": "place", "side": "red", "name": "Goblin", "hex": "F6"},
        {"put": "off", "side": "gold", "name": "Half Orc/Troll 1", "hex": "C5"},
        {"put": "plains", "hex": "C6"},
    ):
        send(phone, "tap", **fields)
        after = ford.find("ford")
        assert after != before, fields
        page = send(phone, "undo", put=fields["put"])
        assert ford.find("ford") == before, fields
        assert "<button disabled>Undo</button>" in page
    assert "no act to take back" in send(phone, "undo")


def test_a_line_takes_two_taps(phone: Phone, ford: Scenarios) -> None:
    begun = phone.get(f"{EDIT}?put=line&start=E5").text
    assert "It begins at E5." in begun
    assert 'aria-label="E5, plains, the line begins here"' in begun
    far = re.findall(r'id="A1" [^>]* href="([^"]*)"', begun)[0]
    assert html.unescape(far) == "?put=line&start=A1"
    send(phone, "tap", put="line", start="E5", hex="E6")
    assert ("E5", "E6") in ford.find("ford").lines


def test_a_tap_that_cannot_be_kept_says_why(phone: Phone, ford: Scenarios) -> None:
    ford.save(scenario_of(FORD | {"time_spaces": [{"hex": f"A{n}"} for n in range(1, 7)]}))
    assert "time_spaces: must have at most 6 entries, got 7" in send(phone, "tap", put="time", hex="I1")
    assert "Tap a hex first." in send(phone, "tap", put="woods", hex="Z9")


def test_units_are_opened_by_tapping_them_and_not_covered(phone: Phone, ford: Scenarios) -> None:
    for put in ("", "?put=unit&side=red&name=Orc"):
        page = phone.get(f"{EDIT}{put}").text
        assert re.search(r'id="C5" [^>]* href="/scenarios/ford/unit\?side=gold&amp;name=Half\+Orc%2FTroll\+1"', page)
    page = phone.get(EDIT).text
    assert re.search(r'id="G7" [^>]* href="/scenarios/ford/item\?name=Rune\+Stone"', page)
    assert re.search(r'id="A1" [^>]* href="/scenarios/ford/time\?hex=A1"', page)
    before = ford.find("ford")
    send(phone, "tap", put="unit", side="red", name="Orc", hex="C5")
    assert ford.find("ford") == before


def test_units_are_offered_with_what_the_book_prints(phone: Phone, ford: Scenarios) -> None:
    page = words(phone.get(f"{EDIT}?put=unit&side=red").text)
    assert "Orc Goblin Shaman Abomination Crossbowman Giant" in page
    assert "Man-at-Arms" not in page
    for hex in ("I7", "H7"):
        send(phone, "tap", put="unit", side="red", name="Orc", hex=hex)
    orc, other = [unit for unit in ford.find("ford").units if unit.type == "Orc"]
    assert other.name == "Orc 2"
    assert (orc.name, orc.health, orc.charge, orc.speed, orc.damage) == ("Orc 1", 6, 2, None, {})


# What a tap does not say


def test_what_every_form_shows_is_what_it_keeps(phone: Phone, ford: Scenarios) -> None:
    before = ford.find("ford")
    sheets = ("unit?side=gold&name=Half+Orc/Troll+1", "unit?side=red&name=Goblin", "item?name=Rune+Stone")
    for path in (
        "edit",
        "edit?put=unit&side=red&name=Orc",
        *sheets,
        "time?hex=A1",
        "card?side=gold&name=Advance",
        "card?side=gold&name=Moonbeam",
    ):
        found = [each for each in forms(phone, f"/scenarios/ford/{path}") if not each[0].endswith(("/undo", "/tap"))]
        assert found, path
        for action, fields in found:
            assert phone.post(action, data=fields).status_code == 303
            assert ford.find("ford") == before, (path, action)


def test_a_units_sheet_keeps_what_its_token_says(phone: Phone, ford: Scenarios) -> None:
    page = send(
        phone, "unit", side="red", was="Goblin", name=" Gob  1 ", type="Goblin", speed="3", health="4", charge="",
        keywords=["infantry", "ranged"], others="undead, Infantry", d1="melee:2", d4="distance:1",
    )  # fmt: skip
    unit = ford.find("ford").units[1]
    assert (unit.name, unit.type, unit.speed, unit.health, unit.charge) == ("Gob 1", "Goblin", 3, 4, None)
    assert unit.keywords == ("infantry", "ranged", "undead")
    assert {range: (hit.kind.value, hit.value) for range, hit in unit.damage.items()} == {
        "1": ("melee", 2), "4": ("distance", 1)
    }  # fmt: skip
    assert 'name="was" value="Gob 1"' in page
    refused = send(phone, "unit", side="red", was="Gob 1", name="", speed="3")
    assert "Unit 2, name: must not be empty" in refused
    assert 'name="was" value="Gob 1"' in refused
    send(phone, "unit", side="red", was="Gob 1", do="remove")
    assert len(ford.find("ford").units) == 1


def test_items_and_time_spaces_say_what_they_do(phone: Phone, ford: Scenarios) -> None:
    send(phone, "item", was="Rune Stone", name="Rune", text="Heals.\r\nOnce.")
    send(phone, "time", hex="A1", text="Nothing.")
    made = ford.find("ford")
    assert made.items == (Item(name="Rune", hex="G7", text="Heals.\nOnce."),)
    assert made.time_spaces == (TimeSpace(hex="A1", text="Nothing."),)
    send(phone, "item", was="Rune", do="remove")
    send(phone, "time", hex="A1", do="remove")
    assert (ford.find("ford").items, ford.find("ford").time_spaces) == ((), ())


def test_cards_are_ticked_from_the_books_and_typed(phone: Phone, ford: Scenarios) -> None:
    page = phone.get(EDIT).text
    for name in ("Advance", "Mounted Charge", "Quake", "Control", "Fireball", "Shadow Strike", "Moonbeam"):
        assert f'name="cards" value="{name}"' in page
    send(phone, "cards", whose="red", cards=["Advance", "Quake"], other="Dig", kind="standard", actions="0")
    hand = ford.find("ford").hand(Side.RED)
    assert hand is not None
    assert [(card.name, card.kind) for card in hand.cards] == [
        ("Advance", CardKind.STANDARD), ("Quake", CardKind.HEROIC), ("Dig", CardKind.STANDARD)
    ]  # fmt: skip
    assert hand.actions == 3, "as in a typical scenario, until somebody says otherwise"
    send(phone, "cards", whose="gold", cards=["Advance"], actions="1", spells="0", dealt="0")
    hand = ford.find("ford").hand(Side.GOLD)
    assert hand is not None
    assert [(card.name, card.only) for card in hand.cards] == [("Advance", ("mounted", "Half Orc/Troll", "giants"))]
    send(phone, "card", side="gold", was="Advance", kind="heroic", only=["hero"], others="")
    assert ford.find("ford").cards[Side.GOLD].cards[0].only == ("hero",)
    send(phone, "card", side="gold", was="Advance", do="remove")
    page = send(phone, "cards", whose="gold", put="unit", side="red", name="Orc")
    assert Side.GOLD not in ford.find("ford").cards
    assert re.search(r'id="tool-unit-red"[^>]*aria-current', page), "the tool stays in hand"
    assert '<details class="fold" id="cards-gold" open>' in page


def test_timers_and_words(phone: Phone, ford: Scenarios) -> None:
    assert "timers: Firebrand has none" in send(phone, "timers", timers="gold-30")
    send(phone, "timers", timers=["gold-30", "red-90", "neutral-600"], time_limit="on")
    send(phone, "words", title="The  Bridge", text="One.\r\nTwo.", victory="")
    made = ford.find("ford")
    assert [spec.id for spec in made.timers] == ["gold-30", "red-90", "neutral-600"]
    assert (made.time_limit, made.name, made.text, made.victory) == (True, "The Bridge", "One.\nTwo.", "")
    send(phone, "timers", timers=[spec.id for spec in BOX], **{"neutral-120": " The gate opens. "})
    assert ford.find("ford").timers == BOX
    assert ford.find("ford").neutral == {"neutral-120": "The gate opens."}
    assert "When the 2 minutes run out: The gate opens." in words(phone.get("/scenarios/ford").text)


def test_what_the_table_counts_is_added_and_removed(phone: Phone, ford: Scenarios) -> None:
    why = "Condition 1, destroy: needs a number, or hexes to hold or raze"
    assert why in send(phone, "conditions", winner="gold")
    send(phone, "conditions", winner="gold", destroy="1", of=" goblin ", hold="e5,E7")
    assert "Feature is in C5" in send(phone, "conditions", winner="red", raze="C5")
    send(phone, "conditions", winner="red", raze="D6")
    first, second = ford.find("ford").conditions
    assert first.fact == "Valyance has destroyed 1 goblin unit and holds E5 and E7"
    assert second.fact == "Firebrand has razed D6"
    assert f"Ends when: {first.fact}, or {second.fact}." in words(phone.get("/scenarios/ford").text)
    send(phone, "conditions", remove=first.fact)
    assert ford.find("ford").conditions == (second,)


def test_what_is_gone_is_said_to_be(phone: Phone, ford: Scenarios) -> None:
    for path in (
        "unit?side=gold&name=Nobody",
        "unit?name=Goblin",
        "item?name=x",
        "time?hex=I1",
        "card?side=red&name=x",
    ):
        assert phone.get(f"/scenarios/ford/{path}").status_code == 404
    assert phone.get("/scenarios/none/edit").status_code == 404
    assert phone.post("/scenarios/none/tap", data={"put": "woods", "hex": "C5"}).status_code == 404
    assert phone.get("/scenarios/open/unit?side=gold&name=x").status_code == 404


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(FORMS),
    st.dictionaries(
        st.sampled_from(FIELDS),
        st.one_of(st.text(max_size=40), st.sampled_from(VALUES)),
        max_size=8,
    ),
)  # fmt: skip
def test_no_form_breaks_whatever_is_sent(phone: Phone, ford: Scenarios, path: str, fields: dict[str, str]) -> None:
    answer = phone.post(f"/scenarios/ford/{path}", data=fields)
    assert answer.status_code in (303, 422, 429)
    made = ford.find("ford")
    assert scenario_of(phone.get("/api/scenarios/ford").get_json()) == made

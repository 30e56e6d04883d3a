"""The duel sheet by forms and links alone, and the same duel as JSON."""

import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.table.seats import Side
from companion.table.table import Table
from companion.warzone.match.state import State, UnitState
from tests.companion.warzone.cards_strategy import GUARD
from tests.support import Says
from tests.web.conftest import Phone
from tests.web.moments import MATCH, armoury, bring_alike, change, dueling, engulfed, keep, keep_force

AT = {"side": "gold", "unit": "1", "target": "2"}
RIFLE = {"action": "shoot", "weapon": "Wick Rifle", "band": "short"}


@pytest.fixture
def dueled(phone: Phone) -> Phone:
    dueling(phone)
    return phone


def unit(table: Table, side: Side, id: str) -> UnitState:
    state = table.match.state
    assert isinstance(state, State)
    return state.forces[side].units[id]


def duel(phone: Phone, **more: Any) -> dict[str, Any]:
    answer = phone.get(f"/api/warzone/duel?{urlencode(AT | more)}")
    assert answer.status_code == 200, answer.text
    return dict(answer.get_json())


def sheet(phone: Phone, **more: Any) -> str:
    answer = phone.get(f"/warzone/duel?{urlencode(AT | more)}")
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def fight(phone: Phone, **body: Any) -> Any:
    return phone.post(f"{MATCH}/sides/gold/units/1/fight", {"target": "2", **RIFLE, **body})


def test_all_lines(dueled: Phone) -> None:
    found = duel(dueled)
    assert (found["attacker"], found["target"]) == ("Captain", "Lamp Guard")
    assert [(each["action"], each["weapon"], each["band"]) for each in found["lines"]] == [
        ("shoot", "Wick Rifle", "short"),
        ("shoot", "Wick Rifle", "long"),
        ("shoot", "Soot Pot", "long"),
        ("shoot", "Air Strike", "short"),
        ("charge", "Snuffer", None),
        ("charge", "Unarmed", None),
    ]
    assert [each["weapon"] for each in found["lines"] if each["best"]] == ["Wick Rifle"]
    shot = found["lines"][0]["figures"]
    assert (shot["target_number"]["value"], shot["tests"], shot["not_counted"][0]) == (12, 2, "Steadfast")
    assert found["line"] is None
    whole = duel(dueled, **RIFLE)["line"]
    assert whole["at_least"][1] == whole["casualty"] == shot["casualty"], "a Wound lies there already"


def test_a_shot_is_recorded_with_all_that_comes_of_it(dueled: Phone, table: Table) -> None:
    assert fight(dueled, rolls="5, 19", armor="16", real=True).status_code == 200
    target, attacker = unit(table, Side.RED, "2"), unit(table, Side.GOLD, "1")
    assert target.fall is not None
    assert (target.fall.by, target.pinned) == ("1", True)
    assert [each.value for each in attacker.actions] == ["shoot"]
    assert attacker.jammed == (), "Extra Kit: from 20"
    dueled.post("/api/table/undo")
    assert unit(table, Side.RED, "2").fall is None


def test_sent_twice_it_is_recorded_once(dueled: Phone, table: Table) -> None:
    for _ in range(2):
        assert fight(dueled, rolls="20 19", after=0).status_code == 200
    assert unit(table, Side.GOLD, "1").blows == 1


def test_the_dice_are_checked(dueled: Phone) -> None:
    for body, field in (({"rolls": "5"}, "rolls"), ({"rolls": "5 30"}, "rolls"), ({"rolls": "5 19"}, "armor")):
        answer = fight(dueled, **body)
        assert answer.status_code == 422
        assert answer.get_json()["errors"][0]["field"] == field


def test_by_links_and_forms(dueled: Phone, table: Table) -> None:
    table_page = dueled.get("/").text
    assert "/warzone/duel?side=gold&amp;unit=1&amp;target=2" in table_page
    page = sheet(dueled)
    assert page.index("best") < page.index("Snuffer")
    opened = sheet(dueled, **RIFLE, rolls="5 19", armor="16")
    assert "Casualty" in opened
    hidden = dict(
        re.findall(
            r'<input type="hidden" name="(\w+)" value="([^"]*)"', opened.split('class="apply"')[1].split("</form>")[0]
        )
    )
    answer = dueled.post("/warzone/match/sides/gold/units/1/fight", data=hidden)
    assert answer.status_code == 303
    assert unit(table, Side.RED, "2").fall is not None


def test_wrong_dice_stay_in_their_fields(dueled: Phone) -> None:
    page = sheet(dueled, **RIFLE, rolls="5 39")
    assert page.count('name="rolls"') == 2
    assert 'value="39"' in page
    assert "Dice rolled must be" in page


def test_refused_dice_lead_back_to_the_sheet_with_them(dueled: Phone, table: Table) -> None:
    """Without scripts a form is sent whole."""
    sent = {"target": "2", **RIFLE, "rolls": "5 19", "aim": "1", "after": "0"}
    answer = dueled.post("/warzone/match/sides/gold/units/1/fight", data=sent)
    assert answer.headers["Location"].startswith("/warzone/duel?side=gold&unit=1&target=2")
    page = unescape(dueled.get(answer.headers["Location"]).text)
    assert 'value="5"' in page
    assert 'value="19"' in page
    assert "is missing a die" in page
    assert unit(table, Side.GOLD, "1").blows == 0


def faces(page: str) -> list[str]:
    """What the dice on the sheet show, and what came of them."""
    return re.findall(r"<b>(\d+)</b>", page.split('class="faces"')[1].split("</ul>", maxsplit=1)[0])


def test_what_the_table_rolls_is_everyones_at_once_and_stays_whatever_chip_is_tapped(
    dueled: Phone, table: Table
) -> None:
    first = dueled.post(f"{MATCH}/sides/gold/units/1/roll", {"target": "2", **RIFLE})
    assert first.status_code == 200
    log = dueled.get("/log").text
    assert log.count("rolled [") == 1
    pages = [sheet(dueled, **RIFLE, **more) for more in ({}, {"aim": 1}, {"obstruction": "heavy"}, {"friends": 2})]
    assert len({tuple(faces(page)) for page in pages}) == 1
    assert all("dice are in the log" in page and ">Apply<" in page and "Roll for me" not in page for page in pages)
    again = dueled.post(f"{MATCH}/sides/gold/units/1/roll", {"target": "2", **RIFLE, "aim": True})
    assert (again.status_code, again.get_json()["detail"]) == (
        409,
        Says("Captain", "rolled already"),
    )
    assert fight(dueled).status_code == 200
    assert dueled.get("/log").text.count(f"[{', '.join(faces(pages[0]))}") == 1, "once for the roll, not again"
    assert unit(table, Side.GOLD, "1").dice is None


def test_typed_dice_stay_typed_whatever_chip_is_tapped(dueled: Phone) -> None:
    page = sheet(dueled, **RIFLE, rolls="5 19", armor="16")
    (cover,) = re.findall(r'href="(/warzone/duel[^"]*obstruction=heavy[^"]*)"', page)
    assert 'value="5 19"' in unescape(dueled.get(cover).text)


def test_a_step_back_records_nothing_twice(dueled: Phone, table: Table) -> None:
    """The page before is asked for again, with its dice."""
    read = {**RIFLE, "rolls": "5 19", "armor": "4", "after": "0"}
    form = r'<input type="hidden" name="(\w+)" value="([^"]*)"'
    hidden = dict(re.findall(form, sheet(dueled, **read).split('class="apply"')[1].split("</form>")[0]))
    assert dueled.post("/warzone/match/sides/gold/units/1/fight", data=hidden).status_code == 303
    assert unit(table, Side.GOLD, "1").blows == 1
    again = sheet(dueled, **read)
    assert "Captain attacked meanwhile: look again." in again
    assert ">Apply<" not in again


def test_a_unit_whose_first_weapon_is_jammed_can_reload_it_on_the_sheet(dueled: Phone, table: Table) -> None:
    dueled.post(f"{MATCH}/sides/gold/units/1/jam", {"weapon": "Wick Rifle"})
    page = sheet(dueled)
    assert "jammed: Reload first" in page
    assert "Reload Wick Rifle</button>" in page
    opened = sheet(dueled, **RIFLE)
    assert "must Reload Wick Rifle first" in opened
    assert "Reload Wick Rifle</button>" in opened
    assert "declares it" not in opened


def test_a_said_aim_is_recorded_with_the_shot_and_taken_back_with_it(dueled: Phone, table: Table) -> None:
    fight(dueled, rolls="20 20", aim=True)
    assert [each.value for each in unit(table, Side.GOLD, "1").actions] == ["aim", "shoot"]
    assert "Aimed and shot" in dueled.get("/log").text
    dueled.post("/api/table/undo")
    assert unit(table, Side.GOLD, "1").actions == ()


def test_other_actions_are_taps_on_the_sheet(dueled: Phone, table: Table) -> None:
    for action in ("aim", "move"):
        assert dueled.post(f"{MATCH}/sides/gold/units/1/do", {"action": action}).status_code == 200
    assert [each.value for each in unit(table, Side.GOLD, "1").actions] == ["aim", "move"]
    page = sheet(dueled)
    assert re.search(r"<small>Aim</small>\s*<small>Move</small>", page)
    assert ">aim</a>" not in page, "it waits for the shot already"


def test_a_cloud_goes_on_to_whom_it_also_catches(dueled: Phone, table: Table) -> None:
    pot = {"action": "shoot", "weapon": "Soot Pot", "band": "long"}
    opened = sheet(dueled, **pot, rolls="7")
    (on,) = re.findall(r'data-stay="(/warzone/duel[^"]*primary=2[^"]*)"', opened)
    assert "primary=2" not in sheet(dueled, **pot, rolls="20"), "a miss strikes no other Unit"
    fight(dueled, **pot, rolls="7")
    picks = unescape(dueled.get(on).text)
    assert "Also caught" in picks
    assert "Lamp Guard" not in picks.split("Also caught")[1].split("</p>")[0]
    (caught,) = re.findall(r'href="(/warzone/duel[^"]*target=1[^"]*)"', picks)
    assert "7</b> hit" in dueled.get(caught).text, "the same test"
    answer = dueled.post(f"{MATCH}/sides/gold/units/1/fight", {"target": "1", "primary": "2", **pot, "rolls": "7"})
    assert answer.status_code == 200
    assert len(unit(table, Side.GOLD, "1").actions) == 1
    assert "also shot Captain with Soot Pot" in dueled.get("/log").text


def test_the_same_sheet_serves_a_reaction(dueled: Phone, table: Table) -> None:
    page = unescape(dueled.get("/warzone/duel?side=red&unit=1&target=1").text)
    assert "Ambush" in page
    assert "It is Watch (Gold)’s Activation" in page or "Activation: " in page
    strikes = unescape(dueled.get("/warzone/duel?side=red&unit=1&target=1&reaction=parting_blow").text)
    assert "Snuffer" in strikes
    assert "Wick Rifle" not in strikes
    body = {"target": "1", "action": "strike", "weapon": "Snuffer", "reaction": "parting_blow", "rolls": "20"}
    assert dueled.post(f"{MATCH}/sides/red/units/1/fight", body).status_code == 200
    assert unit(table, Side.RED, "1").reaction_counters == 1


def test_an_address_that_leads_nowhere_says_so(phone: Phone) -> None:
    dueling(phone)
    page = unescape(phone.get("/warzone/duel?side=gold&unit=1").text)
    assert "Attacks" in page
    assert phone.get("/warzone/duel?side=gold&unit=1&target=77").status_code == 404
    assert phone.get("/warzone/duel?side=gold&unit=1&target=2&nonsense=1").status_code in (400, 422)


def test_an_obstruction_says_what_it_does_to_this_target(dueled: Phone) -> None:
    def obstructions() -> list[str]:
        return re.findall(r">((?:light|heavy) [^<]+)</a>", sheet(dueled))

    assert obstructions() == ["light −2", "heavy −4"]
    card = dueled.get("/api/warzone/units/lamp-guard").get_json()
    card["abilities"] = [*card["abilities"], "Camouflage (2)"]
    assert dueled.put("/api/warzone/units/lamp-guard", card).status_code == 200
    assert obstructions() == ["light −4", "heavy −6"]


def test_what_the_book_forbids_is_asked_on_the_page_and_played_by_agreement(dueled: Phone, table: Table) -> None:
    """By forms alone."""
    at = "/warzone/match/sides/gold/units/1/do"
    for action in ("aim", "move", "move"):
        assert dueled.post(at, data={"action": action}).status_code == 303
    page = unescape(dueled.get("/").text)
    assert "Captain: 2 of 2 actions used." in page
    form = page.split('id="agree"')[1].split("</form>")[0]
    assert (re.findall(r'action="([^"]*)"', form), "We play it" in form) == ([at], True)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert dueled.post(at, data=fields).status_code == 303
    assert "we play it: Captain: 2 of 2 actions used" in unescape(dueled.get("/log").text)
    assert 'id="agree"' not in dueled.get("/").text
    detail = dueled.post(f"/api{at}", {"action": "move"}).get_json()
    assert (detail["status"], detail["agreeable"]) == (409, True)


def test_rolling_by_a_form_leads_to_the_dice_and_the_table_to_the_sheet(dueled: Phone) -> None:
    sent = {"target": "2", **RIFLE}
    answer = dueled.post("/warzone/match/sides/gold/units/1/roll", data=sent)
    assert answer.headers["Location"].startswith("/warzone/duel?side=gold&unit=1&target=2")
    shown = faces(unescape(dueled.get(answer.headers["Location"]).text))
    (sheet_of,) = re.findall(r'href="([^"]*)">Apply the dice', dueled.get("/").text)
    assert faces(unescape(dueled.get(unescape(sheet_of)).text)) == shown
    again = dueled.post("/warzone/match/sides/gold/units/1/roll", data={**sent, "again": "1"})
    assert again.status_code == 303
    assert dueled.get("/log").text.count(" rolled again [") >= 1


def test_only_a_unit_with_a_burst_weapon_braces(phone: Phone) -> None:
    engulfed(phone)
    phone.post(f"{MATCH}/sides/red/activate", {"units": ["1"]})
    brace = phone.post(f"{MATCH}/sides/red/units/1/do", {"action": "brace"})
    assert (brace.status_code, brace.get_json()["agreeable"]) == (409, True)
    assert "cannot Brace without a Burst weapon" in brace.get_json()["detail"]
    page = phone.get("/warzone/match/sides/red/units/1").text
    assert (">Aim" in page, ">Brace" in page) == (True, False)


def test_a_pinned_units_dock_has_rally_and_no_charge(phone: Phone) -> None:
    engulfed(phone)
    phone.post(f"{MATCH}/sides/red/activate", {"units": ["1"]})
    assert re.search(r'value="charge"', phone.get("/").text) is None, "the Cloud's shot has Pinned it"
    assert 'value="rally"' in phone.get("/").text
    phone.post(f"{MATCH}/sides/red/units/1/do", {"action": "rally"})
    page = phone.get("/").text
    assert ('value="charge"' in page, 'value="rally"' in page) == (True, False)


def test_who_is_in_a_cloud_is_hit_by_it_and_the_log_has_the_dice(phone: Phone, table: Table) -> None:
    engulfed(phone)
    page = unescape(phone.get("/").text)
    assert "Gas Bell (3″) hits again" in page
    hit = "/warzone/match/clouds/1/hit"
    assert phone.post(hit, data={"who": "gold-2", "armor": "20"}).status_code == 303
    assert "Lamp Guard in Cloud 1 [armor 20; real dice]: 2 Wounds, a Casualty" in unescape(phone.get("/log").text)
    assert unit(table, Side.GOLD, "2").fall is not None
    assert phone.post(hit, data={"who": "red-2"}).status_code == 303
    assert phone.post(f"{MATCH}/clouds/1/scatter", {"inches": 2, "roll": 7}).status_code == 200
    assert phone.post("/warzone/match/clouds/1/answer").status_code == 303
    assert "hits again" not in unescape(phone.get("/").text)


def test_typed_dice_are_the_players_whatever_a_request_says(dueled: Phone) -> None:
    fight(dueled, rolls="20 19")
    assert "[20, 19; real dice]" in unescape(dueled.get("/log").text)


def test_an_air_strike_is_a_shot_of_the_leaders_ld_and_used_up_by_it(dueled: Phone, table: Table) -> None:
    """LD 12 −1 at DEF −1; DAM 10 in Explosive (3), and Concussive."""
    docked = re.search(r'href="(/warzone/duel[^"]*Air\+Strike[^"]*)"', dueled.get("/").text)
    assert docked is not None
    assert "Lamp Guard" in dueled.get(unescape(docked[1])).text
    strike = {"action": "shoot", "weapon": "Air Strike", "band": "short"}
    line = duel(dueled, **strike)["line"]
    assert [(each["label"], each["value"]) for each in line["target_number"]["lines"]] == [
        ("LD in place of MW", 12),
        ("Range", -1),
        ("DEF", -1),
    ]
    assert (line["damage"]["value"], line["critical_failure"]["p"]) == (10, 0)
    assert dueled.post(f"{MATCH}/sides/gold/units/1/declare", {**strike, "target": "2"}).status_code == 200
    state = table.match.state
    assert isinstance(state, State)
    assert state.declared is not None
    assert state.declared.catches
    assert fight(dueled, **strike, rolls="3", armor="20").status_code == 200
    (caught,) = re.findall(r'href="([^"]*)">Also caught<', unescape(dueled.get("/").text))
    assert re.search(r">Captain<small>&nbsp;removes it [\d.]+ %<", dueled.get(caught).text)
    also = {"target": "1", "primary": "2"}
    assert fight(dueled, **strike | also, rolls="3", armor="1").status_code == 200
    assert "Air Strike" not in [each["weapon"] for each in duel(dueled)["lines"]]
    assert fight(dueled, **strike, rolls="3", armor="1").status_code == 422
    used = dueled.get("/api/table").get_json()["sides"]["gold"]["effects"]
    assert next(each["turn"] for each in used if each["name"] == "Air Strike") == 1


def test_whom_a_shot_found_too_far_away_is_not_charged(phone: Phone) -> None:
    """MV 4, and the shot before went farther than its Short Range, 14 inches."""
    dueling(phone)
    charge = {"target": "2", "action": "charge", "weapon": "Snuffer", "rolls": "20"}
    at = f"{MATCH}/sides/gold/units/1"
    assert "farther" not in sheet(phone)
    assert fight(phone, band="long", rolls="20 19").status_code == 200
    assert "farther away than its MV, by the shot before" in sheet(phone)
    refused = phone.post(f"{at}/fight", charge)
    assert (refused.status_code, refused.get_json()["detail"]) == (
        409,
        "Captain, Snuffer: farther away than its MV, by the shot before.",
    )
    assert "farther" not in sheet(phone, target="1"), "nobody shot at that one"
    assert phone.post(f"{at}/fight", {**charge, "agreed": True}).status_code == 200


def test_a_charge_asks_whether_it_is_at_the_nearest_in_sight_and_goes_on_by_agreement(
    phone: Phone, table: Table
) -> None:
    """One question is enough, however long the dice wait for a Reaction."""
    keep(phone, "/api/warzone/choices", {"reaction_wait": "twenty"})
    dueling(phone)
    charge = {"action": "charge", "weapon": "Snuffer"}
    assert "one is nearer" not in sheet(phone, **RIFLE)
    asking = sheet(phone, **charge)
    assert "at the nearest Enemy Unit in sight, within MV 4: tap what is not so" in asking
    for chip, name, why in (
        ("one is nearer", "nearer", "another Enemy Unit in sight is nearer"),
        ("over 4″ away", "beyond", "farther away than its MV"),
        ("out of sight", "sight_blocked", "a Charge needs a line of sight"),
    ):
        assert re.search(rf"{name}=1[^>]*>{chip}</a>", asking)
        assert why in sheet(phone, **charge, **{name: "1"})
    at, sent = f"{MATCH}/sides/gold/units/1", {"target": "2", **charge, "nearer": True}
    refused = phone.post(f"{at}/roll", sent)
    assert (refused.status_code, refused.get_json()["agreeable"]) == (409, True)
    assert phone.post(f"{at}/roll", {**sent, "agreed": True}).status_code == 200
    log = unescape(phone.get("/log").text)
    assert "we play it: Captain, Snuffer: another Enemy Unit in sight is nearer" in log
    assert unit(table, Side.GOLD, "1").dice is None, "they wait for red"
    assert phone.post(f"{MATCH}/sides/red/forgo").status_code == 200
    assert phone.post(f"{at}/roll", sent).status_code == 200
    assert phone.post(f"{at}/fight", sent).status_code == 200


def test_what_a_unit_does_for_others_is_a_form_on_its_page(phone: Phone, table: Table) -> None:
    """Impact as soon as its Fly is declared, before anybody says that it has landed."""
    armoury(phone)
    seraph = GUARD | {"id": "seraph", "name": "Seraph", "designations": ["Leader"]}
    abilities = ["Flight", "Impact", "Command (6)", "First Aid (12)", "Inspire"]
    keep(phone, "/api/warzone/units/seraph", seraph | {"abilities": abilities})
    keep_force(phone, "choir", "seraph", "lamp-guard")
    bring_alike(phone, "choir")
    at = f"{MATCH}/sides/gold/units/1"
    change(phone, f"{MATCH}/sides/gold/activate", units=["1"])

    def offered() -> list[str]:
        return re.findall(r'name="ability" value="([^"]+)"', phone.get(at.removeprefix("/api")).text)

    assert offered() == ["command"]
    change(phone, f"{MATCH}/sides/gold/units/2/wound", count=1)
    assert offered() == ["command", "first aid", "inspire"]
    change(phone, f"{at}/declare", action="fly")
    assert "impact" in offered()
    change(phone, f"{at}/assist", ability="impact", other="2", needed=12, roll=20)
    assert unit(table, Side.RED, "2").pinned
    assert [each.value for each in unit(table, Side.GOLD, "1").actions] == ["fly"]
    change(phone, f"{at}/assist", ability="first aid", other="2", needed=12, roll=3)
    assert unit(table, Side.GOLD, "2").wounds == 0

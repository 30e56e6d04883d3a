"""Set-up, where each side brings its Force: one that is kept, judged beside its name, one built, or a number."""

import re
from html import unescape

import pytest

from tests.companion.warzone.cards_strategy import GUARD
from tests.web.conftest import Phone

M = "/warzone/match"
BASE = {"game_size": 20, "faction": "Capitol", "allegiance": "light", "units": ["captain", "guard", "guard"]}
CULT = {"name": "Cultist", "faction": "Dark Legion: Algeroth", "designations": ["Trooper", "Dark Cult"]}


@pytest.fixture
def setting(phone: Phone) -> Phone:
    """A phone at a table of Warzone that keeps a legal Force, one without a Leader, and one with a cultist."""
    for id, changes in {
        "guard": {},
        "captain": {"name": "Captain", "designations": ["Leader (1 : Lamp Guards)"], "dp": 5, "sp": 3},
        "cultist": CULT,
    }.items():
        assert phone.put(f"/api/warzone/units/{id}", GUARD | {"id": id} | changes).status_code == 200
    for id, changes in {
        "watch": {"assets": ["Extra Kit", "Air Strike"], "designated": {"Extra Kit": "guard"}},
        "rabble": {"units": ["guard"] * 6},
        "cult": {"units": ["captain", "guard", "cultist"]},
    }.items():
        force = BASE | {"id": id, "name": id.title()} | changes
        assert phone.put(f"/api/warzone/forces/{id}", force).status_code == 200
    phone.post("/api/table/new", {"game": "warzone"})
    return phone


def way(phone: Phone, force: str) -> str:
    """What stands on gold's button of a kept Force."""
    page = phone.get("/").text
    gold = page[page.index('class="force gold"') : page.index('class="force red"')]
    found = re.search(rf'<button name="force" value="{force}">(.*?)</button>', gold, re.DOTALL)
    assert found
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[1])).split())


def send(phone: Phone, path: str, **fields: object) -> None:
    assert phone.post(f"{M}/{path}", data=fields, drop=("X-Warglass",)).status_code == 303


def text(phone: Phone, at: str = "/") -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", phone.get(at).text)).split())


def test_a_kept_force_is_judged_before_it_is_brought(setting: Phone) -> None:
    assert way(setting, "watch") == "Watch 15 DP, legal"
    assert way(setting, "rabble") == "Rabble 24 DP, 1 against the rules"
    send(setting, "size", size=14)
    assert way(setting, "watch") == "Watch 15 DP, 1 against the rules"


def test_it_is_judged_by_the_allegiance_of_the_match(setting: Phone) -> None:
    """Determine Allegiance: until then, it may be either."""
    assert way(setting, "cult") == "Cult 13 DP, legal"
    send(setting, "allegiance", light="red")
    assert way(setting, "cult") == "Cult 13 DP, legal"
    send(setting, "allegiance", light="gold")
    assert way(setting, "cult") == "Cult 13 DP, 1 against the rules"


def test_an_illegal_force_says_so_and_may_be_brought(setting: Phone) -> None:
    send(setting, "sides/gold/muster", force="rabble")
    page = text(setting)
    assert "24 of 40 DP: 1 against the rules" in page
    assert "no Leader" in page
    assert len(setting.get("/api/table").get_json()["sides"]["gold"]["units"]) == 6


def test_an_asset_goes_with_its_unit_and_can_be_given_to_another(setting: Phone) -> None:
    send(setting, "sides/gold/muster", force="watch")
    assert "15 of 40 DP: legal" in text(setting)
    assert "Extra Kit" in text(setting, f"{M}/sides/gold/units/2")
    assert "Extra Kit" not in text(setting, f"{M}/sides/gold/units/1")
    send(setting, "sides/gold/designate", asset="Extra Kit", unit="1")
    assert "Extra Kit" in text(setting, f"{M}/sides/gold/units/1")
    card = setting.get(f"{M}/sides/gold/units/1").text
    assert "/warzone/units/captain?asset=Extra+Kit" in card
    assert "With Extra Kit, as this Unit has it." in text(setting, "/warzone/units/captain?asset=Extra+Kit")
    assert "With" not in text(setting, "/warzone/units/captain?asset=Air+Strike&asset=none")
    send(setting, "sides/gold/designate", asset="Air Strike", unit="1")
    assert "Air Strike is for the whole Force" in text(setting)
    page = setting.get("/").text
    assert re.findall(r'name="asset" value="([^"]+)"', page) == ["Extra Kit"], "asked for where one Unit has it"
    assert set(re.findall(r'name="assets" value="([^"]+)" checked>', page)) == {"Extra Kit", "Air Strike"}


def test_only_units_that_may_have_it_are_offered(setting: Phone) -> None:
    helmet = BASE | {"id": "helmet", "name": "Helmet", "assets": ["Command Helmet"], "designated": {}}
    captain = {"id": "captain", "name": "Captain", "abilities": ["Command (Guards)"], "designations": ["Leader"]}
    setting.put("/api/warzone/units/captain", GUARD | captain)
    setting.put("/api/warzone/forces/helmet", helmet)
    send(setting, "sides/gold/muster", force="helmet")
    page = setting.get("/").text
    (form,) = re.findall(r"<form[^>]*sides/gold/designate.*?</form>", page, re.DOTALL)
    assert re.findall(r"<option[^>]*>([^<]*)<", form) == ["no Unit yet", "Captain"]
    assert "Say which Unit has Command Helmet." in text(setting)


def test_a_force_that_was_typed_in_is_not_judged_and_its_assets_go_to_anyone(setting: Phone) -> None:
    send(setting, "sides/red/muster", units="2 Hounds, W 1", assets="Extra Kit")
    page = setting.get("/").text
    assert "against the rules</p>" not in page
    (form,) = re.findall(r"<form[^>]*sides/red/designate.*?</form>", page, re.DOTALL)
    assert re.findall(r"<option[^>]*>([^<]*)<", form) == ["no Unit yet", "Hounds 1", "Hounds 2"]


def test_more_than_a_page_is_for_are_a_page_away(setting: Phone) -> None:
    for number in range(9):
        setting.put(f"/api/warzone/forces/x{number}", BASE | {"id": f"x{number}", "name": f"X{number}"})
    assert "4 more that you keep" in text(setting)
    there = setting.get("/warzone/force?side=red").text
    assert 'href="/warzone/force/x8?side=red"' in there
    assert "side=red" in setting.get("/warzone/force/x8?side=red").headers["Location"]

"""Forces over HTTP: checked from JSON and from an address, kept by name, brought into a match."""

import re

import pytest

from tests.companion.warzone.cards_strategy import GUARD
from tests.support import Says
from tests.web.conftest import Phone

FORCE = {
    "game_size": 40,
    "faction": "Capitol",
    "allegiance": "light",
    "units": ["captain", "guard"],
    "assets": [],
    "designated": {},
}
ASKED = "/warzone/force?game_size=40&faction=Capitol&allegiance=light"


@pytest.fixture
def lamps(phone: Phone) -> Phone:
    """A phone at a table that has three cards."""
    for id, changes in {
        "guard": {},
        "captain": {"name": "Captain", "designations": ["Leader (1 : Lamp Guards)"], "dp": 5, "sp": 3},
        "nun": {"name": "Nun", "faction": "Brotherhood", "designations": ["Trooper", "Seconding"]},
    }.items():
        assert phone.put(f"/api/warzone/units/{id}", GUARD | {"id": id} | changes).status_code == 200
    return phone


def test_the_api_names_each_failing_rule(lamps: Phone, stranger: Phone) -> None:
    good = stranger.post("/api/warzone/force", FORCE).get_json()
    assert (good["legal"], good["problems"], good["totals"]["dp"]) == (True, [], 9)
    bad = lamps.post("/api/warzone/force", FORCE | {"units": ["captain"], "assets": ["Daimyo"]}).get_json()
    assert [each["rule"] for each in bad["problems"]] == ["Leader", "Faction Assets"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"units": ["captain", "gone"]}, "units[1]"), ({"faction": "Vikings"}, "faction"), ({"size": 3}, "size")],
)
def test_an_error_names_the_field(lamps: Phone, changes: dict[str, object], field: str) -> None:
    answer = lamps.post("/api/warzone/force", FORCE | changes)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["field"] == field


def test_a_force_is_kept_under_its_id(lamps: Phone) -> None:
    kept = FORCE | {"id": "night-watch", "name": "Night Watch"}
    assert lamps.put("/api/warzone/forces/night-watch", kept).get_json() == kept
    assert lamps.get("/api/warzone/forces/night-watch").get_json() == kept
    assert lamps.get("/api/warzone/forces").get_json() == {"forces": [kept]}
    assert lamps.put("/api/warzone/forces/other", kept).status_code == 422
    assert lamps.delete("/api/warzone/forces/night-watch").status_code == 200
    assert lamps.get("/api/warzone/forces/night-watch").status_code == 404


def test_the_page_asks_by_its_address(lamps: Phone, stranger: Phone) -> None:
    assert "Legal." in stranger.get(f"{ASKED}&n-captain=1&n-guard=1").text
    page = lamps.get(f"{ASKED}&n-captain=1&n-nun=3&assets=Air+Strike").text
    assert "Not yet." in page
    assert "Captain needs 1 more Lamp Guards Trooper" not in page
    assert "Allies cost 12 DP: at most 8" in page
    assert "Your rule choice" in page
    assert 'value="Air Strike" checked' in page


def test_what_cannot_be_read_in_the_address_is_said(lamps: Phone) -> None:
    page = lamps.get(f"{ASKED}&n-guard=lots&n-captain=1&n-gone=1").text
    assert "guard: bring 0 to 20, not lots." in page
    assert "This table no longer has the unit gone" in page
    assert "Game Size: give 1 to 500 DP" in lamps.get("/warzone/force?game_size=0").text
    assert lamps.get("/warzone/force?faction=Vikings&allegiance=?").status_code == 200


def test_the_page_keeps_a_force_and_leads_back_to_it(lamps: Phone) -> None:
    form = {"game_size": "20", "faction": "Capitol", "allegiance": "light", "n-captain": "1", "n-guard": "2"}
    back = lamps.post("/warzone/force/keep", data=form).headers["Location"]
    assert "a name first" in lamps.get(back).text
    back = lamps.post("/warzone/force/keep", data=form | {"name": "Night Watch"}).headers["Location"]
    page = lamps.get(back).text
    assert "Kept: Night Watch." in page
    lamps.post("/warzone/force/keep", data=form | {"name": "night watch", "n-guard": "3"})
    (kept,) = lamps.get("/api/warzone/forces").get_json()["forces"]
    assert kept["units"] == ["captain", "guard", "guard", "guard"]
    assert 'href="/warzone/force/night-watch"' in lamps.get("/warzone/force").text
    assert "n-guard=3" in lamps.get("/warzone/force/night-watch").headers["Location"]
    back = lamps.post("/warzone/force/night-watch/delete").headers["Location"]
    assert lamps.get("/api/warzone/forces").get_json()["forces"] == []
    assert "n-guard=3" in back


def test_plus_and_minus_count_without_a_script(lamps: Phone) -> None:
    """Each is a button of the form: the page comes back with one more, or one less, and none below none."""

    def number(query: str) -> str:
        found = re.search(r'name="n-guard" value="([0-9]*)"', lamps.get(f"{ASKED}&n-guard=1&{query}").text)
        assert found
        return found[1]

    assert number("more=guard") == "2"
    assert number("less=guard") == number("less=guard&n-captain=1") == ""
    assert 'name="n-captain" value="1"' in lamps.get(f"{ASKED}&more=captain").text
    assert "n-captain=20" not in lamps.get(f"{ASKED}&n-captain=20&more=captain").text
    assert 'name="n-captain" value="20"' in lamps.get(f"{ASKED}&n-captain=20&more=captain").text


def test_cards_stand_by_group_and_allies_only_where_they_may_join(lamps: Phone) -> None:
    def groups(query: str) -> list[str]:
        return re.findall(r"<h2>(Leaders|Troopers|Specialists|Support|Others|Allies)</h2>", lamps.get(query).text)

    assert groups(ASKED) == ["Leaders", "Troopers", "Allies"]
    assert groups(ASKED.replace("light", "darkness")) == ["Leaders", "Troopers"]
    assert groups(f"{ASKED.replace('light', 'darkness')}&n-nun=1") == ["Leaders", "Troopers", "Allies"]
    assert 'href="/warzone/units/captain"' in lamps.get(ASKED).text


def test_an_asset_asks_whose_it_is(lamps: Phone) -> None:
    whole = f"{ASKED}&n-captain=1&n-guard=1&assets=Extra+Kit"
    page = lamps.get(whole).text
    assert "Legal, not finished." in page
    assert "Say which Unit has Extra Kit." in page
    page = lamps.get(f"{whole}&for-Extra+Kit=guard").text
    assert "Legal." in page
    assert '<option value="guard" selected>' in page
    back = lamps.post(
        "/warzone/force/keep",
        data={"name": "Kitted", "n-captain": "1", "assets": "Extra Kit", "for-Extra Kit": "captain"},
    ).headers["Location"]
    (kept,) = lamps.get("/api/warzone/forces").get_json()["forces"]
    assert kept["designated"] == {"Extra Kit": "captain"}
    assert "for-Extra+Kit=captain" in back
    bare = lamps.post("/api/warzone/force", FORCE | {"assets": ["Command Helmet"]}).get_json()
    assert bare["problems"][0]["message"] == Says("No Unit", "Command Helmet", "Command (X)")


def test_a_force_is_built_for_a_side_and_brought(lamps: Phone) -> None:
    for_gold = f"{ASKED}&n-captain=1&n-guard=2&side=gold&assets=Extra+Kit&for-Extra+Kit=guard"
    assert "Bring it" not in lamps.get(for_gold).text
    lamps.post("/api/table/new", {"game": "warzone"})
    assert "Bring it for Gold" in lamps.get(for_gold).text
    form = {
        "side": "gold",
        "faction": "Capitol",
        "n-captain": "1",
        "n-guard": "2",
        "assets": "Extra Kit",
        "for-Extra Kit": "guard",
    }
    back = lamps.post("/warzone/force/bring", data=form | {"n-captain": "x"}).headers["Location"]
    assert "side=gold" in back
    assert lamps.post("/warzone/force/bring", data=form).headers["Location"] == "/"
    gold = lamps.get("/api/table").get_json()["sides"]["gold"]
    assert [(each["unit"]["card_id"], each["assets"]) for each in gold["units"]] == [
        ("captain", []),
        ("guard", ["Extra Kit"]),
        ("guard", []),
    ]
    assert "n-guard=2" in lamps.get("/").text, "the way back to the builder"
    empty = lamps.post("/warzone/force/bring", data={"side": "gold"}).headers["Location"]
    assert "has no Units yet" in lamps.get(empty).text

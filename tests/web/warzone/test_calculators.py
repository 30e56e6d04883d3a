"""The calculators as pages: what they show is what the core answers, and no question is lost on the way."""

import html
import re
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.warzone.chances.dice import Chance
from tests.companion.warzone.cards_strategy import GUARD
from tests.web.conftest import Phone
from tests.web.crawl import Page
from web.warzone.calculators.fields import in_one_line, read_address
from web.warzone.calculators.initiativepage import InitiativeQuery
from web.warzone.calculators.ledgers import percent
from web.warzone.calculators.page import ARMOR, PLANS, SHOOT, STRIKE, carried
from web.warzone.calculators.planning import PlansQuery, folded
from web.warzone.cards.attacks import ArmorQuery, ShootQuery, StrikeQuery
from web.warzone.sums.kinds import KINDS

SHOT: dict[str, Any] = {
    "mw": 12,
    "dam": 14,
    "ar": 22,
    "range": -2,
    "def": -1,
    "obstruction": "heavy",
    "cover": 1,
    "wounds": 2,
}
BLOW: dict[str, Any] = {"cc": 14, "dam": 12, "cf": 19, "ar": 20, "friends": 2, "charge": 1, "strikes": 2}
PLAN: dict[str, Any] = {
    "mw": 12,
    "dam": 14,
    "ar": 21,
    "cf": 19,
    "cc": 13,
    "strike_dam": 13,
    "charge": 1,
    "move_range": 0,
}


def shown(phone: Phone, path: str, **query: object) -> str:
    """The page's text with its marks, entities resolved."""
    return _page(phone, 200, path, query)


def refused(phone: Phone, path: str, **query: object) -> str:
    """The same of a question that is wrong."""
    return _page(phone, 422, path, query)


def _page(phone: Phone, status: int, path: str, query: dict[str, object]) -> str:
    answer = phone.get(f"{path}?{urlencode(query)}" if query else path)
    assert answer.status_code == status
    return html.unescape(answer.text)


def api(phone: Phone, path: str, **query: object) -> Any:
    answer = phone.get(f"/api{path}?{urlencode(query)}")
    assert answer.status_code == 200
    return answer.get_json()


def sums(page: str) -> list[tuple[str, str]]:
    """The title and total of every ledger."""
    return re.findall(r'class="sum"><th scope="row">([^<]*)(?:<small>[^<]*</small>)?</th><td>([^<]*)<', page)


def fractions(page: str) -> set[str]:
    """Every exact chance on the page."""
    lines = re.findall(r"<p>([^<]*)</p></details>", page)
    return {found for line in lines for found in re.findall(r"(?:exactly|:) (\d+(?:/\d+)?)", line)}


def names(page: str) -> set[str]:
    """The parameters that a page asks for; a list's is before the number of its row, and a tap on a stepper is none."""
    found = set(re.findall(r' name="(\w+)(?:-\d+-\w+)?"', page.partition("<main>")[2]))
    return found - {"less", "more"}


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/warzone/shoot", ShootQuery),
        ("/warzone/strike", StrikeQuery),
        ("/warzone/armor", ArmorQuery),
        ("/warzone/plans", PlansQuery),
        ("/warzone/initiative", InitiativeQuery),
    ],
)
def test_every_parameter_has_its_place(passer_by: Phone, path: str, query: type[msgspec.Struct]) -> None:
    assert names(shown(passer_by, path)) == {each.encode_name for each in msgspec.structs.fields(query)}


def _ways(page: str) -> list[str]:
    """The tests that a page of one leads to."""
    return re.findall(r'href="/warzone/tests\?test=(\w+)', page)


def test_every_test_has_all_its_parameters(passer_by: Phone) -> None:
    spec = passer_by.get("/api/openapi.json").get_json()
    kinds, todo = set[str](), {"move"}
    while todo:
        kinds |= todo
        ways = {way for kind in todo for way in _ways(shown(passer_by, "/warzone/tests", test=kind))}
        todo = ways - kinds
    assert kinds == set(KINDS)
    for kind in kinds:
        asked = {each["name"] for each in spec["paths"][f"/api/warzone/{kind}"]["get"]["parameters"]}
        assert names(shown(passer_by, "/warzone/tests", test=kind)) == asked | {"test"}


@pytest.mark.parametrize(
    ("path", "question"),
    [
        ("/warzone/shoot", SHOT),
        ("/warzone/shoot", SHOT | {"aim": 1, "multiplier": 2, "shots": 3, "reroll": "failed"}),
        ("/warzone/shoot", SHOT | {"indirect": 1, "beyond_short": 1, "cf": 18}),
        ("/warzone/strike", BLOW),
        ("/warzone/strike", {"cc": 9, "st": 6, "ar": 18, "def": -2}),
    ],
)
def test_an_attacks_page_shows_what_the_core_answers(passer_by: Phone, path: str, question: dict[str, Any]) -> None:
    page, answer = shown(passer_by, path, **question), api(passer_by, path, **question)
    totals = {title.split(" ×")[0]: total for title, total in sums(page)}
    assert totals["Roll"] == f"{answer['target_number']['value']}−"
    assert totals["Armor"] == f"{answer['armor']['value']}−"
    if len(answer["damage"]["lines"]) > 1:
        assert totals["DAM"] == str(answer["damage"]["value"])
    worth_it = [k for k in range(1, len(answer["at_least"])) if answer["at_least"][k]["p"] >= 0.0005]
    chances = [answer[name] for name in ("hit", "critical_success", "pinned", "casualty")]
    chances += [*answer["one_test"].values()]
    chances += [answer[kind][k] for kind in ("at_least", "wounds") for k in worth_it]
    assert fractions(page) >= {each["exact"] for each in chances}
    for line in [*answer["target_number"]["lines"], *answer["armor"]["lines"]]:
        assert re.search(rf'<a href="/rulings[^"]*">{re.escape(line["label"])}<small>', page)
        assert f"<small>{line['source']}</small></a>" in page


def test_both_actions_are_compared_below_a_shot_and_the_best_is_marked(passer_by: Phone) -> None:
    page, plans = shown(passer_by, SHOOT, **SHOT), api(passer_by, PLANS, **SHOT)["plans"]
    rows = re.findall(r'<li( class="best")?><span>([^<]*).*?</span><b>([^<]*)</b>', page)
    assert [(words, chance) for _, words, chance in rows] == [
        (", ".join(plan["actions"]).capitalize(), percent(plan["casualty"]["p"])) for plan in plans
    ]
    assert [bool(best) for best, _, _ in rows] == [plan["best"] for plan in plans]


def test_plans_are_what_the_core_answers_target_by_target(passer_by: Phone) -> None:
    question = PLAN | {"targets": "Elite:ar=24:wounds=2,Grunt:charge=0"}
    page, plans = shown(passer_by, PLANS, **question), api(passer_by, PLANS, **question)["plans"]
    rows = re.findall(r'class="plan( best)?".*?<span>([^<]*).*?<b>([^<]*)</b>.*?exactly ([\d/]+)', page, re.S)
    assert [(words, exact) for _, words, _, exact in rows] == [
        (", ".join(plan["actions"]).capitalize(), plan["casualty"]["exact"]) for plan in plans
    ]
    assert [bool(best) for best, *_ in rows] == [plan["best"] for plan in plans]
    assert re.findall(r"Casualty: (\w+)", page) == ["Elite", "Grunt"]


@pytest.mark.parametrize(
    ("path", "query", "said"),
    [
        (SHOOT, {"obstruction": "heavy", "cover": "1"}, [("Roll", "? − 4"), ("Armor", "? + 2")]),
        (SHOOT, {"mw": "12", "range": "-2"}, [("Roll", "10−"), ("Armor", "?")]),
        (SHOOT, {"aim": "1"}, [("Roll", "? + 4"), ("Armor", "?"), ("DAM", "? + 2")]),
        (STRIKE, {"charge": "1", "modifier": "1"}, [("Roll", "? + 3"), ("Armor", "?")]),
        (STRIKE, {"st": "6"}, [("Roll", "?"), ("Armor", "? − 6")]),
        (ARMOR, {"cover": "1", "dive": "1"}, [("Armor", "? + 4")]),
        (ARMOR, {"dam": "7"}, [("Armor", "? − 7")]),
    ],
)
def test_a_part_of_a_question_is_summed_as_far_as_it_goes(
    passer_by: Phone, path: str, query: dict[str, str], said: list[tuple[str, str]]
) -> None:
    page = shown(passer_by, path, **query)
    assert sums(page) == said
    assert "Enter " in page
    assert not fractions(page)
    for name, text in query.items():
        assert re.search(rf'(id="{name}(-{text})?"[^>]*(value="{text}"|checked)|<option value="{text}" selected)', page)


@pytest.mark.parametrize(
    "path", ["/warzone/shoot", "/warzone/strike", "/warzone/armor", "/warzone/plans", "/warzone/initiative"]
)
def test_nothing_asked_is_no_error(passer_by: Phone, path: str) -> None:
    assert re.findall(r'class="refusal"[^>]*>([^<]+)<', shown(passer_by, path)) == []


@pytest.mark.parametrize(
    ("path", "query", "name", "said"),
    [
        (SHOOT, {"mw": "55", "dam": "7", "ar": "20"}, "mw", "must be 1 to 20, got 55"),
        (SHOOT, {"mw": "ten", "dam": "-1"}, "dam", "0 to 40, got -1"),
        (
            SHOOT,
            {"wounds": "2", "wounds_taken": "2"},
            "wounds_taken",
            "less than W 2",
        ),
        (SHOOT, {"attacker": "nobody"}, "attacker", "there is no unit card nobody"),
        (STRIKE, {"cc": "9", "dam": "7", "st": "6", "ar": "20"}, "st", "give DAM or ST, not both"),
        (
            ARMOR,
            {"ar": "21", "dam": "13", "rolls": "11,4"},
            "rolls",
            "must be as many as the Damage Multiplier asks for",
        ),
        (PLANS, {"targets": "One:cover=7", "ar": "20"}, "targets", "One: cover must be 0 or 1, got 7"),
        ("/warzone/initiative", {"b_groups": "Hounds:5:0", "a": "2", "b": "3"}, "b_groups", "take a number of Units"),
        ("/warzone/tests", {"height": "40", "mv": "6", "ar": "20"}, "height", "36 inches, got 40"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_all_is_kept(
    passer_by: Phone, path: str, query: dict[str, str], name: str, said: str
) -> None:
    page = refused(passer_by, path, **query)
    assert said in re.findall(rf'id="wrong-{name}">([^<]*)<', page)[0]
    assert not fractions(page)
    (form,) = Page(page).forms
    kept = dict(in_one_line(folded(form.fields), ",", "rolls"))
    assert {field: kept[field] for field in query} == query


def test_a_parameter_that_no_calculator_knows_is_named(passer_by: Phone) -> None:
    assert "hand is not known here." in refused(passer_by, SHOOT, hand=1)
    assert passer_by.get("/warzone/shoot?mw=9&mw=8").status_code == 422


def test_a_card_goes_along_only_where_cards_are_taken() -> None:
    assert carried({"target": "moth", "ar": "20"}, SHOOT, "/warzone/tests") == {"ar": "20"}
    assert carried({"target": "moth"}, SHOOT, ARMOR) == {"target": "moth"}


def test_a_form_leads_to_the_short_address(passer_by: Phone) -> None:
    answer = passer_by.get("/warzone/shoot?mw=12&dam=&obstruction=&range=-2&cf=")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/warzone/shoot?mw=12&range=-2")


def test_cards_fill_in_what_is_not_said(phone: Phone) -> None:
    assert phone.put("/api/warzone/units/lamp-guard", GUARD).status_code == 200
    card = {"attacker": "lamp-guard", "weapon": "Wick Rifle", "band": "long", "target": "lamp-guard"}
    page = shown(phone, SHOOT, **card)
    assert sums(page) == sums(
        shown(phone, SHOOT, mw=13, range=-2, dam=12, cf=19, abilities="Burst (2)", ar=22, wounds=2, **{"def": -1})
    )
    assert 'placeholder="13"' in page
    assert '<option value="lamp-guard" selected>Lamp Guard</option>' in page
    assert "Weapon: say which: Wick Rifle, Soot Pot." in shown(phone, SHOOT, attacker="lamp-guard")
    assert ("Roll", "9−") in sums(shown(phone, SHOOT, **card | {"mw": 12}))


RUNNER = GUARD | {
    "id": "lamp-runner",
    "name": "Lamp Runner",
    "mv": 5,
    "ld": 13,
    "abilities": ["Gymnastic", "Tactical", "Determination"],
    "weapons": [
        {"name": "Wick Lance", "abilities": ["Reach (2)"], "cc": "+0 ST+3"},
        {"name": "Lob", "abilities": ["Indirect"], "short": '12" +1 9', "long": 'ST+20" -1 9'},
        {"name": "Long Lob", "abilities": ["Indirect"], "long": '40" +0 9'},
    ],
}
"""No unit of the game."""
ABLE = "Gymnastic, Tactical, Determination"


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ({"test": "move"}, {"mv": 5}),
        ({"test": "climb", "height": "9"}, {"mv": 5, "gymnastic": 1}),
        ({"test": "climb", "height": "9", "gymnastic": 0}, {"mv": 5}),
        ({"test": "fall", "height": "9"}, {"mv": 5, "ar": 22, "wounds": 2, "gymnastic": 1, "target_abilities": ABLE}),
        ({"test": "charge", "distance": "7"}, {"mv": 5, "reach": 2, "flight": 0}),
        ({"test": "charge", "distance": "7", "mv": 3}, {"reach": 2, "flight": 0}),
        ({"test": "interact"}, {"ld": 13, "tactical": 1, "determination": 1}),
        ({"test": "dangerous"}, {"ld": 13, "ar": 22, "wounds": 2, "determination": 1, "target_abilities": ABLE}),
        ({"test": "rally"}, {"ld": 13, "determination": 1, "recruit": 0}),
        (
            {"test": "spot", "weapon": "Lob", "distance": "20"},
            {"mw": 13, "short": 12, "long": 26, "short_modifier": 1, "long_modifier": -1},
        ),
    ],
)
def test_a_units_card_fills_in_the_smaller_sums(phone: Phone, query: dict[str, Any], numbers: dict[str, Any]) -> None:
    assert phone.put("/api/warzone/units/lamp-runner", RUNNER).status_code == 200
    kind, card = query["test"], query | {"unit": "lamp-runner"}
    plain = {name: value for name, value in query.items() if name not in ("test", "weapon")} | numbers
    by_card = {name: value for name, value in card.items() if name != "test"}
    assert api(phone, f"/warzone/{kind}", **by_card) == api(phone, f"/warzone/{kind}", **plain)
    page, bare = shown(phone, "/warzone/tests", **card), shown(phone, "/warzone/tests", test=kind, **plain)
    headline = r'class="headline">([^<]*)<'
    assert (sums(page), re.findall(headline, page)) == (sums(bare), re.findall(headline, bare))
    assert re.findall(headline, page)


def test_what_a_card_cannot_say_is_asked_for(phone: Phone) -> None:
    assert phone.put("/api/warzone/units/lamp-runner", RUNNER).status_code == 200
    runner = {"test": "spot", "unit": "lamp-runner", "distance": "20"}
    assert "Weapon: say which: Lob, Long Lob." in shown(phone, "/warzone/tests", **runner)
    assert "needs the unit" in refused(phone, "/warzone/tests", test="spot", distance=9, weapon="Lob")
    assert "there is no unit card nobody" in refused(phone, "/warzone/tests", test="move", unit="nobody")
    page = shown(phone, "/warzone/tests", test="move", unit="lamp-runner")
    assert 'placeholder="5"' in page
    assert "test=climb&unit=lamp-runner" in page


def test_a_number_goes_along_only_where_it_means_the_same(passer_by: Phone) -> None:
    page = shown(passer_by, "/warzone/tests", test="climb", mv=5, height="4.5", rough=1)
    ways = re.findall(r'href="/warzone/tests\?([^"]*)"', page)
    assert "test=move&mv=5" in ways
    assert "test=fall&mv=5&height=4.5" in ways
    for way in ways:
        assert passer_by.get(f"/warzone/tests?{way}").status_code == 200


def test_plans_take_both_weapons_from_the_card(phone: Phone) -> None:
    assert phone.put("/api/warzone/units/lamp-guard", GUARD).status_code == 200
    by_card = {"attacker": "lamp-guard", "ranged_weapon": "Wick Rifle", "band": "long", "target": "lamp-guard"}
    own = "Steadfast, Long Wick (3)"
    numbers = {"mw": 13, "range": -2, "dam": 12, "cf": 19, "abilities": f"Burst (2), {own}", "pw": 11}
    blow = {"cc": 12, "weapon": 1, "strike_dam": 11, "strike_cf": 20, "strike_abilities": own}
    at = {"ar": 22, "wounds": 2, "def": -1, "ld": 12, "target_abilities": own}
    assert api(phone, PLANS, **by_card, charge=1) == api(phone, PLANS, **numbers, **blow, **at, charge=1)
    several = api(phone, PLANS, **by_card | {"targets": "Two:target=lamp-guard:ar=20,Three:target=lamp-guard"})["plans"]
    assert several[0]["casualty"] != several[-1]["casualty"]
    assert phone.get(f"/api{PLANS}?targets=Two:target=nobody&ar=9").status_code == 422


@pytest.mark.parametrize(
    ("path", "query"),
    [(SHOOT, SHOT | {"weapon": "Rifle", "band": "long"}), (STRIKE, BLOW), (STRIKE, {"weapon": "Club"})],
)
def test_a_question_comes_back_from_the_plans_as_it_went(path: str, query: dict[str, Any]) -> None:
    texts = {name: str(value) for name, value in query.items()}
    assert carried(carried(texts, path, PLANS), PLANS, path) == texts


@pytest.mark.parametrize(
    ("path", "query"),
    [
        (SHOOT, SHOT | {"area": "explosive", "secondary": 1}),
        (STRIKE, BLOW),
        (PLANS, PLAN | {"pinned": 1}),
        (ARMOR, {"dam": 9, "ar": 20, "rolls": 4}),
        ("/warzone/tests", {"test": "fall", "height": "4", "mv": 6, "ar": 20, "cover": 1}),
        ("/warzone/initiative", {"turn": 2, "a": 3}),
    ],
)
def test_every_tab_leads_to_a_question_that_its_calculator_knows(
    passer_by: Phone, path: str, query: dict[str, Any]
) -> None:
    page = shown(passer_by, path, **query)
    ways = re.findall(r'href="([^"]*)"', page.partition('id="tabs"')[2].partition("</div>")[0])
    assert len(ways) == 7
    assert {passer_by.get(way).status_code for way in ways} == {200}


def test_a_strikes_damage_is_not_taken_for_a_shots() -> None:
    assert carried({"cc": "9", "dam": "7", "ar": "20", "cover": "1"}, STRIKE, SHOOT) == {"ar": "20", "cover": "1"}
    assert carried({"dam": "7", "cf": "19"}, STRIKE, PLANS) == {"strike_dam": "7", "strike_cf": "19"}


def test_the_tables_choice_is_named_where_the_sum_leans_on_it(passer_by: Phone) -> None:
    assert "Your rule choice" in shown(passer_by, STRIKE, **BLOW)
    assert "Your rule choice" not in shown(passer_by, SHOOT, **SHOT)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"ar": 21, "dam": 13, "rolls": "11"}, "One wound, and pinned."),
        ({"ar": 21, "dam": 13, "rolls": "11", "wounds": 1}, "Casualty."),
        ({"ar": 21, "dam": 13, "rolls": "8", "wounds": 2}, "Pinned."),
        ({"ar": 21, "dam": 13, "rolls": "2", "wounds": 2}, "No effect."),
    ],
)
def test_dice_on_the_table_are_told(passer_by: Phone, query: dict[str, Any], said: str) -> None:
    assert said in shown(passer_by, ARMOR, **{"wounds": 2} | query)


def test_each_armor_test_has_a_cell_for_its_die(passer_by: Phone) -> None:
    asked = {"ar": "21", "dam": "13", "multiplier": "2"}
    (form,) = Page(shown(passer_by, ARMOR, **asked, rolls="11,4")).forms
    assert [text for name, text in form.fields if name == "rolls"] == ["11", "4"]
    answer = passer_by.get(f"{ARMOR}?{urlencode([*asked.items(), ('rolls', ' 11'), ('rolls', '4')])}")
    assert answer.headers["Location"].endswith("rolls=11,4")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"turn": 3, "a_vp": 3, "a_roll": 12, "b_roll": 9}, "Player B keeps the Initiative"),
        ({"turn": 3, "a_roll": 9, "b_roll": 9}, "A tie."),
        ({"turn": 1, "deployment_chosen_by": "a"}, "Player B goes first."),
        ({"turn": 1}, "Who selected the Deployment Areas?"),
        ({"turn": 2, "a": 4, "b": 7}, "3 fewer is 1"),
    ],
)
def test_a_turn_begins(passer_by: Phone, query: dict[str, Any], said: str) -> None:
    assert said in shown(passer_by, "/warzone/initiative", **query)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"test": "fall", "height": "3", "mv": 6, "ar": 20}, "No test."),
        ({"test": "fall", "height": "5.5", "mv": 6, "ar": 21}, "Armor Test, 3−"),
        ({"test": "dangerous", "ld": 14, "ar": 20}, "Roll 14 or less."),
        ({"test": "enclosed", "ld": 9, "modifier": -2}, "Roll 7 or less."),
        ({"test": "interact", "ld": 14, "reroll": "failed"}, "91 %"),
        ({"test": "scatter", "distance": 4}, "4 inches that way"),
        ({"test": "cloud", "roll": 12}, "It is gone."),
        ({"test": "cloud", "turns": 2}, "75 %"),
        ({"test": "band", "distance": "12", "short": 12, "long": 24}, "Short or Long Range"),
        ({"test": "move", "mv": 5}, "5″, in Rough 3″"),
        ({"test": "move", "mv": 5, "in_clear": "2"}, "3″ left, in Rough 1″"),
        ({"test": "move", "mv": 5, "in_rough": "3.2"}, "has 3″: 1″ short"),
        ({"test": "charge", "mv": 6, "distance": "7.5", "reach": 2}, "It reaches."),
        ({"test": "charge", "mv": 6, "distance": "7"}, "has 6″: 1″ short"),
        ({"test": "charge", "mv": 6, "distance": "7", "pinned": 1}, "It may not."),
        ({"test": "obstacle", "height": "2", "model": "2"}, "As Rough."),
        ({"test": "climb", "mv": 5, "height": "4"}, "2 Actions"),
        ({"test": "climb", "mv": 5}, "3″ an Action"),
        ({"test": "jump", "mv": 4, "gap": "3", "moved": "2", "height": "5"}, "Too short: it falls, DAM 15."),
        ({"test": "jump", "mv": 4, "height": "2", "down": 1}, "It lands."),
        ({"test": "fall", "height": "6", "mv": 6, "ar": 20, "gymnastic": 1}, "No test."),
        ({"test": "fly", "mv": 6}, "12″, shots at it −4"),
        ({"test": "reposition", "rough": 1}, "1″"),
        (
            {"test": "spot", "distance": "20", "long": 36, "cover_height": 6, "cover_distance": 3},
            "may not aim",
        ),
        ({"test": "spot", "distance": "20", "short": 12, "long": 36, "mw": 12}, "You may aim there."),
        ({"test": "rally", "ld": 12}, "Roll 12 or less."),
        ({"test": "rally", "ld": 12, "recruit": 0}, "No test."),
        ({"test": "interact", "ld": 12, "tactical": 1}, "Roll 16 or less."),
        ({"ar": 20, "wounds": 2}, "<h1>Fall</h1>"),
        ({"test": "sight", "blocked": 3, "cover_contact": 1}, "Heavy, −4 to hit, +2 to AR"),
    ],
)
def test_the_smaller_sums(passer_by: Phone, query: dict[str, Any], said: str) -> None:
    assert said in shown(passer_by, "/warzone/tests", **query)


@pytest.mark.parametrize(
    ("ways", "said"),
    [(0, "0 %"), (1, "<0.1 %"), (14_300, "14.3 %"), (25_000, "25 %"), (99_999, ">99.9 %"), (100_000, "100 %")],
)
def test_a_chance_reads_as_sure_only_where_it_is(ways: int, said: str) -> None:
    assert percent(Chance.of(ways, 100_000).p) == said


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(("mw", "dam", "weapon", "cover", "`$.x`", "area")), st.text(max_size=6))))
def test_any_address_is_read(pairs: list[tuple[str, str]]) -> None:
    asked = read_address(pairs, ShootQuery)
    assert set(asked.errors) <= {name for name, _ in pairs}
    assert read_address(asked.texts.items(), ShootQuery).texts == asked.texts


@pytest.mark.parametrize(
    "path",
    [
        SHOOT,
        STRIKE,
        PLANS,
        ARMOR,
        "/warzone/initiative",
        *(f"/warzone/tests?test={kind}" for kind in KINDS if kind != "reposition"),
    ],
)
def test_an_example_is_one_tap_away_and_answers(passer_by: Phone, path: str) -> None:
    page = passer_by.get(path).text
    found = re.search(r'href="([^"]*)"[^>]*>Show an example', page)
    assert found is not None
    answer = passer_by.get(html.unescape(found[1]))
    assert answer.status_code == 200
    told = answer.text.partition('id="answer"')[2]
    assert 'class="headline"' in told or "ledger" in told, told
    assert "Enter " not in told
    assert "Show an example" not in told


def test_initiative_says_who_chooses_and_why(passer_by: Phone) -> None:
    """Roll for Initiative: the lower Initiative Score."""
    page = shown(passer_by, "/warzone/initiative", turn=2, a_roll=15, b_roll=14)
    assert "15 against 14" in page

"""Which printing is on the table: one choice sets its names and readings, each of which can then differ."""

import re

import pytest

from companion.battleline.choices import CHOICES, DEFAULTS, BattleLineChoices
from companion.table.opening import Again
from companion.table.table import Table
from tests.support import PHONE, entries
from tests.web.conftest import Phone
from tests.web.moments import MOMENTS

ASKED = "/api/battleline/choices"
GMT = {"edition": "first", "claim_time": "before_drawing", "redeploy": "environment_too", "leaders": "one_at_a_time"}
SECOND = {"edition": "second", "claim_time": "end_of_turn", "redeploy": "not_environment", "leaders": "one_a_game"}


def agree(phone: Phone, **said: str) -> dict[str, str]:
    answer = phone.put(ASKED, said)
    assert answer.status_code == 200, answer.text
    return {each["name"]: each["value"] for each in answer.get_json()["choices"]}


def differing(phone: Phone) -> set[str]:
    return {each["name"] for each in phone.get(ASKED).get_json()["choices"] if each["differs"]}


def test_a_box_brings_its_names_and_readings_and_nothing_else(phone: Phone) -> None:
    untouched = {"mud": "mud_stays", "tactics": "without", "players": "three"}
    assert agree(phone, box="second", **untouched) == {"box": "second"} | SECOND | untouched
    assert agree(phone, box="first", **untouched) == {"box": "first"} | GMT | untouched
    assert differing(phone) == set()


def test_each_reading_may_differ_until_the_box_is_said_again(phone: Phone) -> None:
    assert agree(phone, box="second", leaders="one_at_a_time")["leaders"] == "one_at_a_time"
    assert differing(phone) == {"leaders"}
    assert agree(phone, box="second")["leaders"] == "one_a_game"
    assert differing(phone) == set()


def test_who_says_no_box_gets_what_he_always_got(phone: Phone) -> None:
    said = agree(phone, edition="second")
    assert said == agree(phone) | {"edition": "second"}
    assert agree(phone) == {choice.name: choice.options[0].value for choice in CHOICES}
    assert (DEFAULTS.box.value, set(GMT.values())) == ("first", {getattr(DEFAULTS, name).value for name in GMT})


def test_the_log_tells_of_the_box_once_and_of_what_differs(phone: Phone, table: Table) -> None:
    agree(phone, box="second", redeploy="environment_too", players="three")
    agree(phone, box="second", players="three")
    assert [re.sub(r"^.*chose for the table: ", "", line.text) for _, line in entries(table)] == [
        "Our box says Battle Line (second printing)",
        "How many of you play? Three: three flags with each neighbour, three adjacent or four in all",
        "May Redeploy move Fog and Mud? No: only Troop cards and Morale Tactics",
    ]


def test_one_tap_on_the_page_says_which_box_and_keeps_what_is_no_printings(phone: Phone) -> None:
    agree(phone, leaders="one_a_game", players="three")
    page = phone.get("/choices").text
    assert page.count("Differs from your box.") == 1
    form = re.search(r'<form class="box".*?</form>', page, re.DOTALL)
    assert form is not None
    assert form[0].index("(GMT)") < form[0].index("(second printing)")
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="(\w+)"', form[0]))
    assert hidden == {"mud": "discarded", "tactics": "with", "players": "three"}
    assert phone.post("/choices/battleline", data=hidden | {"box": "second"}, drop=("X-Warglass",)).status_code == 303
    said = {each["name"]: each["value"] for each in phone.get(ASKED).get_json()["choices"]}
    assert said == {"box": "second", "mud": "discarded", "tactics": "with", "players": "three"} | SECOND
    assert 'value="second" aria-current="true"' in phone.get("/choices").text


def test_a_battle_that_is_on_keeps_what_it_was_begun_with(phone: Phone, table: Table) -> None:
    MOMENTS["battleline"]["nothing laid"](phone)
    phone.post("/choices/battleline", data={"box": "second"}, drop=("X-Warglass",))
    said = phone.get("/choices").text
    assert "keeps the choices it began with" in said
    assert '<a class="button" href="/game">Begin again</a>' in said
    table.exchange(Again(), source=PHONE)
    named = {each["name"]: each["label"] for each in phone.get("/api/table").get_json()["choices"]}
    assert named["box"] == "Battle Line (GMT)"
    assert phone.post("/api/table/new", {"game": "battleline"}).get_json()["choices"][0]["value"] == "second"


@pytest.mark.parametrize(
    ("ruling", "label"), [("bl-claim-when", "end of your turn"), ("bl-leader-limit", "one Leader a game")]
)
def test_a_ruling_reads_as_the_box_does(phone: Phone, ruling: str, label: str) -> None:
    agree(phone, box="second")
    assert label in phone.get(f"/rulings/{ruling}").text


def test_what_no_box_says_is_said_by_name(phone: Phone) -> None:
    answer = phone.put(ASKED, {"box": "third"})
    assert (answer.status_code, answer.get_json()["errors"][0]["field"]) == (422, "box")
    assert phone.put(ASKED, {"lid": "torn"}).status_code == 422


def test_every_field_is_asked_for() -> None:
    assert [choice.name for choice in CHOICES] == [*BattleLineChoices.__struct_fields__]

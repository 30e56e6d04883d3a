"""The table choices: agreed on by those who joined, kept, and named beside what leans on them."""

from companion.table.rule_choices import read_choices
from companion.warzone.choices import CHOICES, ArmorBounds, WarzoneChoices
from tests.web.conftest import Phone


def chosen(phone: Phone) -> dict[str, str]:
    return {each["name"]: each["value"] for each in phone.get("/api/warzone/choices").get_json()["choices"]}


def test_the_books_defaults_hold_until_the_table_agrees(phone: Phone, stranger: Phone) -> None:
    assert chosen(stranger)["armor_bounds"] == "bounded"
    assert phone.put("/api/warzone/choices", {"armor_bounds": "unbounded"}).status_code == 200
    assert chosen(stranger)["armor_bounds"] == "unbounded"


def test_only_who_has_joined_decides(passer_by: Phone) -> None:
    assert passer_by.put("/api/warzone/choices", {"armor_bounds": "unbounded"}).status_code == 403
    assert chosen(passer_by)["armor_bounds"] == "bounded"


def test_what_is_no_choice_is_said_by_name_and_changes_nothing(phone: Phone) -> None:
    answer = phone.put("/api/warzone/choices", {"armor_bounds": "sometimes"})
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["field"] == "armor_bounds"
    assert chosen(phone)["armor_bounds"] == "bounded"


def test_the_page_asks_and_agrees_without_javascript(phone: Phone) -> None:
    page = phone.get("/choices").text
    for choice in CHOICES:
        assert choice.cite.replace("'", "&#39;") in page
    assert phone.post("/choices/warzone", data={"armor_bounds": "unbounded"}).status_code == 303
    assert chosen(phone)["armor_bounds"] == "unbounded"
    assert 'value="unbounded" checked' in phone.get("/choices").text
    assert phone.post("/choices/chess", data={}).status_code == 404


def test_every_field_is_asked_for_and_every_default_is_the_first_option() -> None:
    defaults = WarzoneChoices()
    assert {choice.name for choice in CHOICES} == set(WarzoneChoices.__struct_fields__)
    assert all(getattr(defaults, choice.name).value == choice.options[0].value for choice in CHOICES)


def test_choices_of_another_time_are_left_for_the_defaults() -> None:
    assert read_choices(b'{"armor_bounds": "unbounded"}', WarzoneChoices).armor_bounds is ArmorBounds.UNBOUNDED
    assert read_choices(b'{"gone": 1}', WarzoneChoices) == WarzoneChoices()
    assert read_choices(None, WarzoneChoices) == WarzoneChoices()

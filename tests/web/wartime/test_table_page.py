"""Whose acts are whose on WarTime's pages, and what each phase offers."""

import re

import pytest

from tests.web.conftest import Phone
from tests.web.moments import MOMENTS


def forms(page: str) -> dict[str, str]:
    """Every form's tag by its action."""
    return {found[2]: found[0] for found in re.finditer(r'<form [^>]*?(action="([^"]+)")[^>]*>', page)}


def owner(tag: str) -> str | None:
    found = re.search(r'data-for="(\w+)" data-name="([^"]+)"', tag)
    return f"{found[1]} {found[2]}" if found else None


def test_every_tile_says_whose_it_is_and_the_tables_own_are_nobodys(phone: Phone) -> None:
    MOMENTS["wartime"]["running"](phone)
    tags = forms(phone.get("/").text)
    assert owner(tags["/timers/gold-30/flip"]) == "gold Valyance"
    assert owner(tags["/timers/red-30"]) == "red Firebrand"
    assert owner(tags["/timers/neutral-600/flip"]) is None
    assert owner(tags["/table/undo"]) is None


@pytest.mark.parametrize("timer", ["red-30", "red-90"])
def test_every_act_of_a_timers_sheet_is_its_sides(phone: Phone, timer: str) -> None:
    MOMENTS["wartime"]["running"](phone)
    sheet = phone.get(f"/timers/{timer}").text.partition('class="sheet"')[2].partition("<nav")[0]
    acts = [tag for tag in re.findall(r"<form [^>]*>", sheet) if 'method="post"' in tag]
    assert acts
    assert {owner(tag) for tag in acts} == {"red Firebrand"}


def test_a_sides_choice_is_its_own(phone: Phone) -> None:
    MOMENTS["wartime"]["timers alone"](phone)
    assert owner(forms(phone.get("/sides/red").text)["/sides/red/muster"]) == "red Firebrand"

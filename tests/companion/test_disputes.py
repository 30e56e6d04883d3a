"""The rulings on timing: complete, cited, and in our own words."""

import os
import re
from pathlib import Path

import pytest

from companion.wartime.disputes import DISPUTES

RULEBOOKS = Path(os.environ.get("WARGLASS_RULEBOOKS", Path(__file__).parents[2].parent / "shared" / "rulebooks"))
RUN = 8


@pytest.fixture(scope="module")
def rulebook() -> str:
    path = RULEBOOKS / "wartime.txt"
    if not path.is_file():
        pytest.skip("the rulebook is not at hand: set WARGLASS_RULEBOOKS to its folder to compare with it")
    return path.read_text(encoding="utf-8")


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.casefold().replace("’", "'"))


def runs(text: str) -> set[tuple[str, ...]]:
    found = words(text)
    return {tuple(found[start : start + RUN]) for start in range(len(found) - RUN + 1)}


def test_each_has_a_name_of_its_own_and_is_short_enough_to_read_out() -> None:
    assert len({each.id for each in DISPUTES}) == len(DISPUTES)
    for each in DISPUTES:
        assert re.fullmatch(r"timing(-[a-z]+)+", each.id)
        assert each.question[-1] in "?."
        assert each.answer[-1] == "."
        assert len(words(each.answer)) <= 50


def test_nothing_is_copied_from_the_rulebook(rulebook: str) -> None:
    printed = runs(rulebook)
    assert len(printed) > 5000
    for each in DISPUTES:
        assert runs(f"{each.question} {each.answer}") & printed == set()


def test_every_heading_that_is_cited_is_in_the_rulebook(rulebook: str) -> None:
    headings = {line.strip().casefold() for line in rulebook.splitlines() if line.strip().isupper()}
    for each in DISPUTES:
        assert each.cite.section.casefold() in headings


@pytest.mark.parametrize(
    ("dispute", "timers"),
    [
        ("timing-escaped", ["defender", "attacker gets no timer"]),
        ("timing-hit", ["attacker gets a timer"]),
        ("timing-killed", ["its player flips nothing", "attacker gets a timer"]),
        ("timing-charge-escaped", ["both get a timer"]),
        ("timing-charge-hit", ["one timer for the whole charge"]),
    ],
)
def test_every_clash_says_who_gets_a_timer(dispute: str, timers: list[str]) -> None:
    (found,) = [each for each in DISPUTES if each.id == dispute]
    assert all(part in found.answer.casefold() for part in timers)

"""The claim as a page: what an address asks, where a tap leads, and what is kept of what cannot be read."""

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.conftest import Phone
from web.battleline.claimpage import PARAMETERS, read_claim_question

PATH = "/battleline/claim"


def headline(page: str) -> str:
    found = re.search(r'id="headline">([^<]*)<', page)
    assert found is not None
    return found[1]


def follow(phone: Phone, query: str, *taps: str) -> str:
    """The address after taps on links, each by its id."""
    for tap in taps:
        found = re.search(rf'id="{tap}" href="([^"#]*)', phone.get(f"{PATH}{query}").text)
        assert found is not None, tap
        query = html.unescape(found[1])
    return query


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "Lay the cards."),
        ("?mine=R7.R8.R9&theirs=B8.B9", "Not yet."),
        ("?mine=R7.R8.R9&theirs=B8.B9&seen=B10", "Claim."),
        ("?mine=r7,r8+r9&theirs=B8.B9&seen=B10", "Claim."),
        ("?mine=R7.R8.R9&mud=1", "Not yet."),
        ("?mine=R10.B10.Y9&theirs=G1.G2.G3", "Not yet."),
        ("?mine=R10.B10.Y9&theirs=G1.G2.G3&fog=1", "Claim."),
        ("?mine=R1.R5.B9&theirs=G2.Y5.P8&last=theirs", "Claim."),
        ("?mine=R1.R5.B9&theirs=G2.Y5.P8&last=mine", "Not yet."),
    ],
)
def test_the_verdict_is_the_large_word(passer_by: Phone, query: str, said: str) -> None:
    answer = passer_by.get(f"{PATH}{query}")
    assert answer.status_code == 200
    assert headline(answer.text) == said


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?mine=R11", "mine[0]: R11 is no card"),
        ("?mine=R1&seen=R1", "seen[0]: Red 1 (R1) is there already, at mine[0]"),
        ("?fog=yes", "fog: must be 1"),
        ("?hand=R1", "hand: is not known here"),
        ("?mine=R1&mine=R2", "mine: is there twice"),
    ],
)
def test_what_cannot_be_read_is_named_and_kept(passer_by: Phone, query: str, said: str) -> None:
    answer = passer_by.get(f"{PATH}{query}")
    assert answer.status_code == 422
    assert said in html.unescape(answer.text)
    assert headline(answer.text) == "Not yet."
    assert 'value="R11"' in answer.text or "R11" not in query


def test_taps_lay_cards_on_my_side_then_on_theirs(passer_by: Phone) -> None:
    query = follow(passer_by, "", "R7", "R8", "R9", "B8", "B9", "to-seen", "B10")
    assert query == "?mine=R7.R8.R9&theirs=B8.B9&seen=B10&to=seen"
    assert headline(passer_by.get(f"{PATH}{query}").text) == "Claim."


def test_a_worked_example_is_one_tap_away(passer_by: Phone) -> None:
    (example,) = re.findall(r'href="([^"]*)">Show an example<', html.unescape(passer_by.get(PATH).text))
    page = passer_by.get(f"{PATH}{example}").text
    assert headline(page) == "Claim."
    assert ">Clear</a>" in page


def test_a_second_tap_takes_a_card_up_again(passer_by: Phone) -> None:
    assert follow(passer_by, "?mine=R7.R8", "R7") == "?mine=R8&to=mine"
    assert follow(passer_by, "", "mud", "mud") == "?"


def test_the_counterexample_and_the_cite_are_shown(passer_by: Phone) -> None:
    page = html.unescape(passer_by.get(f"{PATH}?mine=R7.R8.R9&theirs=B8.B9").text)
    assert "My side · wedge, 24" in page
    assert "Blue 10 is still unseen" in page
    assert "Battle Line (GMT) · Flags" in page


@settings(max_examples=30)
@given(st.dictionaries(st.sampled_from(PARAMETERS), st.text(max_size=12)))
def test_any_text_is_read(given: dict[str, str]) -> None:
    question = read_claim_question(given.items())
    assert question.address() == read_claim_question((name, text) for name, text in question.texts.items()).address()

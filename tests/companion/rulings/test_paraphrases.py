"""Ways to ask that nothing was tuned on: the untouched part of the paraphrases."""

import pytest

from companion.rulings.evaluate import ask, share
from companion.rulings.shelf import shipped, shipped_search
from companion.rulings.words import words_of
from tests.companion.rulings.paraphrases.paraphrase import Paraphrase, paraphrases, templates

RULINGS = [ruling for chapter in shipped() for ruling in chapter.rulings]
EVERY = 12
"""`make rulings` asks all of them."""


@pytest.fixture(scope="module")
def asked() -> list[Paraphrase]:
    return list(paraphrases(RULINGS, "test"))


def test_of_the_untouched_paraphrases_most_are_answered_among_the_first_three(asked: list[Paraphrase]) -> None:
    search = shipped_search()
    results = [ask(search, each.question, each.game, expected=(each.expected,)) for each in asked[::EVERY]]
    assert share(results, 1) >= 0.68
    assert share(results, 3) >= 0.92


def test_there_are_2000_of_them_and_always_the_same(asked: list[Paraphrase]) -> None:
    assert len({each.question for each in asked}) >= 2000
    assert asked == list(paraphrases(RULINGS, "test"))


def test_what_is_tuned_on_and_what_is_not_share_no_template() -> None:
    dev, test = ({way for kind in templates()[split].values() for way in kind} for split in ("dev", "test"))
    assert dev.isdisjoint(test)
    assert all("{asked}" in way or "{said}" in way for way in dev | test)


def test_none_says_a_text_of_its_ruling_word_for_word(asked: list[Paraphrase]) -> None:
    texts = {each.id: [words_of(text) for text in (each.question, *each.asked)] for each in RULINGS}
    assert not [each for each in asked if words_of(each.question) in texts[each.expected]]

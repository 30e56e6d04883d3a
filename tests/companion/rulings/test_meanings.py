"""Words without their endings, and what players mean by them."""

import pytest

from companion.games import RuledGame
from companion.rulings.words import Meanings, is_meaning, stem, words_of


def meant(game: RuledGame, text: str) -> set[str]:
    return {term for _, said in Meanings(game).read(words_of(text)) for term in said.terms if is_meaning(term)}


@pytest.mark.parametrize(
    "forms",
    [
        "move moves moved moving",
        "shoot shoots shooting",
        "deploy deployed deploying deployment",
        "stop stopped stopping stops",
        "tie tied ties",
        "carry carries carried",
        "pass passes passed passing",
        "activate activated activation",
        "roll rolls rolled rolling",
    ],
)
def test_the_forms_of_a_word_are_one(forms: str) -> None:
    assert len({stem(each) for each in forms.split()}) == 1


@pytest.mark.parametrize("word", ["los", "is", "d20", "2000", "", "s", "ing", "bed"])
def test_a_short_word_and_a_number_stay(word: str) -> None:
    assert stem(word) == word


def test_whoever_says_a_players_word_means_what_the_rulings_call_it_and_the_other_way_round() -> None:
    assert meant(RuledGame.WARZONE, "overwatch") & meant(RuledGame.WARZONE, "Ambush")
    assert meant(RuledGame.BATTLELINE, "a straight flush") == meant(RuledGame.BATTLELINE, "wedge")
    assert not meant(RuledGame.BATTLELINE, "flush") & meant(RuledGame.BATTLELINE, "straight")


def test_the_more_a_word_may_mean_the_less_surely_it_means_any() -> None:
    (_, said), *_ = Meanings(RuledGame.WARTIME).read(("fire",))
    sure = [surely for term, surely in said.terms.items() if is_meaning(term)]
    assert len(sure) > 1
    assert max(sure) < 1

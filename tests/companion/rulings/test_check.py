"""The checks across files, each with a fault made for it; and the rulings that come with Warglass have none."""

import msgspec
import pytest

from companion.games import RuledGame
from companion.rulings.ruling import Cite, Ruling, faults, sentences
from companion.rulings.shelf import shipped
from tests.support import Says

SOUND = Ruling(
    id="jump-far",
    game=RuledGame.WARTIME,
    question="How far can you jump?",
    answer="Two hexes. Never three.",
    cite=Cite("The Book", "Moving", "Jumping"),
)
OTHER = msgspec.structs.replace(SOUND, id="jump-high", question="How high?", see=("jump-far",), link="/measure")


def test_sound_rulings_have_no_fault() -> None:
    assert faults([SOUND, OTHER]) == []


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"id": "jump-far"}, Says("jump-far", "2 rulings")),
        ({"answer": "One. Two. Three. Four. Five."}, "jump-high: its answer has 5 sentences, and may have one to 4"),
        ({"answer": "and so on"}, "jump-high: its answer has 0 sentences, and may have one to 4"),
        ({"answer": "One. And then"}, "jump-high: its answer does not end with a sentence"),
        ({"see": ("jump-low",)}, "jump-high: there is no ruling jump-low to see"),
        ({"see": ("jump-high",)}, "jump-high: sees itself"),
        ({"link": "measure"}, "jump-high: its link measure is no address of this site"),
        ({"asked": ("how far can YOU jump?",)}, "jump-high: asks what jump-far asks: how far can you jump?"),
    ],
)
def test_each_fault_is_found(changed: dict[str, object], fault: str) -> None:
    assert fault in faults([SOUND, msgspec.structs.replace(OTHER, **changed)])


@pytest.mark.parametrize(
    ("text", "count"),
    [("One.", 1), ("Is it? Yes.", 2), ('He said "no." Then more.', 2), ("At 2.5 inches, e.g. here.", 1)],
)
def test_counting_sentences(text: str, count: int) -> None:
    assert sentences(text) == count


def test_the_rulings_that_come_with_warglass_are_sound() -> None:
    assert faults(ruling for chapter in shipped() for ruling in chapter.rulings) == []

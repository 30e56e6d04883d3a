"""A chapter's file: what it makes, and what its errors say."""

import pytest

from companion.errors import FileError
from companion.games import RuledGame
from companion.rulings.ruling import Cite, read_chapter

FILE = """book = "The Book"
chapter = "Moving"
order = 2

[[ruling]]
id = "jump-far"
question = "How far can you jump?"
answer = "Two hexes."
section = "Jumping"
page = 4
asked = ["leap distance"]
see = ["jump-high"]
link = "/measure?mode=move"
choice = "jumps"

[[ruling.also]]
section = "Leaping"
chapter = "Appendix"
"""


def test_a_chapter_and_its_rulings() -> None:
    chapter = read_chapter(FILE, game=RuledGame.WARTIME, file="moving.toml")
    assert (chapter.game, chapter.book, chapter.title, chapter.order) == (RuledGame.WARTIME, "The Book", "Moving", 2)
    (ruling,) = chapter.rulings
    assert ruling.cite == Cite("The Book", "Moving", "Jumping", 4)
    assert ruling.also == (Cite("The Book", "Appendix", "Leaping"),)
    assert (ruling.asked, ruling.see, ruling.link, ruling.choice) == (
        ("leap distance",),
        ("jump-high",),
        "/measure?mode=move",
        "jumps",
    )
    assert not ruling.house


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('answer = "Two hexes."', 'answer = ""', r"moving.toml, line 8: ruling\[0\].answer: must not be empty"),
        (
            'id = "jump-far"',
            'id = "Jump far"',
            r"moving.toml, line 6: ruling\[0\].id: must be small letters",
        ),
        ("page = 4", 'page = "4"', r"moving.toml, line 10: ruling\[0\].page: must be a whole number"),
        ("page = 4", "pages = 4", r"moving.toml, line 10: ruling\[0\]: there is no key pages"),
        ('section = "Jumping"\n', "", r"moving.toml, line 5: ruling\[0\]: missing required field section"),
        ('chapter = "Moving"\n', "", "moving.toml: missing required field chapter"),
        ("[[ruling]]", "[[ruling", r"moving.toml, line \d+: close the brackets as they are opened: \[\[ruling\]\]"),
    ],
)
def test_errors_name_file_and_line(old: str, new: str, message: str) -> None:
    with pytest.raises(FileError, match=message):
        read_chapter(FILE.replace(old, new, 1), game=RuledGame.WARTIME, file="moving.toml")

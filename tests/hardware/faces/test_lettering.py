"""Text fits, whatever the name: nothing is cut, nothing is empty."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from hardware.faces import lettering
from hardware.faces.lettering import FIGURES, LARGE, LARGER, LARGEST, MEDIUM, SMALL, TINY, Type

TYPES = (LARGEST, LARGER, LARGE, MEDIUM, SMALL, TINY)
names = st.text(min_size=1, max_size=24).filter(lambda name: bool(name.split()))


def ink(text: str, type_: Type) -> tuple[int, int, int, int] | None:
    """The bounding box of it on a wide canvas, its origin at (40, 40)."""
    canvas = Image.new("1", (1200, 120))
    font = ImageFont.load(str(lettering._FONTS / f"{type_.font}.pil"))
    ImageDraw.Draw(canvas).text((40, 40), text, fill=255, font=font)
    return canvas.getbbox()


@given(name=names, room=st.integers(18, 128), smallest=st.integers(1, len(TYPES)))
def test_a_fitted_name_is_within_its_room_and_not_empty(name: str, room: int, smallest: int) -> None:
    text, type_ = lettering.fitted(name, room=room, types=TYPES[-smallest:])
    assert text
    box = ink(text, type_)
    if box is not None:
        assert box[0] >= 40
        assert box[2] <= 40 + room
    assert lettering.rendered(text, type_).width <= room


@given(name=st.text(max_size=24))
def test_plain_text_is_what_the_fonts_have(name: str) -> None:
    text = lettering.plain(name)
    assert text.isprintable()
    assert all(ord(letter) < 256 for letter in text)
    assert lettering.plain(text) == text


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Wolf Rider", "Wolf Rider"),
        ("Štěpán’s  Ork", "Stepán's Ork"),
        ("23 s − left…", "23 s - left..."),
        ("a\n\tb", "a b"),
    ],
)
def test_accents_that_the_fonts_lack_go(name: str, said: str) -> None:
    assert lettering.plain(name) == said


def test_first_it_shrinks_then_it_abbreviates() -> None:
    types = (MEDIUM, SMALL, TINY)
    assert lettering.fitted("Archer", room=82, types=types) == ("Archer", MEDIUM)
    assert lettering.fitted("Skeleton Warriors", room=82, types=types) == ("Skeleton Warriors", TINY)
    assert lettering.fitted("Skeleton Warriors Two", room=82, types=types) == ("Skel. Warr. Two", SMALL)
    assert lettering.fitted("Wolf Rider", room=24, types=(TINY,)).text == "WoRi"


@given(text=st.text(st.sampled_from("abcdefghij WMil.é"), min_size=1, max_size=160), low=st.booleans())
def test_wrapped_text_is_within_its_box(text: str, low: bool) -> None:
    size = (122, 30 if low else 62)
    type_, lines = lettering.wrapped(text, size=size, types=TYPES)
    assert len(lines) * type_.line <= size[1]
    assert all(lettering.width(line, type_) <= size[0] for line in lines)
    assert bool(lines) == bool(text.split())


def test_a_sentence_that_fits_is_said_in_full() -> None:
    said = "The game has not begun. Each hold a button, or tap Begin."
    type_, lines = lettering.wrapped(said, size=(122, 62), types=TYPES)
    assert " ".join(lines) == said
    assert type_ == MEDIUM


@pytest.mark.parametrize("type_", [*TYPES, *FIGURES.values()], ids=lambda type_: type_.font)
def test_types_are_as_they_are_described(type_: Type) -> None:
    bottom = ink("5" if type_ in FIGURES.values() else "H", type_)
    assert bottom is not None
    assert bottom[3] - 40 == type_.baseline
    assert lettering.rendered("5", type_).height == type_.line


def test_figures_are_all_of_one_width() -> None:
    for type_ in FIGURES.values():
        assert len({lettering.width(str(digit), type_) for digit in range(10)}) == 1

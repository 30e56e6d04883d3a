"""A card survives being printed, scanned, copied and pasted; one that did not is refused in words."""

import base64
import functools

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.fields.invalid import Invalid
from companion.hall.card import LONGEST_CARD, PREFIX, HallCard, fingerprint, link, read_card, written
from companion.hall.enrol.certificates import authority, der
from tests.support import examples

LETTERS = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))
NAMES = st.from_regex(r"[a-z0-9]{1,9}(-[a-z0-9]{1,9}){0,3}", fullmatch=True).filter(
    lambda name: name not in ("round", "hall")
)
LARGEST_PRINTED = 22
"""Version of the QR code: 105 modules a side, 0.7 mm each on paper."""


@functools.cache
def ca() -> bytes:
    return der(authority("club-night", ("warglass-hall.local", "8.8.8.8")).certificate)


@st.composite
def cards(draw: st.DrawFn) -> HallCard:
    return HallCard(
        host=draw(st.sampled_from(["hall.local", "192.168.1.10", "fd00::1", "a.b-c.example"])),
        port=draw(st.integers(1, 65535)),
        hall=draw(NAMES),
        table=draw(NAMES),
        called=draw(st.text(LETTERS, max_size=40)),
        password=draw(st.text("abcXYZ019-_", min_size=1, max_size=40)),
        ca=ca(),
        key=draw(st.binary(min_size=32, max_size=32)),
    )


CARD = HallCard(
    host="192.168.1.10",
    port=8883,
    hall="club-night",
    table="table-7",
    called="Table 7",
    password="a" * 22,
    ca=ca(),
    key=bytes(range(32)),
)


@settings(max_examples=examples(60))
@given(card=cards(), data=st.data())
def test_there_and_back_however_it_was_copied(card: HallCard, data: st.DataObject) -> None:
    text = written(card)
    assert len(text) <= LONGEST_CARD
    assert read_card(text) == read_card(link(card)) == read_card(link(card, at="192.168.1.5:8080")) == card
    cut = data.draw(st.integers(0, len(text)))
    assert read_card(f"  {text[:cut]}\n  {text[cut:]}\n") == card


@settings(max_examples=examples(100))
@given(at=st.integers(0, len(written(CARD)) - 1), letter=st.sampled_from("AQz09-_=é"))
def test_one_wrong_letter_is_found(at: int, letter: str) -> None:
    text = written(CARD)
    if text[at] != letter:
        with pytest.raises(Invalid, match=r"^card: "):
            read_card(text[:at] + letter + text[at + 1 :])


def test_a_card_that_is_cut_says_how_much_is_missing() -> None:
    text = written(CARD)
    for end in range(len(text)):
        with pytest.raises(Invalid, match=r"is missing|must begin|is cut off"):
            read_card(text[:end])
    with pytest.raises(Invalid, match=rf"is cut off: 400 of {len(text) - len(PREFIX)} letters"):
        read_card(text[: len(PREFIX) + 400])
    with pytest.raises(Invalid, match="wrong"):
        read_card(text + text.removeprefix(PREFIX))


@settings(max_examples=examples(200))
@given(text=st.text() | st.binary(max_size=600).map(lambda data: PREFIX + base64.urlsafe_b64encode(data).decode()))
def test_whatever_else_somebody_scans_is_refused(text: str) -> None:
    with pytest.raises(Invalid, match=r"^card: "):
        read_card(text)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"host": "hall local"}, "no address"),
        ({"host": ""}, "no address"),
        ({"host": "0.0.0.0"}, "no address"),
        ({"host": "fe80::1%eth0"}, "no address"),
        ({"host": "-x"}, "no address"),
        ({"table": "hall"}, "names no table"),
        ({"called": "a\tb"}, "called that cannot be printed"),
        ({"password": ""}, "no password"),
        ({"ca": b"\x30\x03abc"}, "certificate in it that is none"),
        ({"ca": b""}, "no certificate"),
        ({"key": b"short"}, "another Warglass"),
        ({"port": 0}, "another Warglass"),
    ],
)
def test_what_cannot_be_used_is_neither_written_nor_read(change: dict[str, object], said: str) -> None:
    fields = {name: getattr(CARD, name) for name in CARD.__struct_fields__} | change
    with pytest.raises(Invalid, match=said):
        written(HallCard(**fields))


def test_on_this_very_machine_it_goes_without_a_certificate() -> None:
    for host in ("localhost", "127.0.0.1", "::1"):
        card = HallCard(host=host, port=1883, hall="h", table="t", called="", password="p", ca=b"", key=bytes(32))
        assert read_card(written(card)) == card


def test_an_endless_text_is_not_looked_at() -> None:
    with pytest.raises(Invalid, match="more than"):
        read_card(PREFIX + "A" * 50_000_000)


def test_its_link_is_small_enough_to_scan() -> None:
    longest = HallCard(
        host="a" * 34 + ".local",
        port=65535,
        hall="h" * 40,
        table="t" * 40,
        called="Ж" * 40,
        password="p" * 22,
        ca=ca(),
        key=bytes(32),
    )
    version = segno.make(link(CARD), error="l", micro=False).version
    assert isinstance(version, int)
    assert version <= LARGEST_PRINTED
    assert segno.make(link(longest), error="l", micro=False)


def test_people_compare_a_fingerprint() -> None:
    words = fingerprint(CARD).split()
    assert len(words) == 16
    assert all(len(word) == 4 for word in words)

"""The two steps into a table with a Wi-Fi of its own, as a camera and as eyes see them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageStat

from companion.hotspot.wifi import LETTERS, Wifi, network_name
from hardware.faces.face import draw
from hardware.faces.qr import QrFace, WifiFace
from tests.hardware.faces.test_qr import displayed, photographed, read


def face(name: str, passphrase: str = "k7mq2pxrwd4h") -> WifiFace:
    return WifiFace(link=Wifi(name=name, passphrase=passphrase).link, name=name, passphrase=passphrase)


def second(address: str = "10.42.0.1", code: str = "MWQXYW") -> QrFace:
    return QrFace(link=f"HTTP://{address}/J/{code}ACDE", address=address, code=code, second=True)


def test_both_are_read_from_the_glass() -> None:
    for wanted in (face("Warglass"), second()):
        for degrees in (7, -20, 180):
            assert read(photographed(displayed(wanted), degrees=degrees)) == [wanted.link]


@settings(max_examples=25)
@given(
    hostname=st.from_regex(r"[A-Za-z0-9][A-Za-z0-9-]{0,62}", fullmatch=True),
    passphrase=st.text(LETTERS, min_size=12, max_size=12),
)
def test_whatever_the_machine_is_called_cameras_read_it(hostname: str, passphrase: str) -> None:
    wanted = face(network_name(hostname), passphrase)
    assert read(photographed(draw(wanted, 128, 64), degrees=4)) == [wanted.link]


@given(name=st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=14))
@settings(max_examples=25)
def test_what_is_escaped_arrives_as_it_was_written(name: str) -> None:
    wanted = face(name)
    assert read(photographed(draw(wanted, 128, 64), degrees=4)) == [wanted.link]


@pytest.mark.parametrize("height", [64, 32])
@pytest.mark.parametrize("name", ["Warglass", network_name("M" * 20), network_name("dragonlord")])
def test_whoever_types_finds_every_letter(height: int, name: str) -> None:
    plain = face(name, passphrase="mmmmmmwwwwww")
    for other in (face(name, passphrase="mmmmmmwwwwwa"), face(f"{name[:-1]}x", passphrase=plain.passphrase)):
        changed = displayed(other, height=height)
        left = (64, 0, 128, height) if height == 64 else (0, 0, 128, height)
        assert displayed(plain, height=height).crop(left).tobytes() != changed.crop(left).tobytes()


def test_a_passphrase_too_long_for_the_code_is_left_to_the_letters() -> None:
    glass = displayed(face("Club House", passphrase="a very long passphrase of a club that has some"))
    assert read(photographed(glass, degrees=0)) == []
    assert ImageStat.Stat(glass.convert("L")).mean[0] > 20


def test_the_second_step_says_what_to_answer_a_phone_that_misses_the_internet() -> None:
    plain = QrFace(link=second().link, address=second().address, code=second().code)
    assert displayed(second()).tobytes() != displayed(plain).tobytes()
    for other in (second(code="MWQXYA"), second(address="10.42.0.2")):
        letters = (64, 0, 128, 64)
        assert displayed(second()).crop(letters).tobytes() != displayed(other).crop(letters).tobytes()

"""The QR code as a camera sees it: read back from the chip's display RAM, behind the wire."""

from ipaddress import IPv4Address
from pathlib import Path

import msgspec
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFilter, ImageStat

from companion.clock import ManualClock
from companion.config import shipped_panel
from companion.people import Invite
from hardware.faces.face import Face, draw
from hardware.faces.qr import QrFace
from hardware.faces.words import MessageFace
from hardware.screens.screen import Screen
from hardware.simulated.simulator import Simulator
from tests.hardware.rig import Rig
from tests.hardware.test_panel import Screens

ALPHABET = "ACDEFHJKMNPQRTUVWXY34679"
ADDRESSES = ["10.0.0.5", "192.168.1.5:8080", "192.168.100.100:8080", "172.16.254.199:65535", "[2001:db8::1:5]:8080"]


def face(address: str, code: str = "MWQXYW") -> QrFace:
    invite = Invite(address=address, code=code, phones=0, token="ACDE")
    assert invite.link is not None
    return QrFace(link=invite.link, address=address, code=code)


def displayed(face: Face, *, rotate: int = 0, height: int = 64) -> Image.Image:
    """What the glass shows, through driver, wire and chip."""
    panel = shipped_panel("starter")
    config = msgspec.structs.replace(panel.screens[0], rotate=rotate, height=height)
    panel = msgspec.structs.replace(panel, screens=(config,))
    simulator = Simulator(panel, clock=ManualClock(), khz=None)
    assert Screen(config=config, link=simulator.link(config), clock=ManualClock()).show(face)
    picture = simulator.chips[config.id].picture()
    simulator.close()
    return picture


def photographed(glass: Image.Image, *, degrees: float, pixels: int = 3, blur: float = 1.5) -> Image.Image:
    """A module's glass in its dark frame: not quite upright, not quite sharp, neither black nor white."""
    framed = Image.new("L", (glass.width + 40, glass.height + 40), 0)
    framed.paste(glass.convert("L"), (20, 20))
    large = framed.resize((framed.width * pixels, framed.height * pixels), Image.Resampling.BOX)
    turned = large.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=0)
    return turned.filter(ImageFilter.GaussianBlur(blur)).point([30 + level * 170 // 255 for level in range(256)])


def read(picture: Image.Image) -> list[str]:
    return [found.text for found in zxingcpp.read_barcodes(picture.convert("L"))]


@pytest.mark.parametrize("address", ADDRESSES)
def test_it_is_read_from_the_glass(address: str) -> None:
    wanted = face(address)
    for degrees in (7, -20, 180):
        assert read(photographed(displayed(wanted), degrees=degrees)) == [wanted.link]
    assert read(photographed(displayed(wanted, rotate=180), degrees=3)) == [wanted.link]


@pytest.mark.deep
@settings(max_examples=300)
@given(
    address=st.ip_addresses(v=4, network="192.168.0.0/16") | st.ip_addresses(v=4, network="10.0.0.0/8"),
    port=st.just(80) | st.integers(1024, 65535),
    code=st.text(ALPHABET, min_size=6, max_size=6),
)
def test_any_address_and_any_code_are_read(address: IPv4Address, port: int, code: str) -> None:
    wanted = face(f"{address}{'' if port == 80 else f':{port}'}", code)
    assert read(photographed(draw(wanted, 128, 64), degrees=5)) == [wanted.link]


def test_the_writer_puts_it_on_its_screen(tmp_path: Path) -> None:
    rig = Rig.seated(tmp_path / "t.sqlite")
    screens = Screens(rig)
    rig.hold("pause")
    screens.rounds()
    chips = rig.simulator.chips
    read_back = {screen: read(chip.picture().resize((256, 128))) for screen, chip in chips.items()}
    assert {screen: texts for screen, texts in read_back.items() if texts} == {
        "neutral-600": ["HTTP://192.168.1.5:8080/J/ACDEFH"]
    }
    rig.tap("pause")
    screens.rounds()
    assert screens.right("neutral-600")
    rig.close()


def test_a_screen_says_that_the_code_is_on_it_before_it_is_and_until_it_is_gone() -> None:
    panel = shipped_panel("starter")
    config, clock = panel.screens[0], ManualClock()
    simulator = Simulator(panel, clock=clock, khz=None)
    bus = simulator.bus(config)
    screen = Screen(config=config, link=simulator.link(config), clock=clock)
    plain = MessageFace("paused")
    assert screen.show(plain)
    assert not screen.shows_code
    bus.fail_next(99, delivered=100)
    assert not screen.show(face("10.0.0.5"))
    assert screen.shows_code, "some of it arrived"
    bus.fail_next(0)
    clock.advance(seconds=1)
    assert screen.show(face("10.0.0.5"))
    assert screen.shows_code
    bus.fail_next(99, delivered=100)
    assert not screen.show(plain)
    assert screen.shows_code, "some of it stayed"
    bus.fail_next(0)
    clock.advance(seconds=1)
    assert screen.show(plain)
    assert not screen.shows_code
    simulator.close()


@pytest.mark.parametrize(("address", "modules"), [("10.0.0.5", 25), ("192.168.100.100:8080", 25), (ADDRESSES[-1], 29)])
def test_dark_modules_of_two_pixels_stand_in_a_lit_field(address: str, modules: int) -> None:
    glass = displayed(face(address)).convert("L")
    corner = (62 - 2 * modules) // 2
    assert corner >= 2, "at least a module of light all around"
    field = glass.crop((1, 1, 63, 63))
    rim = Image.new("L", (62, 62), 255)
    rim.paste(0, (corner, corner, 62 - corner, 62 - corner))
    assert ImageStat.Stat(field, mask=rim).extrema == [(255, 255)]
    code = field.crop((corner, corner, 62 - corner, 62 - corner))
    halved = code.resize((modules, modules), Image.Resampling.NEAREST)
    assert code.tobytes() == halved.resize(code.size, Image.Resampling.NEAREST).tobytes()
    assert halved.crop((0, 0, 7, 1)).tobytes() == bytes(7), "a finder's edge is dark"


def test_without_its_rim_it_would_not_be_read() -> None:
    """Why the rim matters: the module's own frame around it is dark."""
    glass = displayed(face("192.168.1.5:8080")).convert("L")
    bare = Image.new("L", glass.size, 0)
    bare.paste(glass.crop((7, 7, 57, 57)), (7, 7))
    assert read(photographed(glass, degrees=2)) != []
    assert read(photographed(bare, degrees=2)) == []


def test_beside_the_code_it_says_who_is_guessing() -> None:
    calm = face("192.168.1.5:8080")
    alarmed = msgspec.structs.replace(calm, guesser="192.168.100.177")
    assert read(photographed(displayed(alarmed), degrees=3)) == [calm.link]
    assert displayed(alarmed).tobytes() != displayed(calm).tobytes()
    other = msgspec.structs.replace(calm, guesser="192.168.100.178")
    assert displayed(alarmed).tobytes() != displayed(other).tobytes(), "and from where"
    assert displayed(alarmed, height=32).tobytes() == displayed(calm, height=32).tobytes(), "it has no QR code"


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_low_screen_says_it_in_letters(address: str) -> None:
    """Two pixels a module need 46 rows; one a module, on glass 5.6 mm high, no phone makes out."""
    low = displayed(face(address), height=32)
    assert read(photographed(low, degrees=0)) == []
    for other in (face(address, code="MWQXYA"), face(f"{address[:-1]}4")):
        assert low.tobytes() != draw(other, 128, 32).tobytes(), "every letter of it is there"


def test_a_link_too_long_for_two_pixels_a_module_is_left_to_the_letters() -> None:
    glass = displayed(face("[2001:0db8:1234:5678:1234:5678:1234:1235]:8080"))
    assert read(photographed(glass, degrees=0)) == []
    assert ImageStat.Stat(glass.convert("L")).mean[0] > 20

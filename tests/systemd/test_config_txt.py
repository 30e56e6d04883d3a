"""The Pi's config.txt: switched on, on every Pi, and put back to the byte."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

SOURCE = Path(__file__).parents[2] / "systemd" / "config_txt.py"
WANTED = ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000", "dtoverlay=i2c-mux,pca9548,addr=0x70"]


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("config_txt", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


config_txt = _loaded()

AS_SHIPPED = """# For more options and information see http://rptl.io/configtxt
#dtparam=i2c_arm=on
#dtparam=spi=on
dtparam=audio=on
dtoverlay=vc4-kms-v3d

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
"""


class Firmware:
    """What a board of one kind makes of a config.txt: a second reading of it, as the manual describes one."""

    def __init__(self, text: str, *, board: str) -> None:
        self.parameters: dict[str, str] = {}
        self.overlays: list[str] = []
        listening = True
        for raw in text.replace("\r\n", "\n").split("\n"):
            line = raw.strip()
            if line.startswith("[") and line.endswith("]"):
                listening = line[1:-1] in ("all", board)
            elif listening and line.startswith("dtparam="):
                for part in line.removeprefix("dtparam=").split(","):
                    name, _, value = part.partition("=")
                    self.parameters[{"i2c": "i2c_arm"}.get(name, name)] = value or "on"
            elif listening and line.startswith("dtoverlay="):
                self.overlays.append(line.removeprefix("dtoverlay="))

    @property
    def ready(self) -> bool:
        return (
            self.parameters.get("i2c_arm") == "on"
            and "i2c_arm_baudrate" in self.parameters
            and len([name for name in self.overlays if name.startswith("i2c-mux,")]) == 1
        )


LINES = st.sampled_from(
    [
        "",
        "# a note",
        "#dtparam=i2c_arm=on",
        "dtparam=i2c_arm=on",
        "dtparam=i2c_arm=off",
        "dtparam=i2c,audio=on",
        "dtparam=i2c_arm_baudrate=100000",
        "dtoverlay=vc4-kms-v3d",
        "[pi4]",
        "[cm5]",
        "[all]",
    ]
)
TEXTS = st.builds(lambda lines, end: "\n".join(lines) + end, st.lists(LINES, max_size=8), st.sampled_from(["", "\n"]))


@settings(max_examples=60)
@given(text=TEXTS, board=st.sampled_from(["pi4", "pi5"]))
def test_every_board_is_ready_and_a_second_time_changes_nothing(text: str, board: str) -> None:
    new = config_txt.with_block(text, WANTED)
    assert Firmware(new, board=board).ready
    assert config_txt.with_block(new, WANTED) == new
    assert config_txt.without_block(new) == text


@settings(max_examples=60)
@given(text=TEXTS, later=TEXTS, board=st.sampled_from(["pi4", "pi5", "cm5"]))
def test_what_was_written_after_it_means_the_same_without_it(text: str, later: str, board: str) -> None:
    """As if the later lines had been written on a line of their own, where the block had left every Pi listening."""
    kept = Firmware(config_txt.without_block(config_txt.with_block(text, WANTED) + later), board=board)
    after = "" if config_txt.with_block(text, WANTED) == text else "\n[all]"
    expected = Firmware(f"{text}{after}\n{later}", board=board)
    assert (kept.parameters, kept.overlays) == (expected.parameters, expected.overlays)


@pytest.mark.parametrize(
    ("text", "added"),
    [
        (AS_SHIPPED, WANTED),
        (AS_SHIPPED.removesuffix("[all]\n"), ["[all]", *WANTED]),
        ("[pi4]\ndtparam=i2c_arm=on", ["[all]", *WANTED]),
        ("dtparam=i2c_arm=on\n[pi4]\ndtparam=i2c_arm=off\n", ["[all]", *WANTED]),
        ("dtparam=i2c_arm=on\n", WANTED[1:]),
        ("dtparam=i2c1=on,i2c1_baudrate=100000\r\n", WANTED[2:]),
        ("dtparam=i2c_arm\ndtoverlay=i2c-mux,pca9548\n", WANTED[1:2]),
        ("dtoverlay=i2c-mux,pca9548,addr=0x71\n", WANTED),
        ("dtparam=i2c_arm=on\ndtparam=i2c_arm=off\n", WANTED),
        ("", WANTED),
    ],
)
def test_only_what_is_missing_is_added_where_every_pi_reads_it(text: str, added: list[str]) -> None:
    block = "\n".join(["", config_txt.BEGIN, *added, config_txt.END, ""])
    assert config_txt.with_block(text, WANTED) == text + block


def test_all_there_already_is_no_block() -> None:
    text = "\n".join(WANTED)
    assert config_txt.with_block(text, WANTED) == text


def test_another_panel_has_another_block() -> None:
    once = config_txt.with_block(AS_SHIPPED, WANTED)
    assert config_txt.with_block(once, WANTED[:2]) == config_txt.with_block(AS_SHIPPED, WANTED[:2])
    assert config_txt.with_block(once, []) == AS_SHIPPED


def test_the_first_change_leaves_a_copy_and_the_removal_takes_it_when_it_holds_nothing_else(tmp_path: Path) -> None:
    place = tmp_path / "config.txt"
    odd = b"dtparam=audio=on\r\n# caf\xe9"
    place.write_bytes(odd)
    assert config_txt.add(place, WANTED)
    assert not config_txt.add(place, WANTED)
    (copy,) = tmp_path.glob("config.txt.before-warglass-*")
    assert copy.read_bytes() == odd
    assert config_txt.add(place, WANTED[:1])
    assert list(tmp_path.glob("config.txt.before-warglass-*")) == [copy]
    assert config_txt.remove(place)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"config.txt": odd}
    assert not config_txt.remove(place)


def test_a_copy_of_what_has_been_changed_since_is_kept(tmp_path: Path) -> None:
    place = tmp_path / "config.txt"
    place.write_text(AS_SHIPPED)
    config_txt.add(place, WANTED)
    with place.open("a") as file:
        file.write("dtparam=audio=off\n")
    config_txt.remove(place)
    assert place.read_text() == AS_SHIPPED + "dtparam=audio=off\n"
    (copy,) = tmp_path.glob("config.txt.before-warglass-*")
    assert copy.read_text() == AS_SHIPPED

"""A configuration is right, or it is refused with its key and line."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion import config
from companion.config import ConfigError, shipped_panel
from companion.panel.config import SoundConfig, SounderKind
from companion.panel.notes import notes
from companion.table.seats import Side
from companion.wartime.scenario.scenario import BOX

ROOT = Path(__file__).parents[3]
PANEL = """\
[panel]
name = "mine"

[[panel.screens]]
id = "one"
shows = ["gold-30"]

[[panel.screens]]
id = "two"
shows = ["red-30"]
address = 0x3D

[[panel.controls]]
id = "gold-30"
gpio = 5
timer = "gold-30"

[[panel.controls]]
id = "pause"
gpio = 6
"""


def test_the_full_panel_has_a_button_and_a_screen_for_every_timer() -> None:
    panel = config.load_config(None).panel
    timers = [spec.id for spec in BOX]
    assert [screen.shows for screen in panel.screens] == [(timer,) for timer in timers]
    assert [control.timer for control in panel.controls] == [*timers, None]
    assert panel.sounder is not None
    assert panel.light is not None
    assert len({(screen.channel, screen.address) for screen in panel.screens}) == 12


@pytest.mark.parametrize(("name", "moved", "muxes"), [("full-8-channels", 4, 1), ("full-2-multiplexers", 0, 2)])
def test_other_full_panels_differ_in_where_screens_hang(name: str, moved: int, muxes: int) -> None:
    full, other = shipped_panel("full"), shipped_panel(name)
    assert replace(other, name="full", screens=full.screens) == full
    assert [(screen.id, screen.shows) for screen in other.screens] == [(each.id, each.shows) for each in full.screens]
    assert sum(screen.address == 0x3D for screen in other.screens) == moved
    assert len({screen.mux for screen in other.screens}) == muxes


def test_a_panel_like_another_has_what_it_does_not_say_itself() -> None:
    text = '[panel]\nlike = "full-8-channels"\nlight = 27\n[panel.sound]\nvolume = 30\n'
    mine = config.read_config(text, name="warglass.toml").panel
    assert mine == replace(shipped_panel("full-8-channels"), light=27, sound=SoundConfig(volume=30))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[panel]\nlike = "mine"',
            "line 2: panel.like: must be one of full, full-8-channels, full-2-multiplexers, starter",
        ),
        ('[panel]\nlike = ["full"]', "line 2: panel.like: must be one of"),
        ('[panel]\nlike = "none"', "line 2: panel.like: must be one of"),
        (f'[panel]\nlike = "{"x" * 5000}"', "line 2: panel.like: must be one of"),
        ('[panel]\nlike = "full"\nsounder = 3', "line 3: panel.sounder: GPIO 3 is SCL"),
        (
            '[panel]\nlike = "full"\nsounder = 5',
            "line 1: panel.controls[0].gpio: GPIO 5 is used twice, by panel.sounder",
        ),
    ],
)
def test_what_is_wrong_with_a_panel_like_another_is_named_too(text: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        config.read_config(text, name="warglass.toml")
    assert str(caught.value).startswith(f"warglass.toml, {said}"), caught.value
    assert len(str(caught.value)) < 250


def test_the_starter_panel_has_a_rack_for_each_side() -> None:
    panel = config.read_config('panel = "starter"', name="warglass.toml").panel
    assert [(screen.address, len(screen.shows)) for screen in panel.screens] == [(0x3C, 5), (0x3D, 5)]
    assert len(panel.controls) == 11


def test_phones_need_no_panel() -> None:
    panel = config.read_config('panel = "none"', name="warglass.toml").panel
    assert (panel.screens, panel.controls) == ((), ())


def test_a_sounder_is_a_buzzer_at_full_volume_unless_the_file_says_otherwise() -> None:
    plain = config.read_config(PANEL.replace('"mine"', '"mine"\nsounder = 18'), name="warglass.toml").panel
    assert (plain.sounder, plain.sound) == (18, SoundConfig(kind=SounderKind.BUZZER, volume=100, quiet=None))
    text = f'{PANEL}\n[panel.sound]\nkind = "tone"\nvolume = 40\nquiet = "22:00-07:00"\nwarning = 0\n'
    tuned = config.read_config(text, name="warglass.toml").panel.sound
    assert tuned == SoundConfig(kind=SounderKind.TONE, volume=40, quiet="22:00-07:00", warning=0)


@pytest.mark.parametrize("name", ["full", "starter"])
def test_the_hands_that_a_shipped_panel_proposes_fit_onto_it(name: str) -> None:
    """Without the # before their lines, as docs/building.md says."""
    shipped = (ROOT / "companion" / "panel" / "shipped" / f"{name}.toml").read_text()
    above, _, proposed = shipped.rpartition("who was first.\n")
    lines = (line.removeprefix("#").removeprefix(" ") for line in proposed.splitlines())
    panel = config.read_config("\n".join([above, *lines]), name="warglass.toml").panel
    assert [control.hand for control in panel.controls[-2:]] == [Side.GOLD, Side.RED]
    assert len(panel.controls) == len(shipped_panel(name).controls) + 2
    assert not {f"controls[{len(panel.controls) - at}].gpio" for at in (1, 2)} & {key for key, _ in notes(panel)}


def test_a_panel_of_ones_own() -> None:
    panel = config.read_config(PANEL, name="warglass.toml").panel
    assert [screen.address for screen in panel.screens] == [0x3C, 0x3D]


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "what"),
    [
        ('name = "mine"', 'nome = "mine"', 2, "panel", "there is no key nome"),
        ("0x3D", "0x3C", 11, "panel.screens[1].address", "0x3c is taken"),
        ("0x3D", '"0x3D"', 11, "panel.screens[1].address", 'must be a whole number, got "0x3D"'),
        ("0x3D", "0x99", 11, "panel.screens[1].address", "must be at most 122"),
        ("0x3D", "0x3D\nmux = 0x70", 8, "panel.screens[1]", "both mux and channel"),
        ('["red-30"]', '["red-31"]', 10, "panel.screens[1].shows", "no timer 'red-31'"),
        ('["red-30"]', "[]", 10, "panel.screens[1].shows", "must not be empty"),
        ("gpio = 6", "gpio = 5", 15, "panel.controls[0].gpio", "GPIO 5 is used twice"),
        ("gpio = 6", "gpio = 40", 20, "panel.controls[1].gpio", "must be at most 27"),
        ("gpio = 6", "gpio = 2", 20, "panel.controls[1].gpio", "I2C"),
        ('id = "pause"', 'id = "gold-30"', 19, "panel.controls[1].id", "twice"),
        ('timer = "gold-30"', 'timer = "gold"', 16, "panel.controls[0].timer", "no timer 'gold'"),
        (
            'timer = "gold-30"',
            'timer = "gold-30"\nhand = "gold"',
            17,
            "panel.controls[0].hand",
            "leave one of the two",
        ),
        ('timer = "gold-30"', 'hand = "neutral"', 16, "panel.controls[0].hand", "'neutral'"),
        ('name = "mine"', 'name = "mine"\nlight = 5', 16, "panel.controls[0].gpio", "twice, by panel.light too"),
        ('name = "mine"', 'name = "mine"\nlight = 9\nsounder = 9', 4, "panel.sounder", "twice, by panel.light too"),
        ('name = "mine"', 'name = "mine"\nsounder = 3', 3, "panel.sounder", "GPIO 3 is SCL"),
        ('name = "mine"', 'name = "mine"\nlight = 2', 3, "panel.light", "GPIO 2 is SDA"),
        ("gpio = 6", "gpio = 1", 20, "panel.controls[1].gpio", "must be at least 2"),
        ("0x3D", "0x3C\nmux = 0x70\nchannel = 1", 11, "panel.screens[1].address", "'one', which hangs on the bus"),
        ("0x3D", "0x72\nmux = 0x72\nchannel = 1", 11, "panel.screens[1].address", "0x72 is the multiplexer's"),
        ('name = "mine"', 'name = "mine"\nrail_ma = 50', 9, "panel.screens[1]", "draws up to 68 mA"),
        ("address = 0x3D", "spi = {dc = 5}", 11, "panel.screens[1].spi.dc", "twice, by panel.controls[0].gpio too"),
        ("address = 0x3D", "spi = {dc = 10}", 11, "panel.screens[1].spi.dc", "GPIO 10 is MOSI"),
        ("address = 0x3D", "spi = {dc = 2}", 11, "panel.screens[1].spi.dc", "GPIO 2 is SDA"),
        ("address = 0x3D", "spi = {dc = 8, device = 0}", 11, "panel.screens[1].spi.dc", "GPIO 8 is CE0"),
        ("address = 0x3D", "address = 0x79", 11, "panel.screens[1].address", "which modules print as 0x78 and 0x7a"),
        ("address = 0x3D", "address = 0x78", 11, "panel.screens[1].address", "0x3c (0x78 as printed) is taken"),
        ("address = 0x3D", "address = 0x3D\noffset = 0", 12, "panel.screens[1].offset", "no columns beside its glass"),
        ("address = 0x3D", 'address = 0x3D\nchip = "sh1106"\noffset = 5', 13, "panel.screens[1].offset", "at most 4"),
        ('name = "mine"', 'name = "mine"\nlockout_ms = 4', 3, "panel.lockout_ms", "must be at least 5"),
        ('name = "mine"', 'name = "mine"\nlockout_ms = 101', 3, "panel.lockout_ms", "must be at most 100"),
        ('name = "mine"', 'name = "mine"\nguard_ms = 2001', 3, "panel.guard_ms", "must be at most 2000"),
        ('name = "mine"', 'name = "mine"\nrail_ma = 49', 3, "panel.rail_ma", "must be at least 50"),
        (
            "[[panel.screens]]",
            '[panel.sound]\nquiet = "22-7"\n[[panel.screens]]',
            5,
            "panel.sound.quiet",
            "22:00-07:00",
        ),
        (
            "[[panel.screens]]",
            "[panel.sound]\nvolume = 0\n[[panel.screens]]",
            5,
            "panel.sound.volume",
            "must be at least 1",
        ),
        (
            "[[panel.screens]]",
            '[panel.sound]\nkind = "bell"\n[[panel.screens]]',
            5,
            "panel.sound.kind",
            "there is no 'bell': buzzer or tone",
        ),
    ],
)
def test_what_is_wrong_is_named_by_key_and_line(old: str, new: str, line: int, key: str, what: str) -> None:
    with pytest.raises(ConfigError) as caught:
        config.read_config(PANEL.replace(old, new, 1), name="warglass.toml")
    message = str(caught.value)
    assert message.startswith(f"warglass.toml, line {line}: {key}: "), message
    assert what in message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[web]\nport = 80\nport = 81\n", "line 3"),
        ("[web]\n\nport = true", "line 3: web.port"),
        ('panel = "huge"', "line 1: panel: must be one of full, full-8-channels, full-2-multiplexers, starter, none"),
        ("[wob]", "line 1: there is no key wob, but there is web"),
        (
            '[panel]\nname = "x"\n[panel.screens]\nid = "a"\nshows = ["gold-30"]',
            r"line 3: panel.screens: write \[\[panel",
        ),
        (PANEL.replace("address = 0x3D", "mux = 70\nchannel = 1"), r"mux: must be at least 112: write it with 0x"),
        (PANEL.replace("address = 0x3D", 'address = "0x3D"'), r"got .0x3D.: write it with 0x and without quotes"),
        ("[web]\nport = 80\n[panel]\nlight = 27", 'line 3: panel: missing .* name, or like = "full" for one .* that'),
        (
            PANEL.replace("gpio = 6", "gpoi = 6"),
            r"line 20: panel.controls\[1\]: there is no key gpoi, but there is gpio",
        ),
    ],
)
def test_other_errors_name_their_line(text: str, expected: str) -> None:
    with pytest.raises(ConfigError, match=expected):
        config.read_config(text, name="warglass.toml")


def test_a_missing_file_is_named() -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.toml: is not there\. Name a file"):
        config.load_config(Path("/nowhere.toml"))

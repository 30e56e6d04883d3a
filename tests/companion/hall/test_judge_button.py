"""Which button may call a judge, as warglass.toml has it."""

import pytest

from companion.config import SHIPPED, ConfigError, read_config, shipped_panel

OWN = """
[[panel.controls]]
id = "one"
gpio = 5
timer = "gold-30"

[[panel.controls]]
id = "stop"
gpio = 6
"""


@pytest.mark.parametrize("panel", [name for name in SHIPPED if name != "none"])
def test_any_button_of_a_shipped_panel_but_the_pause_button(panel: str) -> None:
    for control in shipped_panel(panel).controls:
        text = f'panel = "{panel}"\n[hall]\njudge = "{control.id}"\n'
        if control.id == "pause":
            with pytest.raises(ConfigError, match=r"line 3: hall\.judge: the pause button, held, shows"):
                read_config(text, name="warglass.toml")
        else:
            assert read_config(text, name="warglass.toml").hall.judge == control.id


def test_without_one_nothing_is_said() -> None:
    assert read_config('panel = "none"\n[hall]\n', name="warglass.toml").hall.judge is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'panel = "none"\n[hall]\njudge = "gold-30"',
            "there is no button 'gold-30': the panel none has none to choose",
        ),
        (
            '[hall]\njudge = "gold-31"',
            "line 2: hall.judge: there is no button 'gold-31': choose one of gold-30, gold-60a",
        ),
        (f'[hall]\njudge = "two"\n[panel]\nname = "own"\n{OWN}', "there is no button 'two': choose one of one$"),
        (f'[hall]\njudge = "stop"\n[panel]\nname = "own"\n{OWN}', "the pause button, held, .*: choose one of one$"),
        ('[panel]\nlike = "starter"\n[hall]\njudge = "neutral-120"', "there is no button 'neutral-120': choose one of"),
    ],
)
def test_what_is_wrong_is_said_by_key_with_what_there_is(text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said) as caught:
        read_config(text, name="warglass.toml")
    assert "hall.judge" in str(caught.value)

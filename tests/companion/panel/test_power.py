"""The power budget: every part counted, the rail's limit found, and pull-ups that add up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config import shipped_panel
from companion.panel.check import panel_problems
from companion.panel.config import ControlConfig, PanelConfig, ScreenConfig
from companion.panel.notes import strongest_ohms
from companion.panel.power import budget


def behind_muxes(count: int, *, rail_ma: int = 500) -> PanelConfig:
    """`count` screens, two a channel, eight channels a multiplexer."""
    screens = tuple(
        ScreenConfig(
            id=f"s{index}",
            shows=("gold-30",),
            mux=0x70 + index // 16,
            channel=index // 2 % 8,
            address=0x3C + index % 2,
        )
        for index in range(count)
    )
    return PanelConfig(name="many", screens=screens, rail_ma=rail_ma)


def test_the_full_panel_leaves_a_margin() -> None:
    whole = budget(shipped_panel("full"))
    counted = {draw.parts: draw.count for draw in whole.draws}
    assert counted == {
        "screens (ssd1306)": 12,
        "multiplexers": 1,
        "I2C pull-ups, by bus": 1,
        "buzzer and its transistor": 1,
        "lamp": 1,
        "buttons": 13,
    }
    # 12 x 31 for the screens, 6 for the bus, 0.2 the multiplexer, 30 + 2.6 the sounder, 1.3 V / 330 Ω the LED,
    # 13 x 3.3 V / 50 kΩ the buttons.
    assert whole.most_ma == pytest.approx(372 + 6 + 0.2 + 32.6 + 3.939 + 0.858, abs=0.01)
    assert whole.margin_ma == pytest.approx(84.4, abs=0.1)
    assert whole.pins_ma == pytest.approx(2.6 + 3.939 + 0.858, abs=0.01)


def test_a_panel_without_anything_draws_nothing() -> None:
    assert budget(PanelConfig(name="none")).draws == ()


@pytest.mark.parametrize(("count", "refused"), [(15, []), (16, ["screens[15]"]), (25, ["screens[15]"])])
def test_the_screen_that_is_one_too_many_is_named(count: int, refused: list[str]) -> None:
    assert [problem.field for problem in panel_problems(behind_muxes(count))] == refused


def test_a_regulator_of_ones_own_gives_more() -> None:
    assert list(panel_problems(behind_muxes(32, rail_ma=1000))) == []


@given(count=st.integers(0, 32), buttons=st.integers(0, 8))
def test_more_parts_never_draw_less(count: int, buttons: int) -> None:
    controls = tuple(ControlConfig(id=f"b{gpio}", gpio=gpio) for gpio in range(5, 5 + buttons))
    panel = behind_muxes(count)
    fewer = budget(PanelConfig(name="few", screens=panel.screens[:-1], controls=controls[:-1]))
    more = budget(PanelConfig(name="more", screens=panel.screens, controls=controls))
    assert more.most_ma >= fewer.most_ma
    assert more.usual_ma <= more.most_ma


def test_pull_ups_of_two_modules_a_channel_add_to_the_pi_s_through_the_multiplexer() -> None:
    full = shipped_panel("full")
    # 1/1800 + 1/10000 + 2/4700 = 1/925
    assert strongest_ohms(full, screen_ohms=4700) == pytest.approx(924.9, abs=0.5)
    assert strongest_ohms(shipped_panel("starter"), screen_ohms=4700) == pytest.approx(1019.3, abs=0.5)
    assert strongest_ohms(PanelConfig(name="none"), screen_ohms=4700) == float("inf")

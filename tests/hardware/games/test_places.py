"""Where screens and buttons are, told from the timers they are there for."""

from companion.config import shipped_panel
from companion.table.seats import Side
from hardware.games.panel_game import PanelPlace, place_of


def test_each_screen_and_button_of_the_full_panel_has_a_place_of_its_own() -> None:
    panel = shipped_panel("full")
    screens = [place_of(screen.shows) for screen in panel.screens]
    assert len(set(screens)) == len(screens) == 12
    assert {place.index for place in screens if place.side is Side.GOLD} == {0, 1, 2, 3, 4}
    buttons = [place_of([control.timer]) for control in panel.controls if control.timer]
    assert sorted(buttons, key=repr) == sorted(screens, key=repr)


def test_a_rack_is_shared_by_its_side() -> None:
    gold, red = shipped_panel("starter").screens
    assert place_of(gold.shows) == PanelPlace(side=Side.GOLD, index=0, shared=True)
    assert place_of(red.shows).side is Side.RED
    assert place_of(["red-60b"]) == PanelPlace(side=Side.RED, index=2)
    assert place_of(["neutral-600"]) == PanelPlace(side=None, index=1)

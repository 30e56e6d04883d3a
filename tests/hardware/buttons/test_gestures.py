from companion.clock import MS, SECOND
from hardware.buttons.debounce import Change
from hardware.buttons.gestures import Gesture, Gestures, Made


def test_a_press_is_told_at_once_and_a_tap_when_it_is_let_go() -> None:
    gestures = Gestures()
    assert list(gestures.change("a", Change(0, pressed=True))) == [Made(Gesture.PRESS, "a", 0)]
    assert list(gestures.lapse(SECOND - 1)) == []
    assert list(gestures.change("a", Change(80 * MS, pressed=False))) == [Made(Gesture.TAP, "a", 80 * MS)]
    assert gestures.due() is None


def test_a_hold_is_told_once_after_a_second_and_is_no_tap() -> None:
    gestures = Gestures()
    list(gestures.change("a", Change(5, pressed=True)))
    assert gestures.due() == SECOND + 5
    assert list(gestures.lapse(SECOND + 5)) == [Made(Gesture.HOLD, "a", SECOND + 5)]
    assert list(gestures.lapse(3 * SECOND)) == []
    assert gestures.held == {"a"}
    assert list(gestures.change("a", Change(4 * SECOND, pressed=False))) == []
    assert gestures.held == frozenset()


def test_a_hold_whose_second_nobody_woke_for_is_a_hold_nevertheless() -> None:
    gestures = Gestures()
    list(gestures.change("a", Change(0, pressed=True)))
    assert list(gestures.change("a", Change(2 * SECOND, pressed=False))) == [Made(Gesture.HOLD, "a", SECOND)]


def test_two_controls_are_told_apart() -> None:
    gestures = Gestures()
    list(gestures.change("a", Change(0, pressed=True)))
    list(gestures.change("b", Change(300 * MS, pressed=True)))
    assert list(gestures.lapse(2 * SECOND)) == [
        Made(Gesture.HOLD, "a", SECOND),
        Made(Gesture.HOLD, "b", SECOND + 300 * MS),
    ]


def test_a_release_that_was_never_a_press_is_nothing() -> None:
    assert list(Gestures().change("a", Change(0, pressed=False))) == []

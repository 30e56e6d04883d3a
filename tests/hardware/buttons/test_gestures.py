from companion.clock import MS, SECOND
from hardware.buttons.debounce import Change
from hardware.buttons.gestures import Gesture, GestureKind, GestureReader


def test_a_press_is_told_at_once_and_a_tap_when_it_is_let_go() -> None:
    gestures = GestureReader()
    assert list(gestures.change("a", Change(0, pressed=True))) == [Gesture(GestureKind.PRESS, "a", 0)]
    assert list(gestures.complete_holds(SECOND - 1)) == []
    assert list(gestures.change("a", Change(80 * MS, pressed=False))) == [Gesture(GestureKind.TAP, "a", 80 * MS)]
    assert gestures.due() is None


def test_a_hold_is_told_once_after_a_second_and_is_no_tap() -> None:
    gestures = GestureReader()
    list(gestures.change("a", Change(5, pressed=True)))
    assert gestures.due() == SECOND + 5
    assert list(gestures.complete_holds(SECOND + 5)) == [Gesture(GestureKind.HOLD, "a", SECOND + 5)]
    assert list(gestures.complete_holds(3 * SECOND)) == []
    assert gestures.held == {"a"}
    assert list(gestures.change("a", Change(4 * SECOND, pressed=False))) == []
    assert gestures.held == frozenset()


def test_a_hold_whose_second_nobody_woke_for_is_a_hold_nevertheless() -> None:
    gestures = GestureReader()
    list(gestures.change("a", Change(0, pressed=True)))
    assert list(gestures.change("a", Change(2 * SECOND, pressed=False))) == [Gesture(GestureKind.HOLD, "a", SECOND)]


def test_two_controls_are_told_apart() -> None:
    gestures = GestureReader()
    list(gestures.change("a", Change(0, pressed=True)))
    list(gestures.change("b", Change(300 * MS, pressed=True)))
    assert list(gestures.complete_holds(2 * SECOND)) == [
        Gesture(GestureKind.HOLD, "a", SECOND),
        Gesture(GestureKind.HOLD, "b", SECOND + 300 * MS),
    ]


def test_a_release_that_was_never_a_press_is_nothing() -> None:
    assert list(GestureReader().change("a", Change(0, pressed=False))) == []

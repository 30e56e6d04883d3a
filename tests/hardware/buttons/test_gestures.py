from companion.clock import MS, SECOND
from hardware.buttons import Change, Gesture, GestureKind, GestureReader


def still(control: str) -> bool:
    """The contact is closed."""
    return True


def test_a_press_is_told_at_once_and_a_tap_when_it_is_let_go() -> None:
    gestures = GestureReader()
    assert list(gestures.change("a", Change(0, pressed=True))) == [Gesture(GestureKind.PRESS, "a", 0)]
    assert list(gestures.complete_holds(SECOND - 1, closed=still)) == []
    assert list(gestures.change("a", Change(80 * MS, pressed=False))) == [Gesture(GestureKind.TAP, "a", 80 * MS)]
    assert gestures.due() is None


def test_a_hold_is_told_once_after_a_second_and_is_no_tap() -> None:
    gestures = GestureReader()
    list(gestures.change("a", Change(5, pressed=True)))
    assert gestures.due() == SECOND + 5
    assert list(gestures.complete_holds(SECOND + 5, closed=still)) == [Gesture(GestureKind.HOLD, "a", SECOND + 5)]
    assert list(gestures.complete_holds(3 * SECOND, closed=still)) == []
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
    assert list(gestures.complete_holds(2 * SECOND, closed=still)) == [
        Gesture(GestureKind.HOLD, "a", SECOND),
        Gesture(GestureKind.HOLD, "b", SECOND + 300 * MS),
    ]


def test_a_release_that_was_never_a_press_is_nothing() -> None:
    assert list(GestureReader().change("a", Change(0, pressed=False))) == []


def test_a_contact_that_is_open_is_no_hold_until_its_edge_says_so() -> None:
    gestures = GestureReader()
    list(gestures.change("a", Change(0, pressed=True)))
    assert list(gestures.complete_holds(SECOND, closed=lambda control: False)) == []
    assert gestures.due() is None
    assert list(gestures.change("a", Change(999 * MS, pressed=False))) == [Gesture(GestureKind.TAP, "a", 999 * MS)]
    list(gestures.change("a", Change(2 * SECOND, pressed=True)))
    assert list(gestures.complete_holds(4 * SECOND, closed=lambda control: False)) == []
    late = Change(3 * SECOND + 1, pressed=False)
    assert list(gestures.change("a", late)) == [Gesture(GestureKind.HOLD, "a", 3 * SECOND)]


def test_a_release_that_nobody_saw_was_before_anyone_could_call_it_held() -> None:
    gestures = GestureReader()
    list(gestures.change("a", Change(0, pressed=True)))
    list(gestures.complete_holds(SECOND, closed=lambda control: False))
    found = Change(SECOND + 250 * MS, pressed=False, guessed=True)
    assert list(gestures.change("a", found)) == [Gesture(GestureKind.TAP, "a", found.at)]

"""Presses are never late, never lost, never doubled."""

from hypothesis import given
from hypothesis import strategies as st

from companion.clock import MS
from hardware.buttons.debounce import LOCKOUT_NS, Change, Debounce

bounces = st.lists(st.integers(1, 2 * MS), max_size=8).filter(lambda gaps: sum(gaps) < LOCKOUT_NS - MS)


def feed(contact: Debounce, at: int, *, pressed: bool, gaps: list[int]) -> tuple[list[Change], int]:
    """A contact that closes (or opens) at `at` and then bounces; the level is steady at the end of it."""
    changes = contact.edge(at, pressed=pressed)
    level = pressed
    for gap in gaps:
        at += gap
        level = not level
        changes += contact.edge(at, pressed=level)
    if level != pressed:
        changes += contact.edge(at + 1, pressed=pressed)
    return changes, at


@given(presses=st.lists(st.tuples(bounces, st.integers(60, 2000), bounces, st.integers(60, 2000)), max_size=6))
def test_each_press_is_one_press_at_its_first_edge(presses: list[tuple[list[int], int, list[int], int]]) -> None:
    contact = Debounce()
    now, made, meant = 1000 * MS, [], []
    for down, held_ms, up, rest_ms in presses:
        for pressed, gaps, then_ms in ((True, down, held_ms), (False, up, rest_ms)):
            meant.append(Change(now, pressed))
            changes, _ = feed(contact, now, pressed=pressed, gaps=gaps)
            made += changes
            due = contact.due()
            assert due == now + LOCKOUT_NS
            made += contact.reread(due, pressed=pressed)
            now += then_ms * MS
    assert made == meant


def test_the_leading_edge_is_taken_at_once() -> None:
    assert Debounce().edge(5, pressed=True) == [Change(5, pressed=True)]


def test_a_press_shorter_than_the_lockout_is_still_a_press_and_a_release() -> None:
    contact = Debounce()
    assert contact.edge(0, pressed=True) == [Change(0, pressed=True)]
    assert contact.edge(8 * MS, pressed=False) == []
    assert contact.reread(30 * MS, pressed=False) == [Change(LOCKOUT_NS, pressed=False)]
    assert contact.due() == 2 * LOCKOUT_NS


def test_a_late_thread_still_sees_what_the_lockout_hid() -> None:
    """The release fell into the lockout, and before anyone read the level again the next press came."""
    contact = Debounce()
    contact.edge(0, pressed=True)
    contact.edge(8 * MS, pressed=False)
    assert contact.edge(60 * MS, pressed=True) == [Change(LOCKOUT_NS, pressed=False), Change(60 * MS, pressed=True)]


def test_a_thread_that_reads_the_level_late_does_not_date_the_next_press_back() -> None:
    """The lockout of a release is over, nobody had time to look, and the next press has just closed the contact: its
    edge is on its way."""
    contact = Debounce()
    contact.edge(0, pressed=True)
    contact.reread(LOCKOUT_NS, pressed=True)
    contact.edge(80 * MS, pressed=False)
    assert contact.reread(300 * MS, pressed=True) == [Change(300 * MS, pressed=True)]
    assert contact.edge(299 * MS, pressed=True) == []


def test_a_release_whose_edge_the_backend_swallowed_is_seen_by_its_level() -> None:
    contact = Debounce()
    contact.edge(0, pressed=True)
    assert contact.reread(26 * MS, pressed=False) == [Change(26 * MS, pressed=False)]


def test_a_level_that_stayed_is_no_change() -> None:
    contact = Debounce()
    contact.edge(0, pressed=True)
    assert contact.reread(LOCKOUT_NS, pressed=True) == []
    assert contact.due() is None
    assert contact.edge(50 * MS, pressed=True) == []

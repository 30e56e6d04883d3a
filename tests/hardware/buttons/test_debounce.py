"""Presses are never late, never lost, never doubled."""

from hypothesis import given
from hypothesis import strategies as st

from companion.clock import MS, SECOND
from hardware.buttons import LATE_NS, LOCKOUT_NS, PATIENCE_NS, Change, Debounce

bounces = st.lists(st.integers(1, 2 * MS), max_size=8).filter(lambda gaps: sum(gaps) < LOCKOUT_NS - MS)


def feed(contact: Debounce, at: int, *, pressed: bool, gaps: list[int]) -> tuple[list[Change], int]:
    """Has a contact close (or open) at `at` and then bounce. Returns the changes, and when its level was steady."""
    changes = contact.edge(at, pressed=pressed)
    level = pressed
    for gap in gaps:
        at += gap
        level = not level
        changes += contact.edge(at, pressed=level)
    if level != pressed:
        at += 1
        changes += contact.edge(at, pressed=pressed)
    return changes, at


@given(presses=st.lists(st.tuples(bounces, st.integers(80, 2000), bounces, st.integers(80, 2000)), max_size=6))
def test_each_press_is_one_press_at_its_first_edge(presses: list[tuple[list[int], int, list[int], int]]) -> None:
    contact = Debounce()
    now, made, meant = 1000 * MS, [], []
    for down, held_ms, up, rest_ms in presses:
        for pressed, gaps, then_ms in ((True, down, held_ms), (False, up, rest_ms)):
            meant.append(Change(now, pressed))
            changes, last = feed(contact, now, pressed=pressed, gaps=gaps)
            made += changes
            due = contact.due()
            assert due == last + LOCKOUT_NS
            made += contact.look(due, pressed=pressed)
            now += then_ms * MS
    assert made == meant


def test_the_leading_edge_is_taken_at_once() -> None:
    assert Debounce().edge(5, pressed=True) == [Change(5, pressed=True)]


def test_a_press_shorter_than_the_lockout_is_still_a_press_and_a_release() -> None:
    contact = Debounce()
    assert contact.edge(0, pressed=True) == [Change(0, pressed=True)]
    assert contact.edge(8 * MS, pressed=False) == []
    assert contact.look(8 * MS + LOCKOUT_NS, pressed=False) == [Change(8 * MS, pressed=False)]
    assert contact.due() is None
    assert contact.edge(80 * MS, pressed=True) == [Change(80 * MS, pressed=True)]


def test_a_late_thread_still_sees_what_the_lockout_hid() -> None:
    """Before anyone looked again the next press came."""
    contact = Debounce()
    contact.edge(0, pressed=True)
    contact.edge(8 * MS, pressed=False)
    assert contact.edge(60 * MS, pressed=True) == [Change(8 * MS, pressed=False), Change(60 * MS, pressed=True)]


def test_a_level_that_is_ahead_of_its_edge_is_waited_for() -> None:
    """The lockout of a release is over, nobody had time to look, and the next press has just closed the contact: its
    edge is on its way, and knows better when."""
    contact = Debounce()
    contact.edge(0, pressed=True)
    contact.look(LOCKOUT_NS, pressed=True)
    contact.edge(80 * MS, pressed=False)
    assert contact.look(300 * MS, pressed=True) == []
    assert contact.edge(299 * MS, pressed=True) == [Change(80 * MS, pressed=False), Change(299 * MS, pressed=True)]


def test_bounces_that_are_delivered_after_their_lockout_are_no_press() -> None:
    """The press is over already when its lockout is, by the clock; only then do the edges come that closed the contact
    again within, opened it, and bounced."""
    contact = Debounce()
    assert contact.edge(0, pressed=True) == [Change(0, pressed=True)]
    assert contact.edge(2 * MS, pressed=False) == []
    assert contact.look(40 * MS, pressed=False) == [Change(2 * MS, pressed=False)]
    for at, pressed in ((3, True), (33, False), (34, True), (36, False), (37, True), (38, False)):
        assert contact.edge(at * MS, pressed=pressed) == []
    assert contact.edge(400 * MS, pressed=True) == [Change(400 * MS, pressed=True)]


openings = st.lists(st.tuples(st.integers(1, LOCKOUT_NS - 1), st.integers(1, 900 * MS)), max_size=12)


@given(openings, st.booleans())
def test_a_hold_with_short_openings_is_one_hold(openings: list[tuple[int, int]], looking: bool) -> None:
    contact, at = Debounce(), SECOND
    made = contact.edge(at, pressed=True)
    at += 100 * MS
    for open_ns, closed_ns in openings:
        for gap, level in ((closed_ns, False), (open_ns, True)):
            while looking and (due := contact.due()) is not None and due < at + gap:
                made += contact.look(due, pressed=not level)
            at += gap
            made += contact.edge(at, pressed=level)
    let_go = at + 50 * MS
    made += contact.edge(let_go, pressed=False)
    made += contact.look(let_go + LOCKOUT_NS, pressed=False)
    assert made == [Change(SECOND, pressed=True), Change(let_go, pressed=False)]


def test_a_release_whose_edge_the_backend_swallowed_is_seen_by_its_level_in_time() -> None:
    contact = Debounce()
    contact.edge(0, pressed=True)
    assert contact.look(LOCKOUT_NS, pressed=False) == []
    due = LOCKOUT_NS + PATIENCE_NS
    assert contact.due() == due
    assert contact.look(due, pressed=False) == [Change(due, pressed=False, guessed=True)]
    assert contact.edge(due + MS, pressed=True) == [Change(due + MS, pressed=True)]


def test_what_was_told_for_a_level_is_not_told_again_by_its_edge_and_hides_no_press() -> None:
    contact = Debounce()
    contact.edge(0, pressed=True)
    contact.look(LOCKOUT_NS, pressed=False)
    found = LOCKOUT_NS + PATIENCE_NS
    assert contact.look(found, pressed=False) == [Change(found, pressed=False, guessed=True)]
    assert contact.edge(80 * MS, pressed=False) == []
    assert contact.edge(120 * MS, pressed=True) == [Change(120 * MS, pressed=True)]
    assert contact.edge(220 * MS, pressed=False) == []
    assert contact.look(255 * MS, pressed=False) == [Change(220 * MS, pressed=False)]


def test_a_closed_contact_that_no_edge_has_told_of_is_no_press() -> None:
    contact = Debounce()
    contact.edge(0, pressed=True)
    contact.edge(100 * MS, pressed=False)
    assert contact.look(100 * MS + LOCKOUT_NS, pressed=True) == []
    assert contact.due() is None


def test_a_closed_contact_that_is_found_late_may_have_been_let_go() -> None:
    contact = Debounce()
    contact.edge(0, pressed=True)
    contact.edge(100 * MS, pressed=False)
    found = 100 * MS + LOCKOUT_NS + LATE_NS + 1
    assert contact.look(found, pressed=True) == []
    assert contact.is_unsure
    assert contact.due() == found + PATIENCE_NS
    assert contact.look(found + PATIENCE_NS, pressed=True) == []
    assert not contact.is_unsure
    assert contact.due() is None


def test_a_press_that_ends_its_lockout_closed_is_one_though_the_kernel_lost_the_edges_that_say_so() -> None:
    """It masks the line while it asks for the level."""
    contact = Debounce()
    assert contact.edge(100 * MS, pressed=False) == []
    assert contact.look(136 * MS, pressed=True) == [Change(100 * MS, pressed=True)]
    assert contact.edge(200 * MS, pressed=False) == []
    assert contact.look(235 * MS, pressed=False) == [Change(200 * MS, pressed=False)]


def test_a_contact_that_was_closed_at_its_lockouts_end_was_not_let_go_in_it() -> None:
    """The last edge of its bounces was lost: the press would have been one of 25 ms."""
    contact = Debounce()
    assert contact.edge(100 * MS, pressed=True) == [Change(100 * MS, pressed=True)]
    assert contact.edge(104 * MS, pressed=False) == []
    assert contact.look(139 * MS, pressed=True) == []
    assert contact.edge(400 * MS, pressed=False) == []
    assert contact.look(435 * MS, pressed=False) == [Change(400 * MS, pressed=False)]


def test_an_edge_older_than_one_that_came_already_is_history() -> None:
    contact = Debounce()
    assert contact.edge(100 * MS, pressed=True) == [Change(100 * MS, pressed=True)]
    assert contact.edge(10 * MS, pressed=True) == []
    assert contact.edge(60 * MS, pressed=False) == []
    assert contact.edge(180 * MS, pressed=False) == []
    assert contact.look(215 * MS, pressed=False) == [Change(180 * MS, pressed=False)]


def test_a_level_that_stayed_is_no_change() -> None:
    contact = Debounce()
    contact.edge(0, pressed=True)
    assert contact.look(LOCKOUT_NS, pressed=True) == []
    assert contact.due() is None
    assert contact.edge(50 * MS, pressed=True) == []


def test_an_edge_whose_level_was_asked_for_too_late_is_when_the_press_began() -> None:
    """The kernel stamped the contact's closing, and found it open again when it looked."""
    contact = Debounce()
    assert contact.edge(100 * MS, pressed=False) == []
    assert contact.edge(103 * MS, pressed=True) == [Change(100 * MS, pressed=True)]
    assert contact.edge(105 * MS, pressed=False) == []
    assert contact.edge(106 * MS, pressed=True) == []
    assert contact.edge(300 * MS, pressed=True) == []
    assert contact.edge(301 * MS, pressed=False) == []
    assert contact.look(336 * MS, pressed=False) == [Change(300 * MS, pressed=False)]


def test_a_contact_that_moves_and_is_never_found_closed_is_no_press() -> None:
    contact = Debounce()
    assert contact.edge(100 * MS, pressed=False) == contact.edge(101 * MS, pressed=False) == []
    assert contact.look(136 * MS, pressed=False) == []
    assert contact.edge(200 * MS, pressed=True) == [Change(200 * MS, pressed=True)]


def test_where_the_edge_of_a_press_was_lost_the_bounces_of_its_release_are_one_press_at_most() -> None:
    contact = Debounce()
    changes = [contact.edge(at * MS, pressed=at % 2 == 1) for at in range(5)]
    assert changes == [[], [Change(0, pressed=True)], [], [], []]
    assert contact.look(4 * MS + LOCKOUT_NS, pressed=False) == [Change(4 * MS, pressed=False)]


def test_a_release_whose_last_edges_the_kernel_lost_keeps_its_instant() -> None:
    contact = Debounce()
    contact.edge(0, pressed=True)
    contact.look(LOCKOUT_NS, pressed=True)
    assert contact.edge(500 * MS, pressed=False) == contact.edge(503 * MS, pressed=True) == []
    assert contact.look(540 * MS, pressed=False) == []
    assert contact.look(540 * MS + PATIENCE_NS, pressed=False) == [Change(500 * MS, pressed=False)]

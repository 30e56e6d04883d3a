"""Presses and bounces counted over edges, whatever the contact does."""

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import MS
from hardware.buttons import LOCKOUT_NS, PATIENCE_NS
from hardware.doctor.trials import BounceCounter, TrialPress

BOUNCE_NS = 2 * MS
REST_NS = 200 * MS

presses = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(60, 500)).map(
        lambda drawn: (drawn[0], drawn[1], drawn[2] * MS)
    ),
    max_size=5,
)
"""Bounces when it closes, bounces when it opens, and for how long it is held, nanoseconds."""


def play(contact: BounceCounter, made: list[tuple[int, int, int]], *, looking: bool) -> None:
    """Edges of these presses; with `looking`, the contact is looked at again once each lockout is over."""
    at = 0
    for closing, opening, held in made:
        for start, level, bounces in ((at, True, closing), (at + held, False, opening)):
            contact.edge(start, pressed=level)
            for bounce in range(bounces):
                contact.edge(start + (2 * bounce + 1) * BOUNCE_NS, pressed=not level)
                contact.edge(start + (2 * bounce + 2) * BOUNCE_NS, pressed=level)
            if looking:
                contact.look(start + 2 * bounces * BOUNCE_NS + LOCKOUT_NS, pressed=level)
        at += held + REST_NS
    contact.look(at, pressed=False)


@settings(max_examples=50)
@given(presses, st.booleans())
def test_every_press_is_counted_with_its_bounces(made: list[tuple[int, int, int]], looking: bool) -> None:
    contact = BounceCounter()
    play(contact, made, looking=looking)
    assert [(each.held_ns, each.bounces) for each in contact.presses] == [
        (held, closing + opening) for closing, opening, held in made
    ]
    assert not contact.down


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 60), st.booleans()), max_size=60))
def test_no_row_of_edges_makes_nonsense(edges: list[tuple[int, bool]]) -> None:
    """Lost edges, edges twice, edges at once: never more presses than edges, none shorter than nothing."""
    contact, at = BounceCounter(), 0
    for gap, pressed in edges:
        at += gap * MS
        contact.edge(at, pressed=pressed)
    contact.edge(at, pressed=False)
    for later in range(1, 4):
        contact.look(at + later * PATIENCE_NS, pressed=False)
    assert not contact.down
    assert len(contact.presses) <= sum(pressed for _, pressed in edges)
    for press in contact.presses:
        assert press.held_ns >= 0
        assert 0 <= press.bounces <= len(edges)


def test_a_press_whose_release_nobody_reported_ends_when_it_is_looked_at() -> None:
    contact = BounceCounter()
    contact.edge(0, pressed=True)
    assert contact.down
    contact.look(LOCKOUT_NS, pressed=False)
    assert contact.down, "its edge may be on its way"
    contact.look(LOCKOUT_NS + PATIENCE_NS, pressed=False)
    contact.look(LOCKOUT_NS + 2 * PATIENCE_NS, pressed=False)
    assert contact.presses == [TrialPress(at=0, held_ns=LOCKOUT_NS + PATIENCE_NS, bounces=0)]


def test_a_contact_that_is_down_from_the_start_is_no_press() -> None:
    contact = BounceCounter()
    contact.edge(5 * MS, pressed=False)
    contact.look(REST_NS, pressed=False)
    assert contact.presses == []


def test_a_closing_that_no_finger_is_quick_enough_for_is_the_switchs_own() -> None:
    contact = BounceCounter()
    for at, pressed in ((0, True), (20, False), (71, True), (140, False), (400, True), (480, False)):
        contact.edge(at * MS, pressed=pressed)
    contact.look(600 * MS, pressed=False)
    assert [press.again_ns for press in contact.presses] == [None, 71 * MS, None]

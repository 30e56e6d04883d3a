"""However late edges are delivered, and in whatever order, they are the same presses as with no delay at all."""

from collections.abc import Sequence
from itertools import accumulate
from queue import Empty
from typing import NamedTuple, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import MS, SECOND, ManualClock
from companion.table.table import Table
from hardware.buttons import LOCKOUT_NS, Buttons, Edge, Gesture, GestureKind
from hardware.games.controls import Controls
from hardware.input import InputThread
from tests.support import examples

LINES = ("gold-30", "red-30", "pause")
BEGAN = 1000 * SECOND

Level = tuple[int, bool]
"""From this instant on (ns) the contact is closed, or open."""


class Queue:
    """Edges that are there already. Nobody waits for others, but for those that come at any moment."""

    def __init__(self) -> None:
        self.waiting: list[Edge] = []
        self.any_moment: list[Edge] = []

    def get(self, timeout: float | None = None) -> Edge:
        if timeout:
            self.waiting, self.any_moment = [*self.waiting, *self.any_moment], []
        if not self.waiting:
            raise Empty
        return self.waiting.pop(0)

    def empty(self) -> bool:
        return not self.waiting


class Contacts:
    """What the fingers do, whatever anyone has heard of it; Buttons to the input thread."""

    def __init__(self, lines: dict[str, Sequence[Level]], clock: ManualClock) -> None:
        self.edges: Queue = Queue()
        self._lines = lines
        self._clock = clock
        self.has_unread = False

    def pressed(self, control: str) -> bool:
        return next((level for at, level in reversed(self._lines[control]) if at <= self._clock.now()), False)


class Heard:
    """Controls that only listen."""

    def __init__(self) -> None:
        self.gestures: list[Gesture] = []

    def handle(self, gesture: Gesture, *, held: frozenset[str]) -> None:
        self.gestures.append(gesture)


class Arrival(NamedTuple):
    """An edge is put on the queue at that instant."""

    at: int
    edge: Edge


def listening(lines: dict[str, Sequence[Level]]) -> tuple[ManualClock, Contacts, Heard, InputThread]:
    """An input thread that a test steps itself, and what it stands on."""
    clock = ManualClock(now=BEGAN)
    contacts, controls = Contacts(lines, clock), Heard()
    thread = InputThread(
        buttons=cast(Buttons, contacts),
        controls=cast(Controls, controls),
        ids=LINES,
        table=cast(Table, None),
        clock=clock,
    )
    return clock, contacts, controls, thread


def heard(lines: dict[str, Sequence[Level]], arrivals: Sequence[Arrival], *, late_ns: int = 0) -> list[Gesture]:
    """What the input thread makes of it; it is woken so late for what is due by the clock."""
    clock, contacts, controls, thread = listening(lines)
    coming = sorted(arrivals, key=lambda each: each.at)

    def turn(until: int) -> None:
        while (patience := thread._patience()) is not None:
            due = clock.now() + round(patience * SECOND) + late_ns
            if due >= until:
                break
            clock.advance(ns=due - clock.now())
            thread.step(timeout=0)

    while coming:
        at = coming[0].at
        turn(at)
        clock.advance(ns=max(0, at - clock.now()))
        while coming and coming[0].at <= clock.now():
            contacts.edges.waiting.append(coming.pop(0).edge)
        thread.step(timeout=0)
    turn(clock.now() + 10 * SECOND)
    return controls.gestures


def heard_after_pauses(lines: dict[str, Sequence[Level]], pauses: Sequence[tuple[int, int]]) -> list[Gesture]:
    """What the input thread makes of it where all stands still from one instant to another, in turn: edges come at any
    moment after, and it has been woken already."""
    clock, contacts, controls, thread = listening(lines)
    coming = sorted((arrival.edge for arrival in in_time(lines)), key=lambda edge: edge.at)
    end = (coming[-1].at if coming else BEGAN) + 10 * SECOND
    while clock.now() < end:
        patience = thread._patience()
        due = end if patience is None else clock.now() + round(patience * SECOND)
        wakes = min([due, *(edge.at for edge in coming[:1])])
        stood_until = next((until for since, until in pauses if since <= wakes < until), None)
        clock.advance(ns=max(wakes, stood_until or wakes, clock.now() + 1) - clock.now())
        while coming and coming[0].at <= clock.now():
            waiting = contacts.edges.waiting if stood_until is None else contacts.edges.any_moment
            waiting.append(coming.pop(0))
        thread.step(timeout=0)
        if contacts.edges.any_moment:
            thread.step(timeout=1)
    return controls.gestures


def heard_from_a_slow_library(lines: dict[str, Sequence[Level]], late_ns: int) -> list[Gesture]:
    """What the input thread makes of it where the pin library passes each edge on so late, and says so meanwhile."""
    clock, contacts, controls, thread = listening(lines)
    edges = sorted((arrival.edge for arrival in in_time(lines)), key=lambda edge: edge.at)
    end = (edges[-1].at if edges else BEGAN) + 10 * SECOND
    kept: list[Edge] = []
    while clock.now() < end:
        clock.advance(ns=5 * MS)
        kept += [edge for edge in edges if edge.at <= clock.now()]
        edges = [edge for edge in edges if edge.at > clock.now()]
        contacts.edges.waiting += [edge for edge in kept if edge.at + late_ns <= clock.now()]
        kept = [edge for edge in kept if edge.at + late_ns > clock.now()]
        contacts.has_unread = bool(kept)
        thread.step(timeout=0)
    return controls.gestures


class SlowQueue(Queue):
    """One at which the input thread waits a second for the edge."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self._clock = clock
        self.patience: list[float | None] = []

    def get(self, timeout: float | None = None) -> Edge:
        if not self.patience:
            self._clock.advance(ns=SECOND)
            self.waiting.append(Edge("pause", self._clock.now(), pressed=True))
        self.patience.append(timeout)
        return super().get(timeout)


def test_an_edge_that_comes_at_once_waits_for_no_others_however_long_there_were_none() -> None:
    clock, controls = ManualClock(now=BEGAN), Heard()
    contacts = Contacts({name: [] for name in LINES}, clock)
    contacts.edges = queue = SlowQueue(clock)
    InputThread(
        buttons=cast(Buttons, contacts),
        controls=cast(Controls, controls),
        ids=LINES,
        table=cast(Table, None),
        clock=clock,
    ).step(timeout=None)
    assert [gesture.kind for gesture in controls.gestures] == [GestureKind.PRESS]
    assert queue.patience == [None, 0]


@st.composite
def worn(draw: st.DrawFn, moves: list[int]) -> list[Level]:
    """The contact's levels: in each hold it opens now and then, for 4 to 30 ms."""
    levels: list[Level] = []
    for down, up in zip(moves[::2], moves[1::2], strict=True):
        levels.append((down, True))
        at = down
        while True:
            opens = at + draw(st.integers(10, 400)) * MS
            closes = opens + draw(st.integers(4, 30)) * MS
            if closes >= up - LOCKOUT_NS or not draw(st.booleans()):
                break
            levels += [(opens, False), (closes, True)]
            at = closes
        levels.append((up, False))
    return levels


@settings(max_examples=examples(100))
@given(st.data())
def test_no_opening_ends_a_hold(data: st.DataObject) -> None:
    moves = data.draw(fingers())
    lines = {name: data.draw(worn(each)) for name, each in moves.items()}
    gestures = heard(lines, in_time(lines))
    for name, each in moves.items():
        found = [(gesture.kind, gesture.at) for gesture in gestures if gesture.control == name]
        meant = []
        for down, up in zip(each[::2], each[1::2], strict=True):
            held = up - down >= SECOND
            end = (GestureKind.HOLD, down + SECOND) if held else (GestureKind.TAP, up)
            meant += [(GestureKind.PRESS, down), end]
        assert found == meant


@st.composite
def pauses_near(draw: st.DrawFn, moves: list[int]) -> list[tuple[int, int]]:
    """Now and then all stands still for a while, most often when a hold would be complete."""
    instants = [at + gap for at in moves for gap in (0, SECOND)] or [BEGAN]
    begins = draw(st.lists(st.tuples(st.sampled_from(instants), st.integers(-300, 20)), max_size=5))
    return [(at + early * MS, at + early * MS + draw(st.integers(25, 400)) * MS) for at, early in sorted(begins)]


@settings(max_examples=examples(200))
@given(st.data())
def test_a_machine_that_stands_still_or_passes_edges_on_late_makes_the_same_gestures(data: st.DataObject) -> None:
    near_a_hold = st.lists(st.sampled_from([60, 70, 90, 930, 950, 990, 1010, 1100]), max_size=8)
    gaps = data.draw(near_a_hold)
    moves = [BEGAN + at * MS for at in accumulate(gaps[: len(gaps) // 2 * 2])]
    lines: dict[str, Sequence[Level]] = {name: [] for name in LINES}
    lines["gold-30"] = data.draw(worn(moves))
    meant = heard(lines, in_time(lines))
    assert heard_after_pauses(lines, data.draw(pauses_near(moves))) == meant
    assert heard_from_a_slow_library(lines, data.draw(st.integers(0, 200)) * MS) == meant


@st.composite
def looked_at(draw: st.DrawFn, levels: Sequence[Level]) -> list[Level]:
    """As the kernel tells it: each edge with the level of some moment up to two milliseconds after."""
    late = [at + draw(st.sampled_from([0, 0, 100_000, 2 * MS])) for at, _ in levels]
    found = [max(each for each in levels if each[0] <= asked)[1] for asked in accumulate(late, max)]
    return [(at, level) for (at, _), level in zip(levels, found, strict=True)]


def in_time(lines: dict[str, Sequence[Level]]) -> list[Arrival]:
    return [Arrival(at, Edge(name, at, level)) for name, levels in lines.items() for at, level in levels]


def presses(gestures: Sequence[Gesture]) -> dict[str, list[int]]:
    """The instants of each line's presses."""
    found = [gesture for gesture in gestures if gesture.kind is GestureKind.PRESS]
    return {name: [gesture.at for gesture in found if gesture.control == name] for name in LINES}


@st.composite
def fingers(draw: st.DrawFn) -> dict[str, list[int]]:
    """Presses as people make them, on all lines: when each goes down and up, in turn (ns)."""
    down_and_up = st.lists(st.integers(60, 1800), max_size=8).map(lambda gaps: gaps[: len(gaps) // 2 * 2])
    return {name: [BEGAN + at * MS for at in accumulate(draw(down_and_up))] for name in LINES}


@st.composite
def bouncing(draw: st.DrawFn, moves: list[int]) -> list[Level]:
    """The contact's levels: each move bounces for at most 15 ms."""
    levels: list[Level] = []
    for number, at in enumerate(moves):
        closes = number % 2 == 0
        levels.append((at, closes))
        for gap in draw(st.lists(st.integers(1, 15 * MS // 8), max_size=4)):
            levels += [(levels[-1][0] + gap, not closes)]
            levels += [(levels[-1][0] + gap, closes)]
    return levels


@st.composite
def delivered(draw: st.DrawFn, lines: dict[str, Sequence[Level]]) -> list[Arrival]:
    """Each line's edges in their order, as the kernel queues them, each as late as may be."""
    delays = st.one_of(st.just(0), st.integers(0, 60 * MS), st.integers(0, 5 * SECOND))
    found = []
    for edge in in_time(lines):
        at = edge.at + draw(delays)
        before = [each.at for each in found if each.edge.control == edge.edge.control]
        found.append(Arrival(max([at, *before]), edge.edge))
    return found


@settings(max_examples=examples(150))
@given(st.data())
def test_late_edges_are_the_same_presses(data: st.DataObject) -> None:
    moves = data.draw(fingers())
    lines = {name: data.draw(bouncing(each)) for name, each in moves.items()}
    meant = {name: each[::2] for name, each in moves.items()}
    late_ns = data.draw(st.sampled_from([0, 1, 30 * MS, 400 * MS]))
    assert presses(heard(lines, in_time(lines), late_ns=late_ns)) == meant
    gestures = heard(lines, data.draw(delivered(lines)), late_ns=late_ns)
    assert presses(gestures) == meant
    for name in LINES:
        ends = [gesture for gesture in gestures if gesture.control == name and gesture.kind is not GestureKind.PRESS]
        assert len(ends) == len(meant[name]), "each press is a tap or a hold"


@settings(max_examples=examples(100))
@given(st.data())
def test_levels_that_were_asked_for_late_are_the_same_presses(data: st.DataObject) -> None:
    moves = data.draw(fingers())
    lines = {name: data.draw(bouncing(each)) for name, each in moves.items()}
    told = {name: data.draw(looked_at(levels)) for name, levels in lines.items()}
    assert presses(heard(lines, data.draw(delivered(told)))) == {name: each[::2] for name, each in moves.items()}


@settings(max_examples=examples(100))
@given(st.data())
def test_what_comes_at_once_is_in_order_over_all_lines_however_it_is_shuffled(data: st.DataObject) -> None:
    moves = data.draw(fingers())
    lines = {name: data.draw(bouncing(each)) for name, each in moves.items()}
    latest = max((edge.at for edge in in_time(lines)), default=BEGAN)
    shuffled = data.draw(st.permutations([Arrival(latest, each.edge) for each in in_time(lines)]))
    gestures = [gesture for gesture in heard(lines, shuffled) if gesture.kind is GestureKind.PRESS]
    assert presses(gestures) == {name: each[::2] for name, each in moves.items()}
    assert gestures == sorted(gestures, key=lambda gesture: gesture.at)


@settings(max_examples=examples(100))
@given(st.data())
def test_what_comes_late_and_at_once_does_the_same_in_the_same_order(data: st.DataObject) -> None:
    """What a press does may depend on the tap of another button before it, which is sure after a lockout."""
    lines = {name: data.draw(bouncing(each)) for name, each in data.draw(fingers()).items()}
    latest = max((edge.at for edge in in_time(lines)), default=BEGAN) + data.draw(st.sampled_from([0, 400 * MS]))
    late = [Arrival(latest, each.edge) for each in in_time(lines)]
    assert heard(lines, late) == heard(lines, in_time(lines))


def test_a_button_pressed_again_was_let_go_before_others() -> None:
    """Its next press says that it was let go; by the lockout it was sure before the other button's release."""
    moves = {"gold-30": [0, 60, 100, 160], "red-30": [0, 62], "pause": []}
    lines = {name: [(BEGAN + ms * MS, nth % 2 == 0) for nth, ms in enumerate(each)] for name, each in moves.items()}
    late = [Arrival(max(each.at, BEGAN + 110 * MS), each.edge) for each in in_time(lines)]
    assert heard(lines, late) == heard(lines, in_time(lines))


def test_a_tap_is_carried_out_though_another_contact_never_rests() -> None:
    """The pin library always has the next edge already when the input thread has served one."""
    ringing = [(BEGAN + at * MS, at % 2 == 0) for at in range(200)]
    lines: dict[str, Sequence[Level]] = {name: [] for name in LINES}
    lines |= {"gold-30": ringing, "red-30": [(BEGAN, True), (BEGAN + 60 * MS, False)]}
    clock, contacts, controls, thread = listening(lines)
    contacts.has_unread = True
    for arrival in sorted(in_time(lines), key=lambda each: each.at):
        clock.advance(ns=arrival.at - clock.now())
        contacts.edges.waiting.append(arrival.edge)
        thread.step(timeout=0)
    taps = [gesture for gesture in controls.gestures if gesture.kind is GestureKind.TAP]
    assert taps == [Gesture(GestureKind.TAP, "red-30", BEGAN + 60 * MS)]


@settings(max_examples=examples(150))
@given(st.data())
def test_whatever_a_contact_does_delay_makes_no_press_and_loses_none(data: st.DataObject) -> None:
    """Chatter of any length too, of which a press begins where a lockout ends. All contacts are open in the end."""
    gaps = st.lists(st.integers(1, 80 * MS), max_size=12).map(
        lambda drawn: [*drawn, SECOND][: (len(drawn) + 1) // 2 * 2]
    )
    lines = {
        name: [(BEGAN + at, number % 2 == 0) for number, at in enumerate(accumulate(data.draw(gaps)))] for name in LINES
    }
    late_ns = data.draw(st.sampled_from([0, 1, 30 * MS]))
    found = presses(heard(lines, data.draw(delivered(lines)), late_ns=late_ns))
    assert found == {name: debounced(levels) for name, levels in lines.items()}


def debounced(levels: Sequence[Level]) -> list[int]:
    """The presses of a contact, when all is known: each closing after it has been open for a lockout."""
    found, closed, opened = [], False, BEGAN - LOCKOUT_NS
    for at, level in levels:
        if level and not closed:
            if at - opened >= LOCKOUT_NS:
                found.append(at)
        elif closed and not level:
            opened = at
        closed = level
    return found


@settings(max_examples=examples(100))
@given(st.data())
def test_a_press_outlives_the_edges_that_the_kernel_loses(data: st.DataObject) -> None:
    """Of each burst any but the first; those that are left come in time."""
    moves = data.draw(fingers())
    lines = {name: data.draw(bouncing(each)) for name, each in moves.items()}
    kept = {
        name: [level for level in levels if level[0] in moves[name] or data.draw(st.booleans())]
        for name, levels in lines.items()
    }
    gestures = heard(lines, in_time(kept))
    assert presses(gestures) == {name: each[::2] for name, each in moves.items()}
    for name, each in moves.items():
        ends = [gesture.at for gesture in gestures if gesture.control == name and gesture.kind is GestureKind.TAP]
        assert set(ends) <= set(each[1::2]), "and ends when it was let go"

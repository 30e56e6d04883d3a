"""Each state of a timer has a face of its own, and a face stays equal for as long as its picture does."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from companion.table.view import Over, Phase, Reason, TimerState
from companion.wartime.match.state import State
from companion.wartime.match.views import TimerView, WarTimeView, view
from companion.wartime.scenario.parts import ARMIES
from companion.wartime.scenario.scenario import OPEN, TimerKind
from hardware.faces.face import Face, draw
from hardware.faces.timer import RackFace, TimerFace
from hardware.faces.words import NO_TABLE, MessageFace, OverFace
from hardware.games.registry import face_for, moving

NOW = 5_000_000
NAMES = {side.value: army for side, army in ARMIES.items()}


def timer(id: str = "gold-60a", *, seconds: int = 60, left_ms: int | None = None, **more: Any) -> TimerView:
    """One timer as of NOW: `left_ms` to run, or available."""
    side, _, rest = id.partition("-")
    fields: dict[str, Any] = {
        "id": id,
        "label": f"{side.capitalize()} {rest}",
        "name": f"{NAMES.get(side, '')} {rest}",
        "tag": rest,
        "side": side,
        "kind": TimerKind.COMMAND,
        "seconds": seconds,
        "state": TimerState.AVAILABLE if left_ms is None else TimerState.ACTIVE,
        "remaining_ms": left_ms or 0,
        "ends_ms": None if left_ms is None else NOW + left_ms,
    }
    return TimerView(**(fields | more))


SETUP = timer("neutral-120", name="2 minutes", tag="2 minutes", seconds=120, kind=TimerKind.SETUP)
GAME = timer("neutral-600", name="10 minutes", tag="10 minutes", seconds=600, kind=TimerKind.GAME)


OPENED = view(State.start(OPEN, 0), 0)


END = Over(winner="gold", title="Valyance wins", telling={"gold": "Your 90 was idle 38 %.", "all": "Nobody hurried."})


def table(*timers: TimerView, phase: Phase = Phase.RUNNING, paused: bool = False) -> WarTimeView:
    over = END if phase is Phase.ENDED else None
    return msgspec.structs.replace(OPENED, server_ms=NOW, phase=phase, paused=paused, timers=timers, over=over)


ONE = ("gold-60a",)
RACK = ("gold-30", "gold-60a", "gold-60b", "gold-90", "gold-spell")
SIZES = [(128, 64), (128, 32)]


def one(view: WarTimeView, now_ms: int = NOW) -> TimerFace:
    face = face_for((view.timers[0].id,), view, now_ms)
    assert isinstance(face, TimerFace)
    return face


def pixels(face: Face, size: tuple[int, int] = (128, 64)) -> bytes:
    return draw(face, *size).tobytes()


STATES: dict[str, Face] = {
    "free": face_for(ONE, table(timer()), NOW),
    "running": face_for(ONE, table(timer(left_ms=33_000)), NOW),
    "for a unit": face_for(ONE, table(timer(left_ms=33_000, unit="Archer")), NOW),
    "for a card": face_for(ONE, table(timer(left_ms=33_000, card="Fireball")), NOW),
    "off board": face_for(ONE, table(timer(left_ms=33_000, off_board=True)), NOW),
    "paused": face_for(
        ONE, table(timer(left_ms=33_000, ends_ms=None, unit="Archer"), phase=Phase.PAUSED, paused=True), NOW
    ),
    "paused and free": face_for(ONE, table(timer(), phase=Phase.PAUSED, paused=True), NOW),
    "last seconds": face_for(ONE, table(timer(left_ms=4_000)), NOW),
    "ran out": face_for(ONE, table(timer(ran_out_ms=NOW - 300)), NOW),
    "refused": face_for(ONE, table(timer(refused=Reason("Valyance 60a is still running: 23 s left.", NOW))), NOW),
    "before the game": face_for(ONE, table(timer(), phase=Phase.SETUP), NOW),
    "over": face_for(ONE, table(timer(), phase=Phase.ENDED), NOW),
    "no table": NO_TABLE,
    "not in this game": face_for(ONE, table(), NOW),
}


@pytest.mark.parametrize("size", SIZES)
def test_every_state_looks_different(size: tuple[int, int]) -> None:
    assert len({pixels(face, size) for face in STATES.values()}) == len(STATES)
    assert len(set(STATES.values())) == len(STATES)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_a_picture_has_the_size_and_mode_of_the_screen(state: str, size: tuple[int, int]) -> None:
    picture = draw(STATES[state], *size)
    assert (picture.mode, picture.size) == ("1", size)


@pytest.mark.parametrize(
    ("left_ms", "shown"), [(60_000, "60"), (59_999, "60"), (59_000, "59"), (1_001, "2"), (1, "1"), (0, "0")]
)
def test_a_started_second_counts(left_ms: int, shown: str) -> None:
    assert one(table(timer(left_ms=left_ms))).clock == shown


def test_a_free_timer_says_so_large_and_its_length_small() -> None:
    free, paused = one(table(timer())), one(table(timer(), phase=Phase.PAUSED, paused=True))
    assert (free.main, free.short, free.word) == ("free", "60a", "60 s")
    assert (paused.main, paused.short, paused.word) == ("free", "paused", "60 s")
    assert one(table(timer(left_ms=23_000))).main == "23"
    assert one(table(timer(), phase=Phase.SETUP)).main == "60"
    assert one(table(SETUP)).main == "2:00"


def test_a_game_without_a_limit_shows_no_ten_minutes_until_somebody_flips_them() -> None:
    limited = msgspec.structs.replace(OPENED.scenario, time_limit=True)
    setup = table(GAME, phase=Phase.SETUP)
    assert face_for(("neutral-600",), setup, NOW) == MessageFace("no time limit")
    assert one(msgspec.structs.replace(setup, scenario=limited)).main == "10:00"
    used = msgspec.structs.replace(OPENED.scenario, neutral={"neutral-600": "The tide turns.", "neutral-120": "Rain."})
    assert one(msgspec.structs.replace(setup, scenario=used)).main == "10:00"
    assert (one(table(GAME)).main, one(table(GAME)).label, one(table(GAME)).word) == ("free", "10 minutes", "")
    assert one(table(SETUP)).main == "2:00"
    assert one(msgspec.structs.replace(table(SETUP), scenario=used)).main == "free"


ARM_S_LENGTH_PX = 15
"""How tall what is read first must be, in pixels of a 0.96 inch glass (21.7 mm for 128) at one metre.

An eye of full acuity resolves letters of 5 arc minutes, 8.6 of these pixels, still and in good light. In a dim room and
at a glance it needs about twice that: 15 pixels are 8.7 arc minutes. A word is measured by its small letters.
"""


def height_of_main(face: TimerFace, *, rack: bool = False) -> int:
    """How tall the figure is, or the last letter of the word, in the picture itself."""
    if not rack:
        field = draw(face, 128, 64).crop((46, 1, 127, 49))
    else:
        column = draw(RackFace((face,) * 5), 128, 64).crop((1, 1, 25, 52))
        field = column.rotate(-90, expand=True) if face.main == "free" else column.crop((0, 33, 24, 51))
    box = field.getbbox()
    assert box is not None
    if face.main == "free":
        field = field.crop((box[2] - (box[2] - box[0]) // 4, *box[1:]))
        box = field.getbbox()
        assert box is not None
    return box[3] - box[1]


@pytest.mark.parametrize("rack", [False, True])
@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("left_ms", [None, 60_000, 23_000, 11_000, 4_000])
def test_what_a_player_looks_for_can_be_read_at_a_metre(left_ms: int | None, paused: bool, rack: bool) -> None:
    shown = timer(left_ms=left_ms, unit=None if left_ms is None else "Archer")
    face = one(table(shown, phase=Phase.PAUSED if paused else Phase.RUNNING, paused=paused))
    plain = msgspec.structs.replace(face, inverted=False)
    assert height_of_main(plain, rack=rack) >= ARM_S_LENGTH_PX


def test_a_rack_tells_free_from_running_in_a_pause_too() -> None:
    army = [timer("gold-60a", left_ms=33_000, ends_ms=None), timer("gold-60b")]
    face = face_for(RACK, table(*army, phase=Phase.PAUSED, paused=True), NOW)
    assert isinstance(face, RackFace)
    assert [column.main for column in face.columns] == ["33", "free"]


def test_long_timers_show_minutes() -> None:
    running = msgspec.structs.replace(GAME, state=TimerState.ACTIVE, ends_ms=NOW + 61_000)
    assert one(table(GAME)).clock == "10:00"
    assert one(table(running)).clock == "1:01"
    assert one(table(SETUP)).clock == "2:00"


def test_time_is_taken_from_the_deadline_and_stands_still_without_one() -> None:
    running = table(timer(left_ms=30_000))
    assert one(running, NOW + 7_000).left_ms == 23_000
    standing = table(timer(left_ms=30_000, ends_ms=None), phase=Phase.PAUSED, paused=True)
    assert one(standing, NOW + 7_000).left_ms == 30_000
    assert not one(standing).falling


@pytest.mark.parametrize(("left_ms", "inverted"), [(5_001, False), (5_000, True), (0, True)])
def test_the_last_five_seconds_are_inverted(left_ms: int, inverted: bool) -> None:
    assert one(table(timer(left_ms=left_ms))).inverted is inverted


def test_running_out_flashes_for_a_second_and_a_half() -> None:
    view = table(timer(ran_out_ms=NOW))
    looks = [one(view, NOW + at).inverted for at in range(0, 2_000, 250)]
    assert looks == [False, True, False, True, False, True, False, False]
    assert moving(ONE, view, NOW + 1_499)
    assert not moving(ONE, view, NOW + 1_500)


def test_a_refusal_is_read_for_two_seconds_and_then_the_sand_is_back() -> None:
    view = table(
        timer(left_ms=30_000, refused=Reason("No.", NOW)), timer("gold-60b", refused=Reason("Nor this.", NOW + 500))
    )
    assert face_for(ONE, view, NOW + 1_999) == MessageFace("No.", urgent=True)
    assert isinstance(face_for(ONE, view, NOW + 2_000), TimerFace)
    assert face_for(RACK, view, NOW + 600) == MessageFace("Nor this.", urgent=True)
    assert isinstance(face_for(RACK, view, NOW + 2_500), RackFace)


def test_a_side_that_is_ready_is_told_so_and_the_other_what_to_do() -> None:
    view = table(timer(), timer("red-60a"), SETUP, phase=Phase.SETUP)
    ready = msgspec.structs.replace(view, ready=("gold",))
    words = [getattr(face_for((each,), ready, NOW), "word", "") for each in ("gold-60a", "red-60a")]
    assert words == ["ready", "hold to begin"]
    rack = table(*(timer(name) for name in RACK), SETUP, phase=Phase.SETUP)
    assert face_for(RACK, msgspec.structs.replace(rack, ready=("gold",)), NOW) == MessageFace("ready")
    assert face_for(RACK, msgspec.structs.replace(rack, ready=("red",)), NOW) == MessageFace("hold to begin")


def test_a_rack_shows_set_up_and_how_to_begin() -> None:
    army = [timer(name) for name in RACK]
    assert face_for(RACK, table(*army, SETUP, phase=Phase.SETUP), NOW) == MessageFace("hold to begin")
    running = msgspec.structs.replace(SETUP, state=TimerState.ACTIVE, ends_ms=NOW + 83_000)
    face = face_for(RACK, table(*army, running, phase=Phase.SETUP), NOW)
    assert isinstance(face, TimerFace)
    assert face.clock == "1:23"
    assert moving(RACK, table(*army, running, phase=Phase.SETUP), NOW)


def test_a_rack_has_its_timers_in_the_order_it_shows_them() -> None:
    view = table(*(timer(name, seconds=10 + index) for index, name in enumerate(sorted(RACK))), SETUP)
    face = face_for(RACK, view, NOW)
    assert isinstance(face, RackFace)
    assert [column.short for column in face.columns] == ["30", "60a", "60b", "90", "spell"]


def test_the_end_says_who_won_on_every_screen_and_the_figure_where_there_are_no_buttons() -> None:
    view = table(timer(refused=Reason("The game is over.", NOW)), phase=Phase.ENDED)
    assert face_for(ONE, view, NOW) == OverFace(title="Valyance wins")
    assert face_for(RACK, view, NOW) == OverFace(title="Valyance wins", said="Your 90 was idle 38 %.")
    assert face_for(("neutral-600",), view, NOW) == OverFace(title="Valyance wins", said="Nobody hurried.")


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (table(timer(left_ms=1_000)), True),
        (table(timer(left_ms=1_000, ends_ms=None), phase=Phase.PAUSED, paused=True), False),
        (table(timer()), False),
        (table(timer(), timer("gold-60b", left_ms=9_000)), False),
        (table(timer(refused=Reason("No.", NOW))), True),
        (table(timer(left_ms=1_000), phase=Phase.ENDED), False),
    ],
)
def test_moving_is_said_of_what_this_screen_shows(view: WarTimeView, expected: bool) -> None:
    assert moving(ONE, view, NOW) is expected


timers_on_screen = st.builds(
    lambda left, ran, refused, name, off: timer(
        left_ms=left,
        ran_out_ms=None if ran is None or left is not None else NOW - ran,
        refused=None if refused is None else Reason("No.", NOW - refused),
        unit=name,
        off_board=off,
    ),
    st.none() | st.integers(0, 60_000),
    st.none() | st.integers(0, 3_000),
    st.none() | st.integers(0, 3_000),
    st.none() | st.text(min_size=1, max_size=24),
    st.booleans(),
)
phases = st.sampled_from([Phase.SETUP, Phase.RUNNING, Phase.ENDED])


@given(shown=timers_on_screen, phase=phases, later=st.integers(0, 5_000))
def test_what_does_not_move_keeps_its_face(shown: TimerView, phase: Phase, later: int) -> None:
    view = table(shown, phase=phase)
    if not moving(ONE, view, NOW):
        assert face_for(ONE, view, NOW) == face_for(ONE, view, NOW + later)


@given(unit=st.text(min_size=1, max_size=24), size=st.sampled_from(SIZES), left_ms=st.integers(5_100, 60_000))
def test_a_name_is_written_inside_its_field(unit: str, size: tuple[int, int], left_ms: int) -> None:
    """Nothing of a name touches the hourglass or the seconds, and something of it is there."""
    shown = timer(left_ms=left_ms, ends_ms=None)
    nameless = draw(one(table(msgspec.structs.replace(shown, name="-", tag="-"))), *size)
    named = draw(one(table(msgspec.structs.replace(shown, name="-", tag="-", unit=unit))), *size)
    top = 48 if size[1] == 64 else 21
    left = 41 if size[1] == 64 else 21
    for box in ((0, 0, size[0], top), (0, 0, left, size[1])):
        assert nameless.crop(box).tobytes() == named.crop(box).tobytes()
    assert named.crop((left, top, *size)).getbbox() is not None


@pytest.mark.parametrize("size", SIZES)
@given(name=st.text(min_size=1, max_size=24))
def test_rack_columns_keep_to_themselves(size: tuple[int, int], name: str) -> None:
    army = [timer(each, left_ms=33_000) for each in RACK]
    named = [msgspec.structs.replace(each, unit=name) if each.id == "gold-60b" else each for each in army]
    plain, other = (draw(face_for(RACK, table(*each), NOW), *size) for each in (army, named))
    for box in ((0, 0, 50, size[1]), (75, 0, 128, size[1]), (0, 0, 128, size[1] - 11)):
        assert plain.crop(box).tobytes() == other.crop(box).tobytes()


def differing(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.logical_xor(one, other).getbbox()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("left_ms", [None, 60_000, 30_000, 3_000])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_number_stands_beside_the_neck_and_touches_nothing(
    size: tuple[int, int], left_ms: int | None, number: int
) -> None:
    shown = timer(left_ms=left_ms, unit=None if left_ms is None else "Archer")
    without = draw(one(table(shown)), *size)
    numbered = draw(one(table(msgspec.structs.replace(shown, number=number))), *size)
    box = differing(without, numbered)
    assert box is not None
    assert box[2] <= (12 if size[1] == 64 else 8)
    assert size[1] // 3 < box[1]
    assert box[3] < size[1] * 2 // 3 + 1
    around = without.crop((0, box[1], box[2] + 1, box[3]))
    assert len(around.getcolors() or ()) == 1


@pytest.mark.parametrize("size", SIZES)
def test_every_number_looks_different_on_every_face(size: tuple[int, int]) -> None:
    numbered = [[timer(name, number=number) for name in RACK] for number in (1, 2, 3, 4, 5)]
    assert len({pixels(one(table(army[0])), size) for army in numbered}) == 5
    assert len({pixels(face_for(RACK, table(*army), NOW), size) for army in numbered}) == 5


@pytest.mark.parametrize("size", SIZES)
def test_a_number_in_a_rack_leaves_digits_and_names_alone(size: tuple[int, int]) -> None:
    army = [timer(name, left_ms=33_000) for name in RACK]
    numbered = [msgspec.structs.replace(each, number=5) for each in army]
    plain, other = (draw(face_for(RACK, table(*each), NOW), *size) for each in (army, numbered))
    box = differing(plain, other)
    assert box is not None
    assert box[3] <= size[1] - 11 - 17


@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize("size", SIZES)
def test_any_timers_may_share_a_screen(count: int, size: tuple[int, int]) -> None:
    """The long ones too, whose minutes and seconds are wider than a column."""
    timers = [SETUP, GAME, timer(), timer("red-spell", kind=TimerKind.SPELL, seconds=30), timer("red-90", seconds=90)]
    shows = tuple(each.id for each in timers[:count])
    picture = draw(face_for(shows, table(*timers), NOW), *size)
    column = size[0] // count
    digits = (size[1] - 11 - 17, size[1] - 11)
    for index in range(count):
        cell = picture.crop((index * column, digits[0], (index + 1) * column, digits[1]))
        box = cell.getbbox()
        assert box is not None
        assert box[2] < column


def test_pictures_are_nobodys_to_draw_on() -> None:
    face = STATES["free"]
    draw(face, 128, 64).paste(255, (0, 0, 128, 64))
    assert draw(face, 128, 64).tobytes() != Image.new("1", (128, 64), 255).tobytes()

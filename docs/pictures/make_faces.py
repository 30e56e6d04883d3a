"""Draws docs/pictures/oled-faces.png and oled-faces-low.png: what screens show, enlarged. Run it from the root."""

from pathlib import Path
from typing import Any

import msgspec
from PIL import Image

from companion.table.view import CallState, JudgeCall, Phase, Reason, RoundHere, TableView, TimerState
from companion.wartime.match.views import TimerView
from companion.wartime.scenario.scenario import BOX, TimerKind
from hardware.faces.face import Face, draw
from hardware.faces.figures import FigureFace, SheetFace
from hardware.faces.flags import FlagLineFace, FlagMark, FlagsWonFace
from hardware.faces.hourglass import SaverFace
from hardware.faces.words import NO_TABLE, NoticeFace, OverFace
from hardware.games.registry import face_for
from hardware.screens.invitation import SEE_PHONES, call_face, round_face

NOW = 1_000_000
SCALE = 3
GAP = 12
SPECS = {spec.label: spec for spec in BOX}
LIT, DARK, TABLE = (190, 232, 255), (4, 8, 12), (22, 48, 43)


def timer(label: str = "Gold 60a", *, seconds: int = 60, left: float | None = None, **more: Any) -> TimerView:
    """A timer with `left` seconds to run, or an available one."""
    spec = SPECS[label]
    fields: dict[str, Any] = {
        "id": label,
        "label": label,
        "name": spec.name,
        "tag": spec.tag,
        "side": spec.side.value if spec.side else "neutral",
        "kind": TimerKind.COMMAND,
        "seconds": seconds,
        "state": TimerState.AVAILABLE if left is None else TimerState.ACTIVE,
        "remaining_ms": 0 if left is None else round(left * 1000),
        "ends_ms": None if left is None else NOW + round(left * 1000),
        "number": spec.number,
    }
    return TimerView(**(fields | more))


class Shown(TableView, frozen=True, kw_only=True):
    """As much of WarTime's view as its faces ask for."""

    ready: tuple[str, ...] = ()


SETUP = timer("2 minutes", seconds=120, left=83.5, kind=TimerKind.SETUP)
RACK = (
    timer("Red 30", seconds=30, left=27.4, unit="Goblin"),
    timer("Red 60a", left=41.2, unit="Wolf Rider"),
    timer("Red 60b"),
    timer("Red 90", seconds=90, left=3.2, unit="Orc"),
    timer("Red spell", seconds=30, kind=TimerKind.SPELL),
)
STANDING = tuple(msgspec.structs.replace(each, ends_ms=None) for each in RACK)
NUMBERED = (("7", "VPs"), ("5", "to act"), ("1", "passes"), ("14", "init."))
MARKS = tuple(
    enumerate(
        (
            FlagMark.MINE,
            FlagMark.MINE,
            FlagMark.OPEN,
            FlagMark.SHOWN,
            FlagMark.OPEN,
            FlagMark.THEIRS,
            FlagMark.CLAIMABLE,
            FlagMark.OPEN,
            FlagMark.THEIRS,
        ),
        start=1,
    )
)
RUNNING_ALREADY = timer(refused=Reason("Valyance 60a is still running: 23 s left.", NOW))
NOT_BEGUN = timer(refused=Reason("Not begun yet. Each hold a button, or tap Begin.", NOW))


def picture(
    *timers: TimerView, phase: Phase = Phase.RUNNING, height: int = 64, beside: TimerView | None = None
) -> Image.Image:
    """A screen that shows `timers`, with one more on the table `beside` them."""
    on_table = timers if beside is None else (*timers, beside)
    paused = phase is Phase.PAUSED
    view = Shown(server_ms=NOW, game="wartime", phase=phase, paused=paused, timers=on_table)
    return draw(face_for(tuple(each.id for each in timers), view, NOW), 128, height)


def timers(height: int) -> list[Image.Image]:
    """WarTime's."""
    return [
        picture(timer(left=58, unit="Archer"), height=height),
        picture(timer("Gold 90", seconds=90, left=22.3, unit="Knight"), height=height),
        picture(timer("Gold 90", seconds=90), height=height),
        picture(timer("Red 60b", left=3.7, unit="Goblin"), height=height),
        picture(timer(left=33.1, unit="Skeleton Warriors"), height=height),
        picture(timer(left=33.1, unit="Skeleton Warriors Two"), height=height),
        picture(timer(left=47.5), height=height),
        picture(timer("Gold spell", seconds=30, left=17, kind=TimerKind.SPELL, card="Fireball"), height=height),
        picture(timer(left=33.1, unit="Archer", off_board=True), height=height),
        picture(timer(left=33.1, unit="Archer", ends_ms=None), phase=Phase.PAUSED, height=height),
        picture(timer(), phase=Phase.PAUSED, height=height),
        picture(timer(ran_out_ms=NOW - 300), height=height),
        picture(RUNNING_ALREADY, height=height),
        picture(NOT_BEGUN, height=height),
        picture(timer("Gold 30", seconds=30), phase=Phase.SETUP, height=height),
        picture(SETUP, phase=Phase.SETUP, height=height),
        picture(timer("10 minutes", seconds=600, left=462.4, kind=TimerKind.GAME), height=height),
        picture(timer("10 minutes", seconds=600, kind=TimerKind.GAME), height=height),
        picture(*RACK, height=height),
        picture(*STANDING, phase=Phase.PAUSED, height=height),
        picture(*RACK, phase=Phase.SETUP, height=height),
        picture(*RACK, phase=Phase.SETUP, beside=SETUP, height=height),
    ]


OTHERS: tuple[Face, ...] = (
    OverFace(title="Valyance wins", said="Your 90 stood idle 38 %."),
    FlagsWonFace(title="Gold wins", how="break-through", flags=(3, 4, 5), joined=True),
    FlagsWonFace(title="Red wins", how="envelopment", flags=(1, 2, 4, 5, 7), joined=False),
    NO_TABLE,
    FigureFace(figure="5", label="to act", word="Blood Berets", inverted=True),
    FigureFace(figure="14", label="Init.", word="12+2"),
    SheetFace(bar="Turn 2: you act", columns=NUMBERED, lit=True),
    SheetFace(bar="Turn 2: Red acts", columns=NUMBERED),
    FlagLineFace(marks=MARKS, bar="claim 4, 1 more", lit=True),
    SaverFace(5),
)
"""The other games', and nobody's."""
ROUND = RoundHere(number=3, title="Round 3", ends_ms=NOW + 2_480_000, left_ms=2_480_000)
HALLS: tuple[Face, ...] = (
    round_face(ROUND, NOW),
    round_face(msgspec.structs.replace(ROUND, ends_ms=None), NOW),
    round_face(ROUND, NOW + 2_210_000),
    NoticeFace("Lunch until 13:30. Please leave your tables as they are.", urgent=True, instead=SEE_PHONES),
    NoticeFace("The fire alarm is only a test. " * 12, urgent=True, instead=SEE_PHONES),
    call_face(JudgeCall(id=1, ms=NOW, state=CallState.COMING, who="Dana")),
)
"""The hall's, where a table stands in one."""


def faces(height: int) -> list[Image.Image]:
    """Every kind of face on screens of that height."""
    return [*timers(height), *(draw(face, 128, height) for face in (*OTHERS, *HALLS))]


def sheet(pictures: list[Image.Image], *, across: int = 4) -> Image.Image:
    """All of them, enlarged, in rows."""
    wide, high = 128 * SCALE + GAP, pictures[0].height * SCALE + GAP
    rows = -(-len(pictures) // across)
    whole = Image.new("RGB", (across * wide + GAP, rows * high + GAP), TABLE)
    for index, each in enumerate(pictures):
        large = each.resize((each.width * SCALE, each.height * SCALE), Image.Resampling.NEAREST)
        lit = Image.composite(Image.new("RGB", large.size, LIT), Image.new("RGB", large.size, DARK), large)
        whole.paste(lit, (GAP + index % across * wide, GAP + index // across * high))
    return whole


if __name__ == "__main__":
    for height, name in ((64, "oled-faces.png"), (32, "oled-faces-low.png")):
        sheet(faces(height)).save(Path(__file__).with_name(name), optimize=True)

"""docs/architecture.md, held to the code: its picture, its words, and the ways of a press and of a tap."""

import importlib
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from companion.table.table import Table
from tests.hardware.rig import Rig
from tests.hardware.rig_screens import Screens
from tests.house import ROOMS, ROOT
from tests.test_doors import imports
from tests.web.conftest import Phone
from web.http.live import TableFeed

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
Steps = list[tuple[str, str]]
_STEP = re.compile(r"^\d+\. `([\w/]+\.py)`, `([\w.]+)`:", re.MULTILINE)


def section(heading: str) -> str:
    return TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def room(path: str) -> str:
    return (
        "companion/app" if path.startswith(("companion/app/", "companion/__main__")) else path.split("/", maxsplit=1)[0]
    )


def test_the_picture_has_the_arrows_of_the_imports() -> None:
    picture = section("Three rooms").split("```")[1]
    drawn = {tuple(arrow.split(" --> ")) for arrow in re.findall(r"\w+(?:\[.*?\])? --> \w+", picture)}
    names = {"app[companion/app]": "companion/app", "app": "companion/app"}
    found = {
        (room(path), room(imported.module.replace(".", "/") + "/"))
        for path, every in imports().items()
        for imported in every
        if imported.package in ("companion", "hardware", "web")
    }
    assert {(names.get(one, one), names.get(other, other)) for one, other in drawn} == {
        (one, other) for one, other in found if one != other
    }


def test_its_words_are_there() -> None:
    named = re.findall(r"`((?:companion|hardware|web)\.[\w.]+)`", section("A dozen words"))
    assert len(named) >= 12
    for each in named:
        module, _, name = each.rpartition(".")
        try:
            importlib.import_module(each)
        except ModuleNotFoundError:
            assert hasattr(importlib.import_module(module), name), each


@contextmanager
def traced() -> Iterator[Steps]:
    """Notes each function of the house that is called meanwhile, in any thread that starts meanwhile too."""
    steps: Steps = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(ROOT)):
            path = Path(frame.f_code.co_filename).relative_to(ROOT).as_posix()
            steps.append((path, frame.f_code.co_qualname.rpartition("<locals>.")[2]))

    before = sys.getprofile()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield steps
    finally:
        sys.setprofile(before)
        threading.setprofile(before)


def in_order(heading: str, walked: Steps) -> None:
    """Raises AssertionError where a step of that section is not walked after the one before it."""
    told = _STEP.findall(section(heading))
    at = 0
    for step in told:
        assert step in walked[at:], step
        at = walked.index(step, at) + 1


def walk_a_press(tmp_path: Path) -> Steps:
    rig = Rig.seated(tmp_path / "t.sqlite")
    screens = Screens(rig)
    rig.players.begin()
    screens.rounds()
    with traced() as steps:
        rig.tap("gold-30")
        screens.rounds()
    assert rig.players.timer("gold-30").state.value == "active"
    return steps


def test_a_press_takes_the_way_that_it_tells(tmp_path: Path) -> None:
    steps = walk_a_press(tmp_path)
    in_order("One press of a button", steps)
    with pytest.raises(AssertionError):
        in_order("One press of a button", steps[::-1])


def test_a_tap_takes_the_way_that_it_tells(playing: Phone, table: Table) -> None:
    stream = TableFeed(table).stream(gone=lambda: False)
    next(stream)
    with traced() as steps:
        assert playing.post("/api/timers/gold-30/flip").status_code == 200
        next(stream)
    in_order("One tap on a phone", steps)


def test_its_breakpoints_are_there() -> None:
    for owner, function in re.findall(r"`(Match|Table)\.(\w+)`", section("How to look inside")):
        assert hasattr(getattr(importlib.import_module(f"companion.table.{owner.lower()}"), owner), function)


@pytest.mark.parametrize("document", ["architecture.md", "internals.md"])
def test_every_file_that_is_named_is_there(document: str) -> None:
    """A file by the end of its path, a folder as a part of it."""
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    folders = (*ROOMS, "tests", "docs")
    there = [path.relative_to(ROOT).as_posix() for folder in folders for path in (ROOT / folder).rglob("*.*")]
    named = re.findall(r"`([\w/-]+\.(?:py|js|md|toml))`", text) + re.findall(r"`([a-z_]+/[a-z_/]+)`", text)
    assert len(named) > 20
    assert [each for each in named if not any(_names(each, path) for path in there)] == []


def _names(each: str, path: str) -> bool:
    return f"/{path}".endswith(f"/{each}") or f"/{each}/" in f"/{path}" or f"/{each}.py" in f"/{path}"

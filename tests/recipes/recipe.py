"""Reads CONTRIBUTING.md as what it is: steps to be done in a checkout."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "CONTRIBUTING.md"

_STEP = re.compile(r"^\d+\. (In|New:) (.*)$")
_PLACE = re.compile(r"^\s+(After|Before) `(.*)`:$")
_PATH = re.compile(r"`([\w./*-]+)`")


@dataclass(frozen=True)
class Insertion:
    """A block of lines for one file, after or before the one line that has `anchor` in it."""

    path: str
    after: bool
    anchor: str
    block: str

    def do(self, checkout: Path) -> None:
        """Raises AssertionError where the line is not there, or is not the only one."""
        file = checkout / self.path
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        found = [number for number, line in enumerate(lines) if self.anchor in line]
        assert len(found) == 1, f"{self.path}: {len(found)} lines with {self.anchor!r}"
        lines.insert(found[0] + self.after, self.block)
        file.write_text("".join(lines), encoding="utf-8")


@dataclass(frozen=True)
class Copy:
    """A new file or folder, as it lies beside this module."""

    path: str
    source: Path

    def do(self, checkout: Path) -> None:
        """Raises AssertionError where there is such a thing already."""
        target = checkout / self.path
        assert not target.exists(), f"{self.path} is there already"
        target.parent.mkdir(parents=True, exist_ok=True)
        if self.source.is_dir():
            shutil.copytree(self.source, target)
        else:
            shutil.copy(self.source, target)


Step = Insertion | Copy


@dataclass(frozen=True)
class Recipe:
    """What stands under one heading of the guide. `files` are those that it has one touch or write;
    `tests` are pytest's arguments that it ends with."""

    files: tuple[str, ...]
    steps: tuple[Step, ...]
    tests: str


def read_recipe(heading: str, examples: Path) -> Recipe:
    """The recipe under that heading, its new files from `examples`. Raises ValueError where there is none."""
    _, found, rest = GUIDE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")
    if not found:
        raise ValueError(f"no recipe for {heading}")
    lines = rest.partition("\n## ")[0].splitlines()
    files: list[str] = []
    steps: list[Step] = []
    for number, line in enumerate(lines):
        if step := _STEP.match(line):
            paths = _PATH.findall(step[2].partition(":")[0])
            if step[1] == "New:":
                examples_of = [each for path in paths for each in _found(examples, path)]
                steps += [Copy(str(each.relative_to(examples)), each) for each in examples_of]
                files += [str(each.relative_to(examples)) for each in _files(examples_of)]
            else:
                files += paths
        elif place := _PLACE.match(line):
            steps.append(Insertion(files[-1], place[1] == "After", place[2], _block(lines[number + 1 :])))
    tests = next(line.removeprefix("    pytest ") for line in reversed(lines) if line.startswith("    pytest "))
    return Recipe(tuple(files), tuple(steps), tests)


def _found(examples: Path, path: str) -> list[Path]:
    found = sorted(examples.glob(path))
    assert found, f"there is no example of {path}"
    return found


def _files(examples: list[Path]) -> list[Path]:
    """The files in these folders, but for what is compiled and the line that makes a folder a package."""
    every = [path for each in examples for path in (each.rglob("*") if each.is_dir() else [each])]
    return [path for path in every if path.is_file() and path.name != "__init__.py" and path.suffix != ".pyc"]


def _block(lines: list[str]) -> str:
    """The fenced block that begins with the first of the lines, without what it is set in by."""
    indent = len(lines[0]) - len(lines[0].lstrip())
    fence = " " * indent + "```"
    assert lines[0].startswith(fence)
    end = lines.index(fence, 1)
    return "".join(f"{line[indent:]}\n" for line in lines[1:end])

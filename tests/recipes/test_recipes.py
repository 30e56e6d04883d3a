"""CONTRIBUTING.md, done to the letter in a copy of this checkout: all places that it names are there, and it works."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.recipes.recipe import ROOT, Insertion, Recipe, Step, read_recipe

# Pages of help are made of the documents.
ROOMS = ("companion", "hardware", "web", "tests", "docs", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE")
EXAMPLES = Path(__file__).parent
FILES = {"A display chip": 2, "A game": 10, "An act": 5, "A page": 5, "A rule choice": 4, "A terrain trait": 4}
"""How many files each recipe touches or brings: what is added in more places is harder to add."""
recipes = pytest.mark.parametrize("heading", FILES)


def recipe(heading: str) -> Recipe:
    return read_recipe(heading, EXAMPLES / heading.rsplit(" ", 1)[-1])


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for room in ROOMS:
        source = ROOT / room
        if source.is_dir():
            # With what is compiled of it, but for what another process is just writing.
            shutil.copytree(source, tmp_path / room, ignore=shutil.ignore_patterns("*.pyc.*"))
        else:
            shutil.copy(source, tmp_path / room)
    return tmp_path


def run_tests(checkout: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs tests in the copy, as somebody would who sits there."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--no-header", *arguments],
        cwd=checkout,
        env={**inherited, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
    )


@recipes
def test_it_is_as_short_as_it_says(heading: str) -> None:
    assert len(recipe(heading).files) == FILES[heading]


def test_what_they_say_works(checkout: Path) -> None:
    """All of them in one copy, and what they end with in one run."""
    paths: list[str] = []
    words: list[str] = []
    for done in map(recipe, FILES):
        for step in done.steps:
            step.do(checkout)
        given, _, chosen = done.tests.partition(" -k ")
        paths += given.split()
        words += chosen.strip('"').split(" or ") if chosen else [Path(each).stem for each in given.split()]
    run = run_tests(checkout, "-v", "--hypothesis-profile=few", *paths, "-k", " or ".join(words))
    assert run.returncode == 0, run.stdout
    passed = [line for line in run.stdout.splitlines() if " PASSED " in line]
    assert [word for word in words if not any(word in line for line in passed)] == []


def _places() -> list[tuple[str, Step]]:
    """All of them but tests of one's own, which nobody else asks for."""
    steps = [(heading, step) for heading in FILES for step in recipe(heading).steps]
    return [(heading, step) for heading, step in steps if isinstance(step, Insertion) and "def test_" not in step.block]


@pytest.mark.deep
@pytest.mark.parametrize(("heading", "forgotten"), _places(), ids=lambda each: getattr(each, "path", each))
def test_a_place_that_is_forgotten_is_noticed(heading: str, forgotten: Insertion, checkout: Path) -> None:
    done = recipe(heading)
    for step in done.steps:
        if step != forgotten:
            step.do(checkout)
    assert run_tests(checkout, *shlex.split(done.tests)).returncode != 0


@pytest.mark.deep
@recipes
def test_its_types_hold(heading: str, checkout: Path) -> None:
    for step in recipe(heading).steps:
        step.do(checkout)
    checked = [sys.executable, "-m", "mypy", "--cache-dir", str(checkout / ".mypy_cache")]
    run = subprocess.run(checked, cwd=checkout, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout

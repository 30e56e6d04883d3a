"""Every benchmark ends well in its short form, with the figures that docs/measured.md publishes. `make bench` compares
them. It is here because three of them use the browser. How long anything takes is not judged.
"""

import ast
import inspect
import shutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks import all as bench
from benchmarks.figures import Figure, Missing, has_moved
from benchmarks.running import RunningService

FOLDER = Path(bench.__file__).parent


@cache
def sources() -> dict[str, ast.Module]:
    """The benchmarks: every file that defines `measure`."""
    parsed = {file.stem: ast.parse(file.read_text()) for file in FOLDER.glob("*.py")}
    return {
        name: source
        for name, source in parsed.items()
        if any(isinstance(each, ast.FunctionDef) and each.name == "measure" for each in source.body)
    }


def published_by(source: ast.Module) -> set[str]:
    """The published figures that this benchmark names."""
    texts = {each.value for each in ast.walk(source) if isinstance(each, ast.Constant) and isinstance(each.value, str)}
    return texts & bench.published().keys()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with RunningService(tmp_path_factory.mktemp("service")) as service:
        service.join()
        yield service


@pytest.fixture
def service(running: RunningService) -> RunningService:
    """With a match that has not begun."""
    running.post("/api/table/new", {"game": "wartime"})
    return running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.mark.parametrize("name", bench.NAMES)
@pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")
def test_a_short_form_ends_well_with_the_figures_that_are_published(name: str, request: pytest.FixtureRequest) -> None:
    benchmark = import_module(f"benchmarks.{name}")
    parameters = inspect.signature(benchmark.measure).parameters.values()
    given = {each.name: request.getfixturevalue(each.name) for each in parameters if each.default is each.empty}
    try:
        figures = list(benchmark.measure(**given, **benchmark.SHORT))
    except Missing as missing:
        pytest.skip(f"{missing} is not installed here")
    assert all(Figure.read(each.row) == each for each in figures)
    assert published_by(sources()[name]) <= {each.name for each in figures}


def test_make_bench_runs_every_benchmark_and_they_measure_all_that_is_published() -> None:
    assert sources().keys() == set(bench.NAMES)
    assert set().union(*map(published_by, sources().values())) == bench.published().keys()


@pytest.mark.parametrize(
    ("now", "before", "moved"),
    [
        ("7.9 / 8.8 ms", "3.3 / 8.8 ms", True),
        ("3.3 / 5.8 ms", "3.3 / 8.8 ms", True),
        ("4.3 / 6 ms", "3.3 / 8.8 ms", False),
        ("1,400 bytes", "1,034 bytes", True),
        ("0 bytes", "0 bytes", False),
        ("4,096 bytes", "0 bytes", True),
        ("9 ms", "", False),
        ("100 rolls, off by 7 points: 515 ms", "100,000 rolls, off by 0.2 points: 500 ms", False),
    ],
)
def test_more_than_a_third_is_marked(now: str, before: str, moved: bool) -> None:
    assert has_moved(now, before) is moved


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> set[str]:
    """The benchmarks that fail. All others measure a million of whatever is published, in a copy."""
    failing: set[str] = set()
    copy = tmp_path / "measured.md"
    shutil.copy(bench.MEASURED, copy)
    monkeypatch.setattr(bench, "MEASURED", copy)

    def measured(name: str, *, short: bool) -> tuple[list[Figure], str]:
        own = published_by(sources()[name])
        figures = [each._replace(own="1,000,000 ms") for each in bench.published().values() if each.name in own]
        return ([], f"{name} FAILED") if name in failing else (figures, "")

    monkeypatch.setattr(bench, "measured", measured)
    return failing


@pytest.mark.usefixtures("failing")
def test_a_run_ends_with_its_figures_beside_those_published(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["long_match"]) == 0
    (published,) = (bench.published()[name] for name in published_by(sources()["long_match"]))
    own, rival = ([cell.strip() for cell in line.split("  ")] for line in capsys.readouterr().out.splitlines()[-2:])
    rival_name, _, rivals = published.rival.partition(": ")
    assert [cell for cell in own if cell] == ["1,000,000 ms", published.own, "moved", published.name]
    assert [cell for cell in rival if cell] == [rivals, rivals, rival_name]


def test_a_run_names_what_failed_after_it_has_run_the_others(
    failing: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    failing.add("wire")
    assert bench.main([]) == 1
    said, missed = capsys.readouterr().out, published_by(sources()["wire"])
    assert "wire FAILED" in said
    assert said.count("not measured: ") == len(missed)
    assert said.count(" moved ") == len(bench.published()) - len(missed)


def test_figures_are_published_only_from_a_whole_run(failing: set[str]) -> None:
    before = bench.published()
    failing.add("wire")
    for arguments in ([], ["idle"], ["--short"]):
        assert bench.main(["--write", *arguments]) == 1
        assert bench.published() == before
    failing.clear()
    assert bench.main(["--write"]) == 0
    assert bench.published() == {name: each._replace(own="1,000,000 ms") for name, each in before.items()}
    assert bench.MACHINE + bench.machine() in bench.MEASURED.read_text()


def test_a_benchmark_that_fails_is_named() -> None:
    assert bench.measured("none_such", short=True) == ([], "none_such FAILED")

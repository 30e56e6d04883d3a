"""Every list of the games names the same ones: a game that stands in one of them alone is no game yet."""

import re
from collections.abc import Iterator
from importlib import import_module, resources
from pathlib import Path

import pytest
from flask import Flask

from companion.clock import ManualClock
from companion.games import FIRST, RuledGame, all_games
from companion.journal.journal import Journal
from companion.rulings.shelf import Shelf, shipped
from companion.table.opening import New
from companion.table.table import Table
from tests.support import PHONE
from web.app import GAMES
from web.site.assets import files
from web.site.games import GameSite
from web.table.api import REPORTS, VIEWS

ROOT = Path(__file__).parents[1]
NAMES = sorted(all_games())
TEMPLATES = [*(ROOT / "web").glob("**/templates/*.html")]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(clock=ManualClock(), journal=Journal(tmp_path / "t.db"), games=all_games(), game=FIRST)
    yield table
    table.close()


@pytest.fixture
def sites(table: Table) -> list[GameSite]:
    return [site(table, Shelf(table)) for site in GAMES]


def test_what_the_table_opens_has_pages_and_rulings(sites: list[GameSite]) -> None:
    assert sorted(site.pages.name for site in sites) == NAMES
    assert sorted(game.value for game in RuledGame) == NAMES
    assert all(game.title for game in RuledGame)
    assert New().game == FIRST


def test_every_part_of_a_game_is_of_one_that_the_table_opens() -> None:
    panels = [path.stem for path in (ROOT / "hardware/games").glob("*.py") if "\nGAME = " in path.read_text()]
    assert sorted(panels) == NAMES
    assert sorted(path.parent.name for path in (ROOT / "web").glob("*/site.py")) == NAMES


def test_rulings_and_players_words_are_of_games_that_there_are() -> None:
    rulings = resources.files("companion.rulings")
    assert {each.name for each in rulings.joinpath("content").iterdir()} <= set(NAMES)
    assert {chapter.game.value for chapter in shipped()} <= set(NAMES)
    for_all = {"any.toml", "fillers.toml", "precedence.toml", "relations.toml"}
    assert {each.name for each in rulings.joinpath("words").iterdir()} - for_all <= {f"{name}.toml" for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_match_goes_by_its_games_name_and_the_api_knows_its_view_and_its_report(table: Table, name: str) -> None:
    view = table.exchange(New(game=name), source=PHONE)
    assert (table.game, table.match.game.name, view.game) == (name, name, name)
    assert type(view) in VIEWS.kinds
    assert type(table.report()) in REPORTS.kinds


def test_the_api_knows_no_other_views_and_reports() -> None:
    assert len(VIEWS.kinds) == len(REPORTS.kinds) == len(NAMES)


def test_whatever_choices_a_game_has_can_be_agreed_on(sites: list[GameSite]) -> None:
    """Each question of companion.GAME.choices, and by the name of that game."""
    agreed = {site.pages.name: site.agreed for site in sites}
    for name in NAMES:
        written = (ROOT / "companion" / name / "choices.py").is_file()
        found = agreed[name]
        assert (found is not None) == written, name
        if found is not None:
            assert found.game == name
            assert found.choices == import_module(f"companion.{name}.choices").CHOICES
            assert {choice.name for choice in found.choices} == set(found.kind.__struct_fields__)


def test_every_game_leads_to_pages_of_its_own(sites: list[GameSite]) -> None:
    for site in sites:
        own = Flask("web")
        site.install(own)
        for tool in site.pages.tools:
            assert own.url_map.bind("").match(tool.href.partition("?")[0]), tool.name
        assert site.pages.sheet is None or site.pages.sheet in {template.name for template in TEMPLATES}


def test_no_script_knows_a_game_by_name() -> None:
    """Each page says which game it is of: its script looks whether the table still plays that one."""
    scripts = "".join(path.read_text() for name, path in files().items() if name.endswith(".js"))
    assert [name for name in NAMES if re.search(rf"[\"'`]{name}[\"'`]", scripts)] == []


def test_no_template_names_a_game_that_there_is_not() -> None:
    sources = "".join(template.read_text() for template in TEMPLATES)
    named = re.findall(r"source_href\([^)]*, ?[\"'](\w+)[\"']\)", sources)
    named += re.findall(r'name="game" value="(\w+)"', sources)
    assert len(named) > 5
    assert set(named) <= set(NAMES)

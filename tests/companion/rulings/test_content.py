"""What the rulings cover, and that they are in our own words: against lists of headings, and the books themselves."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.games import RuledGame
from companion.rulings.ruling import Cite, Ruling
from companion.rulings.shelf import shipped
from tests.support import not_ours

HEADINGS = sorted((Path(__file__).parent / "headings").glob("*.toml"))
RUN = 8
BOOKS = {
    RuledGame.WARTIME: ("wartime.txt",),
    RuledGame.WARZONE: ("warzone-eternal-core.txt",),
    RuledGame.BATTLELINE: ("battle-line-gmt.txt", "battle-line-variants.txt"),
}
NO_RULE = """War Time
Rulebook
Optional Rules
Credits
Terrain Tile Layout
Sand Timers
Unit
Stand
Unit Stand
Valyance Army Token
Firebrand Army Token
Item Token
Infantry
Ranged
Mounted
Magic
Siege
Hero
Player 1
Player 2"""
"""What the WarTime Rulebook prints in capitals and states no rule by: titles and the words of its pictures."""
RULINGS = [ruling for chapter in shipped() for ruling in chapter.rulings]


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.casefold().replace("’", "'"))


def runs(text: str) -> set[tuple[str, ...]]:
    found = words(text)
    return {tuple(found[start : start + RUN]) for start in range(len(found) - RUN + 1)}


def printed(game: RuledGame) -> str:
    folder = not_ours("rulebooks", variable="WARGLASS_RULEBOOKS")
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in BOOKS[game])


def cites(ruling: Ruling) -> tuple[Cite, ...]:
    return (ruling.cite, *ruling.also)


def test_there_are_rulings_for_every_game() -> None:
    counts = {game: sum(each.game is game for each in RULINGS) for game in RuledGame}
    assert len(RULINGS) >= 260
    assert counts[RuledGame.WARTIME] >= 75
    assert counts[RuledGame.BATTLELINE] >= 40


@pytest.mark.parametrize("path", HEADINGS, ids=lambda path: str(path.stem))
def test_every_heading_that_states_a_rule_has_a_ruling(path: Path) -> None:
    listed = tomllib.loads(path.read_text(encoding="utf-8"))
    wanted = {(each["book"], words_key(section)) for each in listed["chapter"] for section in each["headings"]}
    covered = {(cite.book, words_key(cite.section)) for each in RULINGS for cite in cites(each)}
    assert sorted(wanted - covered) == []


@pytest.mark.parametrize("game", list(RuledGame), ids=lambda game: str(game.value))
def test_nothing_is_copied_from_the_rulebooks(game: RuledGame) -> None:
    book = runs(printed(game))
    assert len(book) > 2000
    copied = {
        each.id: runs(text) & book
        for each in RULINGS
        if each.game is game
        for text in (each.question, each.answer, *each.asked)
        if runs(text) & book
    }
    assert copied == {}


@pytest.mark.parametrize("game", list(RuledGame), ids=lambda game: str(game.value))
def test_every_heading_that_is_cited_is_in_its_book(game: RuledGame) -> None:
    book = " ".join(words(printed(game)))
    sections = {cite.section for each in RULINGS if each.game is game for cite in cites(each)}
    assert [section for section in sorted(sections) if " ".join(words(section)) not in book] == []


def test_the_wartime_list_has_every_heading_in_capitals() -> None:
    """Independent of the list: what the book prints in capitals is a heading, but for what is named here."""
    no_rule = {words_key(name) for name in NO_RULE.splitlines()}
    capitals = {
        words_key(line)
        for line in printed(RuledGame.WARTIME).splitlines()
        if re.search("[A-Z]{2}", line) and line == line.upper() and "\t" not in line and len(line) < 40
    }
    covered = {words_key(cite.section) for each in RULINGS for cite in cites(each) if each.game is RuledGame.WARTIME}
    assert sorted(capitals - no_rule - covered) == []


def words_key(section: str) -> str:
    return " ".join(words(section))


@pytest.mark.parametrize(
    ("dispute", "timers"),
    [
        ("timing-escaped", ["defender", "attacker gets no timer"]),
        ("timing-hit", ["attacker gets a timer"]),
        ("timing-killed", ["its player flips no timer", "attacker gets a timer"]),
        ("timing-charge-escaped", ["both get a timer"]),
        ("timing-charge-hit", ["one timer for the whole charge"]),
    ],
)
def test_every_clash_says_who_gets_a_timer(dispute: str, timers: list[str]) -> None:
    (found,) = [each for each in RULINGS if each.id == dispute]
    assert all(part in found.answer.casefold() for part in timers)


@pytest.mark.parametrize(
    ("id", "marked"),
    [
        ("bl-draw", "the books do not say so"),
        ("bl-decks-empty", "do not spell out"),
        ("bl-fog", "it follows"),
        ("wt-charge-damage", "it follows"),
        ("wt-game-end", "it follows"),
        ("wt-one-target", "the book gives no use"),
        ("wt-no-counter", "the book has no"),
        ("wt-full-strength", "the book does not weaken"),
        ("wt-tokens-back", "the book has no way"),
        ("wz-honorbound", "does not print"),
    ],
)
def test_what_no_book_prints_is_told_apart_from_what_it_does(id: str, marked: str) -> None:
    assert marked in by_id(id).answer.casefold()


def test_cards_that_the_wartime_book_shows_are_told_and_the_others_are_left_to_their_cards() -> None:
    assert "speed 3" in by_id("wt-standard-cards").answer
    assert all(name in by_id("wt-card-text").answer for name in ("Advance", "Control", "Quake"))
    assert "Relentless" in by_id("wz-ability-where").answer


def test_time_spaces_lie_beside_the_hexes() -> None:
    assert "beside the 113 hexes" in by_id("wt-time-spaces").answer


def by_id(id: str) -> Ruling:
    (found,) = [each for each in RULINGS if each.id == id]
    return found

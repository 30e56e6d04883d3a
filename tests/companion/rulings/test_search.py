"""What players type, and what they find."""

import tomllib
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.clock import unhurried
from companion.games import RuledGame
from companion.rulings.evaluate import AskedQuestion, ask_all, read_questions, share
from companion.rulings.ranking import NEAREST, RulingsSearch
from companion.rulings.ruling import Cite, Ruling
from companion.rulings.shelf import shipped, shipped_search
from tests.cpu import costs_ms

QUESTIONS = sorted((Path(__file__).parent / "questions").glob("*.toml"))
STRANGERS, NEWCOMERS, PHONES = (
    sorted((Path(__file__).parent / name).glob("*.toml")) for name in ("strangers", "newcomers", "phones")
)
"""Written before the search was changed, without its words at hand."""
FORUM, CLUB, EVENING = (sorted((Path(__file__).parent / name).glob("*.toml")) for name in ("forum", "club", "evening"))
"""Typed with slips and in half sentences, and asked aloud; a part has no answer."""
UNSEEN = [*STRANGERS, *CLUB, *EVENING]
"""The search is never tuned on these."""
IMPOSSIBLE = sorted((Path(__file__).parent / "impossible").glob("*.toml"))
"""In the games' own words, with no answer in any book."""


@pytest.fixture(scope="module")
def search() -> RulingsSearch:
    return shipped_search()


@cache
def answers(path: Path, *, known: bool = True) -> list[AskedQuestion]:
    """A file's questions as they were asked once, for all tests that judge them."""
    return ask_all(shipped_search(), read_questions(path), known=known)


def fitting(search: RulingsSearch, question: str, game: RuledGame | None = None) -> list[str]:
    return [each.ruling.id for each in search.find(question, game=game) if each.fits]


def ids(search: RulingsSearch, question: str, game: RuledGame | None = None) -> list[str]:
    return [each.ruling.id for each in search.find(question, game=game)]


@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: str(path.stem))
def test_98_of_100_questions_are_answered_within_the_first_three(path: Path) -> None:
    results = answers(path)
    assert len(results) >= 60
    assert share(results, 3) >= 0.98, [each.question for each in results if not each.within(3)]


@pytest.mark.parametrize("paths", [UNSEEN, NEWCOMERS, PHONES], ids=["unseen", "newcomers", "phones"])
def test_a_strangers_questions_are_answered(paths: list[Path]) -> None:
    known, unknown = (
        [each for path in paths for each in answers(path, known=game) if each.expected] for game in (True, False)
    )
    assert len(known) >= 125
    assert (share(known, 1) >= 0.90, share(known, 3) >= 0.98, share(unknown, 3) >= 0.94) == (True, True, True)


@pytest.mark.parametrize("paths", [FORUM, [*CLUB, *EVENING]], ids=["forum", "unseen"])
def test_half_sentences_find_an_answer_or_hear_that_there_is_none(paths: list[Path]) -> None:
    results = [each for path in paths for each in answers(path)]
    known, impossible = ([each for each in results if bool(each.expected) is known] for known in (True, False))
    assert (len(known) >= 85, len(impossible) >= 30) == (True, True)
    assert (share(known, 1) >= 0.90, share(known, 3) >= 0.98, share(impossible, 1) >= 0.6) == (True, True, True)


@pytest.mark.parametrize(
    ("question", "first"), [("roll 17 scenario", "wz-scenario-roll"), ("3v1 what bonus", "wz-overwhelming-numbers")]
)
def test_a_figure_that_no_ruling_names_does_not_make_a_question_strange(
    search: RulingsSearch, question: str, first: str
) -> None:
    assert fitting(search, question, RuledGame.WARZONE)[:1] == [first]


def test_every_question_expects_rulings_that_exist() -> None:
    known = {ruling.id for chapter in shipped() for ruling in chapter.rulings}
    for path in (*QUESTIONS, *NEWCOMERS, *PHONES, *FORUM, *UNSEEN, *IMPOSSIBLE):
        for expected in read_questions(path).questions.values():
            assert {expected} if isinstance(expected, str) else set(expected) <= known


def test_no_question_stands_in_the_rulings_as_it_is_asked() -> None:
    said = {text.casefold() for chapter in shipped() for each in chapter.rulings for text in each.asked}
    copied = [
        question
        for path in (*QUESTIONS, *NEWCOMERS, *PHONES, *FORUM, *UNSEEN)
        for question in read_questions(path).questions
        if question.casefold() in said
    ]
    assert copied == []


@pytest.mark.parametrize(
    ("question", "game", "first"),
    [
        ("difficult ground", RuledGame.WARZONE, "wz-trait-rough"),
        ("overwatch", RuledGame.WARZONE, "wz-ambush"),
        ("straight flush", RuledGame.BATTLELINE, "bl-wedge"),
        ("three of a kind", RuledGame.BATTLELINE, "bl-phalanx"),
        ("redepl", RuledGame.BATTLELINE, "bl-redeploy"),
        ("phlanx", RuledGame.BATTLELINE, "bl-phalanx"),
        ("skirmihs lien", RuledGame.BATTLELINE, "bl-skirmish"),
        ("THICKET?!", RuledGame.WARTIME, "wt-thicket"),
        ("rivér", RuledGame.WARTIME, "wt-river"),
        ("what’s a hut do", RuledGame.WARTIME, "wt-hut"),
        ("how does fog work", RuledGame.BATTLELINE, "bl-fog"),
        ("how does mud work", RuledGame.BATTLELINE, "bl-mud"),
        ("do i need to tell him what im doing", RuledGame.WARTIME, "wt-announce"),
    ],
)
def test_players_words_and_thumbs(search: RulingsSearch, question: str, game: RuledGame, first: str) -> None:
    assert ids(search, question, game)[0].startswith(first)


@pytest.mark.parametrize(
    "noise",
    [
        "",
        "   ",
        "?!",
        "the of and",
        "can i",
        "when",
        "how many",
        "🎲🎲🎲",
        '"',
        "'",
        "*",
        "xqzzqx",
        "%_%",
        "\x00",
    ],
)
def test_noise_finds_nothing(search: RulingsSearch, noise: str) -> None:
    assert search.find(noise) == []


@settings(max_examples=60)
@given(st.text(max_size=80))
@example('hills" OR "woods')
@example("hills AND NOT woods NEAR(hut) question:river *")
@example("a" * 10_000)
@example("attack " * 1_500)
@example("d20 TN AR 3+ -1 1/2")
def test_no_text_is_an_error(search: RulingsSearch, text: str) -> None:
    found = search.find(text, game=RuledGame.WARTIME, limit=5)
    assert len(found) <= 5
    only = search.find(text, game=RuledGame.WARTIME, only=True, limit=5)
    assert {each.ruling.game for each in only} <= {RuledGame.WARTIME}


@pytest.mark.parametrize(
    ("question", "game", "own"),
    [
        ("when does the game end", RuledGame.WARTIME, True),
        ("when does the game end", RuledGame.WARZONE, True),
        ("when does the game end", RuledGame.BATTLELINE, True),
        ("who wins", RuledGame.WARZONE, True),
        ("what does a wedge beat", RuledGame.WARTIME, False),
        ("how many timers can a unit have", RuledGame.BATTLELINE, False),
    ],
)
def test_another_game_s_ruling_comes_first_only_where_its_own_has_none(
    question: str, game: RuledGame, own: bool
) -> None:
    assert (shipped_search().find(question, game=game)[0].ruling.game is game) is own


def test_a_question_about_nothing_that_is_here_mostly_fits_nothing(search: RulingsSearch) -> None:
    """Some are of the same words all the same: who won a war, and how to tie a tie."""
    nonsense = tomllib.loads((Path(__file__).parent / "nonsense.toml").read_text(encoding="utf-8"))["questions"]
    assert len([each for each in nonsense if not fitting(search, each)]) >= 0.7 * len(nonsense)
    for question in ("what is the capital of france", "who invented the telephone", "pass me the crisps"):
        assert fitting(search, question) == []


def test_an_impossible_question_is_mostly_said_to_fit_nothing_and_lists_few() -> None:
    results = [each for path in IMPOSSIBLE for each in answers(path)]
    assert len(results) >= 180
    assert share(results, 1) >= 0.66, [each.question for each in results if each.fits]
    assert sum(len(each.found) <= NEAREST for each in results) >= 0.9 * len(results)


def test_a_question_that_has_an_answer_keeps_it() -> None:
    results = [each for path in (*QUESTIONS, *STRANGERS, *PHONES) for each in answers(path)]
    assert sum(not each.fits for each in results) <= 0.02 * len(results)


@pytest.mark.parametrize(
    ("question", "game", "first"),
    [
        ("what does quake do", RuledGame.WARTIME, "wt-card-text"),
        ("effect of the bombard card", RuledGame.WARTIME, "wt-card-text"),
        ("what does firestorm do", RuledGame.WARTIME, "wt-card-text"),
        ("how does the blizzard spell work", RuledGame.WARTIME, "wt-card-text"),
        ("what does Ferocity do", RuledGame.WARZONE, "wz-ability-where"),
        ("what does thiket do", RuledGame.WARTIME, "wt-thicket"),
        ("what does overwatch do", RuledGame.WARTIME, "wz-ambush"),
        ("what does fog do", RuledGame.BATTLELINE, "bl-fog"),
    ],
)
def test_what_a_card_does_is_said_to_be_on_the_card(
    search: RulingsSearch, question: str, game: RuledGame, first: str
) -> None:
    assert fitting(search, question, game)[0].startswith(first)


@pytest.mark.parametrize("question", ["what do trains do", "can i drive my unit", "is there a star on the token"])
def test_a_word_of_plain_english_is_not_taken_for_a_slip(search: RulingsSearch, question: str) -> None:
    assert fitting(search, question, RuledGame.WARTIME) == []


def test_what_is_being_typed_finds_what_it_becomes(search: RulingsSearch) -> None:
    whole = "thicket"
    for length in range(3, len(whole) + 1):
        assert "wt-thicket" in ids(search, whole[:length], RuledGame.WARTIME)[:3]


def ruling(id: str, question: str, answer: str, game: RuledGame = RuledGame.WARTIME) -> Ruling:
    return Ruling(id=id, game=game, question=question, answer=answer, cite=Cite("Book", "One", "Heading"))


def test_the_ruling_comes_before_the_mention_and_all_words_before_some() -> None:
    small = RulingsSearch(
        [
            ruling("mention", "How long is a round?", "Until every zeppelin has landed."),
            ruling("some", "What is a zeppelin?", "A ship."),
            ruling("all", "When does a zeppelin land?", "At dusk."),
        ]
    )
    assert ids(small, "zeppelin") == ["some", "all", "mention"]
    assert ids(small, "zeppelin landing")[0] == "all"


def test_the_game_being_played_comes_first_where_both_answer() -> None:
    both = [
        ruling("far", "What of a zeppelin?", "Yes.", RuledGame.BATTLELINE),
        ruling("near", "What of a zeppelin?", "No."),
    ]
    assert ids(RulingsSearch(both), "zeppelin", RuledGame.WARTIME) == ["near", "far"]
    assert ids(RulingsSearch(both), "zeppelin", RuledGame.BATTLELINE) == ["far", "near"]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("can i overwatch somebody who is pinned", "wz-"),
        ("how long does the sand timer of a spell run", "wt-"),
        ("do three of a kind beat a straight", "bl-"),
    ],
)
def test_another_game_comes_first_where_it_is_clearly_what_is_asked(
    search: RulingsSearch, question: str, first: str
) -> None:
    for game in RuledGame:
        assert ids(search, question, game)[0].startswith(first), game


BARGE = ruling("kept", "A barge?", "No.", RuledGame.BATTLELINE)


def test_the_tables_own_rulings_come_and_go_and_leave_the_books() -> None:
    books = RulingsSearch([ruling("book", "What of a galleon?", "No."), BARGE])
    own = books.with_own([ruling("own", "What of a zeppelin?", "Yes.")])
    assert (ids(books, "zeppelin"), ids(own, "zeppelin"), ids(own, "zepelin")) == ([], ["own"], ["own"])
    assert (ids(own, "barge"), ids(own, "galleon")) == (["kept"], ["book"])
    assert ids(own.with_own([]), "zeppelin") == []


def test_the_tables_own_rulings_are_found_as_if_they_had_always_been_there() -> None:
    books = [each for chapter in shipped() for each in chapter.rulings]
    own = [
        ruling(f"own-{number}", f"May a {beast} shoot over a hill at night?", "Yes, at half.", game)
        for game in RuledGame
        for number, beast in enumerate(("zeppelin", "wyvern", "hill"))
    ]
    added, whole = RulingsSearch(books).with_own(own), RulingsSearch([*books, *own])
    for question in ("zeppelin at night", "may a wyvren shoot", "shoot over a hill", "hills", "half", "what is fog"):
        for game in (None, *RuledGame):
            one, other = (search.find(question, game=game) for search in (added, whole))
            assert [each.ruling for each in one] == [each.ruling for each in other]
            assert [each.score for each in one] == pytest.approx([each.score for each in other])


def test_a_house_ruling_is_searched_at_once_for_little() -> None:
    search = shipped_search()
    search.with_own([ruling("own-0", "May a zeppelin land?", "No.", RuledGame.WARZONE)])
    own = [ruling(f"own-{each}", f"May zeppelin {each} land?", "No.", RuledGame.WARZONE) for each in range(100)]
    search.with_own(own)
    _, cpu_ms = costs_ms(lambda: search.with_own([*own, ruling("new", "May a wyvern land?", "No.", RuledGame.WARZONE)]))
    assert cpu_ms < 20


def test_what_is_searched_in_is_made_in_pieces_where_nobody_waits_for_it() -> None:
    """Presses and taps go between them."""
    rulings = [ruling for chapter in shipped() for ruling in chapter.rulings][:40]
    rests: list[None] = []
    with unhurried(lambda: rests.append(None)):
        RulingsSearch(rulings)
    assert len(rests) >= len(rulings)
    RulingsSearch(rulings)
    assert len(rests) < 2 * len(rulings)

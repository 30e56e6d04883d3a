"""`make words` finds what readers stumble over, and lets no room have more of it."""

from collections.abc import Iterator

import pytest

from tests import words
from tests.support import Says
from tests.words import Text, finds, lowered, read_book, room_of

BOOK = read_book()


def patterns(text: str, kind: str = "message") -> list[str]:
    return [find.pattern for find in finds(Text("companion/table/commands.py", 1, kind, text), BOOK)]


@pytest.mark.parametrize(
    ("text", "kind", "pattern"),
    [
        ("Whoever joins may play.", "message", "clause"),
        ("Nobody has joined.", "page", "nobody"),
        ("It is told on the page.", "comment", "told"),
        ("Begin anew.", "page", "literal"),
        ("Put it away, and open another.", "message", "house"),
        ("Hold a button, e.g. pause.", "message", "latin"),
        ("The table's own game.", "docstring", "no verb first"),
        ("It's free.", "page", "straight apostrophe"),
        ("word " * 26 + "end.", "message", "long sentence"),
        ("One sentence of six short words. " * 11, "paragraph", "long paragraph"),
        ("hint " * 20, "hint", "long hint"),
    ],
)
def test_each_pattern_is_found(text: str, kind: str, pattern: str) -> None:
    assert pattern in patterns(text, kind)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Valyance 30 is still running: 12 s left.", "message"),
        ("Returns the table's own game.", "docstring"),
        ("One short sentence. " * 9, "message"),
    ],
)
def test_plain_words_pass(text: str, kind: str) -> None:
    assert patterns(text, kind) == []


def test_every_kind_of_text_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "ROOMS", ("web/hall", "web/templates", "web/static"))
    assert {text.kind for text in words.texts()} == {
        "answer", "comment", "docstring", "hint", "message", "note", "page", "paragraph", "table",
    }  # fmt: skip


def test_a_document_is_read_without_its_listings() -> None:
    listings = "    nobody\n\n```\nnobody\n```"
    document = f"# A\n\nFirst [link](x.md#nobody).\n\n{listings}\n\n- one\n- two\n"
    texts = list(words._document("docs/x.md", document))
    assert [(text.line, text.kind, text.words) for text in texts] == [
        (1, "table", "# A"),
        (3, "paragraph", "First [link]."),
        (11, "paragraph", "- one"),
        (12, "paragraph", "- two"),
    ]


def test_a_module_has_docstrings_notes_messages_and_comments() -> None:
    source = '"""Note."""\n\n\ndef named() -> str:\n    """Says it."""\n    return f"Hello, {1} of you"  # why so\n'
    assert [(text.kind, text.words) for text in words._module("web/x.py", source)] == [
        ("note", "Note."),
        ("docstring", "Says it."),
        ("message", "Hello, x of you"),
        ("comment", "why so"),
    ]


@pytest.mark.parametrize(
    ("path", "room"),
    [
        ("companion/wartime/match/acts.py", "companion/wartime"),
        ("web/wartime/templates/table.html", "web/wartime"),
        ("web/templates/seat.html", "web/templates"),
        ("docs/hall.md", "docs/hall.md"),
    ],
)
def test_finds_are_counted_by_room(path: str, room: str) -> None:
    assert room_of(path) == room


def test_numbers_are_lowered_and_never_raised() -> None:
    most = {"nobody": {"web/hall": 3, "web/site": 3}}
    now = {"nobody": {"web/hall": 2, "web/site": 4}}
    assert lowered(most, now) == '[most."nobody"]\n"web/hall" = 2\n"web/site" = 3\n'


@pytest.mark.parametrize(("most", "ended"), [(1, 0), (0, 1)])
def test_a_room_with_more_than_it_had_fails(
    most: int, ended: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def one() -> Iterator[Text]:
        yield Text("web/hall/pages.py", 7, "message", "Nobody has joined.")

    monkeypatch.setattr(words, "texts", one)
    monkeypatch.setattr(words, "read_book", lambda: BOOK._replace(most={"nobody": {"web/hall": most}}))
    assert words.main([]) == ended
    assert ("web/hall/pages.py:7" in capsys.readouterr().out) == bool(ended)


def test_says_wants_every_fact_whole_and_in_order() -> None:
    text = "Flag 4 is full on Team Gold's side: 12 cards."
    assert text == Says("Flag 4", "Team Gold", "12 cards")
    for facts in (("Team Gold", "Flag 4"), ("2 cards",), ("Flag 4", "Team Red"), ("full on Team",) * 2):
        assert text != Says(*facts)

"""What the names on a table are known by."""

from companion.answers import LONGEST_PHRASE, Lexicon, named


def test_a_name_without_end_is_known_by_no_more_than_can_be_read() -> None:
    words = 60
    known = named("unit", [("knight", " ".join(f"w{number}" for number in range(words)))], Lexicon({}))
    assert max(map(len, known)) == LONGEST_PHRASE
    assert len(known) <= 2 * LONGEST_PHRASE * words, "each also of several"


def test_a_name_is_known_by_its_parts() -> None:
    known = named("unit", [("k", "Knight / Squire"), ("q", "Squire")], Lexicon({}))
    assert known["squires",][0].value == ("k", "q")
    assert known["knight", "squire"][0].value == ("k",)

"""Typing mistakes: a question with one in it is answered as it was meant, or not at all."""

from collections.abc import Callable, Iterator

from companion.answers import COMMON, UNKNOWN, Lexicon, PhraseToken, TableAnswer, sides
from companion.battleline.answers.answers import answer as battleline
from companion.table.seats import Seat
from companion.wartime.answers.answers import answer as wartime
from companion.warzone.answers import answer as warzone
from tests.companion.answers.played import Moment, moments

ANSWERS: dict[str, Callable[[Moment, str], TableAnswer | None]] = {
    "battleline": lambda at, each: battleline(at.state, each, names=at.view.names, asker=Seat.GOLD),
    "wartime": lambda at, each: wartime(at.state, at.view, each, asker=Seat.GOLD),
    "warzone": lambda at, each: warzone(at.view, each, asker=Seat.GOLD),
}
ASKED = {
    "battleline": ("can I claim flag 3", "what beats me at flag 4", "whose turn is it", "how many tactics may I play"),
    "wartime": ("is my knight free", "which timers are free", "how much sand has my archer left", "is the game paused"),
    "warzone": ("who has the initiative", "how many points has red", "which units are pinned", "which turn is it"),
}


def mistaken(question: str) -> Iterator[str]:
    """The question with two letters of a long word that changed places, one left out, or one too many."""
    words = question.split()
    for at, word in enumerate(words):
        for letter in range(1, len(word) - 1 if len(word) > 3 else 0):
            head, one, two, tail = word[:letter], word[letter], word[letter + 1], word[letter + 2 :]
            for typed in {head + two + one + tail, head + two + tail, head + one + one + two + tail} - {word}:
                yield " ".join((*words[:at], typed, *words[at + 1 :]))


def test_a_mistake_changes_no_answer_and_hardly_ever_takes_it_away() -> None:
    answered = 0
    tried = 0
    for game, questions in ASKED.items():
        played = moments(game)
        at = played[len(played) // 2]
        for question in questions:
            meant, *others = (ANSWERS[game](at, each) for each in (question, *mistaken(question)))
            assert meant is not None, question
            assert {each.text for each in others if each is not None} <= {meant.text}, question
            tried += len(others)
            answered += sum(each is not None for each in others)
    assert tried > 200
    assert answered > 0.8 * tried


def test_a_question_is_understood_whole() -> None:
    lexicon = Lexicon(COMMON)
    assert [each.kind for each in lexicon.read("Who is WINNING the game now?")] == ["who", "score", "game"]
    assert PhraseToken(UNKNOWN) in lexicon.read("who is winning the lottery")
    assert lexicon.read("who is winning " * 6) == (PhraseToken(UNKNOWN),)
    assert lexicon.read("?! ") == ()


def test_a_player_s_name_is_a_side_but_for_one_that_is_a_word_of_every_question() -> None:
    lexicon = Lexicon(COMMON | sides({"gold": "Zoë", "red": "Will"}))
    assert lexicon.read("zoe") == lexicon.read("Zoë's") == lexicon.read("gold") == (PhraseToken("side", Seat.GOLD),)
    assert lexicon.read("will") == ()
    assert lexicon.read("red") == (PhraseToken("side", Seat.RED),)

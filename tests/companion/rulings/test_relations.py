"""What is done to what, in sentences that a grammar draws: again, two at one, to one's own side, cards as a
formation."""

from random import Random

import pytest

from companion.battleline.cards import TROOPS, Colour, Edition, named
from companion.battleline.replies import best
from companion.games import RuledGame
from companion.rulings.query import Relations
from companion.rulings.shelf import shipped_search
from companion.rulings.words import Meanings, word_file

SENTENCES, ENOUGH = 200, 0.95
WHO = ("can i", "may he", "am i allowed to", "is it ok to", "do i get to", "can we", "can my opponent")
CARDS = (
    "the same card",
    "an action card",
    "my quake",
    "foot charge",
    "bombard",
    "that card",
    "double time",
    "a hero card",
)
SPELLS = ("the same spell", "that spell", "the same spell card", "my fireball")
AGAIN = (
    "{do} {card} twice", "{do} {card} again", "{do} {card} a second time", "{do} {card} more than once", "reuse {card}",
    "{do} {card} once more", "re-use {card}", "{do} {card} another time", "{do} {card} twice in one game",
)  # fmt: skip
SAID = (
    "he used {card} twice", "she played {card} a second time", "he wants to reuse {card}", "hes playing {card} again",
    "i already used {card}, can i {do} it again", "how many times can i {do} {card}", "how often may i {do} {card}",
)  # fmt: skip
MANY = (
    "two {timers}",
    "a second {timer}",
    "2 {timers}",
    "a pair of {timers}",
    "more than one {timer}",
    "another {timer}",
)
PUT = (
    "{many} on one {unit}",
    "he has {many} beside a {unit}",
    "can a {unit} have {many}",
    "{many} for the same {unit}?",
)
TIMERS = (("timer", "timers"), ("hourglass", "hourglasses"), ("sand timer", "sand timers"), ("egg timer", "egg timers"))


ATTACKS = ("attack", "shoot", "hit", "kill", "fire at", "stab", "target", "whack", "strike", "damage")
OWN = (
    "my own unit",
    "my own {unit}",
    "one of my own {unit}s",
    "a friendly {unit}",
    "one of mine",
    "a friend",
    "own units",
)
WHY = ("", " because he is in the way", " to free a timer", " by mistake", " on purpose", " so that nobody else does")


def own(random: Random) -> tuple[str, set[str]]:
    text = f"{random.choice(WHO)} {random.choice(ATTACKS)} {random.choice(OWN)}{random.choice(WHY)}"
    return text.format(unit=random.choice(("guy", "goblin", "knight", "archer", "bloke"))), {"wt-own-unit"}


def again(random: Random) -> tuple[str, set[str]]:
    is_spell = random.random() < 0.3
    card, do = random.choice(SPELLS if is_spell else CARDS), random.choice(("use", "play"))
    asks = random.random() < 0.7
    text = f"{random.choice(WHO)} {random.choice(AGAIN)}" if asks else random.choice(SAID)
    spent = {"wt-spell-discard", "wt-spell-cards"} if is_spell else set[str]()
    return text.format(card=card, do=do), {"wt-card-once", *spent}


def two(random: Random) -> tuple[str, set[str]]:
    timer, timers = random.choice(TIMERS)
    many = random.choice(MANY).format(timer=timer, timers=timers)
    unit = random.choice(("guy", "unit", "goblin", "knight", "archer", "bloke"))
    return random.choice(PUT).format(many=many, unit=unit), {"wt-one-timer"}


@pytest.mark.parametrize("sentence", [again, two, own])
def test_what_is_counted_is_the_case_that_is_found(sentence: object) -> None:
    assert callable(sentence)
    random, wrong = Random(36), []
    for text, rulings in (sentence(random) for _ in range(SENTENCES)):
        first = shipped_search().find(text, game=RuledGame.WARTIME, limit=1)
        if not first or first[0].ruling.id not in rulings:
            wrong.append((text, first and first[0].ruling.id))
    assert len(wrong) <= (1 - ENOUGH) * SENTENCES, wrong


@pytest.mark.parametrize(
    ("question", "case"),
    [
        ("she used that card earlier and plays it again", ("again", "card")),
        ("do cards come back to my hand", ("again", "card")),
        ("two units in one hex", ("two", "unit", "space")),
        ("can a hex hold two guys", ("two", "unit", "space")),
        ("one timer for two units", ("two", "unit", "timer")),
        ("he hit his own orc", ("attack", "own")),
        ("does my own unit attack", None),
        ("may i shoot past my own guys", None),
        ("may i attack with my own unit", None),
        ("can i cast a spell again", None),
        ("when may i play a card again", None),
        ("when can the timer of a card be used again", None),
        ("a 30 second timer on my unit", None),
        ("the 2 minute timer on a unit", None),
        ("may a unit attack again", None),
        ("", None),
    ],
)
def test_what_a_question_counts(question: str, case: tuple[str, ...] | None) -> None:
    assert Relations(Meanings(RuledGame.WARTIME)).cases_of(question) == ({case} if case else set())


NAMED = ("{0} {1} {2}", "{0}, {1} and {2}", "what is {0} {1} {2} called", "is {0} {1} {2} anything?")


@pytest.mark.parametrize("short", [False, True])
def test_three_cards_find_the_formation_that_they_make(short: bool) -> None:
    random, cases = Random(36), Relations(Meanings(RuledGame.BATTLELINE))
    for _ in range(SENTENCES):
        cards = random.sample(TROOPS, 3)
        text = random.choice(NAMED).format(*(card if short else named(card, Edition.FIRST) for card in cards))
        made = best(cards, 0, slots=3, fog=False)
        assert made is not None
        assert cases.cases_of(text) == {("cards", made.formation.value)}, text
        assert shipped_search().find(text, game=RuledGame.BATTLELINE)[0].ruling.case == ("cards", made.formation.value)


def test_the_colours_of_questions_are_those_of_the_cards() -> None:
    assert word_file("relations.toml")["colours"] == [colour.word.casefold() for colour in Colour]


@pytest.mark.parametrize(
    ("question", "case"),
    [
        ("8 8 8 is called what", "phalanx"),
        ("red 4 5 6", "wedge"),
        ("is 2 4 6 in red anything", "battalion"),
        ("what do you call 4 5 6 of different colours", "skirmish"),
        ("2 5 and 9, mixed suits", "host"),
        ("4 5 6", None),
        ("red 4 and red 5", None),
        ("6 6 in one colour", None),
        ("can i claim with red 4 5 6", None),
        ("my red 4 5 6 and his blue 4 5 6", None),
    ],
)
def test_values_and_colours_tell_a_formation_as_far_as_they_are_said(question: str, case: str | None) -> None:
    assert Relations(Meanings(RuledGame.BATTLELINE)).cases_of(question) == ({("cards", case)} if case else set())

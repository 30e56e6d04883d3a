"""Who was first, in sentences that a grammar draws: what each implies is what the search finds first."""

from random import Random

import pytest

from companion.games import RuledGame
from companion.rulings.query import case_of
from companion.rulings.shelf import shipped_search

SENTENCES, ENOUGH = 400, 0.95
UNITS = ("goblin", "knight", "archer", "unit", "guy", "orc", "piece")
ME, OTHERS = ("I", "my", "me"), (("he", "his", "him"), ("she", "her", "her"), ("they", "their", "them"))
OPPONENT = ("my opponent", "his", "him")
LIFTS = (
    "picked {own} {unit} up", "picked up {own} {unit}", "lifted {own} {unit}", "moved {own} {unit}",
    "slid {own} {unit} away",
    "grabbed {own} {unit}", "raised {own} {unit}", "ran away with {own} {unit}", "moved away", "fled with {own} {unit}",
)  # fmt: skip
HITS = (
    "took the tokens off", "took {foes} tokens", "removed the damage tokens", "pulled {foes} discs", "hit {foe}",
    "attacked {foe}", "struck {foes} {unit}", "got the tokens off", "shot {foes} {unit}",
    "took a counter from {foes} {unit}",
)  # fmt: skip
PERFECT = {"ran": "run", "took": "taken"}
ORDERS = (
    "{a} before {b}", "before {b} {a}", "before {b}, {a}", "{b} after {a}", "after {a}, {b}", "{a} and then {b}",
    "{a} first, then {b}", "{b} but {a} first", "when {b} {a_had} already", "{b}, but {a_had}", "{a} just before {b}",
    "{a} half a second before {b}", "{a_had} when {b}", "{b} only after {a}",
)  # fmt: skip
TAILS = ("", ", who is right", ", what now", " so does it count", ", do I flip a timer")


def sentence(random: Random) -> tuple[str, tuple[str, ...]]:
    """A sentence, and which act it says was first. Whoever is attacked lifts the unit."""
    other = random.choice((*OTHERS, OPPONENT))
    lifter, hitter = random.choice(((ME, other), (other, ME)))
    unit = random.choice(UNITS)

    def told(who: tuple[str, str, str], foe: tuple[str, str, str], acts: tuple[str, ...]) -> tuple[str, str]:
        act = random.choice(acts).format(own=who[1], foes=foe[1], foe=foe[2], unit=unit)
        verb, _, rest = act.partition(" ")
        return f"{who[0]} {act}", f"{who[0]} had {PERFECT.get(verb, verb)} {rest}".rstrip()

    acts = {"lift": told(lifter, hitter, LIFTS), "hit": told(hitter, lifter, HITS)}
    order = random.choice((("lift", "hit"), ("hit", "lift")))
    (a, a_had), (b, _) = (acts[each] for each in order)
    return random.choice(ORDERS).format(a=a, b=b, a_had=a_had) + random.choice(TAILS), order


def test_the_order_that_a_sentence_implies_is_the_case_that_is_found() -> None:
    random = Random(36)
    ruling = {("lift", "hit"): "timing-escaped", ("hit", "lift"): "timing-hit"}
    search, wrong = shipped_search(), []
    for text, order in (sentence(random) for _ in range(SENTENCES)):
        first = search.find(text, game=RuledGame.WARTIME, limit=1)
        if not first or first[0].ruling.id != ruling[order]:
            wrong.append((order, case_of(text), text))
    assert len(wrong) <= (1 - ENOUGH) * SENTENCES, wrong


@pytest.mark.parametrize(
    ("question", "case"),
    [
        ("he picked his unit up before i took the tokens off", ("lift", "hit")),
        ("My tokens came off before I could lift my knight", ("hit", "lift")),
        ("I was hit before I could move", ("hit", "lift")),
        ("he was about to move but I hit him first", ("hit", "lift")),
        ("attack declared but he picked his unit up", ("lift", "hit")),
        ("he took my last token before I lifted my unit", ("hit", "lift", "dead")),
        ("she moved away before my charge landed", ("lift", "hit", "charge")),
        ("my charge hit him before he could move", ("hit", "lift", "charge")),
        ("after I took his tokens he'd lifted his orc", ("hit", "lift")),
        ("my wife lifted her goblin before I took her tokens", ("lift", "hit")),
        ("the goblin was lifted before its tokens were taken off", ("lift", "hit")),
        ("the tokens were taken off before the goblin was lifted", ("hit", "lift")),
        ("lifted first, then tokens off", ("lift", "hit")),
        ("my hand was on the tokens first, then he lifted his orc", ("hit", "lift")),
        ("he shouted attack but my hand was already carrying the knight off", ("lift", "hit")),
        ("her goblin was in the air before my attack", ("lift", "hit")),
        ("I struck, only then did she move", ("hit", "lift")),
        ("player two took tokens before player one picked up the unit", ("hit", "lift")),
        ("gold lifted the archer before red removed the tokens", ("lift", "hit")),
        ("may tokens be taken while a unit moves", ()),
        ("I picked up my unit and took his tokens", ()),
        ("I moved my unit and hit him", ()),
        ("can a unit move before it attacks", ()),
        ("does my archer have to move before it shoots", ()),
        ("we both grabbed at once", ()),
        ("who goes first", ()),
        ("", ()),
        ("before", ()),
    ],
)
def test_what_a_question_tells(question: str, case: tuple[str, ...]) -> None:
    assert case_of(question) == case

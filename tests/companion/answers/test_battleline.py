"""What a battle says to questions, held against what its own view shows at every moment of whole battles."""

from collections.abc import Iterator, Sequence
from itertools import cycle, product
from pathlib import Path

import pytest

from companion.answers import TableAnswer
from companion.battleline.answers.answers import answer
from companion.battleline.cards import Edition
from companion.battleline.claim import Sky
from companion.battleline.match.state import TACTICS, called
from companion.battleline.match.views import BattleLineView
from companion.table.seats import Seat
from companion.table.view import Phase
from tests.companion.answers.played import Moment, moments
from tests.companion.battleline.match.seats import lay, seated
from tests.support import Says

FLAGS = range(1, 10)
WORDS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
CLAIM = (
    "can I claim {n}", "Can I claim flag {n} yet?", "may i take flag {word} now", "claim flag {n}",
    "can i clam flag {n}",
    "why can't I claim {n}?", "hey, is it possible to claim {n} already", "am I allowed to grab flag {word}",
    "could we clain flag {n} now?", "is flag {n} claimable for me", "when can I claim flag {n}?",
)  # fmt: skip
THREAT = (
    "can they still beat flag {n}", "can they still beat me at {n}", "could my opponent stop my claim at flag {word}?",
    "can the other player top me at flag {n}", "is my opponent able to break flag {n}",
)  # fmt: skip
WHAT = ("what beats me at {n}", "which cards beat me at flag {word}?", "what can still stop me at flag {n}")
SAVE = (
    "can I still save flag {n}",
    "can I save {n}?",
    "can I beat them at flag {word}",
    "am I able to rescue flag {n}",
)
STANDS = ("who wins flag {n}", "flag {word}", "whose is flag {n}?", "how is flag {n}", "what do I have at flag {n}")
TURN = ("whose turn is it", "who goes next?", "Who's next", "whose go is it now", "who plays next")
WHERE = ("is {card} out", "where is the {card}?", "has {card} been played yet", "is {card} still unseen")


def every() -> Sequence[Moment]:
    return moments("battleline", "battleline_in_the_mud", "battleline_of_three")


def ask(moment: Moment, question: str, asker: Seat | None) -> TableAnswer | None:
    return answer(moment.state, question, names=moment.view.names, asker=asker)


def told(moment: Moment, question: str, asker: Seat | None = None) -> str:
    found = ask(moment, question, asker)
    assert found is not None, question
    return found.text


def test_whether_i_can_claim_a_flag() -> None:
    ways = cycle(CLAIM)
    for moment, number in product(every(), FLAGS):
        view: BattleLineView = moment.view
        flag = view.flags[number - 1]
        for seat in map(Seat, view.names):
            question = next(ways).format(n=number, word=WORDS[number])
            found = ask(moment, question, seat)
            assert found is not None, question
            assert found.href == f"/?flag={number}"
            claim = flag.claims.get(seat.value)
            if flag.holder:
                assert f"claimed flag {number}" in found.text
            elif view.phase is Phase.ENDED:
                assert found.text == Says("No", "over")
            elif seat.value not in flag.cards:
                assert found.text.startswith("No: it lies between")
            elif claim is None or claim.formation is None:
                cards = len(flag.cards[seat.value]) or "none"
                assert found.text == f"Not yet: you have {cards} of {flag.slots} cards there."
            elif claim.claimable:
                assert found.text.startswith("Yes: " if claim.now else "Not now."), (question, claim)
            elif claim.needs:
                assert found.text.startswith("Not yet: ")
                assert all(called(card, Edition.FIRST) in found.text for card in claim.needs)
            else:
                assert found.text.startswith("No: ")


def test_what_still_beats_me() -> None:
    threat, what, save = asked = cycle(THREAT), cycle(WHAT), cycle(SAVE)
    turns = cycle(asked)
    for moment, number in product(every(), FLAGS):
        flag = moment.view.flags[number - 1]
        for seat, weather in flag.weather.items():

            def said(ways: Iterator[str], moment: Moment = moment, number: int = number, seat: str = seat) -> str:
                return told(moment, next(ways).format(n=number, word=WORDS[number]), Seat(seat))

            named = [called(card, Edition.FIRST) for card in weather.cards]
            if weather.sky is Sky.AHEAD:
                can, which = said(threat), said(what)
                assert can.startswith("Yes: ")
                assert not which.startswith("Yes")
                assert len(named) > 5 or all(card in can and card in which for card in named)
            elif weather.sky is Sky.THREATENED:
                saved = said(save)
                assert saved.startswith("Yes: ")
                assert len(named) > 5 or all(card in saved for card in named)
            elif weather.sky is Sky.LOCKED:
                assert not said(threat).startswith("Yes")
                assert any(word in said(what).lower() for word in ("any more", " beats ", "never", "a tie"))
            else:
                said(next(turns))


def test_how_a_flag_stands() -> None:
    ways = cycle(STANDS)
    for moment, number in product(every(), FLAGS):
        flag = moment.view.flags[number - 1]
        text = told(moment, next(ways).format(n=number, word=WORDS[number]))
        winner = next((side for side, claim in flag.claims.items() if claim.claimable), None)
        if flag.holder:
            assert text == f"{moment.view.names[flag.holder]} has claimed flag {number}."
        elif winner is not None:
            assert text.startswith(f"{moment.view.names[winner]} wins it: ")
        else:
            assert text.startswith(("Open: ", "The battle is over"))


def test_whose_turn_it_is() -> None:
    for moment, question in zip(every(), cycle(TURN)):
        view = moment.view
        text = told(moment, question)
        if view.phase is Phase.ENDED:
            assert text == "The battle is over."
        elif view.next is not None:
            assert text == f"It is {view.names[view.next]}'s turn."
            assert told(moment, "is it my turn?", Seat(view.next)) == "Yes: it is your turn."


def test_where_a_card_is() -> None:
    ways = cycle(WHERE)
    for moment in every()[::5]:
        seen = moment.view.seen
        for card in (*moment.view.unseen[:5], *seen):
            text = told(moment, next(ways).format(card=called(card, Edition.FIRST).lower()))
            assert (" is out: " in text) == (card in seen)
            assert text.startswith(called(card, moment.state.choices.edition))


def test_what_is_counted() -> None:
    for moment in every():
        view = moment.view
        left = told(moment, "how many cards are left?")
        assert left.startswith(f"{len(view.unseen) or 'No'} Troop card")
        assert f" {view.to_draw or 'none'} of them to draw" in left
        blue = [card for card in view.unseen if card[0] == "B"]
        assert told(moment, "how many blue cards are still left").startswith(f"{len(blue) or 'None'} ")
        tens = [card for card in view.unseen if card.endswith("10")]
        assert told(moment, "which 10s are left?").startswith(f"{len(tens) or 'None'} ")
        if view.winner is None and not view.tied:
            score = told(moment, "what's the score")
            assert all(
                f"{view.names[side]} has {each.flags or 'no'} flag" in score for side, each in view.sides.items()
            )
        elif view.winner is not None:
            assert told(moment, "who won?").startswith(f"{view.names[view.winner]} won")


def test_whether_a_tactics_card_may_be_played() -> None:
    for moment in every():
        for side, each in moment.view.sides.items():
            text = told(moment, "how many tactics cards may I play", Seat(side))
            assert text.startswith("None") == (not each.may_play_tactics)


def test_without_a_seat_both_are_answered_by_name() -> None:
    moment = next(each for each in every() if each.view.phase is Phase.RUNNING and len(each.view.names) == 2)
    text = told(moment, "can I claim 4")
    gold, red = moment.view.names.values()
    assert text.startswith(f"{gold}: ")
    assert f" {red}: " in text
    assert told(moment, "can red claim flag 4", Seat.GOLD).startswith(f"{red}: ")
    assert told(moment, "can they claim flag 4", Seat.GOLD) == told(moment, "can red claim flag 4", Seat.GOLD)


@pytest.mark.parametrize(
    "question",
    [
        "", "?", "what is a wedge", "mud", "fog", "scout", "can I claim flag 4 if I pass", "when can I claim a flag",
        "who goes first", "who starts a new battle", "how do I win", "what does fog do", "best of three",
        "can I claim two flags in one turn", "can fog be moved", "how many cards per flag", "can you pass",
        "can I look at my opponent's hand", "does a tie go to me", "is a wedge better than a phalanx", "flags",
        "can I claim flag 4 with a leader", "can alexander count as red 10", "claim",
        "how many tactics cards are there",
        "may a player claim flag 4 on the turn of the opponent", "4", "three", "fourth card",
        "can I play on a claimed flag",
        "how many flags win the battle", "can i claim on my opponents turn", "is it over", "is the knight free",
        "x" * 400,
        "can I claim flag 4 " * 20,
    ],
)  # fmt: skip
def test_questions_about_the_rules_are_left_to_the_rulings(question: str) -> None:
    assert all(ask(moment, question, Seat.GOLD) is None for moment in every()[::10])


def test_a_tactics_card_that_can_take_nothing_may_not_be_played(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite")

    def may(side: Seat, card: str) -> str:
        moment = Moment(players.table.match.state, players.table.view())
        return told(moment, f"can I play the {card}", side)

    lay(players, "1:FOG")
    assert may(Seat.RED, "traitor") == Says("No", "Troop card", "Fog")
    assert may(Seat.RED, "deserter") == may(Seat.RED, "scout") == Says("Yes", "in hand")
    assert may(Seat.RED, "deserter when") == "Now, if it is in hand."
    lay(players, "1:R8")
    assert may(Seat.GOLD, "traitor") == Says("No", "one Tactics card ahead", "Team Red")


def test_tactics_cards_go_by_the_names_of_either_printing() -> None:
    moment = next(each for each in every() if each.view.phase is Phase.RUNNING)
    assert all(told(moment, f"is {called(piece, each)} out") for piece in TACTICS for each in Edition)

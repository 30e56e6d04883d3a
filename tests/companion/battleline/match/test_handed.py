"""A claim's proof lies before the side across until it agrees or plays on."""

from pathlib import Path

import pytest

from companion.battleline.cards import Formation
from companion.battleline.choices import Players as HowMany
from companion.battleline.match.claims import ProofView, refuted
from companion.battleline.proof import ReplyFate
from companion.table.commands import Undo
from companion.table.errors import NotHere, Refused
from tests.companion.battleline import acts as c
from tests.companion.battleline.match.seats import AZURE, GOLD, RED, lay, seated, state, view
from tests.support import Players, Says

THREE_FLAGS = "1:R10 4:B1 1:R9 4:B2 1:R8 5:G1 2:O10 5:G3 2:O9 6:P1 2:O8 6:P3 3:Y10 7:B8 3:Y9 7:B7"
"""Gold is next and can claim the flags 1 and 2."""


@pytest.fixture
def battle(tmp_path: Path) -> Players:
    players = seated(tmp_path / "t.sqlite")
    lay(players, THREE_FLAGS)
    return players


def before(players: Players) -> list[tuple[int, str]]:
    """Which proofs lie before whom."""
    return [(proof.flag, proof.to) for proof in view(players).handed]


def proof(players: Players) -> ProofView:
    return view(players).handed[0]


def test_the_latest_claim_comes_first_and_each_is_agreed_to_by_itself(battle: Players) -> None:
    for number in (1, 2):
        battle.do(c.Claim(side=GOLD, flag=number))
    assert before(battle) == [(2, "red"), (1, "red")]
    battle.do(c.Agree(side=RED, flag=2))
    assert before(battle) == [(1, "red")]
    battle.do(c.Agree(side=RED, flag=1))
    assert before(battle) == []
    assert view(battle).last[-1].text == Says("Team Red", "agrees", "flag 1")


def test_what_it_shows(battle: Players) -> None:
    battle.do(c.Claim(side=GOLD, flag=1))
    shown = proof(battle)
    assert (shown.by, shown.formation, shown.total, shown.slots) == ("gold", Formation.WEDGE, 27, 3)
    assert shown.cards == {"gold": ("R10", "R9", "R8"), "red": ()}
    assert [step.formation for step in shown.steps] == list(Formation)[:5]
    assert shown.words.startswith("Green 8, Green 9 and Green 10 make a wedge of 27 too.")
    assert shown.words.endswith("None better can come.")


def test_it_stays_as_it_was_when_the_claim_was_made(battle: Players) -> None:
    battle.do(c.Claim(side=GOLD, flag=1))
    was = proof(battle)
    battle.do(c.Lay(side=GOLD, flag=9, piece="G10"))
    assert view(battle).handed == (was,)


def test_who_plays_on_has_seen_it_and_who_corrects_a_tap_has_not(battle: Players) -> None:
    battle.do(c.Claim(side=GOLD, flag=1))
    battle.do(c.Lay(side=GOLD, flag=9, piece="P2"))
    battle.do(c.Shift(piece="B1", flag=5, side=RED))
    assert before(battle) == [(1, "red")]
    battle.do(c.Pass(side=RED))
    assert before(battle) == []


def test_a_correction_shows_in_it_as_if_the_right_card_had_lain_there_at_once(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite")
    lay(players, "5:R7 5:B8 5:R8 5:B9 5:R9 1:B10")
    players.do(c.Claim(side=GOLD, flag=5))
    assert [each.flag for each in proof(players).steps[0].out] == [1]
    players.do(c.Shift(piece="B10", flag=2, side=RED))
    assert [each.flag for each in proof(players).steps[0].out] == [2]
    players.do(c.Exchange(piece="B10", instead="B1"))
    assert [(step.fate, step.words) for step in proof(players).steps] == [
        (ReplyFate.BEATS, "Blue 10 makes a wedge of 27, which beats 24.")
    ]
    players.do(c.Exchange(piece="B1", instead="B10"))
    assert proof(players).steps[0].fate is ReplyFate.TIED


def test_undoing_the_claim_takes_its_proof_away_and_agreeing_is_nothing_to_undo(battle: Players) -> None:
    battle.do(c.Claim(side=GOLD, flag=1))
    battle.do(c.Claim(side=GOLD, flag=2))
    battle.do(c.Agree(side=RED, flag=2))
    assert view(battle).undo_act == "Team Gold's claim of flag 2"
    battle.do(Undo())
    assert before(battle) == [(1, "red")]
    battle.do(Undo())
    assert before(battle) == []
    battle.do(c.Claim(side=GOLD, flag=2))
    assert before(battle) == [(2, "red")], "what was agreed to before the undo is not agreed to now"


def test_undoing_what_answered_it_brings_it_back(battle: Players) -> None:
    battle.do(c.Claim(side=GOLD, flag=1))
    battle.do(c.Lay(side=GOLD, flag=9, piece="P2"))
    battle.do(c.Pass(side=RED))
    battle.do(Undo())
    assert before(battle) == [(1, "red")]


def test_it_lies_there_after_a_restart(battle: Players) -> None:
    battle.do(c.Claim(side=GOLD, flag=1))
    was = view(battle).handed
    battle.restart()
    assert view(battle).handed == was


def test_to_agree_twice_is_nothing_and_to_agree_to_nothing_is_refused(battle: Players) -> None:
    battle.do(c.Claim(side=GOLD, flag=1))
    battle.do(c.Agree(side=RED, flag=1))
    log = len(view(battle).last)
    battle.do(c.Agree(side=RED, flag=1))
    assert len(view(battle).last) == log
    for side, flag in ((RED, 2), (GOLD, 1)):
        with pytest.raises(Refused, match=f"No side has claimed flag {flag} from Team {side.title}"):
            battle.do(c.Agree(side=side, flag=flag))
    for wrong in (c.Agree(side=RED, flag=10), c.Agree(side=AZURE, flag=1)):
        with pytest.raises(NotHere):
            battle.do(wrong)


def test_the_claim_that_wins_is_handed_across_too(battle: Players) -> None:
    lay(battle, "3:Y8 -")
    for number in (1, 2, 3):
        battle.do(c.Claim(side=GOLD, flag=number))
    assert (view(battle).winner, view(battle).won) == ("gold", (1, 2, 3))
    assert before(battle) == [(3, "red"), (2, "red"), (1, "red")]
    with pytest.raises(Refused, match="The battle is over"):
        battle.do(c.Agree(side=RED, flag=3))


def test_of_three_it_lies_before_the_one_across_alone(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite", players=HowMany.THREE)
    lay(players, "1:R8 4:O8 7:Y8 1:R9 4:O9 7:Y9 1:R10 4:O10 7:Y10")
    for side, flag in ((AZURE, 7), (GOLD, 1)):
        players.do(c.Claim(side=side, flag=flag))
        lay(players, "-") if side is GOLD else None
    assert before(players) == [(1, "red")], "Gold played on"
    players.do(c.Claim(side=RED, flag=4))
    assert before(players) == [(4, "azure")]


def test_a_claim_that_does_not_hold_shows_the_one_reply_that_beats_it(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite")
    lay(players, "5:R7 5:B8 5:R8 5:B9 5:R9 4:Y1")
    found = refuted(state(players), 5, GOLD)
    assert found is not None
    assert [(step.needs, step.words) for step in found.steps] == [(("B10",), found.words)]
    assert found.words == "Blue 10 makes a wedge of 27, which beats 24."
    assert refuted(state(players), 4, GOLD) is None, "nothing lies there to be beaten"
    lay(players, "1:B10")
    assert refuted(state(players), 5, GOLD) is None, "now it holds"

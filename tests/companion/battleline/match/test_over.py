"""How a battle ended, and what of it is told."""

import re
from pathlib import Path

import pytest

from companion.battleline.choices import ClaimTime
from companion.battleline.choices import Players as HowMany
from companion.table.commands import End
from companion.table.errors import Refused
from companion.table.seats import Seat
from companion.table.view import Over
from tests.companion.battleline import acts as c
from tests.companion.battleline.match.seats import hold, lay, seated, view
from tests.support import Players, Says

GOLD, RED, AZURE = Seat


@pytest.fixture
def battle(tmp_path: Path) -> Players:
    return seated(tmp_path / "t.sqlite")


def end(players: Players) -> Over:
    over = view(players).over
    assert over is not None
    return over


@pytest.mark.parametrize(
    ("flags", "how"),
    [
        ((1, 2, 3), "by a break-through at flags 1, 2 and 3"),
        ((1, 2, 4, 5, 3), "by a break-through at flags 1, 2, 3, 4 and 5"),
        ((1, 2, 4, 5, 7), "by an envelopment with flags 1, 2, 4, 5 and 7"),
    ],
)
def test_how_it_was_won(battle: Players, flags: tuple[int, ...], how: str) -> None:
    hold(battle, dict.fromkeys(flags, RED))
    assert (end(battle).winner, end(battle).title, end(battle).how) == ("red", "Team Red wins", how)
    assert re.search(r"\d \d", end(battle).telling["all"]) is None, "a flag's number, then another one"


def test_a_claim_that_could_have_been_made_earlier(battle: Players) -> None:
    lay(battle, "4:R10 1:B1 4:R9 1:B2 4:R8 2:B3 5:G1 2:B4 5:G2 2:B5 5:G3 3:B6")
    battle.do(c.Claim(side=GOLD, flag=4))
    battle.do(End(winner=GOLD))
    assert end(battle).telling == {
        "gold": "You could have claimed flag 4 four turns earlier.",
        "red": "You laid six cards and claimed no flag.",
        "all": "Team Gold could have claimed flag 4 four turns earlier.",
    }


def test_a_claim_at_the_end_of_the_turn_alone(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite", claim_time=ClaimTime.END_OF_TURN)
    lay(players, "4:R10 1:B1 4:R9 1:B2 4:R8 2:B3 5:G1")
    players.do(c.Claim(side=GOLD, flag=4))
    players.do(End())
    assert end(players).telling["gold"] == "You claimed flag 4 against no cards."


def test_claims_that_were_refused(battle: Players) -> None:
    lay(battle, "4:R10 1:B1 4:R9 1:B2")
    for _ in range(2):
        with pytest.raises(Refused):
            battle.do(c.Claim(side=GOLD, flag=4))
    battle.do(End())
    assert end(battle).telling["gold"] == "You claimed two times what was not proven yet."


def test_a_flag_claimed_in_the_very_turn_against_three(battle: Players) -> None:
    lay(battle, "4:G1 4:B1 4:Y3 4:B2 4:R5 4:B3")
    battle.do(c.Claim(side=RED, flag=4))
    battle.do(End(winner=RED))
    assert end(battle).telling["red"] == "You claimed one flag, in the first turn that allowed it."


def test_of_three(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite", players=HowMany.THREE)
    hold(players, {3: GOLD, 1: GOLD, 2: RED, 6: RED, 4: RED, 5: AZURE, 9: AZURE, 7: AZURE, 8: GOLD})
    assert (end(players).winner, end(players).title) == (None, Says("A tie"))
    assert set(end(players).telling) == {"gold", "red", "azure", "all"}

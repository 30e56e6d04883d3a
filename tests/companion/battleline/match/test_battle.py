"""Battles fought at the table, command by command."""

from pathlib import Path

import pytest

from companion.battleline.cards import Edition
from companion.battleline.choices import ClaimTime, FourthCard, Leaders, Redeploying, Tactics
from companion.battleline.match.report import BattleReport
from companion.table.commands import Begin, End, Pause, Undo
from companion.table.errors import NotHere, Refused
from companion.table.opening import Again
from companion.table.view import Phase
from tests.companion.battleline import acts as c
from tests.companion.battleline.match.seats import GOLD, RED, flag, lay, refused, seated, view
from tests.support import BUTTON, Players, Says


@pytest.fixture
def players(tmp_path: Path) -> Players:
    return seated(tmp_path / "t.sqlite")


def test_a_break_through_from_the_first_card_to_the_series(players: Players) -> None:
    lay(players, "1:R10 9:O1 1:R9 9:Y1 1:R8 8:O2 2:B10 8:Y2 2:B9 7:O3 2:B8 7:Y3 3:G10 6:O4 3:G9 6:Y4 3:G8")
    for number in (1, 2, 3):
        players.wait(20)
        players.do(c.Claim(side=GOLD, flag=number))
    assert (view(players).phase, view(players).winner, view(players).victory) == (
        Phase.ENDED,
        "gold",
        "breakthrough",
    )
    assert refused(players, c.Lay(side=RED, flag=5, piece="P1")) == "The battle is over."
    report = players.table.report()
    assert isinstance(report, BattleReport)
    assert [each.claimed_ms for each in report.flags[:4]] == [20_000, 40_000, 60_000, None]
    assert (report.turns, report.length_ms, report.sides[0].laid) == (17, 60_000, 9)
    players.do(Again())
    after = view(players)
    assert (after.turn, after.battle, after.sides["gold"].points, after.sides["red"].points) == ("gold", 2, 5, 0)
    assert refused(players, c.Lay(side=RED, flag=1, piece="R1")) == "It is Team Gold's turn."


def test_an_envelopment_needs_five_flags(players: Players) -> None:
    flags = {1: "R", 3: "O", 5: "Y", 7: "G", 9: "B"}
    for number, colour in flags.items():
        for value in (10, 9, 8):
            players.do(c.Lay(side=GOLD, flag=number, piece=f"{colour}{value}"))
            lay(players, "-")
    for number in flags:
        assert view(players).winner is None
        players.do(c.Claim(side=GOLD, flag=number))
    assert (view(players).winner, view(players).victory) == ("gold", "envelopment")


def test_a_claim_that_can_be_answered_is_refused_with_the_cards(players: Players) -> None:
    lay(players, "5:R7 5:B8 5:R8 5:B9 5:R9")
    claim = flag(players, 5).claims["gold"]
    assert (claim.claimable, claim.needs, claim.total) == (False, ("B10",), 24)
    assert "Blue 10" in refused(players, c.Claim(side=GOLD, flag=5))
    lay(players, "1:B10 2:R1")
    assert flag(players, 5).claims["gold"].now, "Blue 7 only ties, and red would play it last"
    players.do(c.Claim(side=GOLD, flag=5))
    assert flag(players, 5).holder == "gold"
    assert refused(players, c.Lay(side=RED, flag=5, piece="B7")) == "Flag 5 is Team Gold's already."
    assert refused(players, c.TakeUp(piece="R7")).startswith("Flag 5 is Team Gold's already: ")


def test_a_discard_counts_as_seen(players: Players) -> None:
    lay(players, "5:R7 5:B8 5:R8 5:B9 5:R9 1:B10")
    players.do(c.Desert(side=GOLD, piece="B10"))
    assert view(players).sides["red"].beside == ("B10",)
    assert flag(players, 5).claims["gold"].claimable


def test_tied_flags_go_against_the_last_card_whoever_laid_it(players: Players) -> None:
    lay(players, "5:R8 5:B8 5:R9 5:B9 5:R10 5:B10")
    assert (flag(players, 5).claims["gold"].claimable, flag(players, 5).claims["red"].claimable) == (True, False)
    assert flag(players, 5).last == "red"


@pytest.mark.parametrize(
    ("when", "before", "after", "next_up"),
    [
        (ClaimTime.BEFORE_DRAWING, True, True, True),
        (ClaimTime.END_OF_TURN, False, True, False),
        (ClaimTime.START_OF_TURN, True, False, True),
    ],
)
def test_when_flags_are_claimed(tmp_path: Path, when: ClaimTime, before: bool, after: bool, next_up: bool) -> None:
    """`before` and `after` gold's card, and whether red may once gold has played."""
    players = seated(tmp_path / "t.sqlite", claim_time=when)
    lay(players, "5:R8 4:B8 5:R9 4:B9 5:R10 4:B10")
    assert flag(players, 5).claims["gold"].now is before
    lay(players, "1:P1")
    assert flag(players, 5).claims["gold"].now is after
    assert flag(players, 4).claims["red"].now is next_up
    if not after:
        assert refused(players, c.Claim(side=GOLD, flag=5)).startswith("Claim at the start")


def test_nobody_is_more_than_one_tactics_card_ahead(players: Players) -> None:
    lay(players, "1:FOG 2:R1")
    assert not view(players).sides["gold"].may_play_tactics
    assert refused(players, c.Scout(side=GOLD)).startswith("You are one Tactics card ahead")
    lay(players, "2:R2")
    players.do(c.Scout(side=RED))
    assert refused(players, c.Scout(side=GOLD)) == Says("Scout", "already")
    lay(players, "3:MUD")
    assert view(players).sides["gold"].tactics == ("FOG", "MUD")


@pytest.mark.parametrize("leaders", list(Leaders))
def test_one_leader_a_side_or_a_game(tmp_path: Path, leaders: Leaders) -> None:
    players = seated(tmp_path / "t.sqlite", leaders=leaders)
    lay(players, "1:LA 2:CC 1:R1 2:R2")
    assert refused(players, c.Lay(side=GOLD, flag=3, piece="LD")) == Says("Leader", "already")
    lay(players, "1:R3")
    players.do(c.Desert(side=RED, piece="LA"))
    if leaders is Leaders.ONE_A_GAME:
        assert "one Leader of this game" in refused(players, c.Lay(side=GOLD, flag=3, piece="LD"))
    else:
        lay(players, "3:LD")


def test_mud_takes_four_cards(players: Players) -> None:
    lay(players, "4:MUD - 4:R1 - 4:R2 - 4:R3 -")
    assert not flag(players, 4).claims["gold"].claimable
    lay(players, "4:R4")
    for correction in (c.Shift(piece="MUD", flag=5, side=GOLD), c.TakeUp(piece="MUD")):
        assert refused(players, correction) == Says("flag 4", "Red 4")
    assert refused(players, c.Lay(side=RED, flag=4, piece="R4")) == Says("Red 4", "already")
    lay(players, "-")
    assert refused(players, c.Lay(side=GOLD, flag=4, piece="R5")) == Says("Flag 4", "full", "Team Gold", "4 cards")


def test_a_fourth_card_is_discarded_with_the_mud(players: Players) -> None:
    lay(players, "4:MUD 4:B1 4:R1 4:B2 4:R2 4:B3 4:R3 4:B4 4:R4")
    players.do(c.Desert(side=RED, piece="MUD"))
    assert flag(players, 4).cards == {"gold": ("R1", "R2", "R3"), "red": ("B1", "B2", "B3")}
    assert [each.beside for each in view(players).sides.values()] == [("MUD", "R4"), ("B4", "DESERTER")]
    assert players.texts()[-1] == Says("Team Red", "Deserter", "Mud", "flag 4", "Red 4", "Blue 4")
    players.do(Undo())
    assert flag(players, 4).cards["gold"] == ("R1", "R2", "R3", "R4")


def test_mud_stays_where_the_table_says_so(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite", mud=FourthCard.MUD_STAYS)
    lay(players, "4:MUD - 4:R1 - 4:R2 - 4:R3 - 4:R4")
    reason = Says("flag 4", "Mud")
    assert refused(players, c.Desert(side=RED, piece="MUD")) == reason
    lay(players, "4:FOG")
    assert refused(players, c.Redeploy(side=GOLD, piece="MUD", to=5)) == reason
    players.do(c.Redeploy(side=GOLD, piece="R1", to=5))


@pytest.mark.parametrize("may", list(Redeploying))
def test_redeploying_fog(tmp_path: Path, may: Redeploying) -> None:
    players = seated(tmp_path / "t.sqlite", redeploy=may)
    lay(players, "4:FOG 5:SB")
    if may is Redeploying.NOT_ENVIRONMENT:
        assert "does not move" in refused(players, c.Redeploy(side=GOLD, piece="FOG", to=6))
    else:
        players.do(c.Redeploy(side=GOLD, piece="FOG", to=6))
        assert (flag(players, 4).environment, flag(players, 6).environment) == ({}, {"FOG": "gold"})
        assert view(players).sides["gold"].beside == ("REDEPLOY",)


def test_a_traitor_changes_sides_and_a_tactics_card_does_not(players: Players) -> None:
    lay(players, "4:R9 5:CC 4:R8 5:B3")
    for piece, name in {"CC": "Companion Cavalry", "LA": "a Leader", "LD": "a Leader", "MUD": "Mud"}.items():
        why = Says("Troop card", f"{name}")
        assert refused(players, c.Betray(side=GOLD, piece=piece, to=4)) == why
    with pytest.raises(NotHere):
        players.do(c.Betray(side=GOLD, piece="R11", to=4))
    assert refused(players, c.Betray(side=GOLD, piece="R9", to=5)) == Says("Red 9", "not", "Team Red")
    players.do(c.Betray(side=GOLD, piece="B3", to=4))
    assert flag(players, 4).cards["gold"] == ("R9", "R8", "B3")
    assert flag(players, 5).cards["red"] == ("CC",)


def test_without_tactics(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite", tactics=Tactics.WITHOUT)
    assert refused(players, c.Lay(side=GOLD, flag=1, piece="CC")) == Says("without Tactics")
    assert not view(players).sides["gold"].may_play_tactics


def test_a_mistap_is_taken_back_moved_or_undone(players: Players) -> None:
    lay(players, "4:R9 5:SB")
    players.do(c.Shift(piece="R9", flag=5, side=GOLD))
    assert flag(players, 5).cards == {"gold": ("R9",), "red": ("SB",)}
    players.do(c.TakeUp(piece="SB"))
    assert (view(players).seen, view(players).sides["red"].tactics) == (("R9",), ())
    players.do(Undo())
    assert view(players).sides["red"].tactics == ("SB",)
    assert refused(players, c.TakeUp(piece="B1")) == Says("Blue 1", "not")


def test_the_turn_is_open_again_once_its_card_is_taken_back(players: Players) -> None:
    lay(players, "1:R8 2:B3 1:R9 2:B4")
    players.do(c.TakeUp(piece="R9"))
    assert refused(players, c.Lay(side=RED, flag=1, piece="B5")) == "You have played. It is Team Gold's turn."
    players.do(c.TakeUp(piece="B4"))
    assert refused(players, c.Lay(side=GOLD, flag=1, piece="R9")) == "It is Team Red's turn."
    players.do(c.Lay(side=RED, flag=3, piece="B4"))
    assert flag(players, 3).cards["red"] == ("B4",)


def test_once_the_first_card_is_taken_back_either_may_begin(players: Players) -> None:
    lay(players, "1:R9")
    players.do(c.TakeUp(piece="R9"))
    assert view(players).turn is None
    players.do(c.Lay(side=RED, flag=1, piece="R9"))


def test_a_card_taken_back_leaves_nobody_two_tactics_ahead(players: Players) -> None:
    lay(players, "1:FOG 1:CC 2:MUD")
    assert refused(players, c.TakeUp(piece="CC")).startswith("That would leave Team Gold two Tactics cards")
    players.do(c.TakeUp(piece="MUD"))
    players.do(c.TakeUp(piece="CC"))
    assert [each.tactics for each in view(players).sides.values()] == [("FOG",), ()]


def test_a_guile_card_that_has_moved_another_is_taken_back_with_what_it_moved(players: Players) -> None:
    lay(players, "1:R9")
    players.do(c.Desert(side=RED, piece="R9"))
    players.do(c.TakeUp(piece="DESERTER"))
    assert flag(players, 1).cards["gold"] == ("R9",)
    assert players.texts()[-1] == "Deserter taken back: what it moved lies where it was"
    players.do(c.Scout(side=RED))
    players.do(c.TakeUp(piece="SCOUT"))
    players.do(c.Lay(side=RED, flag=1, piece="B1"))


def test_the_second_editions_names(tmp_path: Path) -> None:
    players = seated(tmp_path / "t.sqlite", edition=Edition.SECOND)
    lay(players, "4:LA")
    assert players.texts() == ["Team Gold lays King at flag 4"]


def test_the_claim_button_steps_through_what_can_be_claimed(players: Players) -> None:
    assert refused(players, c.Claim(side=GOLD)) == "Lay the first card."
    lay(players, "2:R8 - 2:R9 - 2:R10")
    lay(players, "- 7:B8 - 7:B9 - 7:B10")
    assert view(players).sides["gold"].claimable == (2, 7)
    assert view(players).sides["gold"].shown == 2
    for now in (7, 2, 7):
        players.do(c.Point(side=GOLD), BUTTON)
        assert view(players).sides["gold"].shown == now
    players.do(c.Claim(side=GOLD), BUTTON)
    assert (flag(players, 7).holder, view(players).sides["gold"].shown) == ("gold", 2)
    with pytest.raises(Refused):
        players.do(c.Claim(side=RED, flag=2), BUTTON)
    assert view(players).sides["red"].refused is not None


def test_a_claim_that_comes_after_the_end_is_none_of_the_battles(players: Players) -> None:
    lay(players, "1:R10 9:O1 1:R9")
    refused(players, c.Claim(side=RED, flag=1))
    players.do(End(winner=GOLD))
    refused(players, c.Claim(side=RED, flag=1))
    report = players.table.report()
    assert isinstance(report, BattleReport)
    assert [side.refused for side in report.sides] == [0, 1]


def test_what_no_battle_has(players: Players) -> None:
    assert "no clock to stop" in refused(players, Pause())
    for command in (c.Lay(side=GOLD, flag=10, piece="R1"), c.Lay(side=GOLD, flag=1, piece="R11")):
        with pytest.raises(NotHere):
            players.do(command)
    players.do(Begin())
    assert refused(players, Begin()) == Says("begun already")
    players.do(End(winner=RED))
    assert view(players).sides["red"].points == 5


def test_a_restart_brings_the_line_back(players: Players) -> None:
    lay(players, "4:R9 5:SB 4:R8")
    before = view(players)
    after = view(players.restart())
    assert (after.flags, after.sides, after.turn) == (before.flags, before.sides, before.turn)

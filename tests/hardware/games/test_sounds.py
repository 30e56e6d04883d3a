"""What each change of the table sounds like, in each game."""

import pytest
from msgspec.structs import replace

from companion.battleline.match.flags import Claim
from companion.table.commands import Undo
from companion.table.opening import New
from companion.table.seats import Side
from companion.table.view import Announcement, AtHall, CallState, JudgeCall
from companion.wartime.match.state import Correction
from companion.warzone.scenarios import DeploymentArea
from hardware import sound as patterns
from hardware.games.registry import next_warning, sounds
from hardware.sound import ANNOUNCED, BEGUN, CLAIMED, ENDED, JUDGE, REFUSED, TURN, WARNING, YOURS, Pattern, shortened
from tests.companion.battleline.match.seats import GOLD, lay
from tests.companion.wartime import acts as c
from tests.companion.warzone import acts as w
from tests.support import Players

NOTICE_MS = 10_000


class Ear:
    """Hears what has changed since it last listened."""

    def __init__(self, players: Players, *, warning_ms: int = NOTICE_MS) -> None:
        self._players = players
        self._warning_ms = warning_ms
        self._before = players.table.view()

    def listen(self) -> list[Pattern]:
        before, self._before = self._before, self._players.table.view()
        return list(sounds(before, self._before, warning_ms=self._warning_ms))


def put_right(timer: str, seconds: int) -> c.Propose:
    """By a phone that sits for both."""
    return c.Propose.of(Correction(timer=timer, seconds=seconds))


@pytest.fixture
def ear(players: Players) -> Ear:
    return Ear(players)


def test_each_sides_sand_sounds_its_own_way(players: Players, ear: Ear) -> None:
    players.begin().flip("gold-30")
    players.flip("red-30")
    ear.listen()
    players.wait(30)
    assert ear.listen() == [YOURS["gold"], YOURS["red"]]
    players.wait(30)
    assert ear.listen() == [], "once"


def test_what_is_taken_back_has_not_run_out(players: Players, ear: Ear) -> None:
    players.begin().flip("gold-30")
    ear.listen()
    players.do(c.Free(timer="gold-30"))
    assert ear.listen() == []


def test_a_flip_that_is_undone_has_not_run_out(players: Players, ear: Ear) -> None:
    players.begin().flip("gold-30")
    players.wait(30)
    players.flip("gold-30")
    ear.listen()
    players.do(Undo())
    assert ear.listen() == []


def test_what_runs_out_by_agreement_sounds_like_what_ran_out(players: Players, ear: Ear) -> None:
    """The side may use it: how its sand came to an end makes no difference."""
    players.begin().flip("gold-30")
    ear.listen()
    players.do(put_right("gold-30", -30))
    assert ear.listen() == [YOURS["gold"]]
    players.do(put_right("gold-30", 12))
    players.do(put_right("gold-30", 5))
    assert ear.listen() == []
    players.wait(17)
    assert ear.listen() == [YOURS["gold"]]
    players.do(c.Flip(timer="gold-90"))
    ear.listen()
    players.do(c.Propose.of(Correction(timer="gold-90", free=True)))
    assert ear.listen() == [], "it has not run out"


def test_sand_that_is_taken_from_the_ten_minutes_warns(players: Players, ear: Ear) -> None:
    players.begin().flip("neutral-600")
    ear.listen()
    players.do(put_right("neutral-600", -591))
    assert ear.listen() == [WARNING]
    players.do(put_right("neutral-600", 10))
    assert ear.listen() == []
    players.wait(9)
    assert ear.listen() == [WARNING]


def test_the_start_and_the_end_are_heard(players: Players, ear: Ear) -> None:
    players.begin()
    assert ear.listen() == [BEGUN]
    players.do(c.Pause())
    players.do(c.Resume())
    assert ear.listen() == [], "pauses are seen on the light"
    players.do(c.End())
    assert ear.listen() == [ENDED]
    players.do(New())
    assert ear.listen() == []


def test_the_two_minutes_of_setting_up_warn_once(players: Players, ear: Ear) -> None:
    players.flip("neutral-120")
    due = next_warning(players.table.view(), warning_ms=NOTICE_MS)
    assert due is not None
    assert due - players.table.view().server_ms == 110_000
    players.wait(109.9)
    assert ear.listen() == []
    players.wait(0.1)
    assert ear.listen() == [WARNING]
    assert next_warning(players.table.view(), warning_ms=NOTICE_MS) is None
    players.wait(9.9)
    assert ear.listen() == []
    players.wait(0.1)
    assert ear.listen() == [YOURS["neutral"]]


def test_the_ten_minutes_warn_and_their_end_is_the_games(players: Players, ear: Ear) -> None:
    players.do(New(scenario="ten-minutes"))
    players.begin()
    players.flip("gold-60a")
    ear.listen()
    players.wait(591)
    assert ear.listen() == [YOURS["gold"], WARNING]
    players.wait(9)
    assert ear.listen() == [ENDED]


def test_a_sides_own_sand_does_not_warn(players: Players, ear: Ear) -> None:
    players.begin().flip("gold-30")
    ear.listen()
    players.wait(25)
    assert ear.listen() == []
    assert next_warning(players.table.view(), warning_ms=NOTICE_MS) is None


def test_no_sand_warns_where_that_is_switched_off(players: Players) -> None:
    ear = Ear(players, warning_ms=0)
    players.flip("neutral-120")
    assert next_warning(players.table.view(), warning_ms=0) is None
    for _ in range(119):
        players.wait(1)
        assert ear.listen() == []


def test_sand_that_stands_still_warns_when_it_falls_again(players: Players, ear: Ear) -> None:
    players.flip("neutral-120")
    players.wait(100)
    players.do(c.Pause())
    assert next_warning(players.table.view(), warning_ms=NOTICE_MS) is None
    players.wait(60)
    assert ear.listen() == []
    players.do(c.Resume())
    players.wait(11)
    assert ear.listen() == [WARNING]


def test_a_claim_in_battle_line(players: Players) -> None:
    players.do(New(game="battleline"))
    ear = Ear(players)
    lay(players, "2:R8 - 2:R9")
    assert ear.listen() == [BEGUN]
    lay(players, "- 2:R10")
    assert ear.listen() == []
    players.do(Claim(side=GOLD, flag=2))
    assert ear.listen() == [CLAIMED]


def test_whose_go_it_is_in_warzone(players: Players) -> None:
    players.do(New(game="warzone"))
    for side in Side:
        players.do(w.Muster(side=side, activations=2))
    players.do(w.SelectArea(side=Side.GOLD, area=DeploymentArea.A))
    ear = Ear(players)
    players.begin()
    assert ear.listen() == [BEGUN]
    players.do(w.KeepInitiative(side=Side.RED))
    assert ear.listen() == [YOURS["red"]]
    players.do(w.EndActivation(side=Side.RED))
    assert ear.listen() == [YOURS["gold"]]
    players.do(w.EndActivations())
    players.do(w.EndTurn())
    assert ear.listen() == [TURN]


def test_games_that_give_way_to_one_another_make_no_sound(players: Players, ear: Ear) -> None:
    for game in ("warzone", "battleline", "wartime"):
        players.do(New(game=game))
        assert ear.listen() == []


def test_of_the_hall_whatever_is_new_is_heard_and_nothing_that_is_over(players: Players, ear: Ear) -> None:
    hall = AtHall(hall="club", table="table-4", online=True)
    said = Announcement(id="a1", text="Lunch", ms=1)
    called = JudgeCall(id=1, ms=2, state=CallState.CALLED)
    coming = JudgeCall(id=1, ms=3, state=CallState.COMING, who="Dana")
    answered = JudgeCall(id=1, ms=4, state=CallState.ANSWERED, who="Dana", text="Yes.")
    heard = []
    for here in (
        replace(hall, said=said, call=called),  # told before it is known that there is a hall
        replace(hall, said=said, call=called, online=False),
        replace(hall, said=said, call=coming),
        replace(hall, call=answered),
        replace(hall, said=replace(said, id="a2"), call=None),
        replace(hall, said=replace(said, id="a3"), call=replace(called, id=2)),
        hall,
        None,
    ):
        players.table.stands_in(here)
        heard.append(ear.listen())
    assert heard == [[], [], [JUDGE], [JUDGE], [ANNOUNCED], [ANNOUNCED, JUDGE], [], []]


def test_the_game_is_heard_before_the_hall(players: Players, ear: Ear) -> None:
    hall = AtHall(hall="club", table="table-4", online=True)
    players.table.stands_in(hall)
    ear.listen()
    players.begin()
    players.table.stands_in(replace(hall, said=Announcement(id="a1", text="Lunch", ms=1)))
    assert ear.listen() == [BEGUN, ANNOUNCED]


def rhythm(pattern: Pattern) -> str:
    """As an ear has it, which knows short from long."""
    return "".join("-" if note.seconds >= 0.2 else "." for note in pattern)


def test_a_buzzer_tells_them_apart_by_rhythm_alone() -> None:
    every = [*YOURS.values(), REFUSED, WARNING, BEGUN, ENDED, TURN, CLAIMED, ANNOUNCED, JUDGE]
    assert len({rhythm(each) for each in every}) == len(every)
    for each in every:
        assert sum(note.seconds + patterns.GAP_S for note in each) < 1.25, "short"


@pytest.mark.parametrize("percent", [1, 40, 100])
def test_a_buzzers_volume_keeps_the_rhythm(percent: int) -> None:
    whole = [note.seconds for note in BEGUN]
    short = [note.seconds for note in shortened(BEGUN, percent / 100)]
    assert short[2] / short[0] == pytest.approx(whole[2] / whole[0])
    assert sum(short) == pytest.approx(sum(whole) * (0.4 + 0.006 * percent))
    assert min(short) >= 0.04, "a shorter beep is a click"

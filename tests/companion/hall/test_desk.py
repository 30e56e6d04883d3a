"""The hall as a table knows it: what it is told, what its players want of it, and what of that outlives a restart."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.clock import ManualClock
from companion.games import RuledGame
from companion.hall.calls import ID, KIND, TABLE, Remembered, beside, fitting
from companion.hall.card import HallCard
from companion.hall.desk import Desk
from companion.hall.port import ASK_FIRST
from companion.hall.wire import messages as h
from companion.hall.wire.messages import (
    MOST_LINES,
    Answer,
    Beside,
    CallDetail,
    Done,
    Link,
    NotDone,
    Result,
    Time,
    read,
    read_answer,
    written,
)
from companion.hall.wire.topics import LATEST, LONGEST_TEXT, MOST_OWED
from companion.rulings.ruling import Cite, Ruling
from companion.table.commands import Begin, End
from companion.table.errors import Refused
from companion.table.events import Source, SourceKind
from companion.table.opening import New
from companion.table.seats import Seat
from companion.table.table import Table
from companion.table.view import AtHall, CallState, Phase
from companion.wartime.match.timers import Flip
from tests.support import PHONE, Says, entries, open_table

CARD = HallCard(
    host="hall.local", port=8883, hall="club", table="table-7", called="Table 7", password="x", ca=b"", key=bytes(32)
)
ELSEWHERE = {
    "another hall": replace(CARD, hall="con"),
    "a hall of the same name": replace(CARD, ca=b"another"),
    "another table of the hall": replace(CARD, table="table-8"),
}
GOLD = Source(SourceKind.PHONE, "1", "gold", "Ana")
RED = Source(SourceKind.PHONE, "2", "red", "Ben")
LATER = 2**50
MINUTE = 60_000


class Hall:
    """A table with its desk, restarted at will."""

    def __init__(self, folder: Path) -> None:
        self.clock = ManualClock()
        self._file = folder / "table.sqlite"
        self.kept: list[h.HouseRule] = []
        self.start()

    def start(self) -> None:
        self.table = open_table(self._file, self.clock)
        self.take(CARD)

    def take(self, card: HallCard) -> None:
        """Stands where that card says from now on."""
        self.desk = Desk(table=self.table, clock=self.clock, card=card)

    def go(self, card: HallCard) -> None:
        """Leaves for there."""
        self.desk.leave()
        self.take(card)

    def restart(self) -> None:
        self.table.close()
        self.start()

    def ask(self, ask: h.Ask, id: str = "a1") -> Answer:
        return self.desk.do_ask(id, ask, rulings=_rulings, rule=self.kept.append, restored=lambda _: Done())

    @property
    def here(self) -> AtHall:
        here = self.table.view().hall
        assert here is not None
        return here

    def follow(self, match: int = 1, score: dict[str, int] | None = None, **people: str) -> None:
        self.desk.follow(self.table.view(), match=match, score=score or {}, people=people)

    @property
    def log(self) -> list[str]:
        return [line.text for _, line in entries(self.table)]


def _rulings(game: str, text: str) -> list[Beside]:
    return [Beside(id="a-ruling", question=f"{game}: {text}?")]


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def a_round(version: int = 1, **more: object) -> h.Round:
    return h.Round(**{"version": version, "number": 3, "title": "Round 3", "left_ms": 50 * MINUTE, **more})  # type: ignore[arg-type]


def judge(call: int, judging: h.Judging, text: str = "") -> h.Judge:
    return h.Judge(until_ms=LATER, call=call, judging=judging, who="Dana", text=text)


def the(results: Sequence[Result]) -> Result:
    (result,) = results
    return result


def played(hall: Hall, match: int) -> Result:
    """A match that gold has won, and both have confirmed."""
    if match > 1:
        hall.table.exchange(New(game="wartime"), source=PHONE)
    hall.table.dispatch(Begin(), source=PHONE)
    hall.table.dispatch(End(winner=Seat.GOLD), source=PHONE)
    hall.follow(match=match)
    for seat, source in (("gold", GOLD), ("red", RED)):
        hall.desk.agree(seat, agreed=True, source=source)
    return hall.desk.results(1)[-1]


def test_every_start_counts_and_the_journal_keeps_its_name(hall: Hall) -> None:
    boot, journal = hall.desk.boot, hall.desk.journal
    hall.restart()
    assert (hall.desk.boot, hall.desk.journal) == (boot + 1, journal)
    hall.desk.raise_boot(40)
    hall.restart()
    assert hall.desk.boot == 42


def test_a_judge_is_called_comes_and_answers(hall: Hall) -> None:
    hall.desk.call_judge(source=GOLD, words="Is that in range?")
    assert hall.here.call is not None
    assert hall.here.call.state is CallState.CALLED
    assert hall.desk.call is not None
    with pytest.raises(Refused, match="already"):
        hall.desk.call_judge(source=RED)
    assert hall.ask(judge(1, h.Judging.COMING)) == Done()
    assert hall.desk.call.coming
    with pytest.raises(Refused, match="Dana is on the way"):
        hall.desk.call_judge(source=RED)
    assert hall.ask(judge(1, h.Judging.ANSWERED, "Yes, it is.")) == Done()
    assert hall.desk.call is None
    assert (hall.here.call.state, hall.here.call.text) == (CallState.ANSWERED, "Yes, it is.")
    assert hall.log[-3:] == [
        "Ana called a judge: Is that in range?",
        "Dana is on the way",
        "Dana answered: Yes, it is.",
    ]
    hall.desk.call_judge(source=RED)
    assert hall.desk.call is not None
    assert hall.desk.call.id == 2


def test_what_a_judge_says_twice_is_told_once_and_in_order(hall: Hall) -> None:
    hall.desk.call_judge(source=GOLD)
    for said in (judge(1, h.Judging.ANSWERED, "No."), judge(1, h.Judging.COMING), judge(1, h.Judging.ANSWERED, "No.")):
        assert hall.ask(said) == Done()
    assert hall.here.call is not None
    assert hall.here.call.state is CallState.ANSWERED
    assert hall.log[-1] == "Dana answered: No."
    assert not any("on the way" in line for line in hall.log)


def test_a_call_outlives_a_restart_and_can_be_taken_back(hall: Hall) -> None:
    hall.desk.call_judge(source=GOLD)
    hall.restart()
    assert hall.desk.call is not None
    hall.desk.take_back(source=RED)
    assert (hall.desk.call, hall.here.call) == (None, None)
    assert hall.ask(judge(1, h.Judging.COMING)) == NotDone(why=Says("call", "taken back"))
    with pytest.raises(Refused, match="No judge was called"):
        hall.desk.take_back(source=RED)


def test_a_judge_reads_what_was_done_in_the_last_half_minute_and_which_rulings_may_be_meant(hall: Hall) -> None:
    table = hall.table
    table.dispatch(Begin(), source=PHONE)
    hall.clock.advance(seconds=60)
    table.dispatch(Flip(timer="gold-30", unit="Knight"), source=GOLD)
    hall.clock.advance(seconds=2.5)
    hall.desk.call_judge(source=RED, words="too early?")
    hall.clock.advance(seconds=120)
    found = hall.ask(h.TellCall(until_ms=LATER, call=1))
    assert isinstance(found, CallDetail)
    assert (found.by, found.words) == ("Ben", "too early?")
    assert len(found.lines) == 1
    assert found.lines[0].startswith("2.5 s before: ")
    assert "Knight" in found.lines[0]
    assert [each.question for each in found.rulings] == ["wartime: too early??"]


def test_the_judge_reads_the_answer_of_a_ruling_however_long_it_is() -> None:
    cite = Cite("WarTime Rulebook", "Playing", "Timers")
    short = Ruling(id="a", game=RuledGame.WARTIME, question="May I?", answer="No.\nFlip first.", cite=cite)
    assert beside(short) == Beside(id="a", question="May I?", cite="WarTime Rulebook, Timers", answer="No. Flip first.")
    long = replace(short, id="house-" + "x" * 54, question="?" * 200, answer="No, " * 250)
    told = beside(long)
    assert (len(told.answer), told.answer[-1]) == (LONGEST_TEXT, "…")
    line = "\N{HOURGLASS}\N{GAME DIE}" * (LONGEST_TEXT // 2)
    whole = CallDetail(call=1, by="Ben", words=line, lines=(line,) * MOST_LINES, rulings=(told, told, told))
    fits = fitting(replace(whole, lines=(*whole.lines[:-1], "the newest")))
    assert read_answer(written(fits)) == fits
    assert fits.lines[-1] == "the newest"
    assert len(fits.lines) > MOST_LINES // 2


def test_a_round_is_counted_by_the_tables_own_clock(hall: Hall) -> None:
    assert hall.ask(h.Clock(until_ms=LATER, hall_ms=7)) == Time(ms=1_000_000)
    hall.desk.heard_round(a_round(deadline_ms=5_000_000, left_ms=0))
    assert hall.here.round is None, "its clock is not known yet"
    hall.ask(h.Clock(until_ms=LATER, hall_ms=7, offset_ms=3_500_000, error_ms=4))
    assert hall.here.round is not None
    assert (hall.here.round.ends_ms, hall.here.round.error_ms) == (1_500_000, 4)


def test_only_a_newer_round_counts_and_the_log_tells_what_is_new(hall: Hall) -> None:
    hall.ask(h.Clock(until_ms=LATER, hall_ms=7, offset_ms=0, error_ms=4))
    pairings = (h.Pairing(table="table-7", players=("Ana", "Ben")), h.Pairing(table="table-8", players=("Cem",)))
    told = [
        a_round(1, pairings=pairings),
        a_round(2, deadline_ms=4_000_000, left_ms=0),
        a_round(4, deadline_ms=4_600_000, left_ms=0),
        a_round(3, number=9, left_ms=5),
        a_round(5, left_ms=31 * MINUTE + 20_000, pause=1),
        a_round(6, deadline_ms=5_000_000, left_ms=0, pause=1),
    ]
    hall.desk.heard_round(told[0])
    assert hall.here.round is not None
    assert hall.here.round.players == ("Ana", "Ben")
    for each in told[1:]:
        hall.desk.heard_round(each)
    assert hall.log == [
        "Round 3: 50 minutes, not begun yet",
        "Round 3 begins: 50 minutes",
        "Round 3 has 10 minutes more",
        "Round 3 stands, 31:20 left",
        "Round 3 goes on",
    ]
    assert hall.desk.round_number == 3


def test_a_pause_of_the_round_pauses_the_game_once(hall: Hall) -> None:
    hall.table.dispatch(Begin(), source=PHONE)
    hall.table.dispatch(Flip(timer="gold-30"), source=GOLD)
    hall.desk.heard_round(a_round(1, pause=1))
    assert hall.table.view().phase is Phase.PAUSED
    hall.restart()
    seen = hall.table.version
    hall.desk.heard_round(a_round(1, pause=1))
    assert hall.table.version == seen


def test_an_announcement_is_for_all_until_somebody_has_seen_it(hall: Hall) -> None:
    said = h.Announce(until_ms=LATER, text="Dinner at eight.")
    assert [hall.ask(said, "x1"), hall.ask(said, "x1")] == [Done(), Done()]
    assert hall.log == ["The organiser: Dinner at eight."]
    assert hall.here.said is not None
    hall.restart()
    assert hall.here.said.text == "Dinner at eight."
    hall.desk.seen("x1", source=RED)
    assert hall.here.said is None
    with pytest.raises(Refused, match="gone"):
        hall.desk.seen("x1", source=RED)


def test_what_comes_too_late_is_not_done(hall: Hall) -> None:
    hall.ask(h.Clock(until_ms=LATER, hall_ms=7, offset_ms=0, error_ms=4))
    late = h.Announce(until_ms=999_999, text="Old.")
    assert hall.ask(late) == NotDone(why="It came too late.")
    assert hall.log == []


def test_a_result_is_sent_once_every_seat_has_confirmed_it(hall: Hall) -> None:
    table = hall.table
    hall.desk.heard_round(a_round())
    table.dispatch(Begin(), source=PHONE)
    hall.follow()
    with pytest.raises(Refused, match="no result"):
        hall.desk.agree("gold", agreed=True, source=GOLD)
    table.dispatch(End(winner=Seat.GOLD), source=PHONE)
    hall.follow(score={"gold": 3, "red": 1})
    assert hall.here.result is not None
    with pytest.raises(Refused, match="Only the player of that side"):
        hall.desk.agree("red", agreed=True, source=GOLD)
    hall.desk.agree("gold", agreed=True, source=GOLD)
    assert not hall.desk.results(1)
    hall.restart()
    hall.follow(score={"gold": 3, "red": 1})
    hall.desk.agree("red", agreed=True, source=RED)
    assert hall.here.result.sent
    sent = the(hall.desk.results(1))
    assert (sent.round, sent.match, sent.winner, sent.score) == (3, 1, "gold", {"gold": 3, "red": 1})
    assert set(sent.agreed) == {"gold", "red"}
    hall.desk.agree("red", agreed=False, source=RED)
    hall.restart()
    hall.follow(score={"gold": 3, "red": 1})
    taken_back = the(hall.desk.results(1))
    assert (taken_back.withdrawn, taken_back.round, taken_back.winner) == (True, 3, None), "it may have been heard"
    assert taken_back.order > sent.order
    hall.desk.agree("red", agreed=True, source=RED)
    again = the(hall.desk.results(1))
    assert not again.withdrawn


def test_what_was_confirmed_while_nobody_heard_goes_out_before_the_next_rounds(hall: Hall) -> None:
    hall.desk.heard_round(a_round())
    played(hall, 1)
    assert not hall.here.arrived
    hall.desk.heard_round(a_round(2, number=4))
    hall.restart()
    assert hall.here.result is None
    owed = the(hall.desk.results(1))
    assert (owed.round, owed.match, owed.winner, owed.boot) == (3, 1, "gold", hall.desk.boot)
    played(hall, 2)
    hall.desk.heard_round(a_round(3, number=5))
    played(hall, 3)
    told = hall.desk.results(1)
    assert [each.round for each in told] == [3, 4, 5]
    assert [each.order for each in told] == sorted({each.order for each in told})
    hall.desk.arrived(told[0])
    hall.desk.arrived(told[1])
    assert not hall.here.arrived
    assert [each.round for each in hall.desk.results(2)] == [4, 5], "the newest that was heard, for a broker forgets"
    hall.desk.arrived(told[2])
    assert hall.here.arrived
    assert [each.round for each in hall.desk.results(2)] == [5]
    assert [each.round for each in hall.desk.results(2, again=True)] == [3, 4, 5]
    hall.desk.agree("gold", agreed=False, source=GOLD)
    assert not hall.here.arrived
    hall.desk.arrived(told[2])
    assert not hall.here.arrived, "that is not how it stands now"


def test_what_is_owed_has_an_end_and_none_of_it_is_of_a_round_that_is_played_anew(hall: Hall) -> None:
    for number in range(1, MOST_OWED + 4):
        hall.desk.heard_round(a_round(number, number=number))
        played(hall, number)
    rounds = [each.round for each in hall.desk.results(1)]
    assert rounds == [*range(3, MOST_OWED + 4)]
    hall.desk.heard_round(a_round(LATER, number=5))
    assert [each.round for each in hall.desk.results(1)] == [3, 4]


def test_a_result_is_of_whoever_played_that_match_whatever_is_played_since(hall: Hall) -> None:
    table = hall.table
    hall.desk.heard_round(a_round())
    table.dispatch(Begin(), source=PHONE)
    table.dispatch(End(winner=Seat.GOLD), source=PHONE)
    names = table.view().names
    hall.follow(score={"gold": 3, "red": 1})
    hall.desk.agree("gold", agreed=True, source=GOLD)
    table.exchange(New(game="battleline"), source=PHONE)
    hall.follow(match=2)
    hall.desk.agree("red", agreed=True, source=RED)
    sent = the(hall.desk.results(1))
    assert (sent.match, sent.names, sent.winner) == (1, names, "gold")
    assert sent.agreed == {"gold": "phone 1, gold, Ana", "red": "phone 2, red"}, "she may have sat elsewhere"


def test_what_is_played_beside_the_match_that_all_have_confirmed_is_no_result(hall: Hall) -> None:
    table = hall.table
    hall.desk.heard_round(a_round())
    table.dispatch(Begin(), source=PHONE)
    table.dispatch(End(winner=Seat.GOLD), source=PHONE)
    hall.follow()
    for seat, source in (("gold", GOLD), ("red", RED)):
        hall.desk.agree(seat, agreed=True, source=source)
    table.exchange(New(game="wartime"), source=PHONE)
    table.dispatch(Begin(), source=PHONE)
    table.dispatch(End(winner=Seat.RED), source=PHONE)
    hall.follow(match=2)
    stays = the(hall.desk.results(1))
    assert (stays.match, stays.winner, stays.withdrawn) == (1, "gold", False)
    hall.desk.agree("gold", agreed=False, source=GOLD)
    hall.follow(match=2)
    assert hall.here.result is not None
    assert (hall.here.result.winner, hall.here.result.agreed) == ("red", ()), "but where that one is taken back"


def test_a_match_that_was_over_before_its_round_is_none_of_it(hall: Hall) -> None:
    table = hall.table
    table.dispatch(Begin(), source=PHONE)
    table.dispatch(End(winner=Seat.GOLD), source=PHONE)
    hall.follow()
    hall.desk.heard_round(a_round())
    hall.follow()
    assert hall.here.result is None
    table.exchange(New(game="wartime"), source=PHONE)
    hall.follow(match=2)
    table.dispatch(Begin(), source=PHONE)
    table.dispatch(End(winner=Seat.RED), source=PHONE)
    hall.follow(match=2)
    assert hall.here.result is not None
    hall.desk.heard_round(a_round(2, number=4))
    hall.follow(match=2)
    assert hall.here.result is None


def paired_and_over(hall: Hall, **people: str) -> None:
    """Gus and Eli are paired here, and Gold, whoever that is, has won."""
    pairings = (h.Pairing(table="table-7", players=("Gus", "Eli")),)
    hall.desk.heard_round(a_round(pairings=pairings))
    hall.table.dispatch(Begin(), source=PHONE)
    hall.table.dispatch(End(winner=Seat.GOLD), source=PHONE)
    hall.follow(**people)


def both_confirm(hall: Hall) -> Result:
    hall.desk.agree("gold", agreed=True, source=replace(GOLD, player=None))
    hall.desk.agree("red", agreed=True, source=replace(RED, player=None))
    return the(hall.desk.results(1))


@pytest.mark.parametrize(
    "people", [{}, {"gold": "Eli"}, {"gold": "Eli", "red": "Guss"}, {"gold": "Eli", "red": "Eli"}, {"red": "Zoe"}]
)
def test_a_result_names_nobody_as_long_as_either_player_is_unknown(hall: Hall, people: dict[str, str]) -> None:
    paired_and_over(hall, **people)
    assert both_confirm(hall).players == {}


def test_both_known_by_name_are_named_whatever_the_order_of_play(hall: Hall) -> None:
    paired_and_over(hall, gold=" eli", red="GUS")
    assert both_confirm(hall).players == {"gold": "Eli", "red": "Gus"}
    hall.follow()
    assert the(hall.desk.results(1)).players == {"gold": "Eli", "red": "Gus"}, "whoever has left since"


def test_somebody_says_who_sits_where_and_all_confirm_that(hall: Hall) -> None:
    paired_and_over(hall)
    assert both_confirm(hall).players == {}
    hall.desk.sit("gold", "Eli", source=GOLD)
    assert the(hall.desk.results(1)).withdrawn, "what was confirmed named nobody"
    assert hall.log[-1] == "Eli plays Valyance and Gus plays Firebrand"
    hall.restart()
    hall.follow()
    assert both_confirm(hall).players == {"gold": "Eli", "red": "Gus"}
    with pytest.raises(Refused, match="Both have confirmed the result already"):
        hall.desk.sit("gold", "Gus", source=GOLD)
    hall.desk.agree("red", agreed=False, source=RED)
    hall.desk.sit("red", "Eli", source=RED)
    assert both_confirm(hall).players == {"gold": "Gus", "red": "Eli"}


def test_what_nobody_can_say_of_who_sits_where(hall: Hall) -> None:
    with pytest.raises(Refused, match="The hall has not paired players"):
        hall.desk.sit("gold", "Gus", source=GOLD)
    paired_and_over(hall)
    with pytest.raises(Refused, match="Gus and Eli are paired here"):
        hall.desk.sit("gold", "Zoe", source=GOLD)
    with pytest.raises(Refused, match="does not have that seat"):
        hall.desk.sit("azure", "Gus", source=GOLD)
    with pytest.raises(Refused, match="Only players of this game"):
        hall.desk.sit("gold", "Gus", source=replace(GOLD, seat="look"))


def test_others_who_are_paired_meanwhile_are_asked_about_again(hall: Hall) -> None:
    paired_and_over(hall)
    hall.desk.sit("gold", "Eli", source=GOLD)
    others = h.Here(version=9, round=3, players=("Gus", "Zoe"))
    hall.desk.heard_here(others)
    hall.follow()
    assert hall.here.result is not None
    assert hall.here.result.players is msgspec.UNSET
    hall.desk.sit("gold", "Zoe", source=GOLD)
    assert both_confirm(hall).players == {"gold": "Zoe", "red": "Gus"}
    hall.desk.heard_here(replace(others, version=10, players=("Gus", "Ida")))
    hall.follow()
    assert the(hall.desk.results(1)).players == {"gold": "Zoe", "red": "Gus"}, "confirmed: for the organiser to say"
    hall.desk.sit("gold", "Ida", source=GOLD)
    assert both_confirm(hall).players == {"gold": "Ida", "red": "Gus"}


def test_who_sat_where_is_no_longer_so_in_the_next_round(hall: Hall) -> None:
    paired_and_over(hall)
    hall.desk.sit("gold", "Eli", source=GOLD)
    pairings = (h.Pairing(table="table-7", players=("Eli", "Gus")),)
    hall.desk.heard_round(a_round(2, number=4, pairings=pairings))
    hall.follow()
    assert hall.desk.over_before == 1
    hall.table.exchange(New(game="wartime"), source=PHONE)
    hall.table.dispatch(Begin(), source=PHONE)
    hall.table.dispatch(End(winner=Seat.RED), source=PHONE)
    hall.follow(match=2)
    assert both_confirm(hall).players == {}


def test_who_plays_here_comes_in_any_order_and_is_of_its_own_round_alone(hall: Hall) -> None:
    def players() -> tuple[str, ...]:
        return () if hall.here.round is None else hall.here.round.players

    here = h.Here(version=5, round=3, players=("Gus", "Eli"))
    hall.desk.heard_here(here)
    hall.desk.heard_round(a_round())
    assert players() == ("Gus", "Eli")
    hall.desk.heard_here(replace(here, version=4, players=("Zoe", "Ben")))
    assert players() == ("Gus", "Eli"), "an older one"
    hall.restart()
    hall.desk.heard_here(replace(here, version=6, players=("Eli", "Gus"), written="Gus won"))
    assert players() == ("Eli", "Gus")
    assert hall.here.round is not None
    assert hall.here.round.written == "Gus won"
    hall.desk.heard_round(a_round(2, number=4))
    assert players() == ()
    assert hall.here.round.written is msgspec.UNSET
    hall.desk.heard_here(replace(here, version=7, round=4))
    assert players() == ("Gus", "Eli")
    old = h.Pairing(table="table-7", players=("Zoe", "Ben"))
    hall.desk.heard_round(a_round(3, number=5, pairings=(old,)))
    assert players() == ("Zoe", "Ben"), "an organiser of an earlier Warglass says it in the round"


def test_a_ruling_of_the_event_is_kept(hall: Hall) -> None:
    rule = h.HouseRule(until_ms=LATER, id="house-x", game="wartime", question="May I?", answer="Yes.")
    assert hall.ask(rule) == Done()
    assert hall.kept == [rule]


def test_without_a_hall_the_view_says_none(tmp_path: Path) -> None:
    table: Table = open_table(tmp_path / "table.sqlite", ManualClock())
    assert table.view().hall is None


@pytest.mark.parametrize("other", ELSEWHERE.values(), ids=ELSEWHERE)
def test_another_halls_card_begins_anew_but_for_the_journals_own(hall: Hall, other: HallCard) -> None:
    pairings = tuple(h.Pairing(table=table, players=(table, "Ben")) for table in ("table-7", "table-8"))
    hall.desk.heard_round(a_round(50, pairings=pairings))
    hall.ask(h.Announce(until_ms=LATER, text="Dinner at eight."))
    hall.table.dispatch(Begin(), source=PHONE)
    hall.table.dispatch(End(winner=Seat.GOLD), source=PHONE)
    hall.follow(score={"gold": 3, "red": 1})
    hall.desk.agree("gold", agreed=True, source=GOLD)
    hall.desk.call_judge(source=GOLD)
    hall.ask(judge(1, h.Judging.ANSWERED, "Yes."))
    boot, journal = hall.desk.boot, hall.desk.journal
    hall.go(other)
    here = hall.here
    assert (here.round, here.said, here.call, here.result) == (None, None, None, None)
    assert (hall.desk.boot, hall.desk.journal) == (boot + 1, journal)
    hall.desk.heard_round(a_round(2, number=1, title="Round 1", pairings=pairings))
    assert hall.here.round is not None
    assert (hall.here.round.title, hall.here.round.players) == ("Round 1", (other.table, "Ben"))
    hall.follow()
    assert hall.here.result is None, "it was over before"
    hall.desk.call_judge(source=RED)
    assert hall.desk.call is not None
    assert hall.desk.call.id == 2, "the log has a first one"


def test_a_call_that_nobody_has_answered_goes_along_to_another_hall(hall: Hall) -> None:
    hall.desk.call_judge(source=GOLD, words="Is that in range?")
    hall.ask(judge(1, h.Judging.COMING))
    hall.go(ELSEWHERE["another hall"])
    call = hall.here.call
    assert call is not None
    assert (call.id, call.state, call.who) == (1, CallState.CALLED, ""), "Dana is at the other hall"
    assert isinstance(hall.ask(h.TellCall(until_ms=LATER, call=1)), CallDetail)


def test_the_same_hall_is_known_again(hall: Hall) -> None:
    hall.desk.heard_round(a_round(50))
    hall.go(replace(CARD, host="192.0.2.7", password="a newer one"))
    assert hall.desk.round_number == 3


def test_what_was_kept_before_halls_were_told_apart_is_of_the_card_that_is_there(hall: Hall) -> None:
    hall.desk.heard_round(a_round(50))
    kept = msgspec.json.decode(hall.table.kept(TABLE, KIND)[ID])
    del kept["place"]
    hall.table.keep(TABLE, KIND, ID, msgspec.json.encode(kept))
    hall.take(CARD)
    assert hall.desk.round_number == 3


def test_a_match_that_lies_over_as_a_table_joins_is_none_of_the_round_even_before_anyone_followed(hall: Hall) -> None:
    hall.table.dispatch(Begin(), source=PHONE)
    hall.table.dispatch(End(winner=Seat.GOLD), source=PHONE)
    hall.desk.heard_round(a_round())
    hall.follow()
    assert hall.here.result is None


def running(hall: Hall) -> None:
    hall.table.dispatch(Begin(), source=PHONE)
    hall.table.dispatch(Flip(timer="gold-30"), source=GOLD)


def test_a_pause_that_is_over_as_the_table_hears_of_it_pauses_nothing(hall: Hall) -> None:
    running(hall)
    hall.desk.heard_round(a_round(9, pause=4, deadline_ms=5_000_000))
    assert hall.table.view().phase is Phase.RUNNING, "it has just joined"
    hall.desk.heard_round(a_round(13, pause=5, deadline_ms=5_000_000))
    assert hall.table.view().phase is Phase.RUNNING, "it was away"
    hall.desk.heard_round(a_round(14, pause=5, left_ms=5))
    assert hall.table.view().phase is Phase.RUNNING, "that pause is over"
    hall.desk.heard_round(a_round(15, pause=6, left_ms=5))
    assert hall.table.view().phase is Phase.PAUSED


def test_who_joins_while_a_round_stands_paused_stands_too(hall: Hall) -> None:
    running(hall)
    hall.go(ELSEWHERE["another hall"])
    hall.desk.heard_round(a_round(9, pause=4))
    assert hall.table.view().phase is Phase.PAUSED


def test_a_pause_in_an_earlier_round_makes_no_later_one_go_on(hall: Hall) -> None:
    for told in (
        a_round(1, deadline_ms=4_000_000),
        a_round(2, left_ms=MINUTE, pause=1),
        a_round(3, number=4, title="Round 4", pause=1),
        a_round(4, number=4, title="Round 4", pause=1, deadline_ms=9_000_000),
    ):
        hall.desk.heard_round(told)
    assert hall.log[-2:] == ["Round 4: 50 minutes, not begun yet", "Round 4 begins: 50 minutes"]


def test_a_desk_that_has_left_neither_shows_nor_keeps_nor_does_anything(hall: Hall) -> None:
    running(hall)
    left = hall.desk
    left.leave()
    left.connected()
    left.offline("the broker is gone")
    left.raise_boot(70)
    left.heard_round(a_round(5, pause=1))
    left.follow(hall.table.view(), match=1, score={})
    assert hall.table.hall is None
    assert hall.table.view().phase is Phase.RUNNING
    hall.take(CARD)
    kept, log, shown = hall.table.kept(TABLE, KIND), hall.log, hall.table.hall
    acts = (
        lambda: left.call_judge(source=GOLD),
        lambda: left.take_back(source=GOLD),
        lambda: left.seen("x", source=GOLD),
        lambda: left.agree("gold", agreed=True, source=GOLD),
    )
    for act in acts:
        with pytest.raises(Refused, match=ASK_FIRST[:30]):
            act()
    asks = (
        h.Pause(until_ms=LATER),
        h.Announce(until_ms=LATER, text="Dinner."),
        h.Clock(until_ms=LATER, hall_ms=1, offset_ms=1, error_ms=1),
        h.HouseRule(until_ms=LATER, id="house-x", game="wartime", question="May I?", answer="Yes."),
    )
    for ask in asks:
        answer = left.do_ask("a1", ask, rulings=_rulings, rule=hall.kept.append, restored=lambda _: Done())
        assert isinstance(answer, NotDone)
    left.leave()
    assert (hall.table.kept(TABLE, KIND), hall.log, hall.table.hall, hall.kept) == (kept, log, shown, [])
    assert hall.table.view().phase is Phase.RUNNING


@pytest.mark.parametrize("above", [LATEST - 1, LATEST, LATEST + 1, 2**80])
def test_a_start_can_be_read_however_great_another_boxs_was(hall: Hall, above: int) -> None:
    hall.desk.raise_boot(above)
    for _ in range(3):
        assert read(written(hall.desk.link(1, online=True)), Link) is not None
        hall.restart()
    assert hall.desk.boot == LATEST


def test_a_start_that_was_counted_too_far_is_mended(hall: Hall) -> None:
    known = Remembered.read(hall.table.kept(TABLE, KIND)[ID])
    hall.table.keep(TABLE, KIND, ID, msgspec.json.encode(replace(known, boot=LATEST + 1)))
    hall.restart()
    assert (hall.desk.boot, hall.desk.journal) == (LATEST, known.journal)

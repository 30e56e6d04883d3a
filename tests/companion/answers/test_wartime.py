"""What a game of WarTime says to questions, held against what its own view shows at every moment of whole games."""

from collections.abc import Callable, Sequence
from itertools import cycle
from math import ceil
from pathlib import Path

import pytest

from companion.answers import TableAnswer
from companion.table.opening import SCENARIO, New
from companion.table.seats import Seat, Side
from companion.table.view import Phase, TimerState
from companion.wartime.answers.answers import answer
from companion.wartime.match.views import TimerView, WarTimeView
from companion.wartime.scenario.scenario import TimerKind
from tests.companion.answers.played import Moment, moments
from tests.companion.table.recorded_games import WARTIME_LAST_UNIT
from tests.companion.wartime import acts as c
from tests.support import Players, Says

FREE = (
    "is my {unit} free", "Is my {unit} ready yet?", "is my {unit} done", "is my {unit} available again",
    "hey is my {unit} free yet",
)  # fmt: skip
LONG = (
    "how long until my {unit} is ready", "when is my {unit} free?", "how much sand has my {unit} left",
    "when does the {unit} get ready",
    "how many seconds does my {unit} have left", "how much longer does my {unit} need",
)  # fmt: skip
GLASS = ("is my {tag} free", "how much sand is left in my {tag}", "is my {tag} timer running", "when is my {tag} free")
PAUSED = ("is the game paused", "are we paused?", "is it on hold", "is the game stopped")


def every() -> Sequence[Moment]:
    return moments("wartime", "wartime_by_hand", "wartime_on_the_map", "wartime_put_right", "wartime_in_secret")


def playing() -> Sequence[Moment]:
    return [each for each in every() if each.view.phase is not Phase.ENDED]


def ask(moment: Moment, question: str, asker: Seat | None = None) -> TableAnswer | None:
    return answer(moment.state, moment.view, question, asker=asker)


def told(moment: Moment, question: str, asker: Seat | None = None) -> str:
    found = ask(moment, question, asker)
    assert found is not None, question
    return found.text


def seconds(timer: TimerView) -> str:
    left = ceil(timer.remaining_ms / 1000)
    return f"{left} s" if left <= 120 else f"{left // 60}:{left % 60:02}"


def no_timer(view: WarTimeView, side: str) -> str:
    """What is said where a side has no timer to give a unit."""
    timers = [each for each in view.timers if each.side == side and each.kind is TimerKind.COMMAND]
    if any(each.state is TimerState.AVAILABLE for each in timers):
        return ""
    first = min(timers, key=lambda each: each.remaining_ms)
    return f" No timer is free. {first.tag} in {seconds(first)}."


def test_whether_a_unit_is_free() -> None:
    free, long = cycle(FREE), cycle(LONG)
    asked = 0
    for moment in playing():
        view: WarTimeView = moment.view
        timers = {each.id: each for each in view.timers}
        for side, force in view.sides.items():
            for unit in force.units:
                asked += 1
                text, left = (told(moment, next(ways).format(unit=unit.name), Seat(side)) for ways in (free, long))
                if unit.state == "eliminated":
                    assert text == left == f"{unit.name} is eliminated."
                elif unit.timer is None:
                    lacking = no_timer(view, side)
                    assert (text, left) == (f"Yes: it is free now.{lacking}", f"It is free now.{lacking}")
                else:
                    assert text.startswith("Not yet: ")
                    assert seconds(timers[unit.timer]) in text
                    assert left.startswith(f"{seconds(timers[unit.timer])} of sand left")
                    assert ("paused" in left) == view.paused
    assert asked > 100


def test_whether_a_timer_is_free() -> None:
    ways = cycle(GLASS)
    for moment in playing():
        for timer in moment.view.timers:
            if timer.side != "neutral":
                text = told(moment, next(ways).format(tag=timer.tag), Seat(timer.side))
                assert ("it is free" in text.lower()) == (timer.state is TimerState.AVAILABLE)
                assert timer.state is TimerState.AVAILABLE or seconds(timer) in text


def test_which_timers_are_free_and_which_is_next() -> None:
    for moment in playing():
        view: WarTimeView = moment.view
        for side in view.sides:
            own = [each for each in view.timers if each.side == side]
            free = [each.tag for each in own if each.state is TimerState.AVAILABLE]
            text = told(moment, "which of my timers are free?", Seat(side))
            assert text.startswith(f"{len(free)} free: " if free else "None free. ")
            assert all(tag in text for tag in free)
        running = [each for each in view.timers if each.state is TimerState.ACTIVE and each.side != "neutral"]
        text = told(moment, "when is the next one free?")
        if running:
            first = min(running, key=lambda each: each.remaining_ms)
            assert text.startswith(first.name)
            assert seconds(first) in text
        else:
            assert text == Says("all", "free")


def dry(tmp_path: Path, *units: str) -> Callable[[str], str]:
    """Gold, whose four timers run, the first to be free in 12 s; Red's are free. Asks it in Gold's name."""
    players = Players(tmp_path / "t.sqlite")
    players.do(c.Muster(side=Side.GOLD, units=units))
    players.do(c.Muster(side=Side.RED, units=("Orc",)[: len(units)]))
    players.begin()
    for timer in ("60a", "60b", "90", "30"):
        players.do(c.Flip(timer=f"gold-{timer}"))
    players.clock.advance(seconds=18)
    table = players.table

    def asked(question: str) -> str:
        return told(Moment(table.match.state, table.view()), question, Seat.GOLD)

    return asked


def test_without_a_free_timer_nobody_acts_and_when_one_will_be_is_said(tmp_path: Path) -> None:
    asked = dry(tmp_path, "Archer", "Knight")
    lacking = "no timer is free. 30 in 12 s."
    for question in (
        "can my archer act",
        "may I attack",
        "can I attack the orc with my archer",
        "can my knight charge",
    ):
        assert asked(question) == f"Not yet: {lacking}"
    assert asked("when can my archer move") == "No timer is free. 30 in 12 s."
    assert asked("which of my units are free") == "Archer and Knight. No timer is free. 30 in 12 s."
    assert asked("can they act") == "Firebrand: yes, Orc, with 30, 60a, 60b or 90."
    assert asked("can their orc attack my knight").startswith("Yes: Orc attacks Knight, if it is in range, with 30, ")


def test_whether_a_unit_may_attack_its_own_side_is_left_to_the_rulings() -> None:
    moment = next(each for each in playing() if {u.name for u in each.view.sides["gold"].units} >= {"Knight", "Archer"})
    for question in ("can my knight attack my archer", "can I attack my own archer", "can I attack my archer"):
        assert ask(moment, question, Seat.GOLD) is None


def test_while_all_units_are_busy_the_first_that_will_be_free_is_named(tmp_path: Path) -> None:
    players = Players(tmp_path / "t.sqlite")
    players.do(c.Muster(side=Side.GOLD, units=("Archer", "Knight")))
    players.begin()
    players.do(c.Flip(timer="gold-90", unit="Archer"))
    players.do(c.Flip(timer="gold-60a", unit="Knight"))
    moment = Moment(players.table.match.state, players.table.view())
    assert told(moment, "can I act", Seat.GOLD) == "Not yet: Knight has 60 s of sand left."
    assert told(moment, "can my knight act", Seat.GOLD) == "Not yet: 60 s of sand left."
    assert told(moment, "can my knight cast a spell", Seat.GOLD) == "Not yet: 60 s of sand left."


def test_a_side_that_lists_no_units_is_answered_by_its_timers(tmp_path: Path) -> None:
    asked = dry(tmp_path)
    assert asked("who is free") == "You: no timer is free. 30 in 12 s. Firebrand: 30, 60a, 60b and 90 are free."
    assert asked("can I act") == "Not yet: no timer is free. 30 in 12 s."


def test_a_unit_that_was_left_off_the_board_takes_no_part(tmp_path: Path) -> None:
    """Optional Rules, Set Up."""
    players = Players(tmp_path / "t.sqlite")
    players.table.keep("wartime", SCENARIO, "ford", WARTIME_LAST_UNIT)
    players.do(New(game="wartime", scenario="ford"))
    players.flip("neutral-120")
    players.wait(120)
    players.begin()
    moment = Moment(players.table.match.state, players.table.view())
    out = "Knight was left off the board."
    for question in ("can my knight act", "can my knight charge", "can I attack the orc with my knight"):
        assert told(moment, question, Seat.GOLD) == f"No: {out}"
    for question in ("is my knight free", "is the knight dead", "how many tokens has my knight"):
        assert told(moment, question, Seat.GOLD) == out


def test_whether_the_game_is_paused_and_how_long_it_lasts() -> None:
    for moment, question in zip(playing(), cycle(PAUSED), strict=False):
        assert told(moment, question).startswith("Yes" if moment.view.paused else "No")
        game = next(each for each in moment.view.timers if each.kind is TimerKind.GAME)
        left = told(moment, "how long is left")
        assert (seconds(game) in left) if game.state is TimerState.ACTIVE else left == Says("No timer")


def test_how_many_tokens_are_left() -> None:
    for moment in playing():
        for side, force in moment.view.sides.items():
            for unit in force.units:
                text = told(moment, f"how many tokens has my {unit.name} left?", Seat(side))
                if unit.state == "eliminated":
                    assert text == f"{unit.name} is eliminated."
                elif unit.left is not None:
                    assert f"has {unit.left or 'no'} token" in text
        for pile in moment.view.features:
            text = told(moment, f"how many tokens does the {pile.terrain} have")
            assert f"in {pile.hex}: {pile.left or 'none'} of" in text


def test_whose_a_unit_is() -> None:
    for moment in every():
        for side, force in moment.view.sides.items():
            for unit in force.units:
                text = told(moment, f"whose {unit.name} is that?")
                assert f"{unit.name} is {moment.view.names[side]}'s" in text
                assert unit.hex is None or f"in {unit.hex}" in text


def test_a_name_may_be_misspelt_in_part_and_in_the_plural() -> None:
    moment = next(each for each in playing() if {u.name for u in each.view.sides["gold"].units} >= {"Knight"})
    for said in ("knigth", "kngiht", "knights", "Knihgt"):
        assert told(moment, f"is my {said} free", Seat.GOLD) == told(moment, "is my knight free", Seat.GOLD)


@pytest.mark.parametrize(
    "question",
    [
        "", "knight", "what is a knight", "when is a unit free", "what is a timer", "how long is a turn",
        "who goes first",
        "whose turn is it", "is my knight free to move through woods", "how many 60 second timers", "second spell",
        "timer next to the unit", "which units may act", "can my knight act if it is engaged", "can I claim 4",
        "may a unit attack twice", "how many tokens come off", "how do I win", "is the knight stronger than the orc",
        "when does the game end", "may I flip a timer while paused", "can a knight be attacked while its timer runs",
    ],
)  # fmt: skip
def test_questions_about_the_rules_are_left_to_the_rulings(question: str) -> None:
    assert all(ask(moment, question, Seat.GOLD) is None for moment in every()[::10])

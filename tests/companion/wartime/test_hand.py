"""The hand: touched as one begins to act, for the log to know that instant (Timing Disputes)."""

import contextlib

import msgspec
import pytest

from companion.clock import MS
from companion.table.commands import Begin, End, Pause, Resume, Undo
from companion.table.errors import Refused
from companion.table.events import Source, SourceKind
from companion.table.opening import Again, New
from companion.table.rule_choices import AgreedChoices
from companion.table.seats import Side
from companion.wartime.choices import CHOICES, Hands, WarTimeChoices
from companion.wartime.match.game import Setup
from companion.wartime.match.state import EVERY_NS, MOST
from companion.wartime.match.views import WarTimeView
from companion.wartime.scenario.scenario import OPEN
from tests.companion.wartime import acts as c
from tests.support import PHONE, Players, entries

GOLD, RED = c.Touch(side=Side.GOLD), c.Touch(side=Side.RED)


def test_the_log_knows_both_instants_of_an_action(players: Players) -> None:
    """Red lifted first, and flipped last."""
    players.begin()
    for command, ms in ((RED, 120), (GOLD, 900), (c.Flip(timer="gold-30"), 600), (c.Flip(timer="red-90"), 0)):
        players.do(command)
        players.clock.advance(ns=ms * MS)
    assert [(line.text, line.side, line.gap) for _, line in entries(players.table)][1:] == [
        ("Firebrand touched its hand", "red", "0.120 s before Valyance"),
        ("Valyance touched its hand", "gold", None),
        ("Valyance 30 flipped", "gold", "0.600 s before Firebrand"),
        ("Firebrand 90 flipped", "red", None),
    ]


def test_a_touch_is_logged_as_of_the_press_and_changes_no_sand(players: Players) -> None:
    players.begin().flip("gold-30")
    players.clock.advance(seconds=5)
    before = players.table.view().timers
    button, at = Source(SourceKind.BUTTON, "gold-hand"), players.clock.now() - 40 * MS
    after = players.table.dispatch(GOLD, source=button, at=at).timers
    entry, line = entries(players.table)[-1]
    assert (entry.mono_ns, line.source) == (at, "button gold-hand")
    assert after == before


def test_undo_passes_over_it(players: Players) -> None:
    players.begin().flip("gold-30")
    players.do(GOLD)
    assert players.table.view().undo == "Valyance 30 flipped"
    players.do(Undo())
    assert players.texts()[1:] == ["Valyance 30 flipped", "Valyance touched its hand", "Undone: Valyance 30 flipped"]


def test_a_hand_that_trembles_is_one_touch_and_the_others_is_another(players: Players) -> None:
    players.begin()
    for command, ms in ((GOLD, 150), (GOLD, 50), (RED, 99), (GOLD, 1), (GOLD, 300), (GOLD, 0)):
        players.do(command)
        players.clock.advance(ns=ms * MS)
    assert players.texts()[1:] == [
        "Valyance touched its hand",
        "Firebrand touched its hand",
        "Valyance touched its hand",
        "Valyance touched its hand",
    ]


def test_a_button_that_sticks_fills_no_journal_and_is_no_hindrance_for_long(players: Players) -> None:
    players.begin()
    for _ in range(2000):
        players.clock.advance(seconds=0.4)
        with contextlib.suppress(Refused):
            players.do(GOLD)
    rows = players.texts()
    assert rows.count("Valyance touched its hand") <= MOST + 800_000 * MS // EVERY_NS + 1
    assert len(rows) < 250
    with pytest.raises(Refused, match=r"touched too often. The log takes it again in [1-5] s"):
        players.do(GOLD)
    players.do(RED)
    players.clock.advance(ns=EVERY_NS)
    players.do(GOLD)
    assert players.texts()[-2:] == ["Firebrand touched its hand", "Valyance touched its hand"]


def test_it_is_for_acting_and_while_nobody_can_act_it_says_so(players: Players) -> None:
    with pytest.raises(Refused, match="The game has not begun: touch the hand as you begin to act"):
        players.do(GOLD)
    players.begin().do(Pause())
    with pytest.raises(Refused, match=r"Paused\. Resume first"):
        players.do(GOLD)
    players.do(Resume())
    players.do(GOLD)
    players.do(End())
    with pytest.raises(Refused, match="The game is over"):
        players.do(RED)


def agree(players: Players, hands: Hands) -> None:
    agreed = AgreedChoices(table=players.table, game="wartime", kind=WarTimeChoices, choices=CHOICES)
    agreed.agree(WarTimeChoices(hands=hands), source=PHONE)


def has_hands(players: Players) -> bool:
    view = players.table.view()
    assert isinstance(view, WarTimeView)
    return view.hands


@pytest.mark.parametrize("scenario", [None, "ten-minutes"])
def test_a_match_keeps_the_choice_that_it_was_opened_with(players: Players, scenario: str | None) -> None:
    assert not has_hands(players)
    agree(players, Hands.ON_PHONES)
    assert not has_hands(players)
    players.do(New(scenario=scenario))
    assert has_hands(players)
    agree(players, Hands.NONE)
    players.do(Again())
    assert has_hands(players)
    assert has_hands(players.restart())
    players.do(New(scenario=scenario))
    assert not has_hands(players)


def test_by_the_books_choices_a_match_is_set_up_as_it_always_was(players: Players) -> None:
    assert players.table.setup == msgspec.json.encode(OPEN)
    assert msgspec.json.decode(players.table.setup, type=Setup).choices is msgspec.UNSET
    players.do(Begin())

"""The lists of acts and events, from which the journal, the site and the panel know them."""

import inspect
from pathlib import Path

import msgspec
import pytest

from companion.table.seats import Side
from companion.warzone.force.force import ForceEntry
from companion.warzone.match.kinds import WarzoneAct, WarzoneEvent
from companion.warzone.match.parts import Counter
from tests.companion.warzone import acts as c
from tests.companion.warzone.match.seats import acting, unit


def defined(kind: type) -> set[type]:
    """Every class of that kind that no other one is made of."""
    below = {each for one in kind.__subclasses__() for each in defined(one)}
    return below or {kind}


def test_every_act_and_every_event_is_in_the_lists() -> None:
    assert set(c.ACTS) == defined(WarzoneAct)
    assert set(c.EVENTS) == defined(WarzoneEvent)
    assert len(set(c.ACTS)) == len(c.ACTS)


def test_every_event_comes_of_an_act_but_for_the_start_and_the_end() -> None:
    assert {act.EVENT for act in c.ACTS} == set(c.EVENTS) - {c.Begun, c.Ended}


@pytest.mark.parametrize("act", c.ACTS)
def test_an_act_has_an_address_of_its_own_and_says_what_it_does(act: type[WarzoneAct]) -> None:
    if act is c.ChooseAllegiance:
        assert c.RollAllegiance.ADDRESSES, "requests choose an Allegiance where they would roll for it"
        return
    taken = [address for each in c.ACTS if each is not act for address in each.ADDRESSES]
    assert act.ADDRESSES
    assert act.SUMMARY
    assert inspect.getdoc(act)
    assert not set(act.ADDRESSES) & set(taken)


@pytest.mark.parametrize("event", c.EVENTS)
def test_undo_has_a_name_for_every_event(event: type[WarzoneEvent]) -> None:
    assert event.WHAT or "what" in vars(event)


@pytest.mark.parametrize("counter", Counter)
def test_a_counter_put_beside_a_unit_changes_that_counter_alone(counter: Counter, tmp_path: Path) -> None:
    players = acting(tmp_path / "t.sqlite", (ForceEntry(name="Hound", count=2, wounds=2),))
    before = unit(players, Side.GOLD, "1")
    players.do(c.Mark(side=Side.GOLD, unit="1", counter=counter))
    after = unit(players, Side.GOLD, "1")
    changes = {
        Counter.ACTIVATION: {"activated": True},
        Counter.REACTION: {"reaction_counters": 1},
        Counter.PINNED: {"pinned": True},
    }
    assert after == msgspec.structs.replace(before, **changes[counter])

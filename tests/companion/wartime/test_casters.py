"""Who casts a spell. WarTime Rulebook, Card Actions (Spell Card Action): an available Magic unit."""

import pytest

from companion.table.commands import Undo
from companion.table.errors import Refused
from companion.table.opening import New
from companion.table.view import TimerState
from companion.wartime.scenario.library import Scenarios, scenario_of
from tests.companion.wartime import acts as c
from tests.support import Players

SHAMANS = scenario_of({
    "id": "shamans",
    "name": "Shamans",
    "units": [
        {"side": "red", "name": "Shaman 1", "keywords": ["magic"]},
        {"side": "red", "name": "Shaman 2", "keywords": ["Magic"]},
        {"side": "red", "name": "Orc"},
        {"side": "gold", "name": "Archer"},
    ],
})  # fmt: skip


@pytest.fixture
def two(players: Players) -> Players:
    Scenarios(players.table).save(SHAMANS)
    players.do(New(scenario="shamans"))
    return players.begin()


def cast(players: Players, caster: str | None = None, card: str | None = None) -> None:
    players.do(c.Flip(timer="red-spell", caster=caster, card=card))


def test_one_of_two_casters_is_named_and_stays_available(two: Players) -> None:
    cast(two, "shaman 2", "Fireball")
    assert two.timer("red-spell").caster == "Shaman 2"
    assert two.texts()[-1] == "Shaman 2 casts Fireball"
    assert two.table.view().undo_act == "Fireball's flip"
    two.flip("red-30", "Shaman 2")


def test_of_two_that_could_nobody_is_guessed_and_one_is_named_later(two: Players) -> None:
    cast(two)
    assert two.timer("red-spell").caster is None
    two.flip("red-30", "Shaman 1")
    two.do(c.Assign(timer="red-spell", card="Fireball"))
    two.do(c.Assign(timer="red-spell", caster="Shaman 1"))
    assert (two.timer("red-spell").caster, two.timer("red-spell").card) == ("Shaman 1", "Fireball")
    assert two.texts()[-1] == "Shaman 1 casts Fireball"
    two.do(Undo())
    assert (two.timer("red-spell").caster, two.timer("red-spell").card) == (None, "Fireball")


def test_the_report_counts_a_spell_among_its_casters_actions(two: Players) -> None:
    cast(two, "shaman 2", "Fireball")
    two.flip("red-30", "Shaman 2")
    two.wait(20)
    two.do(c.Assign(timer="red-spell", caster="Shaman 1"))
    two.wait(60)
    cast(two, "Shaman 2")
    report = two.table.report()
    told = {each.name: (each.actions, each.spells, each.active_ms, len(each.runs)) for each in report.units}
    assert told == {"Shaman 1": (1, 1, 0, 0), "Shaman 2": (2, 1, 30_000, 1)}
    assert [(each.actions, each.spells) for each in report.sides] == [(0, 0), (3, 2)]


def test_the_only_one_that_can_is_taken_by_itself(two: Players) -> None:
    two.flip("red-30", "Shaman 1")
    cast(two)
    assert two.timer("red-spell").caster == "Shaman 2"
    two.do(c.Assign(timer="red-spell", card="Fireball"))
    assert two.texts()[-1] == "Shaman 2 casts Fireball"
    with pytest.raises(Refused, match=r"^Shaman 1 was no available Magic unit when Firebrand spell was flipped\.$"):
        two.do(c.Assign(timer="red-spell", caster="Shaman 1"))


def test_who_is_busy_cannot_cast(two: Players) -> None:
    two.flip("red-30", "Shaman 1")
    two.wait(10)
    with pytest.raises(Refused, match=r"^Shaman 1 cannot cast yet: Firebrand 30 has 20 s left\.$"):
        cast(two, "Shaman 1")
    two.flip("red-60a", "Shaman 2")
    with pytest.raises(Refused, match=r"^Shaman 1 cannot cast yet: Firebrand 30 has 20 s left\.$"):
        cast(two)
    assert two.timer("red-spell").state is TimerState.AVAILABLE
    two.wait(20)
    cast(two)
    assert two.timer("red-spell").caster == "Shaman 1"


def test_who_is_eliminated_cannot_cast(two: Players) -> None:
    two.do(c.Eliminate(unit="Shaman 1"))
    with pytest.raises(Refused, match="Shaman 1 is eliminated"):
        cast(two, "Shaman 1")
    two.do(c.Eliminate(unit="Shaman 2"))
    with pytest.raises(Refused, match=r"^The Firebrand has no Magic unit left\.$"):
        cast(two)


def test_who_is_no_magic_unit_cannot_cast(two: Players) -> None:
    with pytest.raises(Refused, match=r"^Orc is not a Magic unit of the Firebrand's: it casts no spell\.$"):
        cast(two, "Orc")
    with pytest.raises(Refused, match="Only the spell timer has a caster"):
        two.do(c.Flip(timer="red-30", caster="Shaman 1"))


def test_where_the_scenario_calls_nobody_magic_anybody_who_is_available_may(two: Players) -> None:
    two.do(c.Flip(timer="gold-spell"))
    assert two.timer("gold-spell").caster is None
    two.wait(31)
    two.do(c.Flip(timer="gold-spell", caster="archer"))
    assert two.timer("gold-spell").caster == "Archer"


def test_who_cast_is_told_of_the_card_that_was_used(two: Players) -> None:
    cast(two, "Shaman 2", "Fireball")
    two.wait(40)
    with pytest.raises(Refused, match=r"^Fireball was used by Shaman 2 40 s ago: once a game\.$"):
        cast(two, "Shaman 1", "Fireball")

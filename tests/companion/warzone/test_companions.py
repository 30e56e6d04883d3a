"""Units that are there for others: how many of them a Force may have."""

from hypothesis import given
from hypothesis import strategies as st

from companion.warzone.cards.card import UnitCard
from companion.warzone.force.check import companion_problems
from tests.companion.warzone.cards_strategy import guard
from tests.support import Says

KINDS = {
    "warden": guard(id="warden", name="Warden", type="Wardens"),
    "elder": guard(id="elder", name="Elder", type="Wardens"),
    "moth": guard(id="moth", name="Moth", type="Moths", only_with="2 : Wardens"),
    "gnat": guard(id="gnat", name="Gnat", type="Gnats", only_with="2 : wardens"),
    "mite": guard(id="mite", name="Mite", type="Moths", only_with="1 : Elder"),
    "young": guard(id="young", name="Young Warden", type="Wardens", only_with="1 : Wardens"),
}


def told(*units: str) -> list[str]:
    return [each.message for each in companion_problems([KINDS[unit] for unit in units])]


def test_so_many_for_each_by_its_unit_type_or_its_name() -> None:
    assert told("moth", "moth", "warden") == told("moth", "elder", "mite") == []
    assert told("moth", "moth", "moth", "warden") == [Says("Wardens", "2 Moth", "3 Moth", "1 Wardens")]
    assert told("mite", "warden") == [Says("Elder", "1 Mite", "1 Mite", "no Elder")]


def test_several_kinds_share_what_one_unit_allows() -> None:
    assert told("moth", "gnat", "warden") == []
    assert told("moth", "moth", "gnat", "warden") == [
        Says("Wardens", "2 Moth", "2 Gnat", "2 Moth", "1 Gnat", "1 Wardens")
    ]


def test_who_is_there_for_its_own_kind_lets_nobody_in() -> None:
    assert told("young", "young")
    assert told("young", "warden") == []


@given(st.lists(st.sampled_from(sorted(KINDS)), max_size=12))
def test_against_handing_each_out_to_one_it_is_there_for(units: list[str]) -> None:
    """Wardens let in halves of themselves, a young one takes a whole."""
    wardens, elders = sum(unit in ("warden", "elder") for unit in units), units.count("elder")
    taken = units.count("moth") + units.count("gnat") + 2 * units.count("young")
    assert len(told(*units)) == (taken > 2 * wardens) + (units.count("mite") > elders)


def test_a_card_without_it_is_free() -> None:
    plain: list[UnitCard] = [guard()] * 5
    assert list(companion_problems(plain)) == []

"""Forces: each rule of Building a Force broken once, the book's examples, and a second way to share out Troopers."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.warzone.cards.card import Allegiance, Designation, Faction, Role, Troopers, UnitCard
from companion.warzone.choices import ForceShare, UniqueAllies, WarzoneChoices
from companion.warzone.force.assets import ASSETS, available
from companion.warzone.force.check import ForceVerdict, check_force, unserved
from companion.warzone.force.force import ForceRoster
from tests.companion.warzone.cards_strategy import guard

CARDS = {
    card.id: card
    for card in (
        guard(id="guard"),
        guard(id="captain", name="Captain", designations=["Leader (1 : Lamp Guards)"], dp=5, sp=3),
        guard(id="trimmer", name="Trimmer", designations=["Specialist (1 : Lamp Guards)"]),
        guard(id="beacon", name="Beacon", designations=["Support"], sp=-2),
        guard(id="tallow", name="Old Tallow", designations=["Leader", "Unique"], sp=1, abilities=["Command (Guards)"]),
        guard(id="nun", name="Nun", faction="Brotherhood", type="Nuns", designations=["Trooper", "Seconding"]),
        guard(id="saint", name="Saint", faction="Brotherhood", designations=["Leader", "Unique", "Seconding"]),
        guard(id="agent", name="Agent", faction="Cartel", designations=["Trooper", "Advisor"]),
        guard(id="ghoul", name="Ghoul", faction="Dark Legion: Algeroth", designations=["Trooper", "Dark Cult"]),
        guard(id="imp", name="Imp", faction="Dark Legion: Semai", designations=["Trooper", "Dark Cult"]),
        guard(id="lord", name="Lord", faction="Dark Legion: Algeroth", designations=["Leader"], sp=2),
        guard(id="abbot", name="Abbot", faction="Brotherhood", designations=["Leader"]),
        guard(id="rival", name="Rival", faction="Mishima"),
        guard(id="drifter", name="Drifter", faction="Mishima", also_in=["Capitol"]),
        guard(id="lost", name="Lost", faction=None),
    )
}


def verdict(
    *units: str,
    size: int = 40,
    faction: Faction = Faction.CAPITOL,
    allegiance: Allegiance = Allegiance.LIGHT,
    assets: tuple[str, ...] = (),
    designated: dict[str, str] | None = None,
    choices: WarzoneChoices | None = None,
) -> ForceVerdict:
    force = ForceRoster(
        game_size=size, faction=faction, allegiance=allegiance, units=units, assets=assets, designated=designated or {}
    )
    return check_force(force, CARDS, choices or WarzoneChoices())


def rules(found: ForceVerdict) -> list[str]:
    assert found.legal is not bool(found.problems)
    return [problem.rule for problem in found.problems]


def test_the_free_marine_leader_of_the_rulebook() -> None:
    """Chapter 12, Leader: for each Leader (1 : Free Marines) at least one Free Marine Trooper."""
    marine = guard(id="marine", type="Free Marines", name="Free Marine")
    leader = guard(id="leader", type="Free Marines", name="Leader", designations=["Leader (1 : Free Marines)"])
    cards = {"marine": marine, "leader": leader}

    def legal(*units: str) -> bool:
        return check_force(
            ForceRoster(faction=Faction.CAPITOL, allegiance=Allegiance.LIGHT, units=units), cards, WarzoneChoices()
        ).legal

    assert not legal("leader")
    assert legal("leader", "marine")
    assert not legal("leader", "leader", "marine")
    assert legal("leader", "leader", "marine", "marine")


def test_a_leader_that_is_a_trooper_too_does_not_serve_itself() -> None:
    both = guard(id="both", designations=["Trooper", "Leader (1 : Lamp Guards)"])
    assert unserved([both], Role.LEADER) == {0: 1}
    assert unserved([both, both], Role.LEADER) == {}


def test_one_trooper_serves_a_leader_and_a_specialist_but_not_two_of_either() -> None:
    assert verdict("captain", "trimmer", "guard").legal
    assert rules(verdict("captain", "trimmer", "trimmer", "guard")) == ["Specialist"]
    assert rules(verdict("captain", "captain", "guard")) == ["Leader"]


@pytest.mark.parametrize(
    ("units", "options", "expected"),
    [
        (("captain", "guard"), {"size": 9}, []),
        (("captain", "guard"), {"size": 8}, ["Build Forces"]),
        (("captain", "guard", "beacon"), {}, []),
        (("captain", "guard", "beacon", "beacon"), {}, ["Build Forces"]),
        (("guard",), {}, ["Leader"]),
        (("captain",), {}, ["Leader"]),
        (("tallow", "tallow"), {}, ["Unique"]),
        (("tallow", "rival"), {}, ["Select Factions"]),
        (("tallow", "drifter"), {}, []),
        (("tallow", "lost"), {}, ["Select Factions"]),
        (("tallow", "gone"), {}, ["Build Forces"]),
        (("tallow", "nun"), {}, []),
        (("tallow", "nun"), {"allegiance": Allegiance.DARKNESS}, ["Seconding"]),
        (("lord", "nun"), {"faction": Faction.ALGEROTH}, ["Seconding"]),
        (("tallow", "agent"), {}, []),
        (("lord", "agent"), {"faction": Faction.ALGEROTH, "allegiance": Allegiance.DARKNESS}, ["Advisor"]),
        (("tallow", "agent", "ghoul"), {"allegiance": Allegiance.DARKNESS}, ["Advisor"]),
        (("tallow", "ghoul"), {"allegiance": Allegiance.DARKNESS}, []),
        (("tallow", "ghoul"), {}, ["Dark Cult"]),
        (("tallow", "ghoul", "imp"), {"allegiance": Allegiance.DARKNESS}, ["Dark Cult"]),
        (("lord", "imp"), {"faction": Faction.ALGEROTH, "allegiance": Allegiance.DARKNESS}, ["Dark Cult"]),
        (("abbot", "ghoul"), {"faction": Faction.BROTHERHOOD, "allegiance": Allegiance.DARKNESS}, ["Dark Cult"]),
        (("saint",), {}, ["Leader"]),
        (("tallow", "nun", "nun", "nun"), {}, ["Ally Designations"]),
        (("agent",), {"faction": Faction.CARTEL}, ["Select Factions", "Leader"]),
    ],
)
def test_each_rule_by_its_heading(units: tuple[str, ...], options: dict[str, object], expected: list[str]) -> None:
    assert rules(verdict(*units, **options)) == expected  # type: ignore[arg-type]


def test_shares_round_up() -> None:
    """Chapter 3, Rounding Up: 20% of 37 is 7.4 and thus 8, 10% is 3.7 and thus 4."""
    found = verdict("tallow", "nun", "nun", size=37)
    assert (found.totals.allies_dp, found.totals.allies_limit, found.totals.assets_limit) == (8, 8, 4)
    assert found.legal
    assert rules(verdict("tallow", "nun", "nun", size=35)) == ["Ally Designations"]


def test_an_ally_serves_a_leader_who_calls_for_its_type() -> None:
    assert verdict("captain", "agent").legal
    assert rules(verdict("captain", "nun")) == ["Leader"]


@pytest.mark.parametrize(
    ("assets", "faction", "expected"),
    [
        (("Command Helmet", "air strike"), Faction.CAPITOL, []),
        (("Command Helmet", "command helmet"), Faction.CAPITOL, ["Faction Assets"]),
        (("Daimyo",), Faction.CAPITOL, ["Faction Assets"]),
        (("Rocket Boots",), Faction.CAPITOL, ["Faction Assets"]),
        (("Command Helmet", "Extra Kit", "Hyperactivator", "Mission Critical"), Faction.CAPITOL, []),
        (("Command Helmet", "Extra Kit", "Hyperactivator", "Mission Critical", "Air Strike"), Faction.CAPITOL, ["?"]),
    ],
)
def test_assets_once_each_from_the_lists_of_the_faction(
    assets: tuple[str, ...], faction: Faction, expected: list[str]
) -> None:
    assert rules(verdict("tallow", faction=faction, assets=assets)) == ["Faction Assets" for _ in expected]


def test_the_lists_of_assets() -> None:
    """Chapter 12, Faction Assets: six general ones, three for each corporation, Necrotech's for every Dark Legion."""
    sizes = {faction: len(available(faction)) for faction in Faction}
    assert len(ASSETS) == 6 + 6 * 3 + 3 + 3
    assert sizes[Faction.BROTHERHOOD] == sizes[Faction.CAPITOL] == 9
    assert (sizes[Faction.ALGEROTH], sizes[Faction.ILIAN], sizes[Faction.CARTEL]) == (6, 3, 0)


def test_what_the_book_leaves_open_is_named_and_can_be_switched() -> None:
    spent = WarzoneChoices(force_share=ForceShare.SPENT, unique_allies=UniqueAllies.LOSE_IT)
    assert [each.value for each in verdict("tallow", "saint").choices] == ["game_size", "stay"]
    assert rules(verdict("tallow", "saint", "saint")) == ["Unique"]
    assert rules(verdict("tallow", "saint", "saint", choices=spent)) == ["Ally Designations"]
    assert verdict("tallow").choices == ()


TYPES = ("Guards", "Moths", "Nuns")
troopers = st.builds(
    lambda type, role, needs: msgspec.structs.replace(guard(), type=type, designations=(Designation(role, needs),)),
    st.sampled_from(TYPES),
    st.sampled_from([Role.TROOPER, Role.LEADER, Role.LEADER]),
    st.builds(
        Troopers, st.integers(1, 2), st.lists(st.sampled_from(TYPES), min_size=1, max_size=2, unique=True).map(tuple)
    ),
).map(
    lambda card: (
        msgspec.structs.replace(card, designations=(Designation(Role.TROOPER),))
        if card.designation(Role.TROOPER)
        else card
    )
)


@settings(max_examples=80)
@given(st.lists(troopers, max_size=7))
def test_as_many_are_served_as_any_sharing_out_can_serve(units: list[UnitCard]) -> None:
    """Against trying every way in which the Troopers can be handed out."""
    calls = [
        (index, designation.needs.types)
        for index, unit in enumerate(units)
        if (designation := unit.designation(Role.LEADER)) and designation.needs
        for _ in range(designation.needs.count)
    ]
    types = [unit.type for unit in units if unit.designation(Role.TROOPER)]
    least = _left_over(types, [needed for _, needed in calls])
    assert sum(unserved(units, Role.LEADER).values()) == least


def _left_over(types: list[str], calls: list[tuple[str, ...]]) -> int:
    """How many calls stay open when these Troopers are handed out as well as can be."""
    if not types:
        return len(calls)
    best = _left_over(types[1:], calls)
    for index, needed in enumerate(calls):
        if types[0] in needed:
            best = min(best, _left_over(types[1:], calls[:index] + calls[index + 1 :]))
    return best

"""Faction Assets that are bought for one Unit: who may have which, held to a second reading of the book's list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.warzone.cards.card import Allegiance, Faction, Role, UnitCard
from companion.warzone.choices import WarzoneChoices
from companion.warzone.force.assets import ASSETS, available, designated
from companion.warzone.force.check import ForceVerdict, check_force
from companion.warzone.force.force import ForceRoster
from tests.companion.warzone.cards_strategy import guard
from tests.support import Says

BLADES = {"name": "Ceremonial Blades", "cc": "+1 ST+5", "cf": 20}
LANTERN = {"name": "Lantern Handgun", "short": '6" +1 12', "cf": 18}
LEGION = "Undead Legionnaires"
UNITS = {
    card.id: card
    for card in (
        guard(id="plain", ar=23),
        guard(id="thin", name="Thin", ar=22),
        guard(id="herald", name="Herald", designations=["Specialist"], abilities=["Command (Guards)"], ar=24),
        guard(
            id="captain", name="Captain", designations=["Leader"], abilities=["Command (Guards)", "Faith (1)"], ar=24
        ),
        guard(id="steward", name="Steward", designations=["Leader"], ar=24),
        guard(id="believer", name="Believer", abilities=["Faith (1)"], ar=24),
        guard(id="relay", name="Relay", abilities=["networked"], ar=24),
        guard(id="dancer", name="Dancer", weapons=[BLADES], ar=24),
        guard(id="shooter", name="Shooter", weapons=[LANTERN], ar=24),
        guard(id="rattler", name="Rattler", type=LEGION, ar=24),
        guard(
            id="envoy", name="Envoy", faction="Cartel", designations=["Leader", "Advisor"], abilities=["Command (All)"]
        ),
    )
}
"""Of every Faction at once: Allies but the envoy are another test's."""


def in_faction(faction: Faction) -> dict[str, UnitCard]:
    return {
        id: card if card.faction is Faction.CARTEL else replace(card, faction=faction) for id, card in UNITS.items()
    }


def verdict(*units: str, faction: Faction = Faction.CAPITOL, **designated: str | None) -> ForceVerdict:
    """With each asset bought, in capitals and without blanks, for that card or for nobody yet."""
    names = {key: next(a.name for a in ASSETS.values() if plain(a.name) == key) for key in designated}
    force = ForceRoster(
        faction=faction,
        allegiance=Allegiance.LIGHT,
        units=units,
        assets=tuple(names.values()),
        designated={names[key]: id for key, id in designated.items() if id is not None},
    )
    return check_force(force, in_faction(faction), WarzoneChoices())


def plain(asset: str) -> str:
    return asset.casefold().replace(" ", "_").replace("-", "_")


def told(found: ForceVerdict) -> list[str]:
    """The problems that assets make."""
    return [each.message for each in found.problems if each.rule.endswith("Assets")]


@pytest.mark.parametrize(
    ("asset", "faction", "fit"),
    [
        ("command_helmet", Faction.CAPITOL, {"herald", "captain"}),
        ("network_hub", Faction.CYBERTRONIC, {"relay"}),
        ("heirloom_blade", Faction.MISHIMA, {"dancer"}),
        ("daimyo", Faction.MISHIMA, {"captain"}),
        ("f_214_flamer", Faction.BROTHERHOOD, {"shooter"}),
        ("word_of_the_cardinal", Faction.BROTHERHOOD, {"captain"}),
        ("subdermal_implants", Faction.SEMAI, {"thin"}),
        ("invoke_frenzy", Faction.ALGEROTH, {"herald", "captain"}),
        ("alpha_legionnaire", Faction.ALGEROTH, {"rattler"}),
        ("extra_kit", Faction.BAUHAUS, set(UNITS) - {"envoy"}),
    ],
)
def test_whom_the_book_lets_have_it(asset: str, faction: Faction, fit: set[str]) -> None:
    """Chapter 12, Faction Assets: each asset's own sentence."""
    own = set(UNITS) - {"envoy"}
    assert {id for id in own if not told(verdict(*own, faction=faction, **{asset: id}))} == fit
    for id in own:
        alone = verdict(id, faction=faction, **{asset: None})
        assert bool(told(alone)) is (id not in fit)
        assert bool(alone.unfinished) is (id in fit)


def test_an_open_designation_is_still_to_be_said_and_breaks_no_rule() -> None:
    found = verdict("captain", extra_kit=None)
    assert found.legal
    assert [(each.rule, each.message) for each in found.unfinished] == [
        ("General Assets", "Say which Unit has Extra Kit.")
    ]
    assert verdict("captain", extra_kit="captain").unfinished == ()


def test_what_is_wrong_is_said_in_words() -> None:
    said = told(verdict("plain", command_helmet=None))
    assert said == [Says("No Unit", "Command Helmet", "Command (X)")]
    assert told(verdict("plain", "captain", command_helmet="plain")) == [
        "Lamp Guard cannot have Command Helmet: it needs Command (X)."
    ]
    assert told(verdict("captain", extra_kit="plain")) == [Says("Extra Kit", "not in this Force")]


def test_an_ally_is_a_trooper_and_no_leader() -> None:
    """Ally Designations: the Trooper Designation in place of its own."""
    assert told(verdict("envoy", faction=Faction.MISHIMA, daimyo="envoy"))
    assert not told(verdict("envoy", faction=Faction.MISHIMA, command_helmet="envoy"))


def test_faith_that_an_asset_gives_makes_a_leader_for_the_word_of_the_cardinal() -> None:
    brothers = Faction.BROTHERHOOD
    assert told(verdict("steward", faction=brothers, word_of_the_cardinal="steward"))
    for zeal in ("steward", None):
        given_faith = verdict("steward", faction=brothers, word_of_the_cardinal="steward", devotion_and_zeal=zeal)
        assert told(given_faith) == []
    elsewhere = verdict(
        "steward", "believer", faction=brothers, word_of_the_cardinal="steward", devotion_and_zeal="believer"
    )
    assert told(elsewhere) == ["No Unit here can have Word of the Cardinal: it needs Leader and Faith (X)."]


def test_an_asset_for_the_whole_force_is_for_no_unit() -> None:
    assert not designated("Intel Misdirection")
    assert verdict("captain", intel_misdirection=None).unfinished == ()


@given(data=st.data(), faction=st.sampled_from([each for each in Faction if each is not Faction.CARTEL]))
def test_against_a_plain_recount(data: st.DataObject, faction: Faction) -> None:
    """Each asset looked at by itself: problem, open, or neither."""
    units = data.draw(st.lists(st.sampled_from(sorted(set(UNITS) - {"envoy"})), max_size=5))
    bought = data.draw(st.lists(st.sampled_from([each.name for each in available(faction)]), max_size=4, unique=True))
    ids = st.none() | st.sampled_from(sorted(UNITS))
    named = {asset: id for asset in bought if (id := data.draw(ids)) is not None}
    cards = in_faction(faction)
    force = ForceRoster(
        faction=faction, allegiance=Allegiance.LIGHT, units=tuple(units), assets=tuple(bought), designated=named
    )
    found = check_force(force, cards, WarzoneChoices())
    zeal = named.get("Devotion and Zeal") if "Devotion and Zeal" in bought else "nobody"

    def may(asset: str, card: UnitCard) -> bool:
        leader = any(each.role is Role.LEADER for each in card.designations)
        abilities = {each.name.casefold() for each in card.abilities}
        faith = "faith" in abilities or zeal in (None, card.id)
        weapons = [each.name for each in card.weapons]
        return {
            "Command Helmet": "command" in abilities,
            "Invoke Frenzy": "command" in abilities,
            "Daimyo": leader and "command" in abilities,
            "Word of the Cardinal": leader and faith,
            "Network Hub": "networked" in abilities,
            "Heirloom Blade": "Ceremonial Blades" in weapons,
            "F-214 Flamer": any("Handgun" in name for name in weapons),
            "Subdermal Implants": card.ar < 23,
            "Alpha Legionnaire": card.type == LEGION,
        }.get(asset, True)

    wrong, still_open = [], []
    for asset in bought:
        if designated(asset):
            fit = {id for id in units if may(asset, cards[id])}
            if named.get(asset) not in fit | {None} or not fit:
                wrong.append(asset)
            elif asset not in named:
                still_open.append(asset)
    assert sorted(name for name in bought for said in told(found) if f" {name}" in said) == sorted(wrong)
    assert [each.message for each in found.unfinished] == [
        f"Say which Unit has {each.name}." for each in available(faction) if each.name in still_open
    ]

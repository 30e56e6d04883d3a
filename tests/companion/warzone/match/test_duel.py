"""Duels: each line is the attack that its cards and what lies beside the Units make, and its dice mean the same."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.table.seats import Side
from companion.warzone.abilities.ability import Ability
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.resolution import resolved, throw
from companion.warzone.attacks.shoot import Shoot, shoot
from companion.warzone.attacks.strike import Strike, strike
from companion.warzone.attacks.target import Obstruction
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.numbers import UNARMED, BandName
from companion.warzone.choices import ProjectedCounterattack, WarzoneChoices
from companion.warzone.duel.fighter import Duel, duel, fitting
from companion.warzone.duel.lines import DuelLine, duel_lines, the_line
from companion.warzone.duel.outcome import fought
from companion.warzone.force.force import Unit
from companion.warzone.match.parts import AttackWay, EnemyAction, Reaction, Told
from companion.warzone.match.state import Force, State, UnitState
from tests.companion.warzone.cards_strategy import cards as any_card
from tests.companion.warzone.cards_strategy import guard
from tests.support import Says

GOLD, RED = Side.GOLD, Side.RED
CHOICES = WarzoneChoices()
PLAIN = Told()


def unit(id: str, card: UnitCard, **beside: Any) -> UnitState:
    return UnitState(unit=Unit(id=id, name=f"{card.name} {id}", card=card.name, card_id=card.id), **beside)


def table(gold: dict[str, UnitState], red: dict[str, UnitState], **force: Any) -> State:
    opened = State.start(choices=CHOICES, now=0)
    return replace(opened, forces={GOLD: Force(units=gold, **force), RED: Force(units=red)}, active=GOLD, turn=1)


def between(attacker: UnitCard, target: UnitCard, *, mine: Any = None, its: Any = None) -> Duel:
    """Gold's only Unit against red's only one, with what lies beside them."""
    attacker, target = replace(attacker, id="a"), replace(target, id="t")
    state = table({"1": unit("1", attacker, **(mine or {}))}, {"1": unit("1", target, **(its or {}))})
    return duel(state, [attacker, target], side=GOLD, unit="1", target="1", primary=None)


def line(found: tuple[DuelLine, ...], weapon: str, band: BandName | None = None) -> DuelLine:
    return next(each for each in found if (each.way.weapon, each.way.band) == (weapon, band))


GUARD = guard()


def rifle(told: Told = PLAIN, **beside: Any) -> DuelLine:
    return line(duel_lines(between(GUARD, GUARD, **beside), told, CHOICES), "Wick Rifle", BandName.SHORT)


def snuffer(told: Told = PLAIN, **beside: Any) -> DuelLine:
    return line(duel_lines(between(GUARD, GUARD, **beside), told, CHOICES), "Snuffer")


# By hand


@given(
    obstruction=st.sampled_from(Obstruction), cover=st.booleans(), aim=st.booleans(), brace=st.booleans(),
    dive=st.booleans(), friends=st.integers(0, 3), taken=st.integers(0, 1),
)  # fmt: skip
def test_a_shot_is_the_calculators(friends: int, taken: int, **told: Any) -> None:
    """The Lamp Guard's rifle in Short Range, typed in."""
    asked = Shoot(
        mw=13, dam=13, cf=19, def_=-1, ar=22, wounds=2, ld=12, pw=11, wounds_taken=taken, friends_engaged=friends > 0,
        abilities="Burst (2), Steadfast, Long Wick (3)", target_abilities="Steadfast, Long Wick (3)", **told,
    )  # fmt: skip
    found = rifle(Told(friends=friends, **told), its={"wounds": taken})
    assert found.answer == shoot(asked, CHOICES)


@given(
    friends=st.integers(0, 3), activated=st.booleans(), contact=st.booleans(), apart=st.booleans(), cover=st.booleans()
)
def test_a_strike_is_the_calculators(
    friends: int,
    activated: bool,
    contact: bool,
    apart: bool,
    cover: bool,
) -> None:
    asked = Strike(
        cc=12, dam=11, weapon=1, cf=20, def_=-1, ar=22, wounds=2, ld=12, pw=11, friends=friends, cover=cover,
        charge=not (contact or apart), apart=apart, fresh=not activated,
        abilities="Steadfast, Long Wick (3)", target_abilities="Steadfast, Long Wick (3)",
    )  # fmt: skip
    told = Told(friends=friends, contact=contact, apart=apart, cover=cover)
    assert snuffer(told, its={"activated": activated}).answer == strike(asked, CHOICES)


# Whatever the cards


@given(any_card, any_card, st.data())
def test_every_line_has_an_answer_or_says_why_not(attacker: UnitCard, target: UnitCard, data: st.DataObject) -> None:
    told = data.draw(
        st.builds(
            Told,
            obstruction=st.sampled_from(Obstruction),
            contact=st.booleans(),
            aim=st.booleans(),
            friends=st.integers(0, 3),
        )
    )
    duelled = between(attacker, target, its={"wounds": data.draw(st.integers(0, target.w - 1))})
    found = duel_lines(duelled, told, CHOICES)
    assert found[-1].way.weapon == UNARMED
    assert len({each.way for each in found}) == len(found)
    assert all(each.answer or each.why_not for each in found)
    possible = [each for each in found if each.answer and not each.why_not]
    assert [each.best for each in found].count(True) == bool(possible)
    for best in (each for each in found if each.best):
        assert best.answer is not None
        assert all(each.answer.casualty.p <= best.answer.casualty.p for each in possible if each.answer)


@given(any_card, any_card, st.randoms(use_true_random=False))
def test_the_dice_of_a_line_are_what_is_recorded(attacker: UnitCard, target: UnitCard, random: Any) -> None:
    duelled = between(attacker, target)
    for each in duel_lines(duelled, PLAIN, CHOICES):
        if each.attack is None:
            continue
        rolls = throw(each.attack, lambda *_: lambda: random.randint(1, 20))
        means = resolved(each.attack, rolls)
        blow = fought(duelled, PLAIN, each.way, each.attack, rolls, real=True)
        assert (blow.rolls, blow.armor) == (rolls.attack, rolls.armor)
        assert (blow.dealt.wounds, blow.dealt.pinned, blow.dealt.failed) == (means.wounds, means.pinned, means.failed)


# What lies beside them


def test_what_was_tracked_is_counted_in() -> None:
    labels = {each.label for each in _attack(rifle(mine={"actions": (Action.BRACE,)})).target_number.lines}
    assert labels == {each.label for each in _attack(rifle(Told(brace=True))).target_number.lines}
    assert (
        _attack(rifle(mine={"actions": (Action.BRACE,)})).critical_multiplier
        == _attack(rifle(Told(brace=True))).critical_multiplier
    )
    assert (
        _attack(snuffer(mine={"engaged": ("1",)})).target_number.value
        == _attack(snuffer(Told(contact=True))).target_number.value
    )
    assert snuffer(mine={"engaged": ("1",)}).way.action is Action.STRIKE
    engaged = {"engaged": ("2", "3")}
    assert _attack(snuffer(its=engaged)).damage.value == _attack(snuffer(Told(friends=2))).damage.value
    assert _attack(rifle(its=engaged)).target_number.value == _attack(rifle()).target_number.value - 5


def _attack(found: DuelLine) -> Any:
    assert found.attack is not None
    return found.attack


@pytest.mark.parametrize(
    ("told", "mine", "why_not"),
    [
        (PLAIN, {"jammed": ("Wick Rifle",)}, "jammed: Reload first"),
        (PLAIN, {"jammed": ("",)}, "jammed: Reload first"),
        (PLAIN, {"engaged": ("9",)}, Says("engaged", "Projected")),
        (Told(contact=True), {}, Says("engaged", "Projected")),
        (Told(indirect=True), {}, "not Indirect"),
    ],
)
def test_why_a_shot_cannot_be_made(told: Told, mine: dict[str, Any], why_not: str) -> None:
    found = rifle(told, mine=mine)
    assert (found.why_not, found.best) == (why_not, False)
    assert found.answer is not None, "it is shown all the same"


@pytest.mark.parametrize(
    ("told", "mine", "why_not"),
    [
        (PLAIN, {"pinned": True}, Says("Pinned", "Rally")),
        (Told(contact=True), {"pinned": True}, ""),
        (PLAIN, {"jammed": ("Snuffer",)}, "jammed: Reload first"),
        (Told(apart=True), {}, Says("not in contact", "Reach")),
    ],
)
def test_why_a_strike_cannot_be_made(told: Told, mine: dict[str, Any], why_not: str) -> None:
    assert snuffer(told, mine=mine).why_not == why_not


def test_nerves_of_steel_charge_while_pinned() -> None:
    bold = guard(abilities=["Nerves of Steel"])
    found = line(duel_lines(between(bold, GUARD, mine={"pinned": True}), PLAIN, CHOICES), "Snuffer")
    assert found.why_not == ""


@pytest.mark.parametrize(
    ("reaction", "actions"),
    [
        (Reaction.AMBUSH, {Action.SHOOT, Action.CHARGE}),
        (Reaction.COUNTERATTACK, {Action.SHOOT, Action.STRIKE}),
        (Reaction.PARTING_BLOW, {Action.STRIKE}),
    ],
)
def test_a_reaction_has_its_own_attacks(reaction: Reaction, actions: set[Action]) -> None:
    found = duel_lines(between(GUARD, GUARD), Told(reaction=reaction), CHOICES)
    assert {each.way.action for each in found} == actions


@pytest.mark.parametrize("reaction", Reaction)
def test_a_unit_that_flies_is_harder_to_hit_in_an_ambush(reaction: Reaction) -> None:
    """During this movement (Fly): what answers an attack comes after it, and only who has Flight Charges it."""
    told = Told(reaction=reaction)
    winged = guard(abilities=["Flight"])
    for attacker, why_not in ((GUARD, "flies: only with Flight"), (winged, "")):
        found = duel_lines(between(attacker, GUARD, its={"actions": (Action.FLY,)}), told, CHOICES)
        ambush = reaction is Reaction.AMBUSH
        assert line(found, "Snuffer").why_not == (why_not if ambush else "")
        for shot in (
            each
            for each in found
            if each.way == AttackWay(action=Action.SHOOT, weapon="Wick Rifle", band=BandName.SHORT)
        ):
            plain = line(duel_lines(between(attacker, GUARD), told, CHOICES), "Wick Rifle", BandName.SHORT)
            assert _attack(shot).target_number.value == _attack(plain).target_number.value - 4 * ambush


def test_assets_and_friends_change_the_card() -> None:
    drill = guard(id="drill", name="Drill", abilities=["Training (Fierce Charge, Lamp Guards)", "First Aid (12)"])
    units = {"1": unit("1", GUARD), "2": unit("2", drill)}
    state = table(units, {"1": unit("1", GUARD), "2": unit("2", drill)}, designated={"Extra Kit": "1"})
    found = duel(state, [GUARD, drill], side=GOLD, unit="1", target="1", primary=None)
    assert found.attacker.card is not None
    assert found.attacker.card.weapons[0].cf == 20
    assert Ability("Fierce Charge") in found.attacker.card.abilities
    assert found.target.aided
    near = line(duel_lines(found, Told(first_aid=True), CHOICES), "Wick Rifle", BandName.SHORT)
    assert _attack(near).most_wounds == 1


def test_a_flamer_shoots_from_an_engagement_in_its_short_range_alone() -> None:
    gunner = guard(weapons=[{"name": "Handgun", "short": '6" +0 13', "long": '12" -2 12', "cf": 20}])
    state = table({"1": unit("1", gunner, engaged=("1",))}, {"1": unit("1", GUARD)}, designated={"F-214 Flamer": "1"})
    found = duel_lines(duel(state, [gunner], side=GOLD, unit="1", target="1", primary=None), PLAIN, CHOICES)
    assert [bool(each.why_not) for each in found[:2]] == [False, True]


def test_without_a_card_there_are_no_lines() -> None:
    state = table({"1": unit("1", GUARD)}, {"1": UnitState(unit=Unit(id="1", name="Hound", card="Hound"))})
    found = duel(state, [GUARD], side=GOLD, unit="1", target="1", primary=None)
    assert duel_lines(found, PLAIN, CHOICES) == ()
    with pytest.raises(Invalid, match="cannot be used so"):
        the_line(found, PLAIN, AttackWay(action=Action.CHARGE, weapon=UNARMED), CHOICES)


# Whom a blast also catches


def test_a_blast_is_tested_once_against_the_primary_target() -> None:
    thrower = guard(weapons=[{"name": "Bomb", "abilities": ["Explosive (3)"], "short": '12" +0 13', "cf": 20}])
    nimble = guard(id="n", name="Nimble", **{"def": -5})
    state = table({"1": unit("1", thrower)}, {"1": unit("1", GUARD), "2": unit("2", nimble)})
    found = duel(state, [thrower, replace(GUARD, id="g"), nimble], side=GOLD, unit="1", target="2", primary="1")
    told = Told(primary="1")
    (bomb,) = duel_lines(found, told, CHOICES)
    assert _attack(bomb).target_number.value == 12, "the Primary Target's DEF"
    assert _attack(bomb).critical_multiplier == 1
    rolls = throw(_attack(bomb), lambda *_: lambda: 7, tested=(3,))
    assert rolls.attack == (3,)
    assert fought(found, told, bomb.way, _attack(bomb), rolls, real=False).same_action


def test_an_aim_that_was_said_is_recorded_with_the_shot() -> None:
    duelled = between(GUARD, GUARD)
    way = AttackWay(action=Action.SHOOT, weapon="Wick Rifle", band=BandName.SHORT)
    attack = _attack(the_line(duelled, Told(aim=True), way, CHOICES))
    rolls = throw(attack, lambda *_: lambda: 20)
    assert fought(duelled, Told(aim=True), way, attack, rolls, real=False).prepared == (Action.AIM,)
    assert fought(duelled, PLAIN, way, attack, rolls, real=False).prepared is UNSET
    waiting = between(GUARD, GUARD, mine={"actions": (Action.AIM,)})
    assert fought(waiting, Told(aim=True), way, attack, rolls, real=False).prepared is UNSET


def test_a_line_stays_open_as_the_strike_that_it_becomes() -> None:
    charge = AttackWay(action=Action.CHARGE, weapon="Snuffer")
    assert fitting(between(GUARD, GUARD), Told(contact=True), charge) == replace(charge, action=Action.STRIKE)
    assert fitting(between(GUARD, GUARD), Told(reaction=Reaction.PARTING_BLOW), rifle().way) is None


def _declared(action: Action, *, reach: bool = False, beside: Any = None) -> tuple[DuelLine, ...]:
    """What red's Unit can counterattack gold's with, which attacks it so."""
    abilities = ["Reach (2)"] if reach else []
    card = guard(weapons=[GUARD_RIFLE, {"name": "Snuffer", "abilities": abilities, "cc": "+1 ST+5", "cf": 20}])
    state = table({"1": unit("1", card)}, {"1": unit("1", card, **(beside or {}))})
    state = replace(state, declared=EnemyAction(side=GOLD, unit="1", action=action, targets=("1",), done=True))
    found = duel(state, [card], side=RED, unit="1", target="1", primary=None)
    return duel_lines(found, Told(reaction=Reaction.COUNTERATTACK), CHOICES)


GUARD_RIFLE = {"name": "Wick Rifle", "abilities": ["Burst (2)"], "short": '12" +0 13', "cf": 19}


def test_a_shot_from_afar_is_not_answered_with_a_strike() -> None:
    """Strike Actions are for Units that are Engaged (Chapter 9, Engagement)."""
    far = _declared(Action.SHOOT)
    assert line(far, "Snuffer").why_not == "not in contact"
    assert line(far, UNARMED).why_not == "not in contact"
    assert next(each for each in far if each.best).way.action is Action.SHOOT
    assert line(_declared(Action.SHOOT, reach=True), "Snuffer").why_not == ""
    assert line(_declared(Action.SHOOT, beside={"engaged": ("1",)}), "Snuffer").why_not == ""
    assert line(_declared(Action.STRIKE), "Snuffer").why_not == ""


def test_who_is_immune_is_not_attacked_so() -> None:
    """Arcane Immunity (Chapter 12, Cybertronic Assets)."""
    weapons = [GUARD_RIFLE | {"abilities": ["Symmetry"]}, {"name": "Snuffer", "abilities": ["Divine"], "cc": "+1 ST+5"}]
    immune = guard(id="i", abilities=["Arcane Immunity"])
    for target, why_not in ((immune, Says("Arcane Immunity", "Divine", "Symmetry")), (GUARD, "")):
        found = duel_lines(between(guard(weapons=weapons), target), PLAIN, CHOICES)
        armed = [each.why_not for each in found if each.way.weapon != UNARMED]
        assert armed
        assert armed == [why_not] * len(armed)
        assert line(found, UNARMED).why_not == ""


def test_a_handgun_that_flames_is_projected_in_short_range_alone() -> None:
    """F-214 Flamer (Chapter 12, Brotherhood Assets): Projected weapons shoot while Engaged."""
    card = guard(weapons=[{"name": "Handgun", "short": '6" +0 11', "long": '12" -2 11', "cf": 20}])
    state = table({"1": unit("1", card, engaged=("1",))}, {"1": unit("1", card)}, designated={"F-214 Flamer": "1"})
    found = duel_lines(duel(state, [card], side=GOLD, unit="1", target="1", primary=None), PLAIN, CHOICES)
    short, long = (line(found, "Handgun", band) for band in BandName)
    assert (short.why_not, short.area, short.projected) == ("", True, True)
    assert (long.why_not, long.area) == (Says("engaged", "Projected"), False)


@pytest.mark.parametrize(
    ("reads", "held", "why_not"),
    [
        (ProjectedCounterattack.MAY_NOT, True, Says("engaged", "no Shoot")),
        (ProjectedCounterattack.MAY, True, ""),
        (ProjectedCounterattack.MAY_NOT, False, ""),
    ],
)
def test_the_table_chooses_whether_an_engaged_unit_counterattacks_with_flames(
    reads: ProjectedCounterattack, held: bool, why_not: str
) -> None:
    """Pinned enemies hold nobody (Counterattack)."""
    card = guard(weapons=[{"name": "Flamer", "abilities": ["Projected"], "short": '8" +0 12', "cf": 20}])
    state = table({"1": unit("1", card, engaged=("1",))}, {"1": unit("1", card, pinned=not held)})
    state = replace(state, choices=replace(CHOICES, projected_counterattack=reads))
    against = duel(state, [card], side=GOLD, unit="1", target="1", primary=None)
    lines = duel_lines(against, Told(reaction=Reaction.COUNTERATTACK), state.choices)
    assert line(lines, "Flamer", BandName.SHORT).why_not == why_not


@pytest.mark.parametrize(
    ("weapon", "dam"), [("Snuffer", 12), (UNARMED, 7), ("Cleaver", 14)], ids=["by ST", "unarmed", "as printed"]
)
def test_an_honored_charge_strikes_better_and_harder(weapon: str, dam: int) -> None:
    """+1 CC and ST in a Charge that is the first action (Chapter 12, Mishima Assets)."""
    card = guard(weapons=[{"name": "Snuffer", "cc": "+1 ST+5"}, {"name": "Cleaver", "cc": "+0 14"}])
    asset = {"assets": ("Honored Charge",), "used": {"Honored Charge": 1}}

    def charged(**mine: Any) -> Any:
        state = table({"1": unit("1", card, **mine)}, {"1": unit("1", card)}, **asset)
        found = duel(state, [card], side=GOLD, unit="1", target="1", primary=None)
        return _attack(line(duel_lines(found, PLAIN, CHOICES), weapon))

    plain = _attack(line(duel_lines(between(card, card), PLAIN, CHOICES), weapon))
    assert charged().target_number.value == plain.target_number.value + 1
    assert charged().damage.value == dam
    late = charged(actions=(Action.MOVE,))
    assert (late.target_number, late.damage) == (plain.target_number, plain.damage)


def test_a_charge_with_reach_may_end_apart() -> None:
    lance = guard(weapons=[{"name": "Lance", "abilities": ["Reach (2)", "Thrust (3)"], "cc": "+0 12", "cf": 20}])
    found = duel_lines(between(lance, GUARD), Told(apart=True), CHOICES)
    blow, charge = (each for each in found if each.way.weapon == "Lance")
    assert (blow.way.action, charge.way.action, charge.why_not) == (Action.STRIKE, Action.CHARGE, "")
    assert _attack(charge).target_number.value == _attack(blow).target_number.value + 2
    assert _attack(charge).damage.value == _attack(blow).damage.value + 3
    assert fitting(between(lance, GUARD), Told(apart=True), charge.way) == charge.way

"""Lists every attack of a duel with its odds, and why a Unit cannot make it now."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.fields.decode import from_texts
from companion.fields.invalid import Invalid
from companion.ledger import Ledger, Line
from companion.warzone.abilities.ability import Does
from companion.warzone.abilities.catalogue import FIRST_AID_NEAR
from companion.warzone.attacks.actions import Action
from companion.warzone.attacks.answers import MOST_EARLIER_HITS, AttackAnswer, answered
from companion.warzone.attacks.shoot import Shoot, braces, shooting
from companion.warzone.attacks.strike import Strike, striking
from companion.warzone.cards.card import UnitCard
from companion.warzone.cards.numbers import honored_charge, reach, shoot_numbers, strike_numbers, target_numbers
from companion.warzone.chances.attack import Attack
from companion.warzone.chances.dice import FACES, ONE, Reroll
from companion.warzone.choices import WarzoneChoices
from companion.warzone.duel.fighter import Duel, area, flies, projected, span, ways, weapon_has
from companion.warzone.force.assets import AIR_STRIKE
from companion.warzone.match.parts import AttackWay, Declaration, Reaction, Told, shares_of
from companion.warzone.match.reactions import aimed, braced

# What keeps a Unit of a duel from an attack now.


RALLY_FIRST = "Pinned: Rally before a Charge"


def why_not(duel: Duel, told: Told, way: AttackWay) -> str:
    """Returns why the attack cannot be made; empty where it can."""
    rules = _NO_SHOT if way.action is Action.SHOOT else _NO_STRIKE
    same_action = told.primary is not None
    if not same_action and _jammed(duel, way):
        return "jammed: Reload first"
    return next((why for fails, why in rules if fails(duel, told, way)), "")


def _jammed(duel: Duel, way: AttackWay) -> bool:
    """Returns True where a Reload Counter is on this weapon.

    A counter without a weapon's name is on those that shoot.
    """
    jammed = duel.attacker.state.jammed
    return way.weapon in jammed or (way.action is Action.SHOOT and "" in jammed)


def _engaged(duel: Duel, told: Told, way: AttackWay) -> bool:
    """Returns True where an engagement forbids shooting.

    In a Reaction, Pinned enemies do not (Ambush, Counterattack).
    """
    held = duel.held if told.reaction is not None else told.contact or bool(duel.attacker.state.engaged)
    return held and not projected(duel, way)


def _barred(duel: Duel, told: Told, way: AttackWay) -> bool:
    """Bars shots from the Counterattack of an engaged Unit, but for Projected weapons where the table lets them."""
    held = told.reaction is Reaction.COUNTERATTACK and duel.held
    return held and not (duel.projects and projected(duel, way))


def _not_indirect(duel: Duel, told: Told, way: AttackWay) -> bool:
    return told.indirect and not weapon_has(duel, way, "indirect")


def _no_area(duel: Duel, told: Told, way: AttackWay) -> bool:
    return told.primary is not None and not told.spread and not area(duel, way)


def _held(duel: Duel, _: Told, way: AttackWay) -> bool:
    """Bars Pinned Units from coming closer, but for Nerves of Steel (Pinned Counter)."""
    return way.action is Action.CHARGE and duel.attacker.state.pinned and not duel.charging and not _bold(duel)


def _out_of_reach(duel: Duel, told: Told, way: AttackWay) -> bool:
    return told.apart and not weapon_has(duel, way, "reach")


def _from_afar(duel: Duel, told: Told, way: AttackWay) -> bool:
    """Assumes that an answered shot comes from out of contact, unless the players tapped contact (Engagement)."""
    if told.reaction is not Reaction.COUNTERATTACK or duel.answered is not Action.SHOOT:
        return False
    near = told.contact or duel.target.id in duel.attacker.state.engaged
    return not near and not weapon_has(duel, way, "reach")


def _elsewhere(duel: Duel, told: Told, way: AttackWay) -> bool:
    """Answers a shot over the distance that it came from."""
    mine = span(duel.attacker.card, way) if duel.attacker.card else None
    if told.reaction is not Reaction.COUNTERATTACK or told.indirect or duel.span is None or mine is None:
        return False
    return max(mine[0], duel.span[0]) >= min(mine[1], duel.span[1])


def _over_it(duel: Duel, told: Told, _: AttackWay) -> bool:
    """Bars a Charge at a Unit that flies, unless the attacker has Flight (Fly)."""
    grounded = duel.attacker.card is not None and not duel.attacker.card.has("flight")
    return grounded and flies(duel, told)


def _too_far(duel: Duel, _: Told, way: AttackWay) -> bool:
    """Returns True where the shot before came from farther away than a Charge goes."""
    card = duel.attacker.card
    if way.action is not Action.CHARGE or card is None:
        return False
    return duel.away >= charge_reach(card) + reach(card, way.weapon)


def charge_reach(card: UnitCard) -> int:
    """Returns how many inches a Charge goes: MV, in flight twice that (Charge, Fly)."""
    return card.mv * (2 if card.has("flight") else 1)


def _charges(told: Told, way: AttackWay) -> bool:
    """Returns True for a Charge in its own Activation: one that interrupts a movement is at the Unit that moves."""
    return way.action is Action.CHARGE and told.reaction is None


def _passes_one(_: Duel, told: Told, way: AttackWay) -> bool:
    return told.nearer and _charges(told, way)


def _unseen(_: Duel, told: Told, way: AttackWay) -> bool:
    return told.sight_blocked and _charges(told, way)


def _beyond(_: Duel, told: Told, way: AttackWay) -> bool:
    return told.beyond and _charges(told, way)


def _immune(duel: Duel, _: Told, way: AttackWay) -> bool:
    immune = duel.target.card is not None and duel.target.card.has("arcane immunity")
    return immune and any(weapon_has(duel, way, each) for each in ("divine", "symmetry"))


_Rule = tuple[Callable[[Duel, Told, AttackWay], bool], str]
_IMMUNE: _Rule = (_immune, "Arcane Immunity: no target of Divine or Symmetry")
_NO_SHOT: tuple[_Rule, ...] = (
    (_barred, "engaged: no Shoot in a Counterattack"),
    (_engaged, "engaged: only Projected weapons shoot"),
    (_not_indirect, "not Indirect"),
    (_no_area, "strikes no area"),
    (_elsewhere, "not over the distance of that shot"),
    _IMMUNE,
)
_NO_STRIKE: tuple[_Rule, ...] = (
    (_held, RALLY_FIRST),
    (_out_of_reach, "not in contact: only with Reach"),
    (_from_afar, "not in contact"),
    (_over_it, "flies: only with Flight"),
    (_too_far, "farther away than its MV, by the shot before"),
    (_passes_one, "another Enemy Unit in sight is nearer"),
    (_unseen, "a Charge needs a line of sight"),
    (_beyond, "farther away than its MV"),
    _IMMUNE,
)


def _bold(duel: Duel) -> bool:
    own = duel.attacker.card.abilities if duel.attacker.card else ()
    known = (duel.vocabulary.get(each.key) for each in own)
    return any(effect.does is Does.MOVES_PINNED for each in known if each for effect in each.effects)


# Every attack of a duel as a line: each weapon in each of its bands, each that strikes, and bare hands.

NO_CARD = "has no card here"


class DuelLine(msgspec.Struct, frozen=True, kw_only=True):
    """Describes one attack, and its result.

    `why_not` says why it cannot be made now, or cannot be counted; then the answer may be missing. `best` is True for
    the possible attack with the best chance to remove the target. Among equals, it wounds the target most.
    """

    way: AttackWay
    attack: Attack | None = None
    answer: AttackAnswer | None = None
    why_not: str = ""
    best: bool = False
    area: bool = False
    """Holds True where it strikes others too; `projected`: with a test against each of them."""
    projected: bool = False

    @property
    def one_test(self) -> bool:
        """Returns True where the test against the Primary Target counts for all that are caught."""
        return self.area and not self.projected


def duel_lines(duel: Duel, told: Told, choices: WarzoneChoices) -> tuple[DuelLine, ...]:
    """Returns all attacks in the card's order; empty where a card is missing."""
    lines = [_line(duel, told, way, choices) for way in ways(duel, told)]
    best = max(range(len(lines)), key=lambda index: _worth(lines[index]), default=None)
    return tuple(replace(line, best=index == best and _possible(line)) for index, line in enumerate(lines))


def the_line(duel: Duel, told: Told, way: AttackWay, choices: WarzoneChoices) -> DuelLine:
    """Returns one attack. Raises Invalid where the attacker has no such attack, and where it cannot be counted."""
    if way not in ways(duel, told):
        raise Invalid("weapon", f"cannot be used so by {duel.attacker.name}")
    return replace(_counted(duel, told, way, choices), why_not=why_not(duel, told, way))


def _line(duel: Duel, told: Told, way: AttackWay, choices: WarzoneChoices) -> DuelLine:
    hindrance = why_not(duel, told, way)
    try:
        line = _counted(duel, told, way, choices)
    except Invalid as error:
        return DuelLine(way=way, why_not=hindrance or str(error))
    return replace(line, why_not=hindrance)


def engulfing(duel: Duel, how: Declaration, choices: WarzoneChoices) -> Attack:
    """Returns the hit that a Cloud does to the target at the end of an Activation: no test is made for it. Raises
    Invalid."""
    line = _counted(duel, replace(how.told, primary=duel.target.id, dive=False), how.way, choices)
    hit = given(line, 1).attack
    assert hit is not None
    return hit


def given(line: DuelLine, face: int) -> DuelLine:
    """Returns a Secondary Target's line after the test against the Primary Target (Cloud, Explosive Area of Effect).

    That test counts for it too. The line has the chances of the dice that are still to roll.
    """
    if line.attack is None or not line.one_test:
        return line
    hits = face <= line.attack.target_number.value
    tested = Ledger.of(
        [Line(f"The test: {face}, {'a hit' if hits else 'a miss'}", 20 if hits else 0, "Area of Effect Weapons")]
    )
    rolled = replace(
        line.attack, target_number=tested, critical_up_to=0, cf=None, reroll=Reroll.NONE, dice=ONE, tests=1
    )
    return replace(line, attack=rolled, answer=answered(rolled))


def _counted(duel: Duel, told: Told, way: AttackWay, choices: WarzoneChoices) -> DuelLine:
    if way.action is Action.SHOOT:
        question = shot(duel, told, way)
        attack = shooting(question, choices, duel.vocabulary)
        if told.spread:
            shots = _here(duel, told, way, attack.tests)
            attack = shooting(replace(question, shots=shots), choices, duel.vocabulary)
        if _by_ld(duel, way):
            of_ld, *lines = attack.target_number.lines
            named = Ledger.of([replace(of_ld, label="LD in place of MW", source=AIR_STRIKE.name), *lines])
            attack = replace(attack, target_number=named)
    else:
        attack = striking(blow(duel, told, way), choices, duel.vocabulary)
    return DuelLine(
        way=way, attack=attack, answer=answered(attack), area=area(duel, way), projected=projected(duel, way)
    )


def _by_ld(duel: Duel, way: AttackWay) -> bool:
    """Returns True for the shot of Air Strike (Capitol Assets)."""
    return duel.attacker.calls and way.weapon == AIR_STRIKE.name


def _here(duel: Duel, told: Told, way: AttackWay, tests: int) -> int:
    """Counts those of a Burst's tests that are at this target. Raises Invalid."""
    shares = {each.target: each.tests for each in shares_of(told.spread)}
    left = tests - sum(shares.values())
    if area(duel, way) or left < 1:
        raise Invalid("spread", f"takes all {tests} tests of {way.weapon}: leave one for its first target")
    if told.primary is None:
        return left
    if duel.target.id not in shares:
        raise Invalid("spread", f"has no test at {duel.target.name}")
    return shares[duel.target.id]


def shot(duel: Duel, told: Told, way: AttackWay) -> Shoot:
    """Returns the Shoot Action as a question. Raises Invalid."""
    attacker, target = both_cards(duel)
    numbers = shoot_numbers(attacker, weapon=way.weapon, band=way.band)
    if _by_ld(duel, way):
        numbers["mw"] = min(FACES, attacker.ld)
    secondary = told.primary is not None and not told.spread
    if duel.primary and duel.primary.card and secondary:
        # The test is against the Primary Target, of a cloud and a blast.
        target = target if projected(duel, way) else replace(target, defense=duel.primary.card.defense)
    return from_texts(
        {
            **_against(duel, told, target),
            **numbers,
            "obstruction": told.obstruction,
            "friends_engaged": _friends(duel, told) > 0,
            "aim": told.aim or aimed(duel.attacker.state),
            "brace": told.brace or braced(duel.attacker.state),
            "dive": told.dive or duel.dives,
            "reaction": told.reaction is not None,
            "flying": flies(duel, told),
            "indirect": told.indirect,
            "beyond_short": told.indirect and numbers["beyond_short"],
            "sight_blocked": told.sight_blocked,
            "secondary": secondary,
            "earlier_hits": min(MOST_EARLIER_HITS, duel.attacker.state.hits.get(duel.target.id, 0)),
        },
        Shoot,
    )


def blow(duel: Duel, told: Told, way: AttackWay) -> Strike:
    """Returns the Strike Action, or the free one of a Charge, as a question. Raises Invalid."""
    attacker, target = both_cards(duel)
    numbers = strike_numbers(attacker, weapon=way.weapon)
    honored = honored_charge(attacker, way.weapon) if duel.honored and way.action is Action.CHARGE else ""
    return from_texts(
        {
            **_against(duel, told, target),
            **numbers,
            "abilities": ", ".join(filter(None, (numbers["abilities"], honored))),
            "charge": way.action is Action.CHARGE,
            "apart": told.apart,
            "fresh": not duel.target.state.activated,
            "friends": _friends(duel, told),
        },
        Strike,
    )


def both_cards(duel: Duel) -> tuple[UnitCard, UnitCard]:
    """Returns the attacker's and the target's cards. Raises Invalid where one is missing."""
    for fighter in (duel.attacker, duel.target):
        if fighter.card is None:
            raise Invalid("target" if fighter is duel.target else "unit", f"{fighter.name} {NO_CARD}")
    assert duel.attacker.card is not None
    assert duel.target.card is not None
    return duel.attacker.card, duel.target.card


def _against(duel: Duel, told: Told, target: UnitCard) -> dict[str, Any]:
    near = told.first_aid
    numbers: Mapping[str, Any] = target_numbers(target)
    abilities = (numbers["target_abilities"], FIRST_AID_NEAR.capitalize() if near else "")
    return {
        **numbers,
        "wounds": duel.target.state.unit.wounds or numbers["wounds"],
        "wounds_taken": duel.target.state.wounds,
        "target_abilities": ", ".join(filter(None, abilities)),
        "cover": told.cover,
        "modifier": told.modifier,
        "armor_modifier": told.armor_modifier,
        "on": ", ".join(filter(None, (told.on, FIRST_AID_NEAR if near else ""))),
        "off": told.off,
    }


def _friends(duel: Duel, told: Told) -> int:
    return min(10, duel.friends) if told.friends is None else told.friends


def can_brace(duel: Duel, told: Told, way: AttackWay) -> bool:
    """Returns True where a Brace helps this line."""
    return way.action is Action.SHOOT and braces(shot(duel, told, way))


def _possible(line: DuelLine) -> bool:
    return line.answer is not None and not line.why_not


def _worth(line: DuelLine) -> tuple[bool, Fraction, Fraction]:
    if line.answer is None:
        return False, Fraction(), Fraction()
    return _possible(line), line.answer.casualty.fraction, Fraction(line.answer.expected_wounds_exact)

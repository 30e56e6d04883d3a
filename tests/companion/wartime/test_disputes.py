"""Timing disputes: the book's own cases by name, and every dispute there can be."""

from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from msgspec.structs import replace

from companion.fields.invalid import Invalid
from companion.rulings.shelf import shipped
from companion.table.seats import Side
from companion.wartime.disputes.evidence import Facts, Question, Whether, question, settled
from companion.wartime.disputes.verdict import (
    Deed,
    Dispute,
    DisputeKind,
    DisputeOutcome,
    DisputeStep,
    Fate,
    Order,
    Trigger,
    Verdict,
    judge,
    orders,
    say,
)

GOLD, RED = Side.GOLD, Side.RED
LIFT, LAND, TOKENS, TOUCH = DisputeStep.LIFT, DisputeStep.LAND, DisputeStep.TOKENS, DisputeStep.TOUCH
UNITS: Mapping[Side, str | None] = {GOLD: "Man-at-Arms", RED: "Goblin"}


def order(*steps: tuple[Side, DisputeStep]) -> Order:
    return tuple(Trigger(side, step) for side, step in steps)


def ruled(gold: Deed, red: Deed, *steps: tuple[Side, DisputeStep], same_hex: bool = False) -> tuple[Fate, Fate]:
    verdict = judge(Dispute(deeds={GOLD: gold, RED: red}, order=order(*steps), same_hex=same_hex))
    return verdict.fates[GOLD], verdict.fates[RED]


def told(gold: Deed, red: Deed, *steps: tuple[Side, DisputeStep]) -> str:
    dispute = Dispute(deeds={GOLD: gold, RED: red}, order=order(*steps))
    said = say(dispute, judge(dispute), UNITS)
    return " ".join((said.short, *said.sentences))


ATTACKS = Deed(kind=DisputeKind.ATTACK, at_other=True)
KILLS = Deed(kind=DisputeKind.ATTACK, at_other=True, kills=True)
MOVES = Deed(kind=DisputeKind.MOVE)
CHARGES = Deed(kind=DisputeKind.CHARGE, at_other=True)
PLAYS = Deed(kind=DisputeKind.CARD)


# The book's own cases: Timing Disputes


def test_the_goblin_is_picked_up_before_the_man_at_arms_player_removes_tokens() -> None:
    """ "No damage was dealt to the Goblin. Only the Goblin would need to be assigned a timer." """
    attack, move = ruled(ATTACKS, MOVES, (RED, LIFT), (GOLD, TOKENS))
    assert (attack.keeps, attack.deals, attack.may_act) == (False, False, True)
    assert (move.keeps, move.may_act) == (True, False)
    assert told(ATTACKS, MOVES, (RED, LIFT), (GOLD, TOKENS)) == (
        "Firebrand keeps its timer, Valyance takes its own back. Goblin's move counts: it keeps its timer. Goblin was "
        "lifted before its tokens came off, so Man-at-Arms never attacked: no damage, no timer, and Man-at-Arms may "
        "act at once."
    )


def test_the_man_at_arms_kills_the_goblin_before_it_is_picked_up() -> None:
    """ "No timer would be activated for the Goblin as the move action never actually began." """
    attack, move = ruled(KILLS, MOVES, (GOLD, TOKENS), (RED, LIFT))
    assert (attack.keeps, attack.deals) == (True, True)
    assert (move.keeps, move.may_act, move.dies) == (False, False, True)


def test_a_unit_that_is_hit_first_and_lives_moves_after_that() -> None:
    """ "The moving unit must wait until the damage from the attack is removed before it may begin its move." """
    attack, move = ruled(ATTACKS, MOVES, (GOLD, TOKENS), (RED, LIFT))
    assert (attack.keeps, attack.deals) == (True, True)
    assert (move.keeps, move.outcome) == (True, DisputeOutcome.WAITS)


def test_the_target_of_a_charge_is_lifted_before_tokens_come_off() -> None:
    """ "It can move away without taking the charge damage. The charging unit would still have a timer." """
    for steps in (
        ((RED, LIFT), (GOLD, LIFT), (GOLD, LAND), (GOLD, TOKENS)),
        ((GOLD, LIFT), (RED, LIFT), (GOLD, LAND), (GOLD, TOKENS)),
        ((GOLD, LIFT), (GOLD, LAND), (RED, LIFT), (GOLD, TOKENS)),
    ):
        charge, move = ruled(CHARGES, MOVES, *steps)
        assert (charge.keeps, charge.deals, move.keeps) == (True, False, True)


def test_a_charge_takes_its_tokens_before_the_target_is_lifted() -> None:
    charge, move = ruled(CHARGES, MOVES, (GOLD, LIFT), (GOLD, LAND), (GOLD, TOKENS), (RED, LIFT))
    assert (charge.keeps, charge.deals, move.outcome) == (True, True, DisputeOutcome.WAITS)


def test_of_two_attacks_at_each_other_the_first_may_kill_the_second() -> None:
    first, second = ruled(KILLS, ATTACKS, (GOLD, TOKENS), (RED, TOKENS))
    assert (first.keeps, second.keeps, second.deals, second.dies) == (True, False, False, True)
    first, second = ruled(ATTACKS, KILLS, (GOLD, TOKENS), (RED, TOKENS))
    assert (first.keeps, first.dies, second.keeps, second.deals) == (True, True, True, True)


def test_a_card_that_neither_moves_nor_attacks_begins_at_the_first_touch() -> None:
    """ "It is considered to begin when either damage tokens are removed OR a unit, card or timer is moved." """
    attack, card = ruled(KILLS, PLAYS, (GOLD, TOKENS), (RED, TOUCH))
    assert (attack.keeps, card.keeps) == (True, False)
    attack, card = ruled(KILLS, PLAYS, (RED, TOUCH), (GOLD, TOKENS))
    assert (attack.keeps, card.keeps, card.dies) == (True, True, True)


def test_two_moves_into_one_hex_are_both_moves_and_the_first_lifted_has_it() -> None:
    """Movement Restrictions: no more than one unit in a hex; and once it is picked up it has moved."""
    first, second = ruled(MOVES, MOVES, (RED, LIFT), (GOLD, LIFT), same_hex=True)
    assert (first.keeps, first.elsewhere, second.keeps, second.elsewhere) == (True, True, True, False)


# Where the book stops, the same principle goes on


def test_an_attack_on_a_charging_unit_misses_it_in_the_air_and_hits_it_where_it_stands() -> None:
    for at, outcome in enumerate(
        (DisputeOutcome.COUNTS, DisputeOutcome.ESCAPED, DisputeOutcome.COUNTS, DisputeOutcome.COUNTS)
    ):
        steps = [(GOLD, LIFT), (GOLD, LAND), (GOLD, TOKENS)]
        steps.insert(at, (RED, TOKENS))
        charge, attack = ruled(CHARGES, ATTACKS, *steps)
        assert attack.outcome is (DisputeOutcome.WAITS if at == 3 else outcome), at
        assert charge.keeps
    charge, _ = ruled(CHARGES, KILLS, (GOLD, LIFT), (GOLD, LAND), (RED, TOKENS), (GOLD, TOKENS))
    assert (charge.outcome, charge.keeps, charge.deals) == (DisputeOutcome.FELLED, True, False)


def test_an_attack_that_missed_a_charge_in_the_air_is_not_told_to_act_once_that_has_killed_it() -> None:
    charge = replace(CHARGES, kills=True)
    said = told(ATTACKS, charge, (RED, LIFT), (GOLD, TOKENS), (RED, LAND), (RED, TOKENS))
    assert said.endswith("so Man-at-Arms never attacked: no damage, no timer. Then it is eliminated itself.")


def test_two_charges_at_each_other_miss_unless_tokens_come_off_before_the_other_is_lifted() -> None:
    gold, red = ((GOLD, LIFT), (GOLD, LAND), (GOLD, TOKENS)), ((RED, LIFT), (RED, LAND), (RED, TOKENS))
    one, other = ruled(CHARGES, CHARGES, *gold, *red)
    assert (one.outcome, other.outcome) == (DisputeOutcome.COUNTS, DisputeOutcome.TOO_CLOSE)
    one, other = ruled(CHARGES, CHARGES, gold[0], red[0], gold[1], red[1], gold[2], red[2])
    assert (one.outcome, other.outcome) == (DisputeOutcome.MISSED, DisputeOutcome.MISSED)


# Every dispute there can be


def every_deed() -> Iterator[Deed]:
    yield MOVES
    yield PLAYS
    for kind, (at_other, kills) in product(
        (DisputeKind.ATTACK, DisputeKind.CHARGE), ((False, False), (True, False), (True, True))
    ):
        yield Deed(kind=kind, at_other=at_other, kills=kills)


def every_dispute() -> Iterator[Dispute]:
    for gold, red, same_hex in product(every_deed(), every_deed(), (False, True)):
        for each in orders(gold.kind, red.kind):
            yield Dispute(deeds={GOLD: gold, RED: red}, order=each, same_hex=same_hex)


EVERY = list(every_dispute())


def oracle(dispute: Dispute, side: Side) -> tuple[bool, bool | None]:
    """Who keeps a timer and whether damage is dealt, by comparing instants as the book's sentences do: it knows no
    states, and works from the blow back to what could have kept it from falling."""
    when = {trigger: at for at, trigger in enumerate(dispute.order)}

    def at(whose: Side, step: DisputeStep) -> float:
        return when.get(Trigger(whose, step), float("inf"))

    def first(whose: Side) -> float:
        return min(at(whose, step) for step in DisputeStep)

    def in_reach(whose: Side) -> bool:
        """Whether the target had not begun its move when the tokens came off, or stands again where it can be hit."""
        deed, foe, blow = dispute.deeds[whose], dispute.deeds[whose.other], at(whose, TOKENS)
        if not deed.at_other or blow < at(whose.other, LIFT):
            return True
        if deed.kind is DisputeKind.ATTACK:
            return at(whose.other, LAND) < blow
        return at(whose.other, LAND) < at(whose, LIFT) and not foe.at_other

    def lands(whose: Side) -> bool:
        """Whether its tokens come off: it was in reach, and not killed before by a blow that itself landed."""
        blow, theirs = at(whose, TOKENS), at(whose.other, TOKENS)
        if not dispute.deeds[whose].strikes or not in_reach(whose):
            return False
        return not (dispute.deeds[whose.other].kills and theirs < blow and lands(whose.other))

    killed = dispute.deeds[side.other].kills and at(side.other, TOKENS) < first(side) and lands(side.other)
    never = dispute.deeds[side].kind is DisputeKind.ATTACK and not in_reach(side)
    return not killed and not never, lands(side) if dispute.deeds[side].strikes else None


def test_every_verdict_is_what_comparing_instants_says() -> None:
    assert len(EVERY) > 500
    for dispute in EVERY:
        fates = judge(dispute).fates
        for side in Side:
            assert (fates[side].keeps, fates[side].deals) == oracle(dispute, side), (dispute, side)


def test_the_action_that_was_triggered_first_always_counts() -> None:
    for dispute in EVERY:
        fates = judge(dispute).fates
        first = dispute.order[0].side
        assert fates[first].keeps
        assert any(fate.keeps for fate in fates.values())
        for fate in fates.values():
            assert not (fate.may_act and (fate.keeps or fate.dies))
            assert fate.deals is not True or fate.keeps
        if not judge(dispute).clash:
            assert all(fate.outcome is DisputeOutcome.COUNTS and not fate.elsewhere for fate in fates.values())


def test_a_verdict_does_not_know_who_is_who() -> None:
    for dispute in EVERY:
        mirrored = Dispute(
            deeds={side: dispute.deeds[side.other] for side in Side},
            order=tuple(Trigger(side.other, step) for side, step in dispute.order),
            same_hex=dispute.same_hex,
        )
        there, back = judge(dispute).fates, judge(mirrored).fates
        assert all(there[side] == back[side.other] for side in Side)


def test_every_verdict_can_be_read_out_and_leans_on_rulings_that_are_there() -> None:
    book = {ruling.id: ruling for chapter in shipped() for ruling in chapter.rulings}
    for dispute in EVERY:
        said = say(dispute, judge(dispute), UNITS)
        assert all(sentence.endswith(".") for sentence in (said.short, *said.sentences))
        assert 2 <= len(said.sentences) <= 3
        for id in said.rulings:
            assert book[id].cite.section


BOOK = {ruling.id: ruling for chapter in shipped() for ruling in chapter.rulings}


def cited(dispute: Dispute) -> tuple[str, ...]:
    return say(dispute, judge(dispute), UNITS).rulings


def is_case(case: tuple[str, ...], dispute: Dispute, striker: Side) -> bool:
    """Whether that side's blow and the other's lift came as a ruling's `case` has them."""
    deed, when = dispute.deeds[striker], {trigger: at for at, trigger in enumerate(dispute.order)}
    lifted = when.get(Trigger(striker.other, LIFT))
    if not (deed.strikes and deed.at_other) or lifted is None:
        return False
    dead = "dead" in case
    by_charge = dead or (deed.kind is DisputeKind.CHARGE) == ("charge" in case)
    came = ("lift", "hit") if lifted < when[Trigger(striker, TOKENS)] else ("hit", "lift")
    return by_charge and came == case[:2] and (deed.kills or not dead)


def test_a_dispute_cites_no_case_that_it_is_not() -> None:
    for dispute in EVERY:
        for id in cited(dispute):
            case = BOOK[id].case
            if {"lift", "hit"} <= set(case):
                assert any(is_case(case, dispute, side) for side in Side), (dispute, id)


@pytest.mark.parametrize(
    ("strike", "steps", "case"),
    [
        (ATTACKS, ((RED, LIFT), (GOLD, TOKENS)), "timing-escaped"),
        (ATTACKS, ((GOLD, TOKENS), (RED, LIFT)), "timing-hit"),
        (KILLS, ((GOLD, TOKENS), (RED, LIFT)), "timing-killed"),
        (CHARGES, ((GOLD, LIFT), (GOLD, LAND), (RED, LIFT), (GOLD, TOKENS)), "timing-charge-escaped"),
        (CHARGES, ((GOLD, LIFT), (GOLD, LAND), (GOLD, TOKENS), (RED, LIFT)), "timing-charge-hit"),
        (replace(CHARGES, kills=True), ((GOLD, LIFT), (GOLD, LAND), (GOLD, TOKENS), (RED, LIFT)), "timing-killed"),
    ],
)
def test_a_dispute_cites_the_case_that_it_is_first(
    strike: Deed, steps: tuple[tuple[Side, DisputeStep], ...], case: str
) -> None:
    assert cited(Dispute(deeds={GOLD: strike, RED: MOVES}, order=order(*steps)))[0] == case


def test_two_blows_of_which_no_book_has_a_case_go_by_the_principle() -> None:
    assert cited(Dispute(deeds={GOLD: KILLS, RED: ATTACKS}, order=order((GOLD, TOKENS), (RED, TOKENS)))) == (
        "timing-first",
        "timing-attack",
    )


def test_a_missed_charge_does_not_lean_on_one_that_struck() -> None:
    missed = Dispute(
        deeds={GOLD: CHARGES, RED: MOVES}, order=order((GOLD, LIFT), (RED, LIFT), (GOLD, LAND), (GOLD, TOKENS))
    )
    assert "timing-charge-hit" not in cited(missed)


def test_what_does_not_clash_is_not_told_which_of_the_two_counts() -> None:
    for dispute in EVERY:
        assert ("timing-first" in cited(dispute)) is judge(dispute).clash


# Nothing is asked that does not matter


def answered(facts: Facts, asked: Question, truth: Dispute) -> Facts:
    match asked:
        case Side():
            return replace(facts, kinds={**facts.kinds, asked: truth.deeds[asked].kind})
        case Whether("same_hex"):
            return replace(facts, same_hex=truth.same_hex)
        case Whether(what, Side() as side):
            return replace(facts, **{what: {**getattr(facts, what), side: getattr(truth.deeds[side], what)}})
        case (one, other):
            pair = (one, other) if truth.order.index(one) < truth.order.index(other) else (other, one)
            return replace(facts, before=(*facts.before, pair))
    raise AssertionError(asked)


def test_answering_what_is_asked_leads_to_the_verdict_in_few_taps() -> None:
    longest = 0
    for truth in EVERY[::8]:
        facts, taps = Facts(), 0
        while (asked := question(facts)) is not None:
            facts, taps = answered(facts, asked, truth), taps + 1
        found = settled(facts)
        assert found is not None
        assert judge(found).signature == judge(truth).signature
        longest = max(longest, taps)
    assert longest <= 11


@pytest.mark.parametrize(
    ("gold", "red"), [(DisputeKind.ATTACK, DisputeKind.MOVE), (DisputeKind.CHARGE, DisputeKind.MOVE)]
)
def test_who_was_first_is_one_tap_once_the_log_knows_the_rest(gold: DisputeKind, red: DisputeKind) -> None:
    facts = Facts(kinds={GOLD: gold, RED: red}, at_other={GOLD: True}, kills={GOLD: False}, same_hex=False)
    assert question(facts) == (Trigger(GOLD, TOKENS), Trigger(RED, LIFT))
    assert settled(replace(facts, before=(question(facts),))) is not None


def test_an_order_that_cannot_be_is_said_to_be_one() -> None:
    lift, tokens = Trigger(GOLD, LIFT), Trigger(GOLD, TOKENS)
    facts = Facts(kinds={GOLD: DisputeKind.CHARGE, RED: DisputeKind.MOVE}, before=((tokens, lift),))
    with pytest.raises(Invalid, match="cannot be"):
        settled(facts)


def test_two_actions_that_do_not_meet_ask_nothing_more() -> None:
    verdict: Verdict = judge(
        settled(Facts(kinds={GOLD: DisputeKind.CARD, RED: DisputeKind.MOVE})) or pytest.fail("something is asked")
    )
    assert not verdict.clash
    assert (
        question(Facts(kinds={GOLD: DisputeKind.ATTACK, RED: DisputeKind.ATTACK}, at_other={GOLD: False, RED: False}))
        is None
    )

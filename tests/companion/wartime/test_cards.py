"""Which cards may be chosen and played. Named after the WarTime Rulebook's headings."""

import pytest

from companion.table.commands import Undo
from companion.table.errors import NotYours, Refused
from companion.table.events import Source, SourceKind
from companion.table.opening import New
from companion.table.seats import Side
from companion.table.view import TimerState
from companion.wartime.match.views import ArmyView, CardState, HandView, hand_of
from companion.wartime.scenario.library import Scenarios, scenario_of
from companion.wartime.scenario.scenario import Scenario
from tests.companion.wartime import acts as c
from tests.support import Players


def force(players: Players, side: Side) -> ArmyView:
    view: ArmyView = players.table.view().sides[side.value]  # type: ignore[attr-defined]
    return view


def hand(players: Players, side: Side = Side.RED) -> HandView:
    """As that side alone sees it."""
    return hand_of(players.table.match.state, side)


def deck(players: Players, side: Side = Side.RED) -> dict[str, CardState]:
    return {card.name: card.state for card in hand(players, side).cards}


def tick(players: Players, card: str, *, on: bool = True, side: Side = Side.RED) -> None:
    players.do(c.Tick(side=side, **{"choose" if on else "drop": card}))


def choose(players: Players, *cards: str, side: Side = Side.RED, units: tuple[str, ...] = ()) -> None:
    players.do(c.Muster(side=side, units=units, cards=cards))


def play(players: Players, scenario: dict[str, object]) -> None:
    """Sets the table up for a scenario of a test's own."""
    Scenarios(players.table).save(scenario_of({"id": "own", "name": "Own"} | scenario))
    players.do(New(scenario="own"))


@pytest.fixture
def cards(players: Players) -> Players:
    players.do(New(scenario="example-cards"))
    return players


CHOSEN = ("Critical Hit", "Foot Charge", "Quake", "Control", "Fireball", "Shadow Strike")


def test_action_cards_heroic_ones_count_among_them(cards: Players) -> None:
    """The Rulebook's own example: three Action cards, one of them Heroic, and three Spell cards on top."""
    choose(cards, *CHOSEN)
    assert set(hand(cards).chosen) == set(CHOSEN)
    with pytest.raises(Refused, match=r"^The Firebrand may choose 3 Action cards, not 4\.$"):
        choose(cards, "Advance", "Bombard", "Critical Hit", "Quake")


def test_spell_cards_are_counted_apart(cards: Players) -> None:
    play(cards, {
        "units": [{"side": "red", "name": "Shaman", "keywords": ["Magic"]}],
        "cards": {"red": {"spells": 1, "cards": [{"name": n, "kind": "spell"} for n in ("Control", "Fireball")]}},
    })  # fmt: skip
    choose(cards, "Control")
    with pytest.raises(Refused, match="may choose 1 Spell card, not 2"):
        choose(cards, "Control", "Fireball")


def test_only_cards_of_the_scenario_are_chosen_as_it_spells_them(cards: Players) -> None:
    choose(cards, "advance", side=Side.GOLD)
    assert hand(cards, Side.GOLD).chosen == ("Advance",)
    with pytest.raises(Refused, match=r"^Quake is not among the Valyance's cards\.$"):
        choose(cards, "Quake", side=Side.GOLD)


def test_heroic_action_cards_need_a_hero_in_the_army(cards: Players) -> None:
    with pytest.raises(Refused, match=r"^Quake is a Heroic card: the Firebrand brings no Hero\.$"):
        choose(cards, "Quake", units=("Orc", "Shaman"))


def test_spell_cards_need_a_magic_unit_in_the_army(cards: Players) -> None:
    with pytest.raises(Refused, match=r"^Control is a Spell card: the Firebrand brings no Magic unit\.$"):
        choose(cards, "Control", units=("Orc", "Abomination"))


def test_units_that_the_scenario_does_not_list_take_no_part(cards: Players) -> None:
    with pytest.raises(Refused, match="Giant is not among the Firebrand's units"):
        choose(cards, units=("Giant",))


def test_each_action_card_is_used_once_a_game(cards: Players) -> None:
    choose(cards, *CHOSEN)
    cards.begin().flip("red-30", "Orc", "critical hit")
    cards.wait(40)
    with pytest.raises(Refused, match=r"^Critical Hit was used by Orc 40 s ago: once a game\.$"):
        cards.flip("red-60a", "Shaman", "Critical Hit")
    assert deck(cards)["Critical Hit"] is CardState.DISCARDED
    assert cards.timer("red-60a").state is TimerState.AVAILABLE


def test_each_side_has_its_own_cards(players: Players) -> None:
    players.begin().flip("red-30", "Orc", "Advance")
    players.flip("gold-30", "Archer", "Advance")


def test_where_nothing_is_stated_any_card_goes_once(players: Players) -> None:
    players.begin().flip("gold-spell", card="Bless")
    players.wait(31)
    with pytest.raises(Refused, match=r"^Bless was used 31 s ago: once a game\.$"):
        players.flip("gold-spell", card="BLESS")
    players.flip("gold-spell", card="Curse")


def test_heroic_card_action_only_by_a_hero(cards: Players) -> None:
    choose(cards, "Quake")
    cards.begin()
    with pytest.raises(Refused, match=r"^Quake is a Heroic card: Orc is no Hero\.$"):
        cards.flip("red-30", "Orc", "Quake")
    cards.flip("red-30", "Abomination", "Quake")


def test_standard_card_action_restricted_to_types_or_keywords(players: Players) -> None:
    units = [
        {"side": "gold", "name": "Left Pikeman", "type": "Pikeman"},
        {"side": "gold", "name": "Knight", "keywords": ["mounted"]},
        {"side": "gold", "name": "Archer", "keywords": ["ranged"]},
    ]
    drill = {"name": "Drill", "kind": "standard", "only": ["Pikeman", "Mounted"]}
    play(players, {"units": units, "cards": {"gold": {"actions": 1, "cards": [drill]}}})
    choose(players, "Drill", side=Side.GOLD)
    players.begin()
    with pytest.raises(Refused, match=r"^Drill is not for Archer: only for Pikeman or Mounted\.$"):
        players.flip("gold-30", "Archer", "Drill")
    for unit in ("Left Pikeman", "Knight"):
        players.flip("gold-30", unit, "Drill")
        players.do(Undo())


def test_what_was_not_chosen_may_not_be_used(cards: Players) -> None:
    choose(cards, "Advance")
    cards.begin()
    with pytest.raises(Refused, match="Bombard was not chosen"):
        cards.flip("red-30", "Orc", "Bombard")
    with pytest.raises(Refused, match="Advance was not chosen: the Valyance"):
        cards.flip("gold-30", "Man-at-Arms", "Advance")


def test_a_spell_card_lies_under_the_spell_timer_and_is_discarded_when_it_runs_out(cards: Players) -> None:
    choose(cards, "Control", "Fireball")
    cards.begin()
    with pytest.raises(Refused, match=r"^Control is a Spell card: it takes the spell timer\.$"):
        cards.flip("red-30", "Shaman", "Control")
    cards.flip("red-spell", card="Control")
    assert deck(cards)["Control"] is CardState.ACTIVE
    with pytest.raises(Refused, match="Firebrand spell is still running"):
        cards.flip("red-spell", card="Fireball")
    cards.wait(30)
    assert deck(cards)["Control"] is CardState.DISCARDED
    assert deck(cards)["Fireball"] is CardState.CHOSEN
    assert deck(cards)["Shadow Strike"] is CardState.OFFERED


def test_spell_card_action_without_a_chosen_spell_card_there_is_none(cards: Players) -> None:
    """The timer "is assigned to the Spell card"."""
    choose(cards, "Advance")
    cards.begin()
    with pytest.raises(Refused, match=r"^The Firebrand has no Spell card to play\.$"):
        cards.flip("red-spell")


def test_the_last_spell_card_needs_no_name(cards: Players) -> None:
    choose(cards, "Control", "Fireball", "Advance")
    cards.begin().flip("red-spell")
    assert cards.timer("red-spell").card is None, "two lie face down"
    cards.do(c.Assign(timer="red-spell", card="Control"))
    cards.wait(30)
    cards.flip("red-spell")
    assert cards.timer("red-spell").card == "Fireball"
    cards.wait(30)
    with pytest.raises(Refused, match="no Spell card to play"):
        cards.flip("red-spell")


def test_only_its_own_side_casts_from_a_hand(cards: Players) -> None:
    """Whether it is refused would tell the others what lies face down."""
    choose(cards, "Control")
    cards.begin()
    with pytest.raises(NotYours):
        cards.do(c.Flip(timer="red-spell"), Source(SourceKind.PHONE, "1", seat="gold"))
    cards.do(c.Flip(timer="red-spell"), Source(SourceKind.PHONE, "1", seat="red"))


def test_a_flip_that_is_taken_back_gives_its_card_back(cards: Players) -> None:
    choose(cards, "Control", "Advance")
    cards.begin().flip("red-spell", card="Control")
    cards.flip("red-30", "Orc", "Advance")
    cards.do(c.Free(timer="red-spell"))
    cards.do(c.Free(timer="red-30"))
    assert (deck(cards)["Control"], deck(cards)["Advance"]) == (CardState.CHOSEN, CardState.CHOSEN)
    assert cards.texts()[-2:] == [
        "Firebrand spell taken back with 30.0 s left: Control is not played",
        "Firebrand 30 taken back with 30.0 s left: Advance is not played",
    ]
    cards.flip("red-spell", card="Control")


def test_a_timer_that_a_card_frees_leaves_its_own_card_spent(cards: Players) -> None:
    choose(cards, "Control", "Advance")
    cards.begin().flip("red-30", "Orc", "Advance")
    with pytest.raises(Refused, match=r"^Neither side has played Control\.$"):
        cards.do(c.Free(timer="red-30", card="Control"))
    cards.flip("red-spell", card="Control")
    cards.do(c.Free(timer="red-30", card="control"))
    assert cards.timer("red-30").state is TimerState.AVAILABLE
    assert deck(cards)["Advance"] is CardState.DISCARDED
    assert cards.texts()[-1] == "Control frees Firebrand 30 with 30.0 s left"


def test_without_a_scenario_s_cards_any_card_may_free_a_timer(players: Players) -> None:
    players.begin().flip("red-30", "Orc", "Advance")
    players.do(c.Free(timer="red-30", card="Haste"))
    assert deck(players) == {"Advance": CardState.DISCARDED}


def test_an_action_card_does_not_take_the_spell_timer(cards: Players) -> None:
    choose(cards, "Advance")
    cards.begin()
    with pytest.raises(Refused, match="Advance is an Action card"):
        cards.flip("red-spell", card="Advance")


def test_no_spell_once_the_last_magic_unit_is_gone(cards: Players) -> None:
    choose(cards, "Control")
    cards.begin()
    cards.do(c.Eliminate(unit="Shaman"))
    with pytest.raises(Refused, match=r"^The Firebrand has no Magic unit left\.$"):
        cards.flip("red-spell", card="Control")


def test_undo_gives_a_card_back(cards: Players) -> None:
    choose(cards, "Control")
    cards.begin().flip("red-spell", card="Control")
    cards.do(Undo())
    assert deck(cards)["Control"] is CardState.CHOSEN
    cards.flip("red-spell", card="Control")


def test_a_card_named_by_mistake_is_not_spent(cards: Players) -> None:
    choose(cards, "Control", "Fireball")
    cards.begin().flip("red-spell", card="Control")
    cards.do(c.Assign(timer="red-spell", card="Fireball"))
    assert (deck(cards)["Control"], deck(cards)["Fireball"]) == (CardState.CHOSEN, CardState.ACTIVE)


def test_a_timer_moved_to_another_unit_leaves_the_card_spent(cards: Players) -> None:
    choose(cards, "Advance")
    cards.begin().flip("red-30", "Orc", "Advance")
    cards.do(c.Assign(timer="red-30", unit="Shaman"))
    assert deck(cards)["Advance"] is CardState.DISCARDED


def dealing(players: Players) -> Scenario:
    standard = ["Advance", "Bombard", "Critical Hit", "Double Time", "Foot Charge", "Mounted Charge"]
    hand = {"actions": 3, "dealt": 5, "cards": [{"name": name, "kind": "standard"} for name in standard]}
    play(players, {"cards": {"gold": hand}})
    return Scenarios(players.table).played()


def test_optional_rules_five_cards_dealt_at_random_choose_three(players: Players) -> None:
    dealing(players)
    with pytest.raises(Refused, match="Deal the Valyance's cards first"):
        choose(players, "Advance", side=Side.GOLD)
    players.do(c.Deal(side=Side.GOLD, lot=7))
    choice, dealt = force(players, Side.GOLD).choice, hand(players, Side.GOLD).dealt
    assert choice is not None
    assert choice.is_dealt
    assert len(set(dealt)) == 5
    (left_out,) = set(deck(players, Side.GOLD)) - set(dealt)
    choose(players, *dealt[:3], side=Side.GOLD)
    with pytest.raises(Refused, match=f"{left_out} was not dealt"):
        choose(players, left_out, side=Side.GOLD)
    with pytest.raises(Refused, match="dealt already"):
        players.do(c.Deal(side=Side.GOLD, lot=8))
    with pytest.raises(Refused, match="chosen, not dealt"):
        players.do(c.Deal(side=Side.RED, lot=8))


def test_every_lot_leaves_out_some_card_and_every_card_is_left_out_by_some(players: Players) -> None:
    dealing(players)
    out = set()
    for lot in range(60):
        players.do(c.Deal(side=Side.GOLD, lot=lot))
        out |= set(deck(players, Side.GOLD)) - set(hand(players, Side.GOLD).dealt)
        players.do(Undo())
    assert len(out) == 6


def test_the_deal_is_in_the_journal(players: Players) -> None:
    dealing(players)
    players.do(c.Deal(side=Side.GOLD, lot=3))
    choose(players, hand(players, Side.GOLD).dealt[1], side=Side.GOLD)
    before = hand(players, Side.GOLD)
    assert hand(players.restart(), Side.GOLD) == before


# Ticks


def test_each_tick_counts_by_itself(cards: Players) -> None:
    for card in ("critical hit", "Foot Charge", "Control"):
        tick(cards, card)
    tick(cards, "FOOT CHARGE", on=False)
    assert hand(cards).chosen == ("Critical Hit", "Control")
    tick(cards, "Control")
    assert hand(cards).chosen == ("Critical Hit", "Control")


def test_a_tick_too_many_is_refused_and_the_log_does_not_tell(cards: Players) -> None:
    for card in ("Critical Hit", "Foot Charge", "Quake"):
        tick(cards, card)
    told = cards.texts()
    with pytest.raises(Refused, match="may choose 3 Action cards, not 4"):
        tick(cards, "Advance")
    assert cards.texts() == told


def test_what_is_ticked_when_the_two_minutes_end_counts(cards: Players) -> None:
    cards.flip("neutral-120")
    tick(cards, "Advance")
    cards.wait(121)
    with pytest.raises(Refused, match="Units and cards are locked"):
        tick(cards, "Bombard")
    cards.begin().flip("red-30", "Orc", "Advance")


def test_undo_passes_ticks_over(cards: Players) -> None:
    cards.do(c.Muster(side=Side.GOLD, units=("Man-at-Arms",)))
    tick(cards, "Advance")
    assert cards.table.view().undo_act == "Valyance's choice"
    cards.do(Undo())
    assert hand(cards).chosen == ("Advance",)


def test_a_change_of_units_leaves_the_hand_but_for_what_they_may_not_have(cards: Players) -> None:
    for card in ("Advance", "Quake", "Control"):
        tick(cards, card)
    cards.do(c.Muster(side=Side.RED, units=("Orc", "Shaman")))
    assert hand(cards).chosen == ("Advance", "Control")


def test_another_deal_takes_the_ticks_of_the_first_away(players: Players) -> None:
    dealing(players)
    players.do(c.Deal(side=Side.GOLD, lot=7))
    for card in hand(players, Side.GOLD).dealt[:3]:
        tick(players, card, side=Side.GOLD)
    players.do(Undo())
    assert hand(players, Side.GOLD).chosen == ()
    players.do(c.Deal(side=Side.GOLD, lot=8))
    dealt = hand(players, Side.GOLD)
    assert set(dealt.chosen) <= set(dealt.dealt)


def test_without_a_scenario_cards_of_any_name_are_ticked(players: Players) -> None:
    tick(players, "Bless")
    tick(players, "Curse")
    tick(players, "bless", on=False)
    players.begin()
    with pytest.raises(Refused, match="Bless was not chosen"):
        players.flip("red-30", "Orc", "Bless")
    players.flip("red-30", "Orc", "curse")


# What everyone sees


def test_what_lies_face_down_is_counted_once_the_game_has_begun(cards: Players) -> None:
    for card in ("Advance", "Control"):
        tick(cards, card)
    assert (force(cards, Side.RED).cards, force(cards, Side.RED).down) == ((), None)
    cards.begin()
    assert (force(cards, Side.RED).cards, force(cards, Side.RED).down) == ((), 2)
    cards.flip("red-spell", card="Control")
    assert (force(cards, Side.RED).cards, force(cards, Side.RED).down) == (("Control",), 1)
    states = {card.state for card in force(cards, Side.RED).deck}
    assert states == {CardState.OFFERED, CardState.ACTIVE}


# What is offered


def test_a_timer_is_offered_the_cards_that_it_would_not_be_refused(cards: Players) -> None:
    for card in ("Advance", "Quake", "Control", "Fireball"):
        tick(cards, card)
    assert hand(cards).plays == {}
    cards.begin()
    assert hand(cards).plays == {"red-spell": ("Control", "Fireball")}
    cards.flip("red-30", "Orc")
    cards.flip("red-60a", "Abomination")
    offered = hand(cards).plays
    assert offered["red-30"] == ("Advance",)
    assert offered["red-60a"] == ("Advance", "Quake")
    cards.do(c.Assign(timer="red-60a", unit="Abomination", card="Advance"))
    assert set(hand(cards).plays) == {"red-spell"}
    cards.flip("red-90", "Shaman")
    assert set(hand(cards).plays) == set(), "the only Magic unit is busy"

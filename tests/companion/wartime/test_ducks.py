"""Sitting ducks: by the book's words, and on random live boards against every hex tried over networkx."""

from collections import Counter
from dataclasses import dataclass

import pytest

from companion.clock import MS, SECOND
from companion.table.opening import New
from companion.table.seats import Side
from companion.wartime.ducks import Duck, DuckBlow, DuckChance, Ducks, Look
from companion.wartime.match.aims import AimKind
from companion.wartime.match.state import State
from companion.wartime.referee.board import AttackKind
from companion.wartime.scenario.library import Scenarios
from companion.wartime.scenario.parts import Range, ScenarioHit, UnitSpec
from companion.wartime.scenario.scenario import Scenario
from tests.companion.wartime import acts as c
from tests.companion.wartime import referee_oracle as oracle
from tests.companion.wartime.live_oracle import COMMAND, LONGEST, Live, Piece
from tests.companion.wartime.random_matches import games
from tests.support import Players

BOARDS = 200
SHARDS = 20
RANGES: tuple[Range, ...] = ("1", "2", "3", "4")


def _hits(*damage: int) -> dict[Range, ScenarioHit]:
    return {
        RANGES[at - 1]: ScenarioHit(kind=AttackKind.DISTANCE, value=value) for at, value in enumerate(damage, start=1)
    }


def _unit(side: Side, name: str, hex: str | None, *damage: int, health: int, speed: int, charge: int = 0) -> UnitSpec:
    return UnitSpec(
        side=side, name=name, hex=hex, damage=_hits(*damage), health=health, speed=speed, charge=charge or None
    )


FIELD = Scenario(
    id="field",
    name="Open field",
    units=(
        _unit(Side.GOLD, "Archer", "E5", 1, 2, health=2, speed=2),
        _unit(Side.GOLD, "Knight", "E2", 3, health=4, speed=5, charge=4),
        _unit(Side.GOLD, "Footman", "C5", 3, health=4, speed=2),
        _unit(Side.GOLD, "Late", None, 3, health=4, speed=3),
        _unit(Side.RED, "Goblin", "E7", 2, 2, health=4, speed=2),
        _unit(Side.RED, "Orc", "A13", 3, health=1, speed=1),
        UnitSpec(side=Side.RED, name="Shadow", hex="I1"),
    ),
)  # fmt: skip


@pytest.fixture
def field(players: Players) -> Players:
    Scenarios(players.table).save(FIELD)
    players.do(New(scenario="field"))
    return players.begin()


def look(players: Players) -> Ducks:
    state = players.table.match.state
    assert isinstance(state, State)
    return Look(state).at(players.clock.now())


def hunted(players: Players, by: Side = Side.GOLD) -> Duck:
    [duck] = look(players).hunts[by]
    return duck


def told(chance: DuckChance) -> tuple[str, str, int, str | None]:
    return chance.blow.unit, chance.blow.kind.value, chance.blow.tokens, chance.blow.moved


def test_nobody_is_a_duck_while_no_sand_falls(field: Players) -> None:
    assert look(field).hunts == {Side.GOLD: (), Side.RED: ()}


def test_a_duck_is_reached_by_attack_charge_and_after_a_move(field: Players) -> None:
    field.flip("red-60a", "Goblin")
    duck = hunted(field)
    assert (duck.unit, duck.hex, duck.left, duck.remaining_ms) == ("Goblin", "E7", 4, 60_000)
    assert [told(chance) for chance in duck.reached_by] == [
        ("Knight", "charge", 4, None),
        ("Archer", "attack", 2, None),
        ("Footman", "attack", 3, "D6"),
    ]
    assert [chance.blow.kills for chance in duck.reached_by] == [True, False, False]
    assert [blow.target for blow in duck.reaches] == ["Archer"]
    assert duck.reaches[0].kills
    assert look(field).hunts[Side.RED] == ()


def test_a_move_first_takes_a_timer_that_runs_out_in_time(field: Players) -> None:
    """After 29 s the 60 has 31 s left: a move with the 30 leaves one second for the attack."""
    field.flip("red-60a", "Goblin")
    field.wait(29)
    [chance] = [each for each in hunted(field).reached_by if each.blow.moved]
    assert (chance.timer, chance.wait_ms, chance.within_ms) == ("gold-30", 0, 1_000)
    field.wait(1)
    assert [each for each in hunted(field).reached_by if each.blow.moved] == []


def test_who_is_active_strikes_when_it_wakes_before_the_duck_does(field: Players) -> None:
    field.flip("red-60a", "Goblin")
    field.flip("gold-30", "Archer")
    field.flip("gold-60a", "Knight")
    waits = {each.blow.unit: each.wait_ms for each in hunted(field).reached_by if each.blow.moved is None}
    assert waits == {"Archer": 30_000}, "the Knight wakes at the same instant, which is not before"


def test_without_a_free_timer_nobody_strikes_sooner_than_one_drains(field: Players) -> None:
    field.flip("red-90", "Goblin")
    field.wait(5)
    for timer in ("gold-30", "gold-60a", "gold-60b", "gold-90"):
        field.flip(timer)
    assert {each.wait_ms for each in hunted(field).reached_by if each.blow.moved is None} == {30_000}
    moved = next(each for each in hunted(field).reached_by if each.blow.moved)
    assert (moved.timer, moved.wait_ms, moved.within_ms) == ("gold-30", 30_000, 55_000)


def test_those_who_can_be_eliminated_come_first(field: Players) -> None:
    field.flip("red-30", "Shadow")
    field.flip("red-60a", "Goblin")
    field.flip("red-90", "Orc")
    assert [duck.unit for duck in look(field).hunts[Side.GOLD]] == ["Goblin", "Shadow", "Orc"]


def test_who_is_not_on_the_map_or_has_no_numbers_is_named(field: Players) -> None:
    found = look(field)
    assert found.unplaced == {Side.GOLD: ("Late",), Side.RED: ()}
    assert found.unprinted == {Side.GOLD: (), Side.RED: ("Shadow",)}
    field.flip("gold-90", "Late")
    duck = hunted(field, by=Side.RED)
    assert (duck.unit, duck.hex, duck.reached_by, duck.reaches) == ("Late", None, (), ())


def test_a_pause_stops_the_sand_and_an_eliminated_unit_is_no_duck(field: Players) -> None:
    field.flip("red-60a", "Goblin")
    field.wait(10)
    field.do(c.Pause())
    field.wait(100)
    assert hunted(field).remaining_ms == 50_000
    field.do(c.Resume())
    field.do(c.Eliminate(unit="Goblin"))
    assert look(field).hunts[Side.GOLD] == ()


def test_a_match_that_is_over_has_no_ducks(field: Players) -> None:
    field.flip("red-60a", "Goblin")
    field.do(c.End())
    assert look(field).hunts[Side.GOLD] == ()


# The oracle: every hex tried


@dataclass
class Tried:
    """What the oracle's table says of a pair: blows at once by kind, and the most that a move first brings about."""

    at_once: dict[AimKind, int]
    moved: int


def tried(live: Live, piece: Piece, foe: Piece) -> Tried:
    at_once = {kind: tokens for kind, tokens in _blows(live, piece, foe).items() if tokens}
    if foe.tokens is not None and any(tokens >= foe.tokens for tokens in at_once.values()):
        return Tried(at_once, 0)
    best = 0
    for place in live.ways(piece) if piece.hex is not None and piece.speed is not None and foe.hex else ():
        best = max(best, *_blows(live.moved(piece, place), piece, foe, out_of=place).values(), 0)
    return Tried(at_once, best if best > max(at_once.values(), default=0) else 0)


def _blows(live: Live, piece: Piece, foe: Piece, *, out_of: str | None = None) -> dict[AimKind, int]:
    """The tokens of attack and charge, where the scenario prints what they need."""
    actor = live.piece(piece.side, piece.name)
    assert out_of in (None, actor.hex)
    if actor.hex is None or foe.hex is None:
        return {}
    far, found = oracle.empty_board_distances()[actor.hex][foe.hex], {}
    if far <= LONGEST and actor.damage:
        found[AimKind.ATTACK] = live.attack(actor, foe.hex).tokens or 0
    if actor.charge and actor.speed is not None and far <= actor.speed + 1:
        found[AimKind.CHARGE] = live.charge(actor, foe.hex).tokens or 0
    return found


def check_blow(live: Live, piece: Piece, foe: Piece, blow: DuckBlow) -> None:
    assert foe.hex is not None
    assert blow.left == (None if foe.tokens is None else max(0, foe.tokens - blow.tokens))
    there = live
    if blow.moved is not None:
        assert blow.moved in live.ways(piece)
        there = live.moved(piece, blow.moved)
    actor = there.piece(piece.side, piece.name)
    if blow.kind is AimKind.ATTACK:
        assert there.attack(actor, foe.hex).tokens == blow.tokens
    else:
        answer = there.charge(actor, foe.hex)
        assert (answer.tokens, blow.stand in answer.ways) == (blow.tokens, True)


def check_chances(live: Live, piece: Piece, foe: Piece, ends: int, chances: list[DuckChance]) -> Counter[str]:
    expected, free = tried(live, piece, foe), list(live.free(piece))
    first = min(start for start, _ in free)
    direct = {each.blow.kind: each for each in chances if each.blow.moved is None}
    assert {kind: each.blow.tokens for kind, each in direct.items()} == (expected.at_once if first < ends else {})
    for each in direct.values():
        assert each.wait_ms == -(-(first - live.now) // MS)
        assert (each.within_ms, each.timer) == ((ends - live.now) // MS, None)
        check_blow(live, piece, foe, each.blow)
    again = [(start + COMMAND[timer.partition("-")[2]] * SECOND, start, timer) for start, timer in free]
    in_time = sorted(each for each in again if each[0] < ends)
    moved = [each for each in chances if each.blow.moved is not None]
    assert [each.blow.tokens for each in moved] == ([expected.moved] if expected.moved and in_time else [])
    for each in moved:
        (back, start, _), run = in_time[0], COMMAND[(each.timer or "").partition("-")[2]] * SECOND
        assert (back - start, each.wait_ms) == (run, -(-(start - live.now) // MS))
        assert each.within_ms == (ends - run - live.now) // MS
        check_blow(live, piece, foe, each.blow)
    seen = Counter(f"{kind.value} at once" for kind in direct)
    seen.update(f"{each.blow.kind.value} after a move" for each in moved)
    seen["waits"] += any(each.wait_ms for each in chances)
    seen["too late"] += bool(expected.at_once or expected.moved) and not chances
    return seen


def check_ducks(live: Live, found: Ducks) -> Counter[str]:
    seen: Counter[str] = Counter()
    for side in Side:
        foes = [each for each in live.pieces if each.side != side.value and live.timer_of(each)]
        own = [each for each in live.pieces if each.side == side.value and not each.gone]
        assert sorted(duck.unit for duck in found.hunts[side]) == sorted(each.name for each in foes)
        order = [(not duck.kills, duck.remaining_ms) for duck in found.hunts[side]]
        assert order == sorted(order)
        for duck in found.hunts[side]:
            foe = live.piece(side.other.value, duck.unit)
            timer = live.timer_of(foe)
            assert (duck.timer, duck.hex, duck.left) == (timer, foe.hex, foe.tokens)
            ends = live.running[duck.timer][0]
            assert duck.remaining_ms == (ends - live.now) // MS
            seen["ducks"] += 1
            for piece in own:
                chances = [each for each in duck.reached_by if each.blow.unit == piece.name]
                seen += check_chances(live, piece, foe, ends, chances)
                reaches = [blow for blow in duck.reaches if blow.target == piece.name]
                back = {kind: tokens for kind, tokens in _blows(live, foe, piece).items() if tokens}
                assert {blow.kind: blow.tokens for blow in reaches} == back
                seen["reaches then"] += len(reaches)
        assert set(found.unplaced[side]) == {each.name for each in own if each.hex is None}
        assert set(found.unprinted[side]) == {
            each.name for each in own if each.hex is not None and not each.damage and each.charge is None
        }
    return seen


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.deep) for seed in range(1, SHARDS + 1))])
def test_ducks_are_as_trying_every_hex_over_networkx_has_it(seed: int) -> None:
    seen: Counter[str] = Counter()
    for game in games(seed, BOARDS, most_units=8, fastest=4, acts=16):
        seen += check_ducks(game.live, Look(game.state).at(game.live.now))
    everything = {
        "ducks", "attack at once", "charge at once", "attack after a move", "charge after a move", "waits", "too late",
        "reaches then",
    }  # fmt: skip
    assert {what for what in everything if seen[what]} == everything, seen

"""What the WarTime Rulebook prints and shows, heading by heading.

Its pictures have no hex names; the boards here keep the counts that its words give.
"""

import pytest

from companion.wartime.referee.attacks import DamageAtRange, RefereedAttack, attack, charge
from companion.wartime.referee.board import AttackKind, Feature, Keyword, Position, Terrain
from companion.wartime.referee.movement import HexObstacle, moves, range_between
from tests.support import Says

MELEE, DISTANCE = AttackKind.MELEE, AttackKind.DISTANCE
WALL = Terrain.CASTLE_WALL


def strike(position: Position, damage: dict[int, tuple[AttackKind, int]], *keywords: Keyword) -> RefereedAttack:
    """An attack from C4 on C5, or on C6 at range 2."""
    token = {found: DamageAtRange(kind, value) for found, (kind, value) in damage.items()}
    to = "C5" if 1 in damage else "C6"
    return attack(position, "C4", to, token, keywords)


def into(terrain: Terrain, kind: AttackKind, *keywords: Keyword) -> int:
    """What 3 damage is against a unit in this terrain, from range 1 or, for a distance attack, from range 2."""
    to, found = ("C5", 1) if kind is MELEE else ("C6", 2)
    return strike(Position(terrain={to: terrain}), {found: (kind, 3)}, *keywords).damage.value


class TestDamage:
    """The Goblin counts the range to three units; the Man-at-Arms attacks the Orc."""

    def test_the_woods_between_goblin_and_man_at_arms_are_counted_around(self) -> None:
        position = Position(terrain={"E5": Terrain.WOODS}, units=("E4", "E6"))
        answer = range_between(position, "E4", "E6")
        assert answer.range == 3
        assert answer.blocked_by == (HexObstacle("E5", "Woods: blocks line of sight"),)
        assert "E5" not in answer.path

    def test_the_river_does_not_block_the_count_to_the_knight(self) -> None:
        position = Position(terrain={"E5": Terrain.RIVER}, units=("E4", "E7"))
        answer = range_between(position, "E4", "E7")
        assert (answer.range, answer.path, answer.blocked_by) == (3, ("E5", "E6", "E7"), ())

    def test_the_woods_that_the_archer_is_in_are_counted(self) -> None:
        position = Position(terrain={"E6": Terrain.WOODS}, units=("E4", "E6"))
        assert range_between(position, "E4", "E6").range == 2

    def test_man_at_arms_attacks_orc_for_4_and_leaves_2_of_its_6(self) -> None:
        answer = attack(Position(), "C4", "C5", {1: DamageAtRange(MELEE, 4)}, tokens=6)
        assert (answer.damage.value, answer.left, answer.after) == (4, 2, None)

    def test_no_number_for_a_range_means_no_attack(self) -> None:
        answer = strike(Position(), {2: (DISTANCE, 1)})
        assert answer.legal
        assert not attack(Position(), "C4", "C7", {2: DamageAtRange(DISTANCE, 1)}).legal


class TestTypesOfAttacks:
    def test_the_giant_attacks_at_range_1_melee_and_at_range_3_distance(self) -> None:
        giant = {1: DamageAtRange(MELEE, 3), 3: DamageAtRange(DISTANCE, 2)}
        answers = [attack(Position(), "C4", to, giant) for to in ("C5", "C6", "C7")]
        assert [answer.kind for answer in answers] == [MELEE, None, DISTANCE]
        assert [answer.legal for answer in answers] == [True, False, True]

    def test_a_ranged_unit_at_range_1_makes_a_melee_attack(self) -> None:
        answer = strike(Position(terrain={"C5": Terrain.HILLS}), {1: (DISTANCE, 3)}, Keyword.RANGED)
        assert (answer.kind, answer.damage.value) == (MELEE, 2)


class TestUnitTypes:
    def test_mounted_units_deal_1_less_to_a_unit_in_woods(self) -> None:
        assert into(Terrain.WOODS, MELEE, Keyword.MOUNTED) == 2
        assert into(Terrain.WOODS, MELEE, Keyword.INFANTRY) == 3


class TestTerrainTiles:
    @pytest.mark.parametrize(
        ("terrain", "melee", "mounted", "distance"),
        [
            (Terrain.PLAINS, 3, 3, 3),
            (Terrain.HILLS, 2, 2, 3),
            (Terrain.WOODS, 3, 2, 2),
            (Terrain.THICKET, 3, 3, 3),
            (Terrain.RIVER, 3, 3, 3),
            (Terrain.BRIDGE, 3, 3, 3),
            (Terrain.HUT, 2, 2, 2),
            (Terrain.DRAWBRIDGE_LEVER, 3, 3, 3),
            (Terrain.OPEN_DRAWBRIDGE, 3, 3, 3),
            (Terrain.CASTLE_WALL, 2, 2, 2),
        ],
    )
    def test_3_damage_against_a_unit_in(self, terrain: Terrain, melee: int, mounted: int, distance: int) -> None:
        assert into(terrain, MELEE) == melee
        assert into(terrain, MELEE, Keyword.MOUNTED) == mounted
        assert into(terrain, DISTANCE) == distance
        assert into(terrain, DISTANCE, Keyword.MOUNTED) == distance

    @pytest.mark.parametrize("terrain", Terrain)
    def test_attacking_out_of_a_tile_costs_nothing(self, terrain: Terrain) -> None:
        position = Position(terrain={"C4": terrain})
        assert strike(position, {1: (MELEE, 3)}, Keyword.MOUNTED).damage.value == 3
        assert strike(position, {2: (DISTANCE, 3)}).damage.value == 3

    @pytest.mark.parametrize(
        ("terrain", "cost"),
        [
            (Terrain.PLAINS, 1),
            (Terrain.HILLS, 2),
            (Terrain.WOODS, 2),
            (Terrain.THICKET, None),
            (Terrain.RIVER, None),
            (Terrain.BRIDGE, 1),
            (Terrain.HUT, 1),
            (Terrain.DRAWBRIDGE_LEVER, 1),
            (Terrain.OPEN_DRAWBRIDGE, 1),
            (Terrain.CASTLE_WALL, 2),
        ],
    )
    def test_movement_points_to_enter(self, terrain: Terrain, cost: int | None) -> None:
        route = moves(Position(terrain={"A2": terrain}), "A1", 2).reachable.get("A2")
        assert (None if route is None else route.cost) == cost

    @pytest.mark.parametrize(
        ("terrain", "blocks"),
        [
            (Terrain.PLAINS, False),
            (Terrain.HILLS, True),
            (Terrain.WOODS, True),
            (Terrain.THICKET, True),
            (Terrain.RIVER, False),
            (Terrain.BRIDGE, False),
            (Terrain.HUT, True),
            (Terrain.DRAWBRIDGE_LEVER, False),
            (Terrain.OPEN_DRAWBRIDGE, False),
            (Terrain.CASTLE_WALL, True),
        ],
    )
    def test_line_of_sight(self, terrain: Terrain, blocks: bool) -> None:
        assert range_between(Position(terrain={"C5": terrain}), "C4", "C6").range == (3 if blocks else 2)

    @pytest.mark.parametrize("keyword", Keyword)
    def test_a_hut_is_closed_to_mounted_and_siege(self, keyword: Keyword) -> None:
        reached = moves(Position(terrain={"C5": Terrain.HUT}), "C4", 1, [keyword]).reachable
        assert ("C5" in reached) == (keyword not in (Keyword.MOUNTED, Keyword.SIEGE))


class TestCastleWall:
    walls = Position(terrain={"C5": WALL, "C6": WALL}, lines=(("C5", "D5"),))

    def test_no_move_into_or_from_it_across_a_solid_black_line(self) -> None:
        assert moves(self.walls, "D5", 2).reachable.get("C5") is None
        assert moves(self.walls, "C5", 1).reachable.get("D5") is None

    def test_2_to_enter_1_along_and_out_as_normal(self) -> None:
        reached = moves(self.walls, "C4", 4).reachable
        assert (reached["C5"].cost, reached["C6"].cost, reached["C6"].path) == (2, 3, ("C5", "C6"))
        assert moves(self.walls, "C6", 1).reachable["C7"].cost == 1

    def test_no_melee_across_a_solid_black_line_in_either_direction(self) -> None:
        token = {1: DamageAtRange(MELEE, 3), 2: DamageAtRange(DISTANCE, 2)}
        for from_, to in (("D5", "C5"), ("C5", "D5")):
            answer = attack(self.walls, from_, to, token)
            assert (answer.range, answer.kind, answer.legal, answer.damage.value) == (1, MELEE, False, 0)
            assert answer.reason is not None
            assert "solid black line" in answer.reason

    def test_melee_between_contiguous_walls_and_to_an_adjacent_hex(self) -> None:
        token = {1: DamageAtRange(MELEE, 3)}
        assert attack(self.walls, "C5", "C6", token).damage.value == 2
        assert attack(self.walls, "C5", "C4", token).damage.value == 3
        assert attack(self.walls, "C4", "C5", token).damage.value == 2

    def test_melee_out_of_it_reaches_adjacent_hexes_only(self) -> None:
        reach = {2: DamageAtRange(MELEE, 3)}
        assert not attack(self.walls, "C5", "C3", reach).legal
        assert attack(self.walls, "C3", "C5", reach).damage.value == 2

    def test_distance_attacks_out_of_it_are_as_normal_even_across_a_line(self) -> None:
        answer = attack(self.walls, "C5", "E5", {2: DamageAtRange(DISTANCE, 2)})
        assert (answer.legal, answer.damage.value) == (True, 2)


class TestTerrainFeatures:
    @pytest.mark.parametrize("feature", Feature)
    def test_they_block_sight_and_cannot_be_moved_into(self, feature: Feature) -> None:
        position = Position(features={"C5": feature})
        assert range_between(position, "C4", "C6").range == 3
        assert "C5" not in moves(position, "C4", 3).reachable

    def test_they_are_attacked_as_if_they_were_units_until_the_hex_is_plains(self) -> None:
        position = Position(features={"C5": Feature.BATTLEMENT}, units=("C4",))
        token = {1: DamageAtRange(MELEE, 2)}
        first = attack(position, "C4", "C5", token, tokens=3)
        assert (first.left, first.after) == (1, None)
        last = attack(position, "C4", "C5", token, tokens=1)
        assert last.left == 0
        assert last.after == Position(units=("C4",))
        assert moves(last.after, "C4", 1).reachable["C5"].cost == 1


class TestMovementRestrictions:
    def test_a_unit_does_not_move_into_or_through_another(self) -> None:
        walled_in = Position(units=("A2", "B1"))
        assert moves(walled_in, "A1", 6).reachable == {}


class TestStandardCardAction:
    """A Man-at-Arms moves into Plains after passing through 2 Woods, with Advance: at speed 3, at 1 MP for each."""

    woods = Position(terrain={"A2": Terrain.WOODS, "A3": Terrain.WOODS, "B1": Terrain.RIVER, "B2": Terrain.RIVER})

    def test_advance_lets_it_pass_both_woods(self) -> None:
        assert "A4" not in moves(self.woods, "A1", 3).reachable
        route = moves(self.woods, "A1", 3, ignores_cost=True).reachable["A4"]
        assert (route.cost, route.path) == (3, ("A2", "A3", "A4"))

    def test_what_is_closed_stays_closed(self) -> None:
        closed = {"B4": Terrain.RIVER, "B5": Terrain.THICKET, "C4": Terrain.HUT, "D4": WALL}
        position = Position(terrain=closed, features={"D5": Feature.FLAMES}, units=("C6",), lines=(("C5", "D4"),))
        reached = moves(position, "C5", 1, [Keyword.MOUNTED], ignores_cost=True).reachable
        assert reached == {}
        assert set(moves(position, "C5", 1, ignores_cost=True).reachable) == {"C4"}


class TestLineOfSight:
    def test_a_count_goes_around_units_friend_or_foe(self) -> None:
        assert range_between(Position(units=("C5",)), "C4", "C6").range == 3

    def test_nobody_counts_longer_on_purpose(self) -> None:
        """At range 2 the Giant's distance attack for range 3 is not to be had, however many longer ways there are."""
        assert not attack(Position(), "C4", "C6", {3: DamageAtRange(DISTANCE, 2)}).legal


class TestCharge:
    def test_the_man_at_arms_moves_1_space_and_attacks_the_goblin_for_1(self) -> None:
        answer = charge(Position(units=("C4", "C6")), "C4", "C6", speed=2, charge=1)
        assert (answer.legal, answer.path, answer.damage.value) == (True, ("C5",), 1)

    def test_the_man_at_arms_cannot_charge_the_goblin_beside_it(self) -> None:
        answer = charge(Position(units=("C4", "C5")), "C4", "C5", speed=2, charge=1)
        assert (answer.legal, answer.stand, answer.stands) == (False, None, {})
        assert answer.reason == Says("next to C5", "2 hexes")

    def test_beside_it_across_a_solid_black_line_is_still_beside_it(self) -> None:
        position = Position(terrain={"C5": WALL}, lines=(("C4", "C5"),))
        assert not charge(position, "C4", "C5", speed=6, charge=1).legal

    def test_it_follows_the_restrictions_of_a_move(self) -> None:
        """A river is clear to a count and closed to a charge."""
        river = dict.fromkeys((f"C{column}" for column in range(1, 14)), Terrain.RIVER)
        position = Position(terrain=river)
        assert range_between(position, "B5", "D5").range == 2
        assert not charge(position, "B5", "D5", speed=20, charge=2).legal

    def test_a_hill_weakens_it_and_a_line_stops_it(self) -> None:
        hill = charge(Position(terrain={"C7": Terrain.HILLS}), "C4", "C7", speed=3, charge=2)
        assert hill.damage.value == 1
        lined = Position(terrain={"C7": WALL}, lines=(("C6", "C7"),))
        assert "C6" not in charge(lined, "C4", "C7", speed=9, charge=2).stands


def test_less_than_no_damage_is_a_line_of_its_own() -> None:
    ledger = strike(Position(terrain={"C5": Terrain.HUT}), {1: (MELEE, 0)}).damage
    assert [line.value for line in ledger.lines] == [0, -1, 1]
    assert ledger.value == 0

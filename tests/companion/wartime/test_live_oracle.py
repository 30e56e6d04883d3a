"""The live board against networkx: what it answers to a tap and what it lets an action do, on 300 random matches, on
10,000 in `make test-deep`."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from companion.table.seats import Side
from companion.wartime.match.aims import Aim, AimKind, aims, reach
from tests.companion.wartime import acts as c
from tests.companion.wartime import referee_oracle as oracle
from tests.companion.wartime.live_oracle import COMMAND, Answer, Live, Piece
from tests.companion.wartime.random_boards import HEXES
from tests.companion.wartime.random_matches import Game, games, near

BOARDS = 10_000
SHARDS = 40
SHALLOW = 300


def check_board(game: Game) -> str:
    """What was put on it by hand lies there, and what was worn off does not."""
    live, position = game.live, game.state.position
    setup = live.setup()
    assert {at: tile.value for at, tile in position.terrain.items() if tile.value != "plains"} == setup.terrain
    assert (set(position.features), {frozenset(pair) for pair in position.lines}) == (setup.features, setup.lines)
    assert sorted(position.units) == sorted(setup.units)
    for piece in live.pieces:
        force = game.state.forces[Side(piece.side)]
        assert (force.places.get(piece.name), force.stacks.get(piece.name)) == (piece.hex, piece.tokens)
        assert force.is_eliminated(piece.name) == piece.gone
    return "board"


def check_reach(game: Game, piece: Piece) -> str:
    answer = reach(game.state, Side(piece.side), piece.name)
    expected = game.live.ways(piece) if piece.hex is not None and piece.speed is not None else {}
    assert {at: (route.cost, len(route.path)) for at, route in answer.items()} == expected
    return "reaches" if expected else "reaches nothing"


def check_tap(game: Game, piece: Piece, place: str) -> str:
    live, answer = game.live, aims(game.state, Side(piece.side), piece.name, place)
    found = live.at(place)
    if piece.hex in (None, place) or (found is not None and found.side == piece.side):
        assert answer == []
        return "nothing"
    if found is None and not live.standing(place):
        return _check_move(live, piece, place, answer)
    expected = {AimKind.ATTACK: live.attack(piece, place)}
    if piece.charge is not None:
        expected[AimKind.CHARGE] = live.charge(piece, place)
    assert {aim.kind: (aim.legal, aim.tokens) for aim in answer} == {
        kind: (each.legal, each.tokens) for kind, each in expected.items()
    }
    assert [aim.legal for aim in answer] == sorted((aim.legal for aim in answer), reverse=True)
    stack = found.tokens if found is not None else live.features[place]
    for aim in answer:
        assert (aim.target, aim.feature) == ((found.name, None) if found is not None else (None, place))
        assert aim.left == (None if aim.tokens is None or stack is None else max(0, stack - aim.tokens))
        _check_way(live, piece, place, aim, expected[aim.kind])
    return " and ".join(aim.kind.value for aim in answer if aim.legal) or "no attack"


def _check_move(live: Live, piece: Piece, place: str, answer: list[Aim]) -> str:
    [aim] = answer
    ways = live.ways(piece)
    assert (aim.kind, aim.to, aim.legal) == (AimKind.MOVE, place, place in ways)
    if not aim.legal:
        return "no move"
    assert (aim.counts[-1], len(aim.path)) == ways[place]
    assert all(oracle.board().has_edge(one, other) for one, other in pairwise((piece.hex, *aim.path)))
    return "move"


def _check_way(live: Live, piece: Piece, place: str, aim: Aim, expected: Answer) -> None:
    if aim.kind is AimKind.ATTACK:
        assert piece.hex is not None
        assert aim.range == oracle.steps(live.setup(), piece.hex, place)
        assert len(aim.path) == (aim.range or 0)
    elif aim.legal:
        assert aim.to is not None
        assert expected.ways[aim.to] == min(expected.ways.values())
        assert len(aim.path) == expected.ways[aim.to][1]


def check_act(game: Game, piece: Piece, random: Random) -> str:
    """What the table decides about a whole action without a card is what the oracle does, tokens and all."""
    live, state = game.live, game.state
    foes = [each for each in live.pieces if each.side != piece.side]
    to = near(random, piece.hex or random.choice(HEXES)) if random.random() < 0.5 else None
    target, feature = random.choice((*foes, None, None)), None
    if target is None and random.random() < 0.4:
        feature = random.choice((*live.features, random.choice(HEXES)))
    if target is not None and to is not None and target.hex is not None and random.random() < 0.7:
        to = random.choice(list(oracle.board()[target.hex]))
    tokens = random.choice((None, None, 0, 1, 2, 3))
    timer = f"{piece.side}-{random.choice(('spell', *COMMAND, *COMMAND))}"
    expected = live.action(timer, piece.name, to=to, target=target and target.name, feature=feature, tokens=tokens)
    act = c.Act(timer=timer, unit=piece.name, to=to, target=target and target.name, feature=feature, tokens=tokens)
    assert game.do(act) == (expected is not None), act
    what = "charge" if to and (target or feature) else "move" if to else "attack"
    if expected is None:
        assert game.state is state
        return f"{what} refused"
    piece.hex = to or piece.hex
    if target is not None:
        live.lose(target, expected)
    if feature is not None:
        live.wear(feature, expected)
    live.flip(timer, piece.name)
    check_board(game)
    return f"{what} accepted"


EVERYTHING = {
    "board", "reaches", "reaches nothing", "nothing", "move", "no move", "attack", "charge", "attack and charge",
    "no attack", "move accepted", "move refused", "attack accepted", "attack refused", "charge accepted",
    "charge refused",
}  # fmt: skip


@pytest.mark.parametrize(
    ("seed", "boards"),
    [
        (0, SHALLOW),
        *(pytest.param(seed, BOARDS // SHARDS, marks=pytest.mark.deep) for seed in range(1, SHARDS + 1)),
    ],
)
def test_every_answer_of_the_board_is_as_networkx_has_it(seed: int, boards: int) -> None:
    seen: Counter[str] = Counter()
    for game in games(seed, boards):
        random, live = game.random, game.live
        seen[check_board(game)] += 1
        placed = [piece for piece in live.pieces if piece.hex is not None]
        for piece in random.sample(live.pieces, min(2, len(live.pieces))):
            seen[check_reach(game, piece)] += 1
            for place in (*random.sample([each.hex for each in placed], min(2, len(placed))), *live.features):
                seen[check_tap(game, piece, place or "")] += 1
            seen[check_tap(game, piece, near(random, piece.hex or random.choice(HEXES)))] += 1
        for piece in random.sample(live.pieces, min(3, len(live.pieces))):
            seen[check_act(game, piece, random)] += 1
    assert {what for what in EVERYTHING if seen[what] >= 4} == EVERYTHING, seen

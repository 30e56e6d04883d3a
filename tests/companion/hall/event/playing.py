"""Events played at random, for the tests of this folder."""

from random import Random

from companion.hall.event.commands import (
    a_result,
    add,
    ask_bye,
    drop,
    pair_next,
    start_with,
    with_players,
    with_results,
)
from companion.hall.event.event import Bye, First, HallEvent, How, Player


def event(size: int, *, clubs: int = 0, **changes: object) -> HallEvent:
    """With players A, B, C…"""
    players = [Player(name=letter(number), club=f"club {number % clubs}" if clubs else "") for number in range(size)]
    return with_players(HallEvent(**changes), players)  # type: ignore[arg-type]


def letter(number: int) -> str:
    return chr(65 + number) if number < 26 else f"P{number:04}"


def ended(event: HallEvent, chance: Random, *, draws: bool = True, odd: bool = False) -> HallEvent:
    """With results of all that has none in the newest round; with `odd` some lose both, give up or do not come."""
    winners = (0, 1, None) if draws else (0, 1)
    lacking = [each for each in event.rounds[-1].pairings if not each.done]
    results = {}
    for each in lacking:
        score = (chance.randrange(-5, 30), chance.randrange(-5, 30))
        how = chance.choice([None, None, None, *How]) if odd else None
        winner = chance.choice(winners)
        if how is How.BOTH_LOST:
            winner = None
        elif how is How.FORFEIT:
            winner = chance.choice((0, 1))
        results[event.number, each.table] = a_result(winner, score, how=how)
    return with_results(event, results)


def played(
    size: int, rounds: int, seed: int, *, draws: bool = True, drops: bool = False, clubs: int = 0, odd: bool = False
) -> HallEvent:
    """With `odd` some come late, ask for byes, lose both, give up or do not come."""
    chance = Random(seed)
    now = event(size, clubs=clubs, seed=seed, first=chance.choice(list(First)), apart_rounds=chance.randrange(3))
    for _ in range(rounds):
        if len(now.playing) > 2 and drops and chance.random() < 0.4:
            now = drop(now, chance.choice(now.playing).name)
        if odd and now.number and chance.random() < 0.3:
            late = f"Late {now.number}"
            now = start_with(add(now, late), late, chance.choice((0, 1, 3)))
        if odd and len(now.playing) > 3 and chance.random() < 0.4:
            bye = chance.choice([Bye.FULL, Bye.HALF, Bye.ZERO])
            now = ask_bye(now, chance.choice(now.playing).name, now.number + 1, bye)
        now = ended(pair_next(now), chance, draws=draws, odd=odd)
    return now

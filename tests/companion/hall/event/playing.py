"""Events played at random, for the tests of this folder."""

from random import Random

from companion.hall.event.commands import drop, pair_next, with_players, with_results
from companion.hall.event.event import Event, First, Player, Result


def event(size: int, *, clubs: int = 0, **changes: object) -> Event:
    """With players A, B, C…"""
    players = [Player(name=letter(number), club=f"club {number % clubs}" if clubs else "") for number in range(size)]
    return with_players(Event(**changes), players)  # type: ignore[arg-type]


def letter(number: int) -> str:
    return chr(65 + number) if number < 26 else f"P{number:04}"


def ended(event: Event, chance: Random, *, draws: bool = True) -> Event:
    """With results of all that has none in the newest round."""
    winners = (0, 1, None) if draws else (0, 1)
    lacking = [each for each in event.rounds[-1].pairings if not each.done]
    results = {}
    for each in lacking:
        score = (chance.randrange(-5, 30), chance.randrange(-5, 30))
        results[event.number, each.table] = Result(winner=chance.choice(winners), score=score)
    return with_results(event, results)


def played(size: int, rounds: int, seed: int, *, draws: bool = True, drops: bool = False, clubs: int = 0) -> Event:
    chance = Random(seed)
    now = event(size, clubs=clubs, seed=seed, first=chance.choice(list(First)), apart_rounds=chance.randrange(3))
    for _ in range(rounds):
        if len(now.playing) > 2 and drops and chance.random() < 0.4:
            now = drop(now, chance.choice(now.playing).name)
        now = ended(pair_next(now), chance, draws=draws)
    return now

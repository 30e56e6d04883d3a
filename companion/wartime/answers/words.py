"""What players ask of a game of WarTime: their words for timers and what they do, and this game's units by name."""

from functools import lru_cache

from companion.answers.common import COMMON, named, sides
from companion.answers.lexicon import Lexicon, Phrases, Token, phrases
from companion.fields.numbers import whole
from companion.rulings.words import plain_words
from companion.wartime.match.views import WarTimeView
from companion.wartime.scenario.scenario import TimerKind

_WORDS = phrases(
    {
        "free": """
            free, ready, available, done, finished, idle, usable, back, freed, free now, ready now, run out,
            runs out, up, over, expire, expires, free up, frees up,
            become free, becomes free, come free, comes free, be back, get ready, gets ready, get free, gets free
        """,
        "busy": "busy, active, running, on a timer, on timer, blocked, tied up, draining, on sand, asleep, occupied",
        "act": """
            act, move, go, use, play, be used, be flipped, activate, flip, do anything, do something, take an action
        """,
        "strike": "attack, fight, shoot",
        "charge": "charge",
        "cast": "cast, cast a spell, cast spells, cast any spell, use a spell, play a spell, use my spell",
        "with": "with",
        "units": "unit, units, figure, figures, model, models",
        "i+units": "of my units",
        "they+units": "of their units",
        "time": "time, sand, seconds, secs, second, sec",
        "timer": "timer, timers, sand timer, sand timers, hourglass, hourglasses, glass, glasses, sandglass",
        "tokens": "tokens, token, health, hits, hit points, hp, life, lives, damage, stack, wounds, strength",
        "gone": "eliminated, dead, alive, gone, killed, lost, out, destroyed, off the board, living, standing",
        "end": "end, ends, finish, finishes, is over, ending",
        "until": "until, till, before, need, needs, wait, take, takes",
        "": "my own, hold on, there, timer now",
    }
)


def _timers(view: WarTimeView) -> Phrases:
    meant: dict[tuple[str, ...], dict[str, None]] = {}
    for each in view.timers:
        digits = each.tag.rstrip("ab")
        names = {each.tag, each.label, each.name, f"{each.tag} timer", f"{each.tag} second", f"{each.tag} glass"}
        if whole(digits) is not None:
            names |= {digits, f"{digits} second", f"{digits} seconds", f"{digits}s", f"{digits} second timer"}
        if each.kind in (TimerKind.GAME, TimerKind.SETUP):
            minutes = each.seconds // 60
            names = {f"{minutes} minutes", f"{minutes} minute", f"{minutes} minute timer", f"{minutes} minutes timer"}
            names |= {"game timer"} if each.kind is TimerKind.GAME else {"setup timer"}
        for name in names:
            meant.setdefault(plain_words(name), {})[each.id] = None
    return {said: (Token("glass", tuple(ids)),) for said, ids in meant.items()}


_BASE = Lexicon(COMMON | _WORDS)


def lexicon(view: WarTimeView) -> Lexicon:
    """The words of this game, with the names that are on its table."""
    units = tuple((side, unit.name) for side, force in view.sides.items() for unit in force.brought)
    features = tuple((each.hex, each.terrain) for each in view.features)
    cards = tuple((side, card.name) for side, force in view.sides.items() for card in force.deck)
    return _lexicon(tuple(view.names.items()), units, features, cards, tuple(_timers(view).items()))


@lru_cache(maxsize=4)
def _lexicon(
    names: tuple[tuple[str, str], ...],
    units: tuple[tuple[str, str], ...],
    features: tuple[tuple[str, str], ...],
    cards: tuple[tuple[str, str], ...],
    timers: tuple[tuple[tuple[str, ...], tuple[Token, ...]], ...],
) -> Lexicon:
    own = named("unit", ((each, each[1]) for each in units), _BASE)
    piles = named("pile", ((hex, terrain) for hex, terrain in features), _BASE)
    piles |= {plain_words(hex): (Token("pile", (hex,)),) for hex, _ in features}
    deck = named("card", ((each, each[1]) for each in cards), _BASE)
    return Lexicon(COMMON | dict(timers) | piles | deck | own | _WORDS | sides(dict(names)))

"""What players ask of a game of Warzone: their words for counters and Turns, and this game's Units by name."""

from functools import lru_cache

from companion.answers.common import COMMON, named, sides
from companion.answers.lexicon import Lexicon, phrases
from companion.warzone.match.views import WarzoneView

_WORDS = phrases(
    {
        "first": "first, goes first, go first, going first, starts, start, begins, begin, begin first, starts off",
        "initiative": "initiative, the initiative, initative, init",
        "phase": "phase, turn phase",
        "activation": "activation, activations, activates",
        "active": "activates next, acts, acting, acts now, activates now, plays now, active player, active",
        "activated": "activated, been activated, activation counter, acted, moved, gone, used, done, went",
        "activate": "activate, act, go, move, be activated",
        "reacted": "reacted, reaction counter, reaction counters, used its reaction",
        "react": "react, react to that, react to this, respond, make a reaction, ambush, counterattack, dive for cover",
        "pinned": "pinned, pin, pinned counter",
        "wounds": """
            wounds, wound, wound counters, wound counter, hp, health, hit points, life, hits, wounded, hurt, damaged
        """,
        "gone": "dead, alive, casualty, killed, casualties, eliminated, out, removed, destroyed, a casualty",
        "points": "points, vps, vp, victory points, victory point, point",
        "passes": "pass counters, pass counter, passes, pass, pass tokens",
        "jammed": "jammed, reload, reload counter, must reload, needs to reload, need to reload, reloading",
        "units": "unit, units, figure, figures, model, models, guys",
        "i+units": "of my units",
        "they+units": "of their units",
        "commander": "commander, my commander, general",
        "own": "own, control",
        "": "my own, counter, counters, this turn, so, on it, taken",
    }
)
_BASE = Lexicon(COMMON | _WORDS)


def lexicon(view: WarzoneView) -> Lexicon:
    """The words of this game, with the names that are on its table."""
    units = tuple((side, each.unit.id, each.unit.name) for side, force in view.sides.items() for each in force.units)
    return _lexicon(tuple(view.names.items()), units)


@lru_cache(maxsize=4)
def _lexicon(names: tuple[tuple[str, str], ...], units: tuple[tuple[str, str, str], ...]) -> Lexicon:
    own = named("unit", (((side, id), name) for side, id, name in units), _BASE)
    return Lexicon(COMMON | own | _WORDS | sides(dict(names)))

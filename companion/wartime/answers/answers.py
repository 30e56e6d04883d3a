"""What a game of WarTime is asked, and what answers it: its view, and what it would accept.

Neither depends on a card that lies face down before another player than the one who asks.
"""

from companion.answers.answer import Answer, Intent, answered
from companion.answers.said import PARTIES, Said
from companion.answers.speaker import Speaker, sentence
from companion.table.seats import Seat
from companion.table.sides import Side
from companion.table.view import Phase
from companion.wartime.answers import acts, timers, units
from companion.wartime.answers.sand import TABLE, Sand
from companion.wartime.answers.words import lexicon
from companion.wartime.match.state import State
from companion.wartime.match.views import WarTimeView, without_hands


def won(sand: Sand, _: Said) -> Answer | None:
    """Who has won, once somebody has."""
    if not sand.over:
        return None
    winner = sand.view.winner
    return Answer(f"{sentence(sand.speaker.who(Seat(winner)))} won." if winner else "Nobody won.", TABLE)


_ANY_VERB = "|".join(acts.VERBS.split())
INTENTS: tuple[Intent[Sand], ...] = (
    # How many tokens has the Tower left?
    Intent("tokens unit|pile", f"{PARTIES} many left what", units.tokens),
    Intent("many left unit|pile", PARTIES, units.tokens),
    # Is my knight dead?
    Intent("gone unit", f"{PARTIES} not", units.alive),
    # Can my shaman cast Fireball? May I play Advance?
    Intent(f"card {_ANY_VERB} can|when", f"{PARTIES} unit with not", acts.may_play),
    # Can my archer act? When can it? Can I attack the orc with my knight?
    Intent(f"unit {_ANY_VERB} can|when|long", f"{PARTIES} pile not next until with time timer free", acts.may),
    Intent(f"{_ANY_VERB} i|they|side can|when|long which|what|any|many|who|units", f"{PARTIES} left", acts.side_may),
    Intent(f"{_ANY_VERB} i|they|side can|when|long", f"{PARTIES} not next until any", acts.side_may),
    # Is my knight free? How long until it can act?
    Intent(
        "unit free|busy|long|time|when",
        f"{PARTIES} can when long left not time many until timer what glass with",
        units.unit_free,
    ),
    Intent("units free which|what|any|many|who", f"{PARTIES} left", units.free_units),
    Intent(
        "glass free|busy|left|when|until",
        f"{PARTIES} can when long left time many until timer what game which",
        timers.timer_free,
    ),
    Intent("glass time many", PARTIES, timers.timer_free),
    Intent("next timer|free", f"{PARTIES} when which what who long until timer time", timers.next_free),
    Intent(
        "timer|free left|which|what|many free|left",
        f"{PARTIES} any can timer which what many long until",
        timers.free_timers,
    ),
    Intent("timer free any|i|they|side", PARTIES, timers.free_timers),
    Intent("timer|glass which|what|where unit", PARTIES, units.unit_free),
    Intent("busy which|what", f"{PARTIES} timer time", timers.running),
    Intent("free who|which|what", f"{PARTIES} units", units.free_units),
    Intent("timer which|what can act", f"{PARTIES} any", timers.free_timers),
    Intent("who unit", "they", units.whose),
    Intent("where unit", PARTIES, units.where),
    Intent("paused", f"{PARTIES} game time timer what who not", timers.paused),
    Intent("long|many|time left", "i game time until what many", timers.time_left),
    Intent("long until end", "i game", timers.time_left),
    Intent("win who", "game", won),
)


def answer(state: State, view: WarTimeView, question: str, *, asker: Seat | None) -> Answer | None:
    """What the game says to it; None where it has not begun, or the question is about something else."""
    if view.phase is Phase.SETUP:
        return None
    said = Said(lexicon(view).read(question), asker)
    others = [side for side in Side if asker is None or asker.value != side.value]
    return answered(INTENTS, Sand(without_hands(state, others), view, Speaker(view.names, asker)), said)

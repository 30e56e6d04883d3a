"""What a game of WarTime is asked, and what answers it: from its view alone, which has nothing that lies face down."""

from companion.answers.answer import Answer, Intent, answered
from companion.answers.said import PARTIES, Said
from companion.answers.speaker import Speaker, sentence
from companion.table.seats import Seat
from companion.table.view import Phase
from companion.wartime.answers import timers, units
from companion.wartime.answers.sand import TABLE, Sand
from companion.wartime.answers.words import lexicon
from companion.wartime.match.views import WarTimeView


def won(sand: Sand, _: Said) -> Answer | None:
    """Who has won, once somebody has."""
    if not sand.over:
        return None
    winner = sand.view.winner
    return Answer(f"{sentence(sand.speaker.who(Seat(winner)))} won." if winner else "Nobody won.", TABLE)


INTENTS: tuple[Intent[Sand], ...] = (
    # How many tokens has the Tower left?
    Intent("tokens unit|pile", f"{PARTIES} many left what", units.tokens),
    Intent("many left unit|pile", PARTIES, units.tokens),
    # Is my knight dead?
    Intent("gone unit", f"{PARTIES} not", units.alive),
    # Is my knight free? How long until it can act?
    Intent(
        "unit free|busy|long|time|when",
        f"{PARTIES} can when long left not time many until act timer what glass",
        units.unit_free,
    ),
    Intent("units free which|what|any|many|who", f"{PARTIES} left", units.free_units),
    Intent("units act i|they|side which|what|any|many|who", f"{PARTIES} can left", units.free_units),
    Intent("unit act can|when", f"{PARTIES} not next", units.unit_free),
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


def answer(view: WarTimeView, question: str, *, asker: Seat | None) -> Answer | None:
    """What the game says to it; None where it has not begun, or the question is about something else."""
    if view.phase is Phase.SETUP:
        return None
    said = Said(lexicon(view).read(question), asker)
    return answered(INTENTS, Sand(view, Speaker(view.names, asker)), said)

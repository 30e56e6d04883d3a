"""What a game of Warzone is asked, and what answers it: from its view alone, which has nothing that is sealed."""

from companion.answers.answer import Answer, Intent, answered
from companion.answers.said import PARTIES, Said
from companion.answers.speaker import Speaker
from companion.table.seats import Seat
from companion.table.view import Phase
from companion.warzone.answers import turns, units
from companion.warzone.answers.game import Asked
from companion.warzone.answers.words import lexicon
from companion.warzone.match.views import WarzoneView

_WHO = f"{PARTIES.replace(' ', '|')}|who"
INTENTS: tuple[Intent[Asked], ...] = (
    # Who goes first? Who has the initiative?
    Intent(f"first {_WHO}", f"{PARTIES} initiative win", turns.first),
    Intent(f"initiative {_WHO}", f"{PARTIES} first win", turns.first),
    # Has my Captain activated? Can it still?
    Intent("unit wounds many|left|what|how", f"{PARTIES} many left what how", units.wounds),
    Intent("unit activated|activate", PARTIES, units.activated),
    Intent("unit activate can", PARTIES, units.may_activate),
    Intent("unit react can", PARTIES, units.may_react),
    Intent("unit reacted", PARTIES, units.reacted),
    Intent("unit pinned", f"{PARTIES} not", units.pinned),
    Intent("unit gone", f"{PARTIES} not", units.gone),
    Intent("unit jammed", PARTIES, units.jammed),
    Intent("pinned who|which|any", f"{PARTIES} units which any", units.all_pinned),
    Intent("pinned units i|they|side many|what|any", f"{PARTIES}", units.all_pinned),
    Intent(
        "activated|activate which|who units|left|not|can", f"{PARTIES} left can units which not", units.all_unactivated
    ),
    Intent("jammed who|which", f"{PARTIES} units", units.all_jammed),
    # May I react? Who can?
    Intent(f"react can {_WHO}", f"{PARTIES} units which any", units.who_reacts),
    Intent("react can which|any", f"{PARTIES} units", units.who_reacts),
    Intent("activation|passes many|any left|i|they|side", f"{PARTIES} left many any", turns.activations),
    Intent("passes can i|they|side", "any", turns.activations),
    Intent("units many left", f"{PARTIES} game", turns.standing),
    Intent(f"points {_WHO}", f"{PARTIES} many what which left score win", turns.points),
    Intent(f"score {_WHO}|what|how", f"{PARTIES} who what which points game how win", turns.points),
    Intent("win who", "game", turns.points),
    Intent(f"turn|activation|active {_WHO}", f"{PARTIES} activation next active", turns.whose),
    Intent("next who", "active activate activation", turns.whose),
    Intent("turn|phase which|what|left many|which|what", f"{PARTIES} many which what left phase turn game", turns.turn),
    Intent("commander who", PARTIES, turns.commander),
)


def answer(view: WarzoneView, question: str, *, asker: Seat | None) -> Answer | None:
    """What the game says to it; None where it has not begun, or the question is about something else."""
    if view.phase is Phase.SETUP:
        return None
    said = Said(lexicon(view).read(question), asker)
    return answered(INTENTS, Asked(view, Speaker(view.names, asker)), said)

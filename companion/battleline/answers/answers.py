"""What a battle is asked, and what answers it. All of it is public: hands are unseen, as they are for claims."""

from collections.abc import Mapping

from companion.answers.answer import Answer, Intent, answered
from companion.answers.said import PARTIES
from companion.answers.speaker import Speaker
from companion.battleline.answers import acts, flags, table
from companion.battleline.answers.battle import Battle
from companion.battleline.answers.words import read
from companion.battleline.match.state import State
from companion.table.seats import Seat
from companion.table.state import Stage

_ANY_PARTY = PARTIES.replace(" ", "|")
_CARDS = "cards troop"
INTENTS: tuple[Intent[Battle], ...] = (
    # Can I claim flag 4? Why can't they claim it? A number alone is a flag only beside what is done with flags.
    Intent("claim flag|bare", f"{PARTIES} can not why when", flags.claimable),
    # What can I claim? Is anything claimable?
    Intent("claim can|any|which", f"{PARTIES} flags any which what who not", flags.which),
    # What beats me at flag 4? Can they still save it, with Blue 10?
    Intent(
        "beat|save flag|bare",
        f"{PARTIES} can which what any how who need claim win card {_CARDS} not",
        flags.threatened,
    ),
    Intent("bare status", PARTIES, flags.standing),
    Intent("need flag", f"{PARTIES} what which how many {_CARDS} win", flags.threatened),
    # Who wins flag 4? What do I have there?
    Intent("flag", f"{PARTIES} who which what how can score win status make {_CARDS} claim", flags.standing),
    Intent(f"bare who|win|score {_ANY_PARTY}|who|can", f"{PARTIES} can", flags.standing),
    Intent(f"turn|next who|{_ANY_PARTY}", f"{PARTIES} play which", table.turn),
    Intent(f"pass can {_ANY_PARTY}|who", f"{PARTIES} not any why when", acts.passing),
    # How many Tactics cards may I play? May I play one?
    Intent(
        f"tactics {_ANY_PARTY}|who|left play|many|left|out",
        f"{PARTIES} can play cards which any many not out flag why when",
        acts.tactics,
    ),
    # Can I play Red 10 at flag 3? Can I take it with the Traitor? Can I redeploy it to flag 5?
    Intent(f"card can {_ANY_PARTY}", f"{PARTIES} play claim move flag not why when", acts.playing),
    Intent(f"leader play can {_ANY_PARTY}", f"{PARTIES} flag not any why when", acts.leading),
    Intent(f"play can {_ANY_PARTY}", f"{PARTIES} flag {_CARDS} any not why when", acts.laying),
    Intent("card out|where|left|deck", f"{PARTIES} who play any not where deck flags out", table.where),
    Intent("card", "any", table.troop),
    Intent(
        "cards|colour|value|deck many|which|what|any left|out",
        f"{PARTIES} which colour value not {_CARDS} deck",
        table.unseen,
    ),
    # Who is winning? How many flags do they have?
    Intent(f"score {_ANY_PARTY}|who|what|how", f"{PARTIES} who what which many flags game how win", table.score),
    Intent("status what|how|game", "what how game", table.score),
    Intent("flags left who", "", table.score),
    Intent(f"win who|{_ANY_PARTY}", f"{PARTIES} game", table.score),
    Intent(f"flags many {_ANY_PARTY}|who|claim", f"{PARTIES} claim left who", table.score),
)


def answer(state: State, question: str, *, names: Mapping[str, str], asker: Seat | None) -> Answer | None:
    """What the battle says to it; None where the question is about something else, or nobody knows yet
    who begins."""
    if state.stage is Stage.SETUP and state.next is None:
        return None
    said = read(question, names=names, asker=asker)
    return answered(INTENTS, Battle(state, Speaker(names, asker)), said)

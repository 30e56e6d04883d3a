"""What players of every game say about the table: fillers, who, how many; and the names of sides and units."""

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from companion.answers.lexicon import LONGEST_PHRASE, Lexicon, Token, phrases
from companion.answers.said import SIDE
from companion.fields.numbers import whole
from companion.rulings.words import Words, plain_words
from companion.table.seats import Seat

K = TypeVar("K", bound=Hashable)

COMMON = phrases(
    {
        "": """
            the, a, an, is, are, am, was, were, be, been, being, do, does, did, of, at, in, on, for, to, it, its, it is,
            this, that, thats, there, theres, here, please, pls, so, ok, okay, hey, and, or, then, just, actually,
            really, now, right now, at the moment, at this moment, at present, currently, today, yet, already, still,
            has, have, had, got, will, would, isnt, arent, tell me, can you tell me, could you tell me, let me know,
            do you know, do you know if, i wonder, i wonder if, do we know, quick question, by the way, with us,
            in this game, in our game, at this table, at our table, on the table, as it stands, anyone know,
            does anyone know, that one, this one, man, mate, well, um, eh, hm, check, check if, please tell me,
            finally, even, anymore, any more, exactly, these, those, with, from, so far, again, gonna, going to
        """,
        "i": "i, me, my, mine, im, ive, id, ill, we, us, our, ours, weve, myself, my side, my own",
        "they": """
            they, them, their, theirs, theyre, he, him, his, she, her, hers, opponent, opponents, my opponent,
            my opponents, our opponent, the other side, other side, the other player, other player, the others,
            the other one, enemy, my enemy, the enemy, enemies, rival, my rival, opposition, the opposition
        """,
        "who": "who, whos, whose, whom, who is, whoever",
        "which": "which, which one, which ones, which of",
        "what": "what, whats, wat, what about, how about, what is",
        "when": "when, whens",
        "where": "where, wheres, whereabouts",
        "why": "why",
        "how": "how, hows, how is, how are",
        "many": "how many, how much, number of, count of, the number of, amount of",
        "long": """
            how long, how much time, how many seconds, how many secs, how many more seconds, how much longer, how soon
        """,
        "can": """
            can, could, may, might, able, able to, allowed, cant, cannot, couldnt, possible, is it possible, permitted,
            legal
        """,
        "i+can": "am i allowed, are we allowed, am i able, do i get",
        "they+can": "are they allowed, is he allowed, is she allowed",
        "any": "any, anything, something, some, anybody, anyone, any of",
        "not": "not, dont, doesnt, didnt, havent, hasnt",
        "left": "left, remaining, remain, remains, left over, leftover, still to come, to go, more",
        "next": "next, the next one, next one",
        "turn": "turn, turns, turn now",
        "who+turn": "whose go, whose go now, whose move, whose turn, whos up, who is up, whos on",
        "i+turn": "my go, my move, my turn, am i up, our turn, our go",
        "they+turn": "their go, his go, her go, their turn, his turn, her turn, their move",
        "score": """
            score, scores, the score, winning, ahead, leading, lead, in the lead, in front, losing, behind, standings
        """,
        "win": "win, wins, won, winner, winners, victory",
        "paused": "paused, on pause, on hold, stopped, halted, frozen",
        "game": "game, match, the game",
        "status": "status, state, situation, about, looking, look, stand, stands, standing, doing, how is it going",
    }
)


def sides(names: Mapping[str, str]) -> dict[Words, tuple[Token, ...]]:
    """Each seat of a match by its name and its colour, and whose something is then: "Gold's". A name that every
    question may have, such as Will, is left out."""
    found: dict[Words, tuple[Token, ...]] = {}
    for seat, name in names.items():
        token = (Token(SIDE, Seat(seat)),)
        for said in (plain_words(seat), plain_words(name)):
            if said and said not in COMMON:
                found[said] = found[(*said[:-1], said[-1] + "s")] = token
    return found


def named(kind: str, things: Iterable[tuple[K, str]], known: Lexicon) -> dict[Words, tuple[Token, ...]]:
    """What has a name, by that and by each part of it that is no word of the game already: "knight" and "squires" are
    the Knight / Squire. A token's value are the keys of all that may be meant."""
    meant: dict[Words, dict[K, None]] = {}
    for key, name in things:
        words = plain_words(name)
        for begin in range(len(words)):
            for end in range(begin + 1, min(begin + LONGEST_PHRASE, len(words)) + 1):
                part = words[begin:end]
                if part == words or _tells(part, known):
                    for form in _forms(part):
                        meant.setdefault(form, {})[key] = None
    return {said: (Token(kind, tuple(keys)),) for said, keys in meant.items()}


def _tells(part: Words, known: Lexicon) -> bool:
    """Whether a part of a name names anything by itself."""
    return len("".join(part)) > 1 and part not in known.phrases and any(whole(word) is None for word in part)


def _forms(part: Words) -> Iterable[Words]:
    """One of them, several, or what is its: "archer", "archers"."""
    *before, last = part
    yield part
    if last.endswith("s"):
        yield (*before, last[:-1])
    elif whole(last) is None:
        yield (*before, f"{last}s")
    if last.endswith("man"):
        yield (*before, f"{last[:-3]}men")

"""What players of every game say about the table: fillers, who, how many; and the names of sides and units."""

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from companion.answers.lexicon import Lexicon, Token, phrases
from companion.answers.said import SIDE
from companion.rulings.words import Words, words_of
from companion.table.seats import Seat

K = TypeVar("K", bound=Hashable)

COMMON = phrases(
    {
        "": (
            "the, a, an, is, are, am, was, were, be, been, being, do, does, did, of, at, in, on, for, to, it, its, it is,"
            "this, that, thats, there, theres, here, please, pls, so, ok, okay, hey, and, or, then, just, actually,"
            "really, now, right now, at the moment, at this moment, at present, currently, today, yet, already, still,"
            "has, have, had, got, will, would, isnt, arent, tell me, can you tell me, could you tell me, let me know,"
            "do you know, do you know if, i wonder, i wonder if, do we know, quick question, by the way, with us,"
            "in this game, in our game, at this table, at our table, on the table, as it stands, anyone know, does anyone"
            "know, that one, this one, man, mate, well, um, hm, say, check, check if, please tell me, finally,"
            "even, anymore, any more, exactly, these, those, with, from, so far, thing, um, eh, again, gonna, going to, ye"
        ),
        "i": "i, me, my, mine, im, ive, id, ill, we, us, our, ours, were we, weve, myself, my side, my own",
        "they": (
            "they, them, their, theirs, theyre, he, him, his, she, her, hers, opponent, opponents, my opponent,"
            "my opponents, the other side, other side, the other player, the others, my enemy, the enemy, enemy, enemies,"
            "the other one, other player, our opponent, my rival, rival, the opposition, opposition"
        ),
        "who": "who, whos, whose, whom, who is, whoever",
        "which": "which, which one, which ones, which of",
        "what": "what, whats, wat, what about, how about, whatever, what is",
        "when": "when, whens",
        "where": "where, wheres, whereabouts",
        "why": "why",
        "how": "how, hows, how is, how are",
        "many": "how many, how much, number of, count of, the number of, amount of",
        "long": "how long, how much time, how many seconds, how much longer, how many more seconds, how soon, how many secs",
        "can": (
            "can, could, may, might, able, allowed, cant, cannot, couldnt, possible, permitted, is it possible, do i get,"
            "am i allowed, able to, legal"
        ),
        "any": "any, anything, something, some, anybody, anyone, any of, somebody, someone",
        "not": "not, dont, doesnt, didnt, havent, hasnt",
        "left": "left, remaining, remain, remains, left over, still to come, to go, more, leftover",
        "next": "next, the next one, next one",
        "turn": "turn, turns, turn now",
        "who+turn": "whose go, whose move, whose turn, whos up, who is up, whos on, whose go now",
        "i+turn": "my go, my move, my turn, am i up, our turn, our go",
        "they+turn": "their go, his go, her go, their turn, his turn, her turn, their move",
        "score": "score, scores, winning, ahead, leading, lead, in front, losing, behind, standings, the score, in the lead",
        "win": "win, wins, won, winner, winners, victory",
        "paused": "paused, pause, on pause, on hold, stopped, halted, frozen",
        "game": "game, match, the game",
        "status": "status, state, situation, about, looking, look, stand, stands, standing, doing, going, hows it going",
    }
)


def sides(names: Mapping[str, str]) -> dict[Words, tuple[Token, ...]]:
    """Each seat of a match by its name and its colour, and whose something is then: "Gold's"."""
    found: dict[Words, tuple[Token, ...]] = {}
    for seat, name in names.items():
        token = (Token(SIDE, Seat(seat)),)
        for said in (words_of(seat), words_of(name)):
            if said:
                found[said] = found[(*said[:-1], said[-1] + "s")] = token
    return found


def named(kind: str, things: Iterable[tuple[K, str]], known: Lexicon) -> dict[Words, tuple[Token, ...]]:
    """What has a name, by that and by each part of it that is no word of the game already: "knight" and "squires" are
    the Knight / Squire. A token's value are the keys of all that may be meant."""
    meant: dict[Words, dict[K, None]] = {}
    for key, name in things:
        words = words_of(name)
        for begin in range(len(words)):
            for end in range(begin + 1, len(words) + 1):
                part = words[begin:end]
                whole = len(part) == len(words)
                if whole or not (part in known.phrases or all(word.isdigit() for word in part)):
                    for form in _forms(part):
                        meant.setdefault(form, {})[key] = None
    return {
        said: (Token(kind, tuple(keys)),) for said, keys in meant.items() if not (len(said[0]) == 1 and said[1:] == ())
    }


def _forms(part: Words) -> Iterable[Words]:
    """One of them, several, or what is its: "archer", "archers"."""
    *before, last = part
    yield part
    if last.endswith("s"):
        yield (*before, last[:-1])
    elif not last.isdigit():
        yield (*before, f"{last}s")
    if last.endswith("man"):
        yield (*before, f"{last[:-3]}men")

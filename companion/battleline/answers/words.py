"""What players ask of a battle: their words for flags, cards and what is done with them."""

from collections.abc import Mapping
from functools import lru_cache

from companion.answers.common import COMMON, sides
from companion.answers.lexicon import Lexicon, Token, phrases
from companion.answers.said import Said
from companion.battleline.cards import TROOPS, Colour, Edition
from companion.battleline.match.layout import NUMBERS
from companion.battleline.match.tactics import TACTICS, called
from companion.rulings.words import Words, plain_words
from companion.table.seats import Seat

_WORDS = phrases(
    {
        "claim": """
            claim, claims, claimed, claiming, take, takes, took, taking, grab, grabs, get, gets, gotten,
            seize, nick, bag, pinch, score the flag, my claim, call
        """,
        "can+claim": "claimable",
        "flags": "flag, flags, post, posts",
        "beat": """
            beat, beats, beaten, beating, stop, stops, break, breaks, top, tops, outdo, threaten, threatens, prevent,
            stopping, prevents, block, blocks, catch, keep me from, wreck, spoil, overtake, better, defeat, defeats,
            hurt, hurts, against
        """,
        "save": "save, saves, saved, saving, rescue, rescues, turn around, win back, hold, keep, defend",
        "need": "need, needs, require, requires, needed",
        "make": "make, makes, made, formation, formations, built, building",
        "play": "play, playing, lay, laying, put, use, put down, lay down",
        "play+turn": """
            plays now, plays next, lays next, goes now, goes next, play next, go next, has to play, has to move, up next
        """,
        "out": """
            out, seen, face up, played, laid, gone, used, come out, lies, lying, lie, dead, showing, shown, been seen,
            out there
        """,
        "left": "unseen, hidden, face down, unknown, still in, not out, not seen",
        "deck": "deck, decks, draw pile, stack, pile",
        "status": "safe, decided, locked, lost, lose, open, settled, secure, in danger, over",
        "cards": "card, cards",
        "cards+troop": "troop, troops, troop card, troop cards",
        "tactics": "tactics, tactic, tactics card, tactics cards, tactic card, tactic cards, tacticals, tactical",
        "leader": "leader, leaders, another leader, second leader, other leader, one more leader",
        "move": "move, moves, bring, brings, steal, steals, discard, discards",
        "pass": "pass, skip, passing, pass my turn, skip my turn, pass the turn, pass on this",
        "": "or not, both, battle line, side, own, any good, just now, line",
        "game": "battle, game, match, this battle, this game",
    }
)


def _flags() -> dict[Words, tuple[Token, ...]]:
    found: dict[Words, tuple[Token, ...]] = {}
    ordinals = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
    for number, ordinal in zip(NUMBERS, ordinals, strict=True):
        token = (Token("flag", number),)
        for word in ("flag", "post"):
            for said in (f"{word} {number}", f"{word} number {number}", f"{word} no {number}", f"{ordinal} {word}"):
                found[plain_words(said)] = token
            for said in (f"{number}th {word}", f"at {number}", f"on {number}"):
                found[plain_words(said)] = token
        found[plain_words(f"{number}")] = found[plain_words(f"number {number}")] = (Token("bare", number),)
        # So many flags, not the flag of that number.
        found[plain_words(f"{number} flags")] = found[plain_words(f"{number} cards")] = (Token("number", number),)
        found[plain_words(f"at {number} cards")] = found[plain_words(f"on {number} cards")] = (Token("number", number),)
    return found


def _cards() -> dict[Words, tuple[Token, ...]]:
    found: dict[Words, tuple[Token, ...]] = {}
    for troop in TROOPS:
        colour, value = Colour(troop[0]).word, troop[1:]
        for said in (f"{colour} {value}", f"{colour[0]}{value}", f"{value} of {colour}", f"{colour}{value}"):
            found[plain_words(said)] = (Token("card", troop),)
        found[plain_words(f"{value}s")] = found[plain_words(f"all {value}s")] = (Token("value", value),)
    found[("tens",)] = (Token("value", "10"),)
    for each in Colour:
        for said in (f"{each.word}s", f"{each.word} cards", f"{each.word} troops", f"{each.word} card", each.word):
            found.setdefault(plain_words(said), (Token("colour", each.value),))
    for piece in TACTICS:
        for name in {called(piece, edition) for edition in Edition}:
            found[plain_words(name)] = (Token("card", piece),)
    return found


@lru_cache(maxsize=4)
def _lexicon(names: tuple[tuple[str, str], ...]) -> Lexicon:
    # Red is a side, and an army only with a number or its cards.
    return Lexicon(COMMON | _WORDS | _flags() | _cards() | sides(dict(names)))


def read(question: str, *, names: Mapping[str, str], asker: Seat | None) -> Said:
    """The question as it was meant, at a battle of these names."""
    return Said(_lexicon(tuple(names.items())).read(question), asker)

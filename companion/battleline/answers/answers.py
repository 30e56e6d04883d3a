"""Reads questions about a battle and answers them from what is public."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from companion.answers import (
    COMMON,
    PARTIES,
    Intent,
    Lexicon,
    PhraseToken,
    Said,
    Speaker,
    TableAnswer,
    answered,
    counted,
    listed,
    phrases,
    sentence,
    sides,
)
from companion.battleline.answers import acts
from companion.battleline.answers import acts as table
from companion.battleline.answers.acts import OVER, TABLE, Battle, may_claim, refusal, to
from companion.battleline.cards import TROOPS, Colour, Edition, FlagOutcome, Reply
from companion.battleline.claim import Claim, in_words, saves
from companion.battleline.match.claims import not_now, unseen_troops
from companion.battleline.match.state import NUMBERS, TACTICS, State, called
from companion.rulings.words import Words, plain_words
from companion.table.seats import Seat
from companion.table.state import Stage

# Questions about a flag: whether it can be claimed, what still beats that, how it stands (Battle Line, Flags).

MOST_NAMED = 5
"""So many cards an answer names; of more it says how many, and the best of them."""


def claimable(battle: Battle, said: Said) -> TableAnswer | None:
    """Returns whether those it is about can claim the named flags."""

    def judged(number: int) -> str:
        pair = battle.state.layout.pair(number)
        seats = said.sides(battle.state.layout.seats, mine=not said.has("who"))
        if battle.state.stage is Stage.OVER or not any(seat in pair for seat in seats):
            between = listed([battle.speaker.who(seat) for seat in pair])
            return OVER if battle.state.stage is Stage.OVER else f"No: it lies between {between}."
        seats = [seat for seat in seats if seat in pair]
        return battle.speaker.each([(seat, _claim(battle, number, seat)) for seat in seats])

    return _of_each(battle, said, judged, taken="No: ")


def standing(battle: Battle, said: Said) -> TableAnswer | None:
    """Returns who holds the named flags, or will."""
    return _of_each(battle, said, lambda number: _state(battle, number))


def threatened(battle: Battle, said: Said) -> TableAnswer | None:
    """Returns what can still beat one side of the named flags."""
    return _of_each(battle, said, lambda number: " ".join(dict.fromkeys(_threats(battle, said, number))))


def which(battle: Battle, said: Said) -> TableAnswer:
    """Returns every flag that those it is about can claim."""
    state, told, first = battle.state, [], []
    for seat in said.sides(state.layout.seats, mine=not said.has("who")):
        proven = [n for n in NUMBERS if (claim := battle.verdict(n, seat)) is not None and claim.claimable]
        flags = f"flag{'s' if len(proven) > 1 else ''} {listed([str(each) for each in proven])}" if proven else ""
        if any(may_claim(battle, seat, number) for number in proven):
            told.append((seat, f"Yes: {flags}."))
        elif state.stage is Stage.OVER:
            told.append((seat, OVER))
        elif (late := _late(battle, seat)) is not None:
            told.append((seat, f"Not now. {late}{f' Then {flags}.' if proven else ''}"))
        else:
            told.append((seat, "No flag yet."))
        first += proven
    return TableAnswer(battle.speaker.each(told), to(first[0]) if first else TABLE)


def _late(battle: Battle, seat: Seat) -> str | None:
    """Says why this is not the seat's moment to claim; None where it is."""
    late, following = not_now(battle.state, seat), battle.state.next
    if late is None or battle.state.stage is Stage.OVER or following in (None, seat) or battle.state.turn is seat:
        return late and refusal(battle, seat, late)
    return f"It is {battle.speaker.whose(following)} turn."


def _of_each(battle: Battle, said: Said, tell: Callable[[int], str], *, taken: str = "") -> TableAnswer | None:
    flags = said.values("flag", "bare")
    told = [f"{taken}{held}" if (held := _taken(battle, number)) else tell(number) for number in flags]
    if len(flags) > 1:
        told = [f"Flag {number}: {text}" for number, text in zip(flags, told, strict=True)]
    told = [sentence(text) for text in told]
    return TableAnswer(" ".join(told), to(flags[0])) if told else None


def _taken(battle: Battle, number: int) -> str:
    """Returns who has claimed the flag; "" while it is free."""
    holder = battle.state.claimed.get(number)
    return "" if holder is None else f"{battle.speaker.has(holder)} claimed flag {number}."


def _claim(battle: Battle, number: int, seat: Seat) -> str:
    claim = battle.verdict(number, seat)
    if claim is not None and may_claim(battle, seat, number):
        return f"Yes: {_proven(battle, number, seat, claim)}"
    if claim is None or claim.mine is None:
        return f"Not yet: {_so_far(battle, number, seat)} there."
    if not claim.claimable:
        no = "Not yet" if claim.best_reply and claim.best_reply.needs else "No"
        return f"{no}: {_why_beaten(battle, number, seat, claim)}"
    return f"Not now. {_late(battle, seat)} Then yes: {_proven(battle, number, seat, claim)}"


def _so_far(battle: Battle, number: int, seat: Seat) -> str:
    """ "you have 2 of 3 cards"."""
    flag = battle.flag(number, seat)
    return f"{battle.speaker.has(seat)} {len(flag.mine) or 'none'} of {flag.slots} cards"


def _other(battle: Battle, number: int, seat: Seat) -> Seat:
    return battle.state.layout.across(number, seat)


def _why_beaten(battle: Battle, number: int, seat: Seat, claim: Claim) -> str:
    """Says why a complete side does not win the flag, or not for certain."""
    reply = claim.best_reply
    if reply is None or claim.mine is None:
        return ""
    if reply.needs:
        return f"{battle.cards(reply.needs)} make{'s' if len(reply.needs) == 1 else ''} {in_words(reply)}."
    if claim.beats is FlagOutcome.TIE:
        return f"a tie, and {battle.speaker.who(seat)} played the last card."
    return f"{battle.made(_other(battle, number, seat), reply)} beats {battle.made(seat, claim.mine)}."


def _proven(battle: Battle, number: int, seat: Seat, claim: Claim) -> str:
    """Says why a side has won the flag."""
    other, reply, mine = _other(battle, number, seat), claim.best_reply, claim.mine
    if mine is None:
        return ""
    if reply is None:
        return f"{battle.speaker.who(other)} can never complete it."
    if reply.needs:
        return f"no reply beats {battle.made(seat, mine)} any more."
    if claim.beats is FlagOutcome.TIE:
        return f"a tie, and {battle.speaker.who(other)} played the last card."
    return f"{battle.made(seat, mine)} beats {battle.made(other, reply)}."


def _state(battle: Battle, number: int) -> str:
    if battle.state.stage is Stage.OVER:
        return f"The battle is over: no side claimed flag {number}."
    pair = battle.state.layout.pair(number)
    claims = {seat: claim for seat in pair if (claim := battle.verdict(number, seat)) is not None}
    for seat, claim in claims.items():
        if claim.claimable:
            return f"{sentence(battle.speaker.does(seat, 'win'))} it: {_proven(battle, number, seat, claim)}"
    for seat, claim in claims.items():
        if claim.mine is not None:
            ahead = f"Open: {battle.speaker.has(seat)} {in_words(claim.mine)}"
            return f"{ahead}, but {_why_beaten(battle, number, seat, claim)}"
    return f"Open: {listed([_so_far(battle, number, seat) for seat in pair])}."


def _threats(battle: Battle, said: Said, number: int) -> list[str]:
    claims = {seat: battle.verdict(number, _other(battle, number, seat)) for seat in _attackers(battle, said, number)}
    standing = {seat: claim for seat, claim in claims.items() if claim is not None and claim.mine is not None}
    return [_threat(battle, said, number, seat, claim) for seat, claim in standing.items()] or [_state(battle, number)]


def _attackers(battle: Battle, said: Said, number: int) -> list[Seat]:
    """Returns who would beat the other at the flag.

    In "can they beat me" it is the one before the word, in "what beats me" the others. In "what saves it for me" it is
    the one that is named.
    """
    pair, seats = battle.state.layout.pair(number), battle.state.layout.seats
    if not said.has("beat"):
        named = said.sides(seats)
    else:
        before, after = said.around("beat", seats)
        named = before or [seat for seat in pair if after and seat not in after]
        if not named and said.asker in pair:
            named = [_other(battle, number, said.asker)]
    return battle.facing(number, named)


def _threat(battle: Battle, said: Said, number: int, seat: Seat, claim: Claim) -> str:
    """Returns whether, or with what, this seat can still beat the other's complete side, whose claim that is."""
    other, reply = _other(battle, number, seat), claim.best_reply
    asks = not said.has("what", "which", "how")
    if claim.claimable:
        return f"{'No: ' if asks else ''}{_proven(battle, number, other, claim)}"
    if reply is None or not reply.needs:
        return f"{'Yes: ' if asks else ''}{_why_beaten(battle, number, other, claim)}"
    return _with(battle, said, number, seat, reply)


def _with(battle: Battle, said: Said, number: int, seat: Seat, reply: Reply) -> str:
    found = saves(battle.flag(number, seat), unseen_troops(battle.state))
    named = [card for card in said.values("card") if card in TROOPS]
    if named:
        left = [card for card in named if card in found]
        return f"Yes: {battle.cards(left, 'or')} still can." if left else f"No: not with {battle.cards(named, 'or')}."
    yes = "" if said.has("what", "which", "how") else "Yes: "
    best = f"{battle.cards(reply.needs)} make{'s' if len(reply.needs) == 1 else ''} {in_words(reply)}."
    if len(found) < 2:
        return f"{yes}{best}"
    some = battle.cards(found, "or") if len(found) <= MOST_NAMED else f"{counted(len(found), 'card')} still help"
    return f"{yes}{some}. The best: {best}"


# What players ask of a battle: their words for flags, cards and what is done with them.

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


def _flags() -> dict[Words, tuple[PhraseToken, ...]]:
    found: dict[Words, tuple[PhraseToken, ...]] = {}
    ordinals = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
    for number, ordinal in zip(NUMBERS, ordinals, strict=True):
        token = (PhraseToken("flag", number),)
        for word in ("flag", "post"):
            for said in (f"{word} {number}", f"{word} number {number}", f"{word} no {number}", f"{ordinal} {word}"):
                found[plain_words(said)] = token
            for said in (f"{number}th {word}", f"at {number}", f"on {number}"):
                found[plain_words(said)] = token
        found[plain_words(f"{number}")] = found[plain_words(f"number {number}")] = (PhraseToken("bare", number),)
        # So many flags, not the flag of that number.
        found[plain_words(f"{number} flags")] = found[plain_words(f"{number} cards")] = (PhraseToken("number", number),)
        found[plain_words(f"at {number} cards")] = found[plain_words(f"on {number} cards")] = (
            PhraseToken("number", number),
        )
    return found


def _cards() -> dict[Words, tuple[PhraseToken, ...]]:
    found: dict[Words, tuple[PhraseToken, ...]] = {}
    for troop in TROOPS:
        colour, value = Colour(troop[0]).word, troop[1:]
        for said in (f"{colour} {value}", f"{colour[0]}{value}", f"{value} of {colour}", f"{colour}{value}"):
            found[plain_words(said)] = (PhraseToken("card", troop),)
        found[plain_words(f"{value}s")] = found[plain_words(f"all {value}s")] = (PhraseToken("value", value),)
    found[("tens",)] = (PhraseToken("value", "10"),)
    for each in Colour:
        for said in (f"{each.word}s", f"{each.word} cards", f"{each.word} troops", f"{each.word} card", each.word):
            found.setdefault(plain_words(said), (PhraseToken("colour", each.value),))
    for piece in TACTICS:
        for name in {called(piece, edition) for edition in Edition}:
            found[plain_words(name)] = (PhraseToken("card", piece),)
    return found


@lru_cache(maxsize=4)
def _lexicon(names: tuple[tuple[str, str], ...]) -> Lexicon:
    # Red is a side, and an army only with a number or its cards.
    return Lexicon(COMMON | _WORDS | _flags() | _cards() | sides(dict(names)))


def read(question: str, *, names: Mapping[str, str], asker: Seat | None) -> Said:
    """Returns the question as it was meant, at a battle of these names."""
    return Said(_lexicon(tuple(names.items())).read(question), asker)


# What a battle is asked, and what answers it. All of it is public: hands are unseen, as they are for claims.

_ANY_PARTY = PARTIES.replace(" ", "|")
_CARDS = "cards troop"
INTENTS: tuple[Intent[Battle], ...] = (
    # Can I claim flag 4? Why can't they claim it? A number alone is a flag only beside what is done with flags.
    Intent("claim flag|bare", f"{PARTIES} can not why when", claimable),
    # What can I claim? Is anything claimable?
    Intent("claim can|any|which", f"{PARTIES} flags any which what who not", which),
    # What beats me at flag 4? Can they still save it, with Blue 10?
    Intent(
        "beat|save flag|bare",
        f"{PARTIES} can which what any how who need claim win card {_CARDS} not",
        threatened,
    ),
    Intent("bare status", PARTIES, standing),
    Intent("need flag", f"{PARTIES} what which how many {_CARDS} win", threatened),
    # Who wins flag 4? What do I have there?
    Intent("flag", f"{PARTIES} who which what how can score win status make {_CARDS} claim", standing),
    Intent(f"bare who|win|score {_ANY_PARTY}|who|can", f"{PARTIES} can", standing),
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


def answer(state: State, question: str, *, names: Mapping[str, str], asker: Seat | None) -> TableAnswer | None:
    """Returns the battle's answer. It is None where the question is about something else, or before it is known who
    begins."""
    if state.stage is Stage.SETUP and state.next is None:
        return None
    said = read(question, names=names, asker=asker)
    return answered(INTENTS, Battle(state, Speaker(names, asker)), said)

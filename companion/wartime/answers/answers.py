"""Defines what a game of WarTime can be asked, and what answers it."""

from functools import lru_cache
from urllib.parse import quote

from companion.answers import (
    COMMON,
    PARTIES,
    Intent,
    Lexicon,
    Phrases,
    PhraseToken,
    Said,
    Speaker,
    TableAnswer,
    answered,
    counted,
    inside,
    listed,
    named,
    phrases,
    sentence,
    sides,
)
from companion.fields.numbers import whole
from companion.rulings.words import plain_words
from companion.table.seats import Seat, Side
from companion.table.view import Phase, TimerState
from companion.wartime.answers import acts
from companion.wartime.answers.acts import OVER, TABLE, SandAnswer, no_timer, out_of_play, timers_of, yes_or_no
from companion.wartime.match.state import State
from companion.wartime.match.views import TimerView, UnitView, WarTimeView, without_hands
from companion.wartime.scenario.scenario import TimerKind

# Questions about sand timers: which are free, how much sand is left, which is the next (WarTime Rulebook, Timers).

ALL_FREE = TableAnswer("No sand is running: all are free.", TABLE)


def timer_free(sand: SandAnswer, said: Said) -> TableAnswer | None:
    """Returns whether the named timers are free, or how much sand is left in them."""
    if sand.over:
        return OVER
    timers = sand.timers(said, [id for ids in said.values("glass") for id in ids])
    told = [_running(sand, said, each) for each in timers]
    if len(timers) > 1:
        told = [f"{each.name}: {inside(text)}" for each, text in zip(timers, told, strict=True)]
    return TableAnswer(" ".join(map(sentence, told)), f"/timers/{timers[0].id}") if told else None


def _running(sand: SandAnswer, said: Said, timer: TimerView) -> str:
    free = timer.state is TimerState.AVAILABLE
    yes = yes_or_no(said, free=free) if said.has("free", "busy") else ""
    return f"{yes}it is free." if free else f"{yes}{sand.left(timer)}{_with(timer)}."


def _with(timer: TimerView) -> str:
    """Returns what unit or card it runs for, as words to add."""
    name = timer.unit or timer.card
    return f", with {name}" if name else ""


def free_timers(sand: SandAnswer, said: Said) -> TableAnswer:
    """Returns which timers are free, of those it is about."""
    if sand.over:
        return OVER
    return TableAnswer(sand.speaker.each([(seat, _free(sand, seat)) for seat in said.sides(sand.speaker.seats)]), TABLE)


def _free(sand: SandAnswer, seat: Seat) -> str:
    own = [each for each in sand.view.timers if each.side == seat.value]
    free = [each.tag for each in own if each.state is TimerState.AVAILABLE]
    if free:
        return f"{len(free)} free: {listed(free)}."
    first = min(own, key=_remaining, default=None)
    return "None free." if first is None else f"None free. The next is {first.tag}: {sand.left(first)}."


def running(sand: SandAnswer, said: Said) -> TableAnswer:
    """Returns which timers run, of those that the question is about, and what each runs for."""
    if sand.over:
        return OVER
    told = sorted((each for each in sand.timers(said) if each.state is TimerState.ACTIVE), key=_remaining)
    return TableAnswer(
        " ".join(f"{each.name}{_with(each)}: {sand.left(each)}." for each in told) or ALL_FREE.text, TABLE
    )


def _remaining(timer: TimerView) -> int:
    return timer.remaining_ms


def next_free(sand: SandAnswer, said: Said) -> TableAnswer:
    """Returns which timer runs out next."""
    if sand.over:
        return OVER
    first = min((each for each in sand.timers(said) if each.state is TimerState.ACTIVE), key=_remaining, default=None)
    if first is None:
        return ALL_FREE
    return TableAnswer(f"{first.name}{_with(first)}: {sand.left(first)}.", f"/timers/{first.id}")


def paused(sand: SandAnswer, _: Said) -> TableAnswer:
    """Returns whether the sand falls."""
    if sand.over:
        return OVER
    return TableAnswer(
        "Yes: the game is paused, all sand stands." if sand.view.paused else "No: the sand falls.", TABLE
    )


def time_left(sand: SandAnswer, _: Said) -> TableAnswer:
    """Returns how much longer the game lasts, where a timer ends it."""
    if sand.over:
        return OVER
    game = next((each for each in sand.view.timers if each.kind is TimerKind.GAME), None)
    if game is None or game.state is not TimerState.ACTIVE:
        return TableAnswer("No timer ends this game.", TABLE)
    return TableAnswer(f"{sentence(sand.left(game))} in the game.", f"/timers/{game.id}")


# Questions about units and stacks of tokens (WarTime Rulebook, Units and Terrain Features).


def unit_free(sand: SandAnswer, said: Said) -> TableAnswer | None:
    """Returns whether the named units are free, or how long their sand still falls."""
    if sand.over:
        return OVER
    units = sand.units(said)
    told = [_freedom(sand, said, *each) for each in units]
    if len(units) > 1:
        told = [f"{sand.told_apart(units, *each)}: {inside(text)}" for each, text in zip(units, told, strict=True)]
    running = [unit.timer for _, unit in units if unit.timer is not None]
    return (
        TableAnswer(" ".join(map(sentence, told)), f"/timers/{running[0]}" if len(running) == 1 else TABLE)
        if told
        else None
    )


def _freedom(sand: SandAnswer, said: Said, seat: Seat, unit: UnitView) -> str:
    if out := out_of_play(unit):
        return f"{unit.name} {out}."
    timer = sand.timer(unit.timer)
    yes = yes_or_no(said, free=timer is None) if said.has("free", "busy") else ""
    if timer is None:
        return f"{yes}it is free now. {no_timer(sand, seat.side)}".rstrip()
    return f"{yes}{f'{timer.tag}, ' if said.has('timer') else ''}{sand.left(timer)}."


def free_units(sand: SandAnswer, said: Said) -> TableAnswer:
    """Answers which units are free. A side that lists no units is answered by its free timers."""
    if sand.over:
        return OVER
    told = []
    for seat in said.sides(sand.speaker.seats):
        units = sand.view.sides[seat.value].units
        free = [each.name for each in units if each.state == "available"]
        lacking = no_timer(sand, seat.side)
        if units:
            told.append((seat, f"{listed(free)}. {lacking}".rstrip() if free else "None is free."))
        else:
            timers = timers_of(sand, seat.side)
            tags = [each.tag for each in timers if each.state is TimerState.AVAILABLE]
            told.append((seat, lacking or f"{listed(tags)} {'is' if len(tags) == 1 else 'are'} free."))
    return TableAnswer(sand.speaker.each(told), TABLE)


def whose(sand: SandAnswer, said: Said) -> TableAnswer | None:
    """Returns which side the named units belong to, and where they stand."""
    told = []
    for seat, unit in sand.units(said):
        stands = f", in {unit.hex}" if unit.hex else ""
        out = out_of_play(unit)
        owner = "yours" if seat is said.asker else sand.speaker.whose(seat)
        told.append(f"{unit.name} is {owner}{stands}{f', it {out}' if out else ''}.")
    return TableAnswer(" ".join(told), _page(sand, said)) if told else None


def where(sand: SandAnswer, said: Said) -> TableAnswer | None:
    """Returns where the named units stand."""
    if all(unit.hex is None for _, unit in sand.units(said)):
        return None
    return whose(sand, said)


def alive(sand: SandAnswer, said: Said) -> TableAnswer | None:
    """Returns whether the named units are eliminated."""
    units = sand.units(said)
    told = [
        f"{sentence(sand.told_apart(units, seat, unit))} {out_of_play(unit) or 'is in play'}{_left(unit)}."
        for seat, unit in units
    ]
    return TableAnswer(" ".join(told), _page(sand, said)) if told else None


def tokens(sand: SandAnswer, said: Said) -> TableAnswer | None:
    """Returns how many tokens are left in the named stacks."""
    units = sand.units(said)
    told = []
    for seat, unit in units:
        name = sentence(sand.told_apart(units, seat, unit))
        if out := out_of_play(unit):
            told.append(f"{name} {out}.")
        elif unit.left is not None:
            told.append(f"{name} has {counted(unit.left, 'token')}{f' of {unit.health}' if unit.health else ''}.")
        else:
            told.append(f"The scenario does not say how many tokens {unit.name} has.")
    piles = {hex for hexes in said.values("pile") for hex in hexes}
    for each in sand.view.features:
        if each.hex in piles:
            told.append(
                f"{each.terrain.capitalize()} in {each.hex}: {each.left or 'none'} of {counted(each.tokens, 'token')}."
            )
    return TableAnswer(" ".join(told), _page(sand, said)) if told else None


def _left(unit: UnitView) -> str:
    return f", {counted(unit.left, 'token')} left" if unit.left is not None and unit.state != "eliminated" else ""


def _page(sand: SandAnswer, said: Said) -> str:
    units = sand.units(said)
    return f"/units/{units[0][0].value}/{quote(units[0][1].name, safe='')}" if len(units) == 1 else TABLE


# What players ask of a game of WarTime: their words for timers and what they do, and this game's units by name.

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
    return {said: (PhraseToken("glass", tuple(ids)),) for said, ids in meant.items()}


_BASE = Lexicon(COMMON | _WORDS)


def lexicon(view: WarTimeView) -> Lexicon:
    """Returns the words of this game, with the names that are on its table."""
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
    timers: tuple[tuple[tuple[str, ...], tuple[PhraseToken, ...]], ...],
) -> Lexicon:
    own = named("unit", ((each, each[1]) for each in units), _BASE)
    piles = named("pile", ((hex, terrain) for hex, terrain in features), _BASE)
    piles |= {plain_words(hex): (PhraseToken("pile", (hex,)),) for hex, _ in features}
    deck = named("card", ((each, each[1]) for each in cards), _BASE)
    return Lexicon(COMMON | dict(timers) | piles | deck | own | _WORDS | sides(dict(names)))


# What a game of WarTime can be asked, and what answers it: its view, and what it would accept. Neither depends on a
# card that lies face down before another player than the one who asks.


def answer_won(sand: SandAnswer, _: Said) -> TableAnswer | None:
    """Returns who has won, once a side has."""
    if not sand.over:
        return None
    winner = sand.view.winner
    return TableAnswer(f"{sentence(sand.speaker.who(Seat(winner)))} won." if winner else "Neither side won.", TABLE)


_ANY_VERB = "|".join(acts.VERBS.split())
INTENTS: tuple[Intent[SandAnswer], ...] = (
    # How many tokens has the Tower left?
    Intent("tokens unit|pile", f"{PARTIES} many left what", tokens),
    Intent("many left unit|pile", PARTIES, tokens),
    # Is my knight dead?
    Intent("gone unit", f"{PARTIES} not", alive),
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
        unit_free,
    ),
    Intent("units free which|what|any|many|who", f"{PARTIES} left", free_units),
    Intent(
        "glass free|busy|left|when|until",
        f"{PARTIES} can when long left time many until timer what game which",
        timer_free,
    ),
    Intent("glass time many", PARTIES, timer_free),
    Intent("next timer|free", f"{PARTIES} when which what who long until timer time", next_free),
    Intent(
        "timer|free left|which|what|many free|left", f"{PARTIES} any can timer which what many long until", free_timers
    ),
    Intent("timer free any|i|they|side", PARTIES, free_timers),
    Intent("timer|glass which|what|where unit", PARTIES, unit_free),
    Intent("busy which|what", f"{PARTIES} timer time", running),
    Intent("free who|which|what", f"{PARTIES} units", free_units),
    Intent("timer which|what can act", f"{PARTIES} any", free_timers),
    Intent("who unit", "they", whose),
    Intent("where unit", PARTIES, where),
    Intent("paused", f"{PARTIES} game time timer what who not", paused),
    Intent("long|many|time left", "i game time until what many", time_left),
    Intent("long until end", "i game", time_left),
    Intent("win who", "game", answer_won),
)


def answer(state: State, view: WarTimeView, question: str, *, asker: Seat | None) -> TableAnswer | None:
    """Returns what the game answers; None where it has not begun, or the question is about something else."""
    if view.phase is Phase.SETUP:
        return None
    said = Said(lexicon(view).read(question), asker)
    others = [side for side in Side if asker is None or asker.value != side.value]
    return answered(INTENTS, SandAnswer(without_hands(state, others), view, Speaker(view.names, asker)), said)

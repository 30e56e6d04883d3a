"""Questions about turns, cards and the score of a battle."""

from companion.answers.answer import Answer
from companion.answers.said import Said
from companion.answers.speaker import counted, listed, sentence
from companion.battleline.answers.battle import TABLE, Battle, to
from companion.battleline.cards import TROOPS, Colour, mask, troops
from companion.battleline.choices import Tactics
from companion.battleline.match.commands import Lay, Pass
from companion.battleline.match.hands import to_draw, unseen_tactics, unseen_troops
from companion.battleline.match.offers import NOTHING_TO_TAKE, takes
from companion.battleline.match.plays import tactic
from companion.battleline.match.rules import decide
from companion.battleline.match.tactics import GUILE, MOVERS, TACTICS, Piece
from companion.battleline.scoring import Victory
from companion.table.errors import NotHere, Refused
from companion.table.seats import Seat
from companion.table.state import Stage

_HOW = {Victory.BREAKTHROUGH: " by a break-through", Victory.ENVELOPMENT: " by an envelopment"}
MOST_NAMED = 10
"""So many cards an answer names."""
_IF_HELD = "Yes, if it is in hand."


def turn(battle: Battle, said: Said) -> Answer | None:
    """Whose card comes next."""
    state, following = battle.state, battle.state.next
    if state.stage is Stage.OVER:
        return Answer("The battle is over.", TABLE)
    if following is None:
        return Answer("Nobody's yet: lay the first card.", TABLE)
    asked = said.sides(state.layout.seats)
    whose = f"it is {battle.speaker.whose(following)} turn."
    alone = len(asked) == 1 and not said.has("who")
    return Answer(f"{'Yes' if following in asked else 'No'}: {whose}" if alone else sentence(whose), TABLE)


def passing(battle: Battle, said: Said) -> Answer:
    """Whether those it is about may pass now."""
    yes = "Only with no Troop card that could be laid."
    told = [(seat, _allowed(battle, Pass(side=seat), yes)) for seat in said.sides(battle.state.layout.seats)]
    return Answer(battle.speaker.each(told), TABLE)


def tactics(battle: Battle, said: Said) -> Answer:
    """How many Tactics cards may be played, and by whom (Battle Line, Tactics Cards)."""
    if battle.state.choices.tactics is Tactics.WITHOUT:
        return Answer("None: you play without Tactics cards.", TABLE)
    told = [(seat, _tactics(battle, seat)) for seat in said.sides(battle.state.layout.seats)]
    unseen = f" {counted(unseen_tactics(battle.state), 'Tactics card')} unseen." if said.has("left") else ""
    return Answer(battle.speaker.each(told) + unseen, TABLE)


def _tactics(battle: Battle, seat: Seat) -> str:
    state, speaker = battle.state, battle.speaker
    played = {each: len(state.tactics(each)) for each in (seat, *state.layout.others(seat))}
    told = ", ".join(f"{speaker.who(each)} {count or 'none'}" for each, count in played.items())
    more = min(played.values()) + 1 - played[seat]
    if more <= 0:
        return f"None now. Played: {told}."
    return f"{'One' if more == 1 else more} more. Played: {told}."


def playing(battle: Battle, said: Said) -> Answer | None:
    """Whether a card may be laid, or a Tactics card played, by those it is about."""
    (piece, *more), flags = said.values("card"), said.values("flag")
    if more or len(flags) > 1:
        return None
    if piece in battle.state.lying:
        return where(battle, said)
    told = [(seat, _playable(battle, seat, piece, flags)) for seat in said.sides(battle.state.layout.seats)]
    return Answer(battle.speaker.each(told), to(flags[0]) if flags else TABLE)


def _playable(battle: Battle, seat: Seat, piece: Piece, flags: list[int]) -> str:
    if flags and piece not in GUILE:
        return _allowed(battle, Lay(side=seat, flag=flags[0], piece=piece), _IF_HELD)
    if late := _not_in_turn(battle, seat):
        return late
    try:
        if piece in TACTICS:
            tactic(battle.state, seat, piece)
    except Refused as reason:
        return f"No. {reason}"
    if piece in MOVERS and not takes(battle.state, seat, piece):
        return f"No. {NOTHING_TO_TAKE}"
    return _IF_HELD


def _allowed(battle: Battle, command: Lay | Pass, yes: str) -> str:
    """What the rules say to it now; `yes` where they do not refuse it."""
    if late := _not_in_turn(battle, command.side):
        return late
    try:
        decide(battle.state, command, battle.state.latest_ns)
    except (Refused, NotHere) as reason:
        return f"No. {reason}"
    return yes


def _not_in_turn(battle: Battle, seat: Seat) -> str:
    if battle.state.stage is Stage.OVER:
        return "No: the battle is over."
    following = battle.state.next
    return "" if following in (None, seat) else f"Not now: it is {battle.speaker.whose(following)} turn."


def where(battle: Battle, said: Said) -> Answer | None:
    """Where the named cards lie, or that they are still to come."""
    told = []
    for piece in said.values("card"):
        spot, by = battle.state.lying.get(piece), battle.state.played.get(piece)
        name = battle.named(piece)
        if spot is None:
            told.append(f"{name} is still unseen.")
        elif spot.flag is None:
            told.append(f"{name} is out: it lies beside the deck, on {battle.speaker.whose(spot.side)} side.")
        else:
            player = f", played by {battle.speaker.who(by)}" if by is not None and by is not spot.side else ""
            told.append(
                f"{name} is out: it lies at flag {spot.flag}, on {battle.speaker.whose(spot.side)} side{player}."
            )
    lying = [spot.flag for piece in said.values("card") if (spot := battle.state.lying.get(piece)) and spot.flag]
    return Answer(" ".join(told), to(lying[0]) if lying else TABLE) if told else None


def troop(battle: Battle, said: Said) -> Answer | None:
    """Where a Troop card lies that is named, and nothing else; a Tactics card alone asks for what it does."""
    return where(battle, said) if all(card in TROOPS for card in said.values("card")) else None


def unseen(battle: Battle, said: Said) -> Answer:
    """How many cards nobody has seen yet, or are out, and which: of all, of an army, of a value."""
    colours, values = said.values("colour"), said.values("value")
    out = said.has("out") and not said.has("left")
    wanted = mask(TROOPS) & ~unseen_troops(battle.state) if out else unseen_troops(battle.state)
    left = [
        card for card in troops(wanted) if (not colours or card[0] in colours) and (not values or card[1:] in values)
    ]
    how = "out" if out else "unseen"
    if len(colours) + len(values) == 1:
        what = f"{Colour(colours[0]).word} cards" if colours else f"of the {values[0]}s"
        each = [card[1:] if colours else Colour(card[0]).word for card in left]
        return Answer(f"{len(left) or 'None'} {what} {how}{f': {listed(each)}' if each else ''}.", TABLE)
    if out:
        return Answer(f"{sentence(counted(len(left), 'Troop card'))} out.", TABLE)
    named = f": {battle.cards(left)}" if 0 < len(left) <= MOST_NAMED else ""
    tactics = unseen_tactics(battle.state)
    also = f" and {counted(tactics, 'Tactics card')}" if tactics else ""
    drawn = f"{to_draw(battle.state) or 'none'} of them to draw"
    return Answer(f"{sentence(counted(len(left), 'Troop card'))}{also} unseen, {drawn}{named}.", TABLE)


def score(battle: Battle, _: Said) -> Answer:
    """How many flags each has claimed, and who has won."""
    state, speaker = battle.state, battle.speaker
    if state.winner is not None:
        return Answer(
            f"{sentence(speaker.who(state.winner))} won{_HOW[state.victory] if state.victory else ''}.", TABLE
        )
    if state.tied:
        return Answer("A tie: three flags each.", TABLE)
    flags = [f"{speaker.has(seat)} {counted(state.held(seat), 'flag')}" for seat in state.layout.seats]
    return Answer(sentence(f"{', '.join(flags)}."), TABLE)

"""Questions about turns, cards and the score of a battle."""

from companion.answers.answer import Answer
from companion.answers.said import Said
from companion.answers.speaker import counted, listed, sentence
from companion.battleline.answers.battle import TABLE, Battle, to
from companion.battleline.cards import TROOPS, Colour, mask, troops
from companion.battleline.match.hands import to_draw, unseen_tactics, unseen_troops
from companion.battleline.match.tactics import Piece
from companion.battleline.scoring import Victory
from companion.table.state import Stage

_HOW = {Victory.BREAKTHROUGH: " by a break-through", Victory.ENVELOPMENT: " by an envelopment"}
MOST_NAMED = 10
"""So many cards an answer names."""


def turn(battle: Battle, said: Said) -> Answer:
    """Whose card comes next."""
    state, following = battle.state, battle.state.next
    asked = said.sides(state.layout.seats)
    alone = len(asked) == 1 and not said.has("who")
    if state.stage is Stage.OVER:
        return Answer("No: the battle is over." if alone else "The battle is over.", TABLE)
    if following is None:
        return Answer("Yes, anybody's: lay the first card.", TABLE)
    whose = f"it is {battle.speaker.whose(following)} turn."
    return Answer(f"{'Yes' if following in asked else 'No'}: {whose}" if alone else sentence(whose), TABLE)


def where(battle: Battle, said: Said, *pieces: Piece) -> Answer | None:
    """Where the named cards lie, or these, or that they are still to come."""
    told, pieces = [], pieces or tuple(said.values("card"))
    for piece in pieces:
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
    lying = [spot.flag for piece in pieces if (spot := battle.state.lying.get(piece)) and spot.flag]
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

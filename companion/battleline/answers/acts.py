"""Answers whether a side may act in a battle."""

from collections.abc import Callable, Sequence
from itertools import chain

import msgspec
from msgspec.structs import replace

from companion.answers import Said, Speaker, TableAnswer, counted, listed, sentence
from companion.battleline.cards import TROOPS, Card, Colour, Flag, Made, Who, mask, troops
from companion.battleline.choices import Tactics
from companion.battleline.claim import Claim, in_words, to_the_other
from companion.battleline.line import Victory
from companion.battleline.match.acts import NOTHING_TO_TAKE, acts, why_none, why_not
from companion.battleline.match.claims import Claims, to_draw, unseen_tactics, unseen_troops
from companion.battleline.match.flags import Claim as ClaimFlag
from companion.battleline.match.plays import Pass, TurnAct
from companion.battleline.match.state import GUILE, LEADERS, LINE_PIECES, MOVERS, TACTICS, Piece, State, called
from companion.table.seats import Seat
from companion.table.state import Stage

# A battle that is asked something: its state, and what its answers call cards, sides and formations.


class Battle(msgspec.Struct, frozen=True):
    state: State
    speaker: Speaker

    def flag(self, number: int, seat: Seat) -> Flag:
        """Returns the flag as this seat sees it, which must face it."""
        flag = self.state.flag(number)
        return flag if self.state.layout.who(number, seat) is Who.MINE else flag.turned()

    def verdict(self, number: int, seat: Seat) -> Claim | None:
        """See Claims.verdict."""
        return Claims(self.state).verdict(number, seat)

    def facing(self, number: int, seats: Sequence[Seat]) -> list[Seat]:
        """Returns those of the seats that face the flag. Where none does, it returns both that do."""
        pair = self.state.layout.pair(number)
        return [seat for seat in seats if seat in pair] or list(pair)

    def named(self, piece: Piece) -> str:
        return called(piece, self.state.choices.edition)

    def cards(self, cards: Sequence[Card], last: str = "and") -> str:
        """Lists cards by their names."""
        return listed([self.named(card) for card in cards], last)

    def made(self, seat: Seat, formation: Made) -> str:
        """ "your wedge of 27"."""
        return f"{self.speaker.whose(seat)} {in_words(formation).removeprefix('a ')}"


def to(number: int) -> str:
    """Returns where that flag is opened."""
    return f"/?flag={number}"


TABLE = "/"

# Questions about turns, cards and the score of a battle.

_HOW = {Victory.BREAKTHROUGH: " by a break-through", Victory.ENVELOPMENT: " by an envelopment"}
MOST_NAMED = 10
"""So many cards an answer names."""


def turn(battle: Battle, said: Said) -> TableAnswer:
    """Says whose card comes next."""
    state, following = battle.state, battle.state.next
    asked = said.sides(state.layout.seats)
    alone = len(asked) == 1 and not said.has("who")
    if state.stage is Stage.OVER:
        return TableAnswer("No: the battle is over." if alone else "The battle is over.", TABLE)
    if following is None:
        return TableAnswer("Yes, any side's: lay the first card.", TABLE)
    whose = f"it is {battle.speaker.whose(following)} turn."
    return TableAnswer(f"{'Yes' if following in asked else 'No'}: {whose}" if alone else sentence(whose), TABLE)


def where(battle: Battle, said: Said, *pieces: Piece) -> TableAnswer | None:
    """Returns where the named cards lie, or these, or that they are still to come."""
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
    return TableAnswer(" ".join(told), to(lying[0]) if lying else TABLE) if told else None


def troop(battle: Battle, said: Said) -> TableAnswer | None:
    """Returns where a named Troop card lies. A Tactics card alone is a question about what it does."""
    return where(battle, said) if all(card in TROOPS for card in said.values("card")) else None


def unseen(battle: Battle, said: Said) -> TableAnswer:
    """Returns how many cards are unseen, or out, and which: of all, of an army, of a value."""
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
        return TableAnswer(f"{len(left) or 'None'} {what} {how}{f': {listed(each)}' if each else ''}.", TABLE)
    if out:
        return TableAnswer(f"{sentence(counted(len(left), 'Troop card'))} out.", TABLE)
    named = f": {battle.cards(left)}" if 0 < len(left) <= MOST_NAMED else ""
    tactics = unseen_tactics(battle.state)
    also = f" and {counted(tactics, 'Tactics card')}" if tactics else ""
    drawn = f"{to_draw(battle.state) or 'none'} of them to draw"
    return TableAnswer(f"{sentence(counted(len(left), 'Troop card'))}{also} unseen, {drawn}{named}.", TABLE)


def score(battle: Battle, _: Said) -> TableAnswer:
    """Returns how many flags each has claimed, and who has won."""
    state, speaker = battle.state, battle.speaker
    if state.winner is not None:
        return TableAnswer(
            f"{sentence(speaker.who(state.winner))} won{_HOW[state.victory] if state.victory else ''}.", TABLE
        )
    if state.tied:
        return TableAnswer("A tie: three flags each.", TABLE)
    flags = [f"{speaker.has(seat)} {counted(state.held(seat), 'flag')}" for seat in state.layout.seats]
    return TableAnswer(sentence(f"{', '.join(flags)}."), TABLE)


# Answers whether a side may act: `decide` tries what the question means, at that instant.
#
# The table knows no hands (Battle Line, Play: cards are drawn in secret), so no answer depends on what a side
# hides. Of a card that is not face up it can only say "Yes, if it is in hand".

IF_HELD = "Yes, if it is in hand."
NO_ROOM = "There is no room for it at any flag."
OVER = "No: the battle is over."
Acts = Callable[[Seat], Sequence[TurnAct]]


def passing(battle: Battle, said: Said) -> TableAnswer:
    """Answers whether a side may pass now."""
    yes = "Yes, with no Troop card in hand that could be laid."
    return _answer(battle, said, lambda seat: [Pass(side=seat)], yes)


def tactics(battle: Battle, said: Said) -> TableAnswer:
    """Answers how many Tactics cards a side may play (Battle Line, Tactics Cards), or whether it may play one now."""
    if battle.state.choices.tactics is Tactics.WITHOUT:
        return TableAnswer("None: you play without Tactics cards.", TABLE)
    if said.has("can") and not said.has("many", "left", "out") and (one := _playable(battle, said, TACTICS)):
        return one
    told = [(seat, _tactics(battle, seat)) for seat in said.sides(battle.state.layout.seats)]
    unseen = f" {counted(unseen_tactics(battle.state), 'Tactics card')} unseen." if said.has("left") else ""
    return TableAnswer(battle.speaker.each(told) + unseen, TABLE)


def _tactics(battle: Battle, seat: Seat) -> str:
    state, speaker = battle.state, battle.speaker
    played = {each: len(state.tactics(each)) for each in (seat, *state.layout.others(seat))}
    told = ", ".join(f"{speaker.who(each)} {count or 'none'}" for each, count in played.items())
    more = min(played.values()) + 1 - played[seat]
    if more <= 0:
        return f"None now. Played: {told}."
    return f"{'One' if more == 1 else more} more. Played: {told}."


def playing(battle: Battle, said: Said) -> TableAnswer | None:
    """Answers whether a side may play the named card, or move another with it. None for any other question."""
    named = said.values("card")
    movers = [piece for piece in named if piece in MOVERS]
    if len(named) == 2 and movers:
        # Deserter is used on Redeploy, or Redeploy taken with Deserter.
        mover = movers[-1 if said.has("claim", "move") else 0]
        return _moving(battle, said, mover, next(piece for piece in named if piece != mover))
    if len(named) != 1 or said.has("claim", "move") or not (said.has("play") or named[0] in GUILE):
        return None
    if named[0] in battle.state.lying and (found := where(battle, said)) is not None:
        return replace(found, text=f"No. {found.text}")
    return _playable(battle, said, named, IF_HELD)


def leading(battle: Battle, said: Said) -> TableAnswer | None:
    """Answers whether a side may play a Leader that is not on the table yet."""
    return _playable(battle, said, LEADERS)


def laying(battle: Battle, said: Said) -> TableAnswer | None:
    """Answers whether a side may lay a Troop card, any card at the named flag, or anything at all."""
    if said.has("troop"):
        return _playable(battle, said, TROOPS)
    return _playable(battle, said, LINE_PIECES if said.has("flag") else (*TROOPS, *TACTICS))


def _playable(
    battle: Battle, said: Said, pieces: Sequence[Piece], yes: str = "Yes, with one in hand."
) -> TableAnswer | None:
    """Answers whether a side may play any of these cards."""
    flags = said.values("flag")
    if len(flags) > 1:
        return None
    flag = flags[0] if flags else None
    unplayed = [piece for piece in pieces if piece not in battle.state.lying]
    if not unplayed:
        return TableAnswer("No. Every one of them is on the table.", TABLE)
    # What one Troop card may do, any other may.
    troop = next((piece for piece in unplayed if piece in TROOPS), None)
    tried = [piece for piece in unplayed if piece == troop or piece not in TROOPS]
    otherwise = NOTHING_TO_TAKE if {*tried} <= {*MOVERS} else "" if flag else NO_ROOM
    return _answer(
        battle,
        said,
        lambda seat: [*chain.from_iterable(acts(battle.state, seat, piece, flag) for piece in tried)],
        yes,
        otherwise,
    )


def _moving(battle: Battle, said: Said, mover: Piece, piece: Piece) -> TableAnswer | None:
    """Answers whether Redeploy, Deserter or Traitor may take that card and move it to the named flag."""
    flags = said.values("flag")
    if len(flags) > 1:
        return None
    flag = flags[0] if flags else None

    seats = said.sides(battle.state.layout.seats)
    ways = {seat: acts(battle.state, seat, mover, flag, taken=piece) for seat in seats}
    if not all(ways.values()):
        return replace(found, text=f"No. {found.text}") if (found := where(battle, said, piece)) else None
    return _answer(battle, said, lambda seat: ways[seat], f"Yes, if {battle.named(mover)} is in hand.", NO_ROOM)


def _answer(battle: Battle, said: Said, tried: Acts, yes: str, otherwise: str = NOTHING_TO_TAKE) -> TableAnswer:
    yes = yes.replace("Yes", "Now") if said.has("when") else yes
    told = [(seat, may(battle, seat, tried(seat), yes, otherwise)) for seat in said.sides(battle.state.layout.seats)]
    flags = said.values("flag")
    return TableAnswer(battle.speaker.each(told), to(flags[0]) if flags else TABLE)


def may(battle: Battle, seat: Seat, commands: Sequence[TurnAct], yes: str, otherwise: str) -> str:
    """Returns `yes` if any of these is accepted now. Else it returns the reason, or whose turn it is where that is
    the only one."""
    state = battle.state
    if state.stage is Stage.OVER:
        return OVER
    late = state.next not in (None, seat)
    # Whose turn it is comes first in every refusal: what else stands in the way, the side's own turn would show.
    reason = why_none(replace(state, turn=seat, acted=False) if late else state, commands, otherwise)
    if reason is None:
        return f"Not now: it is {battle.speaker.whose(state.next or seat)} turn." if late else yes
    return f"No. {refusal(battle, seat, reason)}"


def refusal(battle: Battle, seat: Seat, reason: str) -> str:
    """Returns the refusal as the asker reads it: only the seat itself is "you"."""
    return reason if seat is battle.speaker.asker else to_the_other(reason)


def may_claim(battle: Battle, seat: Seat, flag: int) -> bool:
    """Returns True if the seat's claim of the flag is accepted now."""
    return why_not(battle.state, ClaimFlag(side=seat, flag=flag)) is None

"""How a flag stands for one side of it, as the cards that are face up tell (Battle Line, Flags)."""

from enum import Enum
from functools import lru_cache

import msgspec

from companion.battleline.cards import Card
from companion.battleline.comparison import comparison
from companion.battleline.flag import Flag, Who
from companion.battleline.saves import saves


class Sky(Enum):
    """LIVE: nobody is complete there, and my side can still be. AHEAD: my side is complete, the other can still beat
    it. THREATENED: the other is complete, mine can still beat it. LOCKED: the cards prove it mine. DEAD: they prove it
    the other's, or too few are left to complete my side.

    Of a tie of which nobody knows who played the last card, either side may be the winner's: that is LIVE too.
    """

    LIVE = "live"
    AHEAD = "ahead"
    THREATENED = "threatened"
    LOCKED = "locked"
    DEAD = "dead"


class Weather(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One side's `sky` at a flag. `cards`, left out unless it is ahead or threatened, are the unseen Troop cards that
    could still stop its claim, or save it: each, laid next by the side that is not complete, leaves that side a way to
    win."""

    sky: Sky
    cards: tuple[Card, ...] = ()


_DECIDED = {Who.MINE: Sky.LOCKED, Who.THEIRS: Sky.DEAD, None: Sky.LIVE}


@lru_cache(maxsize=64)
def weather(flag: Flag, unseen: int) -> Weather:
    """The flag as my side sees it, while the Troop cards of the mask `unseen` may still come: as for a claim, unplayed
    Tactics do not count. The last few answers are kept: a view is asked for more often than cards are laid."""
    mine, theirs = (flag.slots - len(cards) for cards in (flag.mine, flag.theirs))
    if not mine and not theirs:
        return Weather(sky=_DECIDED[comparison(flag).winner])
    if not mine:
        stopping = saves(flag.turned(), unseen)
        return Weather(sky=Sky.AHEAD if stopping else Sky.LOCKED, cards=stopping)
    if not theirs:
        saving = saves(flag, unseen)
        return Weather(sky=Sky.THREATENED if saving else Sky.DEAD, cards=saving)
    return Weather(sky=Sky.LIVE if mine <= unseen.bit_count() else Sky.DEAD)

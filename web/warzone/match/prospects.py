"""Words To the Last Warrior and next Turn's Initiative."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.names import same
from companion.table.seats import Side
from companion.warzone.cards.card import UnitCard
from companion.warzone.chances.dice import FACES
from companion.warzone.force.force import card_of
from companion.warzone.match.prospects import RALLY, VP
from companion.warzone.match.state import RALLIES
from companion.warzone.match.views import WarzoneView
from web.warzone.calculators.ledgers import percent

# To the Last Warrior: the Units that may be tested in this Start Turn Phase (Chapter 12, Imperial Assets).


@dataclass(frozen=True, kw_only=True)
class Warrior:
    """Describes a Pinned Unit, with its LD and the chance of a Success where its card is kept."""

    side: str
    unit: str
    name: str
    ld: int | None
    percent: str


def warriors(view: WarzoneView, sides: Sequence[Side], cards: Sequence[UnitCard]) -> Iterator[Warrior]:
    """Yields the Pinned Units of these sides' Forces, where a Force has the asset and has not used it this Turn."""
    for side in sides:
        force = view.sides[side.value]
        if not any(effect.now and same(effect.name, RALLIES) for effect in force.effects):
            continue
        for each in force.units:
            if each.pinned and each.fall is None:
                card = card_of(each.unit, force.faction, cards)
                yield Warrior(
                    side=side.value,
                    unit=each.unit.id,
                    name=each.unit.name,
                    ld=card.ld if card else None,
                    percent=percent(card.ld / FACES) if card else "",
                )


# Next Turn's Initiative in words: the chances of one side, and what would shift them.


@dataclass(frozen=True)
class ProspectLine:
    text: str
    percent: str


@dataclass(frozen=True, kw_only=True)
class NextTurn:
    """`said` is how it stands; each of `lines` what it would be after one thing more."""

    said: str
    lines: Sequence[ProspectLine]


def next_turn(view: WarzoneView, near: Side, *, seated: bool) -> NextTurn | None:
    """Returns the prospects of the side at `near`: "you" on a phone of that side.

    None where no next Turn is at stake.
    """
    if view.prospects is None:
        return None
    now, *swings = view.prospects.swings
    swings.sort(key=lambda swing: swing.by != near.value)
    who = "you choose" if seated else f"{view.names[near.value]} to choose"
    return NextTurn(
        said=f"Turn {view.turn + 1}: {who} first, {percent(now.chances[near.value].p)}",
        lines=[
            ProspectLine(
                _said(each.what, "" if seated and each.by == near.value else view.names[each.by or near.value]),
                percent(each.chances[near.value].p),
            )
            for each in swings
        ],
    )


def _said(what: str, name: str) -> str:
    """Returns what happens to the side of that name; "" is "you"."""
    if what == VP:
        return f"A VP for {name or 'you'}"
    if what == RALLY:
        return f"{name} rallies a Unit" if name else "You rally a Unit"
    return f"{name} uses {what}" if name else f"You use {what}"

"""Special Abilities whose effect on a number the Core Rulebook itself states. All others are for the card to tell."""

import msgspec

from companion.warzone.cards.card import UnitCard


class Effect(msgspec.Struct, frozen=True):
    """What an ability does here, as one player would tell another, and the heading that says so."""

    does: str
    source: str


EFFECTS = {
    "fierce charge": Effect("+2 DAM on the Strike of its Charge", "Algeroth Assets, Invoke Frenzy"),
    "faith": Effect("adds tokens; one re-rolls any of its Tests", "Brotherhood Assets, Devotion and Zeal"),
    "group": Effect("a Group counts as one activation for Pass Counters", "Calculate Pass Counters"),
    "relentless": Effect("gets no Pinned Counters", "Rule Precedence"),
    "flight": Effect("may Fly: up to double its MV, straight", "Fly"),
    "burst": Effect("no Aim; may Brace", "Aim; Brace"),
    "recoil": Effect("ignored after a Brace", "Brace"),
    "cloud": Effect("hits all in the cloud; multipliers on the Primary Target only", "Cloud Area of Effect"),
    "explosive": Effect("hits all in the blast; multipliers on the Primary Target only", "Explosive Area of Effect"),
    "projected": Effect("no Aim; obstruction and engaged friends do not count", "Projected Area of Effect"),
    "indirect": Effect("may fire indirectly, at a Spot", "Indirect Fire"),
}
"""By the ability's name in small letters, without its value."""


class Explained(msgspec.Struct, frozen=True):
    """An ability as printed, and its effect; None where the card has to be read."""

    name: str
    effect: Effect | None


def explained(card: UnitCard) -> tuple[Explained, ...]:
    """Every ability of the unit and its weapons once, in the card's order."""
    printed = (*card.abilities, *(ability for weapon in card.weapons for ability in weapon.abilities))
    return tuple(Explained(str(each), EFFECTS.get(each.name.casefold())) for each in dict.fromkeys(printed))

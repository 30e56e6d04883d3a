"""Abilities that change shots, at their owner or by it."""

from companion.warzone.abilities.described import Known, by_x
from companion.warzone.abilities.effect import Does, Effect, Kind, Per, When, Whose

SHOOTING = {
    "accurate": Known(
        weapons=True,
        does="natural X and lower are Critical Successes of its shots",
        effects=(by_x(Does.CRITICAL, kind=Kind.SHOOT),),
    ),
    "burst": Known(
        weapons=True,
        does="up to X Shoot Action Tests; no Aim; may Brace",
        source="Aim",
        effects=(by_x(Does.TESTS, kind=Kind.SHOOT), Effect(does=Does.NO_AIM, kind=Kind.SHOOT)),
    ),
    "recoil": Known(
        weapons=True, does="−X on its tests; not after a Brace", source="Brace", effects=(by_x(Does.TN, less=True),)
    ),
    "firing stance": Known(
        does="its shots ignore Recoil", effects=(Effect(does=Does.IGNORES, ignored="recoil", kind=Kind.SHOOT),)
    ),
    "focused fire": Known(
        does="+1 DAM for each earlier hit on the same target this Activation, not with an area",
        effects=(Effect(does=Does.DAM, amount=1, kind=Kind.SHOOT, when=When.NO_AREA, per=Per.HIT),),
    ),
    "brace": Known(
        does="its next shot ignores Recoil and is Suppressive",
        source="Brace",
        effects=(Effect(does=Does.IGNORES, ignored="recoil", kind=Kind.SHOOT),),
    ),
    "cloud": Known(
        weapons=True,
        does="hits all in the cloud; multipliers on the Primary Target only",
        source="Cloud Area of Effect",
        effects=(Effect(does=Does.CLOUD, kind=Kind.SHOOT),),
    ),
    "explosive": Known(
        weapons=True,
        does="hits all in the blast; multipliers on the Primary Target only",
        source="Explosive Area of Effect",
        effects=(Effect(does=Does.EXPLOSIVE, kind=Kind.SHOOT),),
    ),
    "projected": Known(
        weapons=True,
        does="no Aim; obstruction and engaged friends do not count",
        source="Projected Area of Effect",
        effects=(Effect(does=Does.PROJECTED, kind=Kind.SHOOT),),
    ),
    "f-214 flamer": Known(
        weapons=True,
        does="its Handgun is Continuous and Projected in Short Range",
        source="Brotherhood Assets",
        effects=tuple(Effect(does=does, kind=Kind.SHOOT, when=When.TOLD) for does in (Does.AGAIN, Does.PROJECTED)),
    ),
    "indirect": Known(weapons=True, does="may fire indirectly, at a Spot", source="Indirect Fire"),
    "evasive": Known(
        does="its DEF changes by X against shots", effects=(by_x(Does.TN, whose=Whose.AT_IT, kind=Kind.SHOOT),)
    ),
    "blur": Known(
        does="its DEF changes by X against shots of a Reaction",
        effects=(by_x(Does.TN, whose=Whose.AT_IT, kind=Kind.SHOOT, when=When.REACTION),),
    ),
    "camouflage": Known(
        does="obstruction counts X more against shots at it",
        effects=(by_x(Does.TN, less=True, whose=Whose.AT_IT, kind=Kind.SHOOT, when=When.OBSTRUCTED),),
    ),
    "precise senses": Known(
        does="its shots ignore Camouflage",
        effects=(Effect(does=Does.IGNORES, ignored="camouflage", kind=Kind.SHOOT),),
    ),
    "entrenched": Known(
        does="until it moves: DEF −1, and AR +2 against shots",
        effects=(
            Effect(does=Does.TN, amount=-1, whose=Whose.AT_IT, when=When.TOLD),
            Effect(does=Does.AR, amount=2, whose=Whose.AT_IT, kind=Kind.SHOOT, when=When.TOLD),
        ),
    ),
    "rebreather": Known(
        does="DAM of a cloud is X at most",
        effects=(by_x(Does.DAM_LIMIT, whose=Whose.AT_IT, kind=Kind.SHOOT, when=When.CLOUD),),
    ),
    "smoke": Known(weapons=True, does="no line of sight through its area"),
    "silenced": Known(weapons=True, does="no Counterattack by who sees the shooter only in part"),
}
"""By their names in small letters."""

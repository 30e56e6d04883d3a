"""Questions of attacks drawn at random, with every ability that an attack counts, on, off and told."""

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.warzone.abilities.ability import Does, Effect, Whose
from companion.warzone.abilities.wording import Bound, vocabulary
from companion.warzone.choices import ArmorBounds, OverwhelmingNumbers, WarzoneChoices
from tests.companion.warzone.attack_oracle import AIDED, Pair, Question

INVENTED = vocabulary(
    Bound(name="Luck", effects=(Effect(does=Does.DICE),)),
    Bound(name="Steady", effects=(Effect(does=Does.TN),)),
    Bound(name="Sharp", effects=(Effect(does=Does.DAM),)),
    Bound(name="Heavy Rounds", effects=(Effect(does=Does.MULTIPLIER),)),
    Bound(name="Greased", effects=(Effect(does=Does.CF),)),
    Bound(name="Wards", effects=(Effect(does=Does.ARMOR_DICE, whose=Whose.AT_IT),)),
    Bound(name="Plated", effects=(Effect(does=Does.AR, whose=Whose.AT_IT),)),
    Bound(name="Tough Hide", effects=(Effect(does=Does.DAM_LIMIT, whose=Whose.AT_IT),)),
)
ATTACKER: dict[str, tuple[int | None, ...]] = {
    **dict.fromkeys(("Accurate", "Executioner"), (2, 3, 5)),
    **{"Burst": (2, 3), "Recoil": (3, 4), "Thrust": (2, 5), "Luck": (-3, -2, 2, 3), "Steady": (-1, 2)},
    **{"Sharp": (-2, 3), "Heavy Rounds": (-1, 1), "Greased": (-2, 1), "Honored Charge": (0, 1)},
    **dict.fromkeys(
        (
            *("Firing Stance", "Focused Fire", "Precise Senses", "Fierce Charge", "First Strike", "Honorbound"),
            *("Vicious", "Continuous", "Symmetry", "Terrifying", "Anti-Tank", "Suppressive", "Concussive"),
            *("Determination", "Faith"),
        ),
        (None,),
    ),
}
AREAS: dict[str, tuple[int | None, ...]] = {"Cloud": (2,), "Explosive": (1, 3), "Projected": (None,)}
TARGET: dict[str, tuple[int | None, ...]] = {
    **dict.fromkeys(("Evasive", "Duelist", "Blur"), (-3, -2, -1)),
    **{"Camouflage": (1, 2), "Rebreather": (0, 3, 9), "Wards": (-2, 2), "Plated": (-1, 2), "Tough Hide": (9, 14)},
    **dict.fromkeys(("Entrenched", "Driven", "Relentless", "Determination", "Faith"), (None,)),
}
NAMES = (*ATTACKER, *AREAS, *TARGET, AIDED)


def drawn(random: Random, abilities: Mapping[str, tuple[int | None, ...]]) -> list[Pair]:
    """Some of them in any order, now and then one from two sources."""
    share = random.choice((0.0, 0.1, 0.25))
    found = [(name, random.choice(values)) for name, values in abilities.items() if random.random() < share]
    found += [each for each in found if random.random() < 0.1 and each[0] not in ("Luck", "Wards", "Honored Charge")]
    random.shuffle(found)
    return found


def abilities(random: Random) -> dict[str, Any]:
    own, target = drawn(random, ATTACKER), drawn(random, TARGET)
    if random.random() < 0.3:
        name = random.choice(tuple(AREAS))
        own.append((name, random.choice(AREAS[name])))
    return {
        "abilities": own,
        "target_abilities": target,
        "on": {name for name in NAMES if random.random() < (0.2 if name == AIDED else 0.5)},
        "off": {name for name in (AIDED, *(name for name, _ in (*own, *target))) if random.random() < 0.15},
        "clamp": random.random() < 0.6,
        "attacker_counts": random.random() < 0.3,
    }


def target(random: Random) -> dict[str, Any]:
    wounds = random.randint(1, 5)
    return {
        **abilities(random),
        "ar": random.randint(8, 26),
        "ld": random.randint(1, 20),
        "pw": random.randint(1, 20),
        "cover": random.random() < 0.4,
        "dive": random.random() < 0.3,
        "armor_modifier": random.choice((-3, 0, 0, 0, 1)),
        "armor_reroll": random.choice(("none", "none", "failed")),
        "wounds": wounds,
        "wounds_taken": random.randrange(wounds),
        "def": random.randint(-4, 2),
        "modifier": random.choice((-2, 0, 0, 3)),
        "multiplier": random.choice((1, 1, 2, 4)),
        "reroll": random.choice(("none", "none", "failed")),
        **random.choice(({}, {"cf": random.randint(1, 20)}, {"cf": 20})),
    }


def random_shot(random: Random) -> dict[str, Any]:
    found = target(random)
    area = random.choice(("none", "none", "none", "cloud", "explosive", "projected"))
    if area != "none":
        found["abilities"] = [each for each in found["abilities"] if each[0] not in AREAS]
    an_area = area != "none" or any(name in AREAS and name not in found["off"] for name, _ in found["abilities"])
    return {
        **found,
        "mw": random.randint(1, 20),
        "dam": random.randint(3, 20),
        "range": random.randint(-4, 3),
        "obstruction": random.choice(("clear", "light", "heavy")),
        "friends_engaged": random.random() < 0.2,
        "aim": random.random() < 0.4,
        "brace": random.random() < 0.3,
        "reaction": random.random() < 0.3,
        "flying": random.random() < 0.15,
        "indirect": random.random() < 0.25,
        "beyond_short": random.random() < 0.5,
        "sight_blocked": random.random() < 0.5,
        "shots": random.choice((None, None, 1, 2, 3)),
        "area": area,
        "secondary": an_area and random.random() < 0.4,
    }


def random_strike(random: Random) -> dict[str, Any]:
    return {
        **target(random),
        "cc": random.randint(1, 20),
        random.choice(("dam", "dam", "st")): random.randint(3, 20),
        "weapon": random.randint(-3, 3),
        "charge": random.random() < 0.4,
        "apart": random.random() < 0.4,
        "fresh": random.random() < 0.5,
        "friends": random.choice((0, 0, 1, 3)),
        "strikes": random.choice((1, 1, 2, 3)),
    }


def random_situation(random: Random) -> dict[str, Any]:
    """A shot and a strike at one target in the open, and where a Move takes the unit."""
    shot, blow = random_shot(random), random_strike(random)
    left_out = ("aim", "brace", "reaction", "flying", "indirect", "beyond_short", "sight_blocked", "secondary")
    also = ("cc", "weapon", "apart", "fresh", "friends", "strikes")
    return {
        **{name: value for name, value in shot.items() if name not in left_out},
        **{name: blow[name] for name in also},
        "strike_abilities": blow["abilities"],
        "off": shot["off"] | blow["off"],
        **({"st": blow["st"]} if "st" in blow else {"strike_dam": blow["dam"]}),
        **({"strike_cf": blow["cf"]} if "cf" in blow else {}),
        "strike_multiplier": blow["multiplier"],
        "strike_reroll": blow["reroll"],
        "strike_modifier": blow["modifier"],
        "move_range": random.randint(-4, 3),
        "move_cover": random.random() < 0.5,
        "charge": random.random() < 0.5,
        "engaged": random.random() < 0.3,
        "move_engages": random.random() < 0.5,
        "move_charge": random.random() < 0.5,
    }


def asked(question: Question) -> dict[str, Any]:
    """The same as the API has it."""
    found = {name: value for name, value in question.items() if name not in ("clamp", "attacker_counts")}
    found = {name: value for name, value in found.items() if value is not None}
    for name in ("abilities", "strike_abilities", "target_abilities"):
        if name in found:
            found[name] = ", ".join(each if value is None else f"{each} ({value})" for each, value in found[name])
    return found | {name: ", ".join(sorted(found[name])) for name in ("on", "off")}


def choices(question: Question) -> WarzoneChoices:
    """The table's readings that the question has."""
    return WarzoneChoices(
        armor_bounds=ArmorBounds.BOUNDED if question["clamp"] else ArmorBounds.UNBOUNDED,
        overwhelming_numbers=OverwhelmingNumbers.ATTACKER_TOO
        if question["attacker_counts"]
        else OverwhelmingNumbers.OTHERS,
    )

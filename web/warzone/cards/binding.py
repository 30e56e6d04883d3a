"""What abilities do, in the form of their card: one row for each effect, picked word by word."""

from collections.abc import Iterable, Mapping, Sequence

from companion.warzone.abilities.ability import Does, Effect, Kind, Per, When, Whose
from companion.warzone.abilities.wording import Bound, amount_text

FIELDS = ("ability", "attacks", "does", "amount", "ignored", "when", "per")
MOST_ROWS = 24
ATTACKS = tuple(f"{whose.value} {kind.value}" for whose in Whose for kind in Kind)
_LATER = (Does.CLOUD, Does.EXPLOSIVE, Does.PROJECTED)
"""Last in the list: hardly ever what is looked for."""
CHOICES: Mapping[str, Sequence[str]] = {
    "attacks": ATTACKS,
    "does": [each.value for each in sorted(Does, key=_LATER.__contains__)],
    "when": ["", *(each.value for each in When if each is not When.ALWAYS)],
    "per": ["", *(each.value for each in Per if each is not Per.ONCE)],
}
BLANK = {**dict.fromkeys(FIELDS, ""), "attacks": ATTACKS[0], "does": Does.TN.value}


def rows_of(bound: Iterable[Bound]) -> tuple[dict[str, str], ...]:
    """The rows of what is bound."""
    return tuple(_row(each.name, effect) for each in bound for effect in each.effects)


def rows_in(form: Mapping[str, str]) -> tuple[dict[str, str], ...]:
    """The rows that a form was sent with."""
    return tuple(
        {field: form.get(f"bound-{number}-{field}", "").strip() for field in FIELDS}
        for number in range(MOST_ROWS)
        if f"bound-{number}-ability" in form
    )


def lines_of(rows: Iterable[Mapping[str, str]]) -> list[str]:
    """The rows as a card's file has them; one without an ability is none."""
    return [f"{row['ability']}: {' '.join(filter(None, _rest(row)))}" for row in rows if row["ability"]]


def _rest(row: Mapping[str, str]) -> list[str]:
    return [row[field] for field in FIELDS if field != "ability"]


def _row(name: str, effect: Effect) -> dict[str, str]:
    return {
        "ability": name,
        "attacks": f"{effect.whose.value} {effect.kind.value}",
        "does": effect.does.value,
        "amount": amount_text(effect),
        "ignored": effect.ignored,
        "when": "" if effect.when is When.ALWAYS else effect.when.value,
        "per": "" if effect.per is Per.ONCE else effect.per.value,
    }

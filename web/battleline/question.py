"""A claim's question as it stands in an address: `?mine=R7.R8.R9&theirs=B8.B9&seen=Y7&mud=1&last=mine&to=seen`."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from companion.battleline.cards import BIT, Card, Flag, Who
from companion.fields.invalid import FieldError, Invalid
from companion.fields.words import clipped
from web.battleline.api import ClaimQuestion, position
from web.http.codec import LONGEST_PARAMETER, MOST_ERRORS

PILES = ("mine", "theirs", "seen")
"""Where a card can lie: on either side of the flag, or face up elsewhere."""
MARKS = ("fog", "mud")
PARAMETERS = (*PILES, *MARKS, "last", "to")


@dataclass(frozen=True, kw_only=True)
class Question:
    """`texts` is the address, parameter by parameter; `flag` and `unseen`, a mask, are what it asks about.

    With `errors` nothing can be answered, and the flag is empty. `to` is the pile that the next card goes to.
    """

    texts: Mapping[str, str]
    errors: tuple[FieldError, ...]
    flag: Flag
    unseen: int
    to: str

    def pile(self, name: str) -> list[Card]:
        """The cards of a pile, as far as they are cards."""
        return [card for card in map(str.upper, pieces(self.texts.get(name, ""))) if card in BIT]

    def address(self, **changes: str | None) -> str:
        """The query string of this question; a change to None or to nothing takes a parameter out."""
        said = {**self.texts, **changes}
        return "?" + "&".join(f"{name}={quote(text, safe='.')}" for name in PARAMETERS if (text := said.get(name)))


def read_claim_question(pairs: Iterable[tuple[str, str]]) -> Question:
    """The question that an address's parameters ask. It raises nothing: what is wrong is in its errors."""
    texts: dict[str, str] = {}
    wrong: list[FieldError] = []
    for name, value in pairs:
        text = ".".join(pieces(value)) if name in PILES else value.strip()
        if name not in PARAMETERS or name in texts:
            wrong.append(FieldError(clipped(name), "is there twice" if name in texts else "is not known here"))
        elif len(text) > LONGEST_PARAMETER // 10:
            wrong.append(FieldError(name, f"must be at most {LONGEST_PARAMETER // 10} characters, got {len(text)}"))
        elif text:
            texts[name] = text
        if len(wrong) >= MOST_ERRORS:
            break
    allowed = {**dict.fromkeys(MARKS, ("1",)), "last": tuple(who.value for who in Who), "to": PILES}
    for name, values in allowed.items():
        if texts.get(name, values[0]) not in values:
            wrong.append(FieldError(name, f"must be {' or '.join(values)}"))
    flag, unseen = Flag(), 0
    if not wrong:
        asked = ClaimQuestion(
            mine=tuple(pieces(texts.get("mine", ""))),
            theirs=tuple(pieces(texts.get("theirs", ""))),
            fog="fog" in texts,
            mud="mud" in texts,
            last=Who(texts["last"]) if "last" in texts else None,
        )
        try:
            flag, unseen = position(asked, pieces(texts.get("seen", "")))
        except Invalid as error:
            wrong.append(error.error)
    return Question(texts=texts, errors=tuple(wrong), flag=flag, unseen=unseen, to=_next(texts, flag))


def pieces(text: str) -> list[str]:
    """What stands in a list, between dots, commas or spaces."""
    return [piece for piece in re.split(r"[.,\s]+", text) if piece]


def _next(texts: Mapping[str, str], flag: Flag) -> str:
    """The pile asked for, or the next one if its side is full."""
    full = {"mine": len(flag.mine) >= flag.slots, "theirs": len(flag.theirs) >= flag.slots}
    asked = texts.get("to", PILES[0])
    start = PILES.index(asked) if asked in PILES else 0
    return next(name for name in PILES[start:] if not full.get(name))

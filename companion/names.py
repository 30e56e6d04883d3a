"""Checks names that people give: to themselves, to units and cards, sides, tables and events.

The rules follow Unicode's for identifiers (UAX 31, UTS 39), as far as they fit names. Joiners are allowed where a
script or an emoji needs them. Invisible characters are not allowed elsewhere.

Two names that look the same are the same name to a reader. Their skeletons (UTS 39, section 4) show that.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby, pairwise

from companion.fields.invalid import Invalid

LONGEST = 24
"""Is in characters."""
MOST_MARKS = 4
"""Limits the marks on one letter: no language writes more (UTS 39, section 5.4)."""
UNSEEN = "must not have characters that cannot be seen"
UNPRINTABLE = "must be printable characters"
UNPRINTED = ("Cc", "Cs", "Co", "Zl", "Zp")
"""Lists Unicode's categories of characters that no text shows."""

_DIRECTION = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
"""Lists what phones put around a name that is written from right to left."""
_ZWNJ, _ZWJ, _KEYCAP, _BLACK_FLAG = "\u200c", "\u200d", "\u20e3", "\U0001f3f4"
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159")
"""Lists invisible letters, marks and signs, which Python's tables do not mark as such."""
_VARIANTS = frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
_TAGS = frozenset(map(chr, range(0xE0020, 0xE0080)))
_VIRAMA = 9
_LAST_LATIN = "\u024f"
"""Of Latin's first blocks, which hold no other script."""
_TOGETHER = tuple(frozenset(f"LATIN HAN {others}".split()) for others in ("HIRAGANA KATAKANA", "BOPOMOFO", "HANGUL"))
"""The scripts that one word may have together (UTS 39, section 5.2: highly restrictive)."""
_OF_ASCII = str.maketrans({"0": "O", "1": "l", "I": "l", "|": "l", "m": "rn", '"': "''", "`": "'", "%": "º/₀"})
"""Maps ASCII to Unicode's prototypes. So most names are compared without Unicode's tables, which take a small Pi a
moment to read."""


def tidy(name: str, *, longest: int = LONGEST) -> str:
    """Returns the name composed (NFC), with its spaces tidied and without direction marks around it. Raises ValueError,
    in words, where it is not a name."""
    if not name.strip():
        raise ValueError("must not be empty")
    text = unicodedata.normalize("NFC", " ".join(name.split()).strip(_DIRECTION + " "))
    if not text:
        raise ValueError(UNSEEN)
    if len(text) > longest:
        raise ValueError(f"must be at most {longest} characters, got {len(text)}")
    for at, letter in enumerate(text):
        category = unicodedata.category(letter)
        if letter in _BLANK or (_hides(letter, category) and not _is_needed(text, at)):
            raise ValueError(UNSEEN)
        if category in UNPRINTED or (category == "Cn" and not _is_emoji(letter)):
            raise ValueError(UNPRINTABLE)
    if mixed := _mixed(text):
        raise ValueError(f"must not mix {' and '.join(mixed)} letters in one word")
    if _is_piled_up(text):
        raise ValueError("must not have so many marks on one letter")
    if unicodedata.category(text[0]).startswith("M"):
        raise ValueError("must begin with a letter, a number or a sign")
    return text


def named(field: str, name: str | None) -> str | None:
    """Returns a name of that field, tidied. Raises Invalid."""
    try:
        return None if name is None else tidy(name)
    except ValueError as error:
        raise Invalid(field, str(error)) from error


def all_named(field: str, names: Iterable[str]) -> tuple[str, ...]:
    """Returns a list of names, each tidied. Raises Invalid, which names the item at fault."""
    return tuple(named(f"{field}[{index}]", name) or "" for index, name in enumerate(names))


def spelt(name: str, known: Iterable[str]) -> str:
    """Returns the name as it is spelt among the known ones, the one that it looks like, or as it is."""
    names = tuple(known)
    exact = next((each for each in names if same(name, each)), None)
    return exact or like(name, names) or name


def same(one: str | None, other: str | None) -> bool:
    """Returns whether two names mean the same unit or card. Case does not count, because phones capitalise as they
    like."""
    return one is not None and other is not None and one.casefold() == other.casefold()


def key(name: str) -> str:
    """Returns what two spellings of one player, or of one club, have in common."""
    return unicodedata.normalize("NFC", " ".join(name.split())).casefold()


def like(name: str, others: Iterable[str]) -> str | None:
    """Returns the first of the others that this name is, or looks like; None where it differs visibly from all."""
    own = looks(name)
    return next((each for each in others if not own.isdisjoint(looks(each))), None)


@lru_cache(4096)
def looks(name: str) -> frozenset[tuple[bool, str]]:
    """Returns what names that look alike have in common: as they are written, or in small letters of the usual width
    and height (NFKC)."""
    return frozenset(((False, _skeleton(name)), (True, _skeleton(unicodedata.normalize("NFKC", name).casefold()))))


def _skeleton(text: str) -> str:
    """Returns UTS 39's skeleton: without what cannot be seen, and with one character for all that look the same."""
    if text.isascii():
        return " ".join(text.translate(_OF_ASCII).split())
    seen = (each for each in text if each not in _BLANK and not _hides(each, unicodedata.category(each)))
    return " ".join(_mapped("".join(seen), _prototypes()).split())


@lru_cache(1)
def _prototypes() -> Mapping[str, str]:
    """Returns by each character that looks like others the one that represents all of these. The library lists
    Unicode's pairs both ways: a character that represents several is in several."""
    from confusable_homoglyphs import confusables  # noqa: PLC0415  its tables are wanted for the second name, if ever

    listed = {
        _bare(each): [_bare(other["c"]) for other in others] for each, others in confusables.confusables_data.items()
    }
    found = {}
    for each, others in listed.items():
        if len(each) == len(others) == 1:
            (other,) = others
            if len(other) > 1 or len(listed.get(other, ())) > 1 or other < each:
                found[each] = other
    # A prototype of several letters has some that represent others, or that others represent.
    return {each: _mapped(_mapped(other, found), found) for each, other in found.items()}


def _mapped(text: str, prototypes: Mapping[str, str]) -> str:
    """Returns the text with each letter and its marks, and then each alone, replaced by its prototype."""
    whole = unicodedata.normalize("NFC", text)
    apart = unicodedata.normalize("NFD", "".join(prototypes.get(each, each) for each in whole))
    return unicodedata.normalize("NFD", "".join(prototypes.get(each, each) for each in apart))


def _bare(text: str) -> str:
    return text.strip("\u200e")


def _mixed(text: str) -> list[str]:
    """Returns the scripts that a word of the text has and must not have together; none where every word is written in
    one."""
    if max(text) <= _LAST_LATIN:
        return []
    from confusable_homoglyphs.categories import alias  # noqa: PLC0415  as with the tables of look-alikes

    for is_word, letters in groupby(text, lambda each: unicodedata.category(each)[0] in "LMN"):
        scripts = {alias(each) for each in letters if unicodedata.category(each)[0] == "L"} if is_word else set()
        scripts -= {"COMMON", "INHERITED", "Unknown"}
        if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
            return sorted(each.replace("_", " ").title() for each in scripts)
    return []


def _is_piled_up(text: str) -> bool:
    apart, marks = unicodedata.normalize("NFD", text), 0
    for before, letter in pairwise(f" {apart}"):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") and letter not in _VARIANTS else 0
        if marks > MOST_MARKS or (marks > 1 and letter == before):
            return True
    return False


def _hides(letter: str, category: str) -> bool:
    return category == "Cf" or letter in _VARIANTS


def _is_needed(text: str, at: int) -> bool:
    """Returns whether a joiner, a variation selector or a tag is where a script or an emoji needs it (UAX 31, 2.3)."""
    letter, before, after = text[at], text[at - 1] if at else "", text[at + 1 : at + 2]
    if not before:
        return False
    if letter in _VARIANTS:
        return after == _KEYCAP or unicodedata.category(before) in ("Lo", "So", "Sm", "Po", "Pd") or _is_emoji(before)
    if letter in _TAGS:
        return text[:at].rstrip("".join(_TAGS)).endswith(_BLACK_FLAG)
    if letter not in (_ZWNJ, _ZWJ):
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if not after:
        return False
    if unicodedata.combining(after) == _VIRAMA:
        return True
    if letter == _ZWJ and _is_emoji(after):
        return _is_emoji(before) or before in _VARIANTS or before in _TAGS
    base = text[:at].rstrip("".join(each for each in text if unicodedata.category(each) == "Mn"))[-1:]
    return bool(base) and unicodedata.bidirectional(base) == unicodedata.bidirectional(after) == "AL"


def _is_emoji(letter: str) -> bool:
    """Returns whether it is an emoji or part of one, also one that is newer than Python's tables."""
    return unicodedata.category(letter) in ("So", "Sm") or 0x1F000 <= ord(letter) <= 0x1FAFF


# Makes ids from the names that players give: small letters and digits, with single hyphens between.

_LONGEST = 32


class FreeIds:
    """Gives out ids that are not taken: each time another, however many things have one name."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def after(self, name: str, *, otherwise: str) -> str:
        """Returns an id after `name`, or after the fallback where the name has no letter to keep."""
        plain = name.casefold().encode("ascii", "ignore").decode()
        words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
        return self.untaken("-".join(words)[:_LONGEST].strip("-") or otherwise)

    def untaken(self, id: str) -> str:
        """Returns the id itself where it is free, or with the first number that makes it so."""
        number = self._next.get(id, 1)
        while (free := id if number == 1 else f"{id}-{number}") in self._taken:
            number += 1
        self._next[id] = number + 1
        self._taken.add(free)
        return free


def free_id(name: str, taken: Iterable[str], *, otherwise: str) -> str:
    """Returns an id after `name` that is not taken yet, or after the fallback where the name has no letter to keep."""
    return FreeIds(taken).after(name, otherwise=otherwise)


def untaken(id: str, taken: Iterable[str]) -> str:
    """Returns the id itself where it is free, or with the first number that makes it so."""
    return FreeIds(taken).untaken(id)

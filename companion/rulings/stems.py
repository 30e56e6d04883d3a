"""Words without their endings, so that moves, moved and moving are one."""

from functools import lru_cache

LONGEST_UNTOUCHED = 3
_VOWELS = frozenset("aeiouy")
_DERIVED = (("ation", "ate"), ("ment", ""), ("ness", ""), ("ly", ""), ("ion", ""))
SHORTEST_DERIVED = 4
"""Letters that have to be left where one of those endings is taken off."""
SHORTEST_DONE = 3
"""And where what is done is: "used" is no form of "us"."""
REMEMBERED = 8192


@lru_cache(REMEMBERED)
def stem(word: str) -> str:
    """What a word shares with its other forms; no word by itself. A word that is too short to have endings stays."""
    if len(word) <= LONGEST_UNTOUCHED:
        return word
    word = _acted(_single(word))
    for ending, instead in _DERIVED:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_DERIVED:
            word = word.removesuffix(ending) + instead
            break
    if len(word) > LONGEST_UNTOUCHED:
        word = word.removesuffix("e")
    if len(word) > LONGEST_UNTOUCHED and word.endswith("y"):
        word = word[:-1] + "i"
    return word[:-1] if len(word) > LONGEST_UNTOUCHED + 1 and word.endswith("ll") else word


def _single(word: str) -> str:
    """One of several."""
    if word.endswith("ies") and len(word) > LONGEST_UNTOUCHED + 1:
        return word[:-3] + "y"
    if word.endswith(("sses", "ches", "shes", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _acted(word: str) -> str:
    """What is done or was, as it is called."""
    if word.endswith("ied") and len(word) == LONGEST_UNTOUCHED + 1:
        return word[:-1]
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= SHORTEST_DONE and not _VOWELS.isdisjoint(rest):
            doubled = len(rest) > 2 and rest[-1] == rest[-2]
            return rest[:-1] if doubled and rest[-1] not in "lsz" else rest
    return word

"""What a question wants to know: whether, when, how many, who."""

from enum import Enum

from companion.rulings.words import Words

LONGEST = 2


class Frame(Enum):
    """A way to ask, by the words that it is recognised by."""

    HOW_MANY = ("how many", "how much", "how often", "number of", "limit", "max", "most")
    HOW_FAR = ("how far", "how long", "how high", "how wide", "how close")
    WHEN = ("when",)
    WHO = ("who", "whose", "whos")
    WHERE = ("where",)
    MUST = ("have to", "need to", "must", "forced")
    MAY = ("can", "cant", "may", "could", "allowed", "able", "legal")
    WHAT_HAPPENS = ("what happens", "what now", "what if")
    WHAT_IS = ("what is", "what are", "what does", "what do", "whats")
    HOW = ("how do", "how does", "how to", "how can", "how is")
    WHICH = ("which",)
    WHY = ("why",)


_RECOGNISED = {tuple(phrase.split()): frame for frame in Frame for phrase in frame.value}


def frames_of(words: Words) -> frozenset[Frame]:
    """All that a question may want; nothing of one that is only words."""
    phrases = (words[at : at + length] for at in range(len(words)) for length in range(1, LONGEST + 1))
    return frozenset(_RECOGNISED[phrase] for phrase in phrases if phrase in _RECOGNISED)

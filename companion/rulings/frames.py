"""What a question wants to know: whether, when, how many, who."""

import re
from enum import Enum


class Frame(Enum):
    """A way to ask, by the words that it is recognised by."""

    HOW_MANY = r"how (many|much|often)|number of|limit|max|most"
    HOW_FAR = r"how (far|long|high|wide|close)"
    WHEN = r"when"
    WHO = r"who|whose|whos"
    WHERE = r"where"
    MUST = r"(do|does|did) \w+( \w+)? (have|need) to|must|forced"
    MAY = r"can|cant|may|could|allowed|able|legal"
    WHAT_HAPPENS = r"what happens|what now|what if"
    WHAT_IS = r"what (is|are|does|do)|whats"
    HOW = r"how (do|does|to|can|is)"
    WHICH = r"which"
    WHY = r"why"


_RECOGNISED = {frame: re.compile(rf"\b(?:{frame.value})\b") for frame in Frame}


def frames_of(question: str) -> frozenset[Frame]:
    """All that a question may want; nothing of one that is only words."""
    plain = question.casefold().replace("'", "").replace("’", "")
    return frozenset(frame for frame, words in _RECOGNISED.items() if words.search(plain))

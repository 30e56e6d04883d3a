"""What is wrong with rulings that can be read but not be used: the checks that look across files."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from companion.rulings.ruling import Ruling

MOST_SENTENCES = 4
_END = re.compile(r"[.!?][\"”’)]*(?=\s|$)")
_ABBREVIATED = re.compile(r"\b(e\.g|i\.e|vs|etc)\.")


def faults(rulings: Iterable[Ruling]) -> list[str]:
    """Each fault as a sentence that begins with the ruling's id; none where all is well."""
    known = list(rulings)
    ids = Counter(each.id for each in known)
    twice = [f"{id}: there are {count} rulings of this id" for id, count in ids.items() if count > 1]
    asked: dict[tuple[object, str], str] = {}
    for each in known:
        for fault in _faults(each, ids):
            twice.append(f"{each.id}: {fault}")
        for question in {each.question.casefold(), *(other.casefold() for other in each.asked)}:
            first = asked.setdefault((each.game, question), each.id)
            if first != each.id:
                twice.append(f"{each.id}: asks what {first} asks: {question}")
    return twice


def sentences(text: str) -> int:
    """How many sentences a text has."""
    return len(_END.findall(_ABBREVIATED.sub("", text)))


def _faults(ruling: Ruling, ids: Counter[str]) -> Iterator[str]:
    if not 1 <= sentences(ruling.answer) <= MOST_SENTENCES:
        yield f"its answer has {sentences(ruling.answer)} sentences, and may have one to {MOST_SENTENCES}"
    if _END.search(ruling.answer[-2:]) is None:
        yield "its answer does not end with a sentence"
    for other in ruling.see:
        if other not in ids:
            yield f"there is no ruling {other} to see"
        elif other == ruling.id:
            yield "sees itself"
    if ruling.link is not None and not ruling.link.startswith("/"):
        yield f"its link {ruling.link} is no address of this site"

"""Builds the index: what each ruling says, and which rulings say a word or mean the same."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import NamedTuple, Self

from companion.clock import breathe
from companion.rulings.ruling import Cite, Ruling
from companion.rulings.words import Meanings, Words, is_meaning, runs_of, words_of

ANSWER = 0.15
"""Weighs a word in an answer against one in a question. A ruling's questions count before what its answer mentions."""
FEW_RUNS = 10.0
"""Is added to the runs of each ruling. So a ruling with few ways to ask is no surer of its wording than one with
many."""


class IndexEntry(NamedTuple):
    """Describes a ruling as the search sees it. It has a text for its question, each other way to ask, and each
    heading.

    `shares` is each term's part of all its words, the answer included. `places` are the texts that have a term, each
    with how sure its meaning is there. `lengths` are the numbers of words of each text. `runs` is each run of words'
    part of the wording. `name` is what each word of its question says.
    """

    ruling: Ruling
    shares: Mapping[str, float]
    places: Mapping[str, tuple[tuple[int, float], ...]]
    lengths: tuple[int, ...]
    runs: Mapping[Words, float]
    name: tuple[tuple[str, ...], ...]
    section: Cite


class WordTally(NamedTuple):
    """Counts how often all rulings together have each term, how many rulings have it, and how many words and rulings
    there are."""

    said: Mapping[str, float]
    saying: Mapping[str, int]
    words: float
    rulings: int

    @classmethod
    def of(cls, tallies: Iterable[Self]) -> Self:
        """Returns all of them together. It copies what the first says, so that a small one behind a large one costs
        little."""
        first, *others = tallies
        said, saying = defaultdict(float, first.said), Counter(first.saying)
        for each in others:
            _add(said, each.said)
            saying.update(each.saying)
        words = first.words + sum(each.words for each in others)
        return cls(said, saying, words, first.rulings + sum(each.rulings for each in others))


class IndexPart(NamedTuple):
    """Says what one ruling adds to an index: its entry, how often it says each term, and how much it says.

    It also has its words, and how often it has each run of words.
    """

    entry: IndexEntry
    counts: Mapping[str, float]
    length: float
    words: frozenset[str]
    runs: Counter[Words]


class RulingsIndex:
    """Finds some rulings by what they say. Immutable: any thread may call any method.

    `saying[term]` has the rulings that say it, by their number among the `entries`, with the term's share of each.
    `headings` counts, below each heading, how often its rulings say each term.
    """

    def __init__(self, parts: Iterable[IndexPart]) -> None:
        self.entries: list[IndexEntry] = []
        self.headings: dict[Cite, Mapping[str, float]] = {}
        self.saying: dict[str, list[tuple[int, float]]] = {}
        self.vocabulary: frozenset[str] = frozenset()
        self.tally = WordTally({}, {}, 0.0, 0)
        self._runs: Counter[Words] = Counter()
        self._all_runs = 0
        self._take(parts)

    def with_more(self, parts: Iterable[IndexPart]) -> "RulingsIndex":
        """Returns the same with these behind. It costs no more than they do and a copy of what there is."""
        more = copy(self)
        more.entries, more.headings, more.saying = [*self.entries], {**self.headings}, {**self.saying}
        more._runs = self._runs.copy()
        more._take(parts)
        return more

    def running(self, run: Words) -> float:
        """Returns the share of all wording that is this run of words, which must be known."""
        return self._runs[run] / self._all_runs

    def _take(self, parts: Iterable[IndexPart]) -> None:
        said, saying = defaultdict(float, self.tally.said), Counter(self.tally.saying)
        words, vocabulary, ours = self.tally.words, set[str](), set[str]()
        for part in parts:
            breathe()
            number, entry = len(self.entries), part.entry
            self.entries.append(entry)
            _add(said, part.counts)
            below = defaultdict(float, self.headings.get(entry.section, {}))
            _add(below, part.counts)
            self.headings[entry.section] = below
            saying.update(part.counts.keys())
            words += part.length
            vocabulary |= part.words
            self._runs.update(part.runs)
            self._all_runs += part.runs.total()
            for term, share in entry.shares.items():
                if term not in ours:
                    self.saying[term] = [*self.saying.get(term, ())]
                    ours.add(term)
                self.saying[term].append((number, share))
        self.vocabulary |= vocabulary
        self.tally = WordTally(said, saying, words, len(self.entries))


def _add(whole: defaultdict[str, float], part: Mapping[str, float]) -> None:
    for term, count in part.items():
        whole[term] += count


def part_of(ruling: Ruling, meanings: Meanings) -> IndexPart:
    """Reads one ruling."""
    vocabulary: set[str] = set()
    counts: dict[str, float] = {}
    places: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    runs: Counter[Words] = Counter()
    lengths = []
    for number, text in enumerate(_texts(ruling)):
        words = words_of(text)
        vocabulary.update(words)
        own, terms = _read(meanings, words)
        for term, surely in terms.items():
            counts[term] = counts.get(term, 0.0) + surely
            places[term].append((number, surely))
        runs.update(runs_of(words))
        lengths.append(len(set(own)))
    usual = runs.total() + FEW_RUNS
    words = words_of(ruling.answer)
    vocabulary.update(words)
    _, terms = _read(meanings, words)
    for term, surely in terms.items():
        counts[term] = counts.get(term, 0.0) + ANSWER * surely
    length = 1 + sum(count for term, count in counts.items() if not is_meaning(term))
    entry = IndexEntry(
        ruling=ruling,
        shares={term: count / length for term, count in counts.items()},
        places={term: tuple(found) for term, found in places.items()},
        lengths=tuple(lengths),
        runs={run: count / usual for run, count in runs.items()},
        name=tuple(tuple(said.terms) for _, said in meanings.read(words_of(ruling.question)) if said.words),
        section=Cite(ruling.cite.book, ruling.cite.chapter, ruling.cite.section),
    )
    return IndexPart(entry, counts, length, frozenset(vocabulary), runs)


def _read(meanings: Meanings, words: tuple[str, ...]) -> tuple[list[str], dict[str, float]]:
    """Returns a text's own words in their order, and its terms."""
    own: list[str] = []
    terms: dict[str, float] = {}
    for _, said in meanings.read(words):
        own += said.words
        for term, surely in said.terms.items():
            terms[term] = max(surely, terms.get(term, 0.0))
    return own, terms


def _texts(ruling: Ruling) -> Iterator[str]:
    yield ruling.question
    yield from ruling.asked
    yield from dict.fromkeys((ruling.cite.section, *(each.section for each in ruling.also)))

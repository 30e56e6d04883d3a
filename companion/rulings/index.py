"""The index: what each ruling says, and which rulings say a word or mean the same."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Self

from companion.rulings.ruling import Cite, Ruling
from companion.rulings.words import Meanings, Words, is_meaning, runs_of, words_of

ANSWER = 0.15
"""What a word in an answer is worth beside one in a question: what a ruling is asked for before what it mentions."""
FEW_RUNS = 10.0
"""Added to the runs of each ruling, so that one with few ways to ask is no surer of its wording than one with many."""


class Entry(NamedTuple):
    """A ruling as the search sees it. It has a text for its question, each other way to ask, and each heading.

    `shares` is how much of all that is said each term is, the answer included; `places` are the texts that a term
    stands in, each with how surely it is meant there; `lengths` the number of words of each text; `runs` how much of
    the wording each run of words is; `name` what each word of its question says.
    """

    ruling: Ruling
    shares: Mapping[str, float]
    places: Mapping[str, tuple[tuple[int, float], ...]]
    lengths: tuple[int, ...]
    runs: Mapping[Words, float]
    name: tuple[tuple[str, ...], ...]
    section: Cite


class Tally(NamedTuple):
    """How often all that is said says each term, how many rulings say it, and how many words and rulings there are."""

    said: Mapping[str, float]
    saying: Mapping[str, int]
    words: float
    rulings: int

    @classmethod
    def of(cls, tallies: Iterable[Self]) -> Self:
        """Returns all of them together."""
        known = tuple(tallies)
        said: defaultdict[str, float] = defaultdict(float)
        saying: Counter[str] = Counter()
        for each in known:
            _add(said, each.said)
            saying.update(each.saying)
        return cls(said, saying, sum(each.words for each in known), sum(each.rulings for each in known))


class Index:
    """Some rulings by what they say. Immutable: any thread may call.

    `saying[term]` has the rulings that say it, by their number among the `entries`, with the term's share of each;
    `headings` says how often what stands below a heading says each term, `running` how much of all wording each run of
    words is.
    """

    def __init__(self, rulings: Iterable[Ruling], meanings: Meanings) -> None:
        said: defaultdict[str, float] = defaultdict(float)
        saying: Counter[str] = Counter()
        self.headings: defaultdict[Cite, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
        self.saying: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        self.entries: list[Entry] = []
        vocabulary: set[str] = set()
        running: Counter[Words] = Counter()
        words = 0.0
        for number, ruling in enumerate(rulings):
            entry, counts, length = _entry(ruling, meanings, vocabulary, running)
            self.entries.append(entry)
            _add(said, counts)
            _add(self.headings[entry.section], counts)
            saying.update(counts.keys())
            words += length
            for term, share in entry.shares.items():
                self.saying[term].append((number, share))
        self.vocabulary = frozenset(vocabulary)
        all_runs = running.total()
        self.running = {run: count / all_runs for run, count in running.items()}
        self.tally = Tally(said, saying, words, len(self.entries))


def _add(whole: defaultdict[str, float], part: Mapping[str, float]) -> None:
    for term, count in part.items():
        whole[term] += count


def _entry(
    ruling: Ruling, meanings: Meanings, vocabulary: set[str], running: Counter[Words]
) -> tuple[Entry, dict[str, float], float]:
    """Returns a ruling's entry, how often it says each term, and how much it says.

    Adds its words to the vocabulary and its runs to `running`."""
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
    running.update(runs)
    words = words_of(ruling.answer)
    vocabulary.update(words)
    _, terms = _read(meanings, words)
    for term, surely in terms.items():
        counts[term] = counts.get(term, 0.0) + ANSWER * surely
    length = 1 + sum(count for term, count in counts.items() if not is_meaning(term))
    entry = Entry(
        ruling=ruling,
        shares={term: count / length for term, count in counts.items()},
        places={term: tuple(found) for term, found in places.items()},
        lengths=tuple(lengths),
        runs={run: count / usual for run, count in runs.items()},
        name=tuple(tuple(said.terms) for _, said in meanings.read(words_of(ruling.question)) if said.words),
        section=Cite(ruling.cite.book, ruling.cite.chapter, ruling.cite.section),
    )
    return entry, counts, length


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

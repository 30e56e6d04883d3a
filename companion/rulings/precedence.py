"""Reads from a question's grammar which of two players acted first.

Rules: WarTime Rulebook, Timing Disputes. A lift begins a move, and tokens that are taken off begin an attack. Words
alone do not tell "he lifted it before I took the tokens" from "I took the tokens before he lifted it".
"""

import re
from itertools import pairwise
from typing import NamedTuple

from companion.rulings.words import LONGEST_TEXT, plain_words, word_file

_WORDS = {kind: frozenset(words) for kind, words in word_file("precedence.toml").items()}
_OPPONENT = re.compile(
    r"\b(?:my |the |our )?(?:opponent|enemy|foe|rival|other (?:player|guy|one|side)|mate|friend|buddy|pal|partner|wife"
    r"|husband|girlfriend|boyfriend|brother|sister|son|daughter|dad|mum|mom|father|mother|cousin|uncle|flatmate)"
    r"( s|s)?\b"
)
_HAND = re.compile(r"\b(my|his|her|their) (?:own )?(?:hands?|fingers?)\b")
_IN_THE_AIR = re.compile(
    r"\b(?:up )?in (?:the air|(?:my|his|her|their) hands?)\b|\boff (?:the|its) (?:board|table|hex|space)\b"
)
_GOLD = re.compile(r"\b(gold|player (?:one|1|a))\b")
_RED = re.compile(r"\b(red|player (?:two|2|b))\b")
_PLAN = re.compile(
    r"\b(about to|going to|gonna|want(ed|s) to|trying to|tried to|meant to|announc\w+|declar\w+|call(ed|ing)|said"
    r"|saying|say|too (late|slow)|could|can)\b"
)
_DEAD = re.compile(
    r"\b(die[sd]?|dead|dying|kill\w*|slain|last (token|disc|counter|chit)|wiped out|destroyed|eliminated)\b"
)
_CHARGE = re.compile(r"\b(charg|rush|ramm?)(e|es|ed|ing)?\b|\bran (at|into)\b")
_PASSIVE = re.compile(r"\b(was|were|got|gets|get|been|being|is|am)( \w+)? (hit|struck|attacked|shot|killed|damaged)\b")


class _Clause(NamedTuple):
    link: str
    """The word that leads to it: "before"; empty for the first."""
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def act(self) -> str:
        """Returns "lift", "hit" or an empty string."""
        if self.has("tokens"):
            return "hit"
        return next((act for word in self.words for act in ("lift", "hit") if word in _WORDS[act]), "")

    def has(self, kind: str) -> bool:
        return not _WORDS[kind].isdisjoint(self.words)

    @property
    def subject(self) -> bool | None:
        """Returns True if the asker is the subject, False for another player, None without a subject."""
        return next((word in _WORDS["mine"] for word in self.words if word in _WORDS["subjects"]), None)

    @property
    def whose(self) -> bool | None:
        """Returns True if the asker acts. Without a subject it goes by the owner of the unit, tokens or attack."""
        who = self.subject
        if who is None:
            persons = _WORDS["mine"] | _WORDS["others"]
            who = next((word in _WORDS["mine"] for word in self.words if word in persons), None)
            suffers = self.act == "hit" and self.has("tokens")
        else:
            suffers = self.act == "hit" and _PASSIVE.search(self.text) is not None
        return who if who is None else who is not suffers

    @property
    def is_sooner(self) -> bool:
        """Returns True if the clause itself claims to be first."""
        return self.has("sooner") or "in time" in self.text

    @property
    def is_plan(self) -> bool:
        """Returns True if the player only wanted or announced the act."""
        return _PLAN.search(self.text) is not None


def case_of(question: str) -> tuple[str, ...]:
    """Returns the two acts in their order, such as ("lift", "hit"), and after them "charge" or "dead" if it is one.

    Returns an empty tuple unless the question has both acts, by two players."""
    clauses = [
        each for each in _clauses(question) if each.act and (each.words[0] not in _WORDS["asks"] or each.link == "then")
    ]
    for one, other in pairwise(clauses):
        who, whom = one.whose, other.whose
        if other.link in ("and", "then") and other.subject is None:
            whom = who
        # Without a person, tokens that come off are the other player's act: nobody takes his own.
        if one.act == other.act or (
            who is whom and (who is not None or not (one.has("tokens") or other.has("tokens")))
        ):
            continue
        first, second = (one, other) if _is_first(one, other) else (other, one)
        order = (first.act, second.act)
        text = " ".join(plain_words(question[:LONGEST_TEXT]))
        if _CHARGE.search(text):
            return (*order, "charge")
        return (*order, "dead") if first.act == "hit" and _DEAD.search(text) else order
    return ()


def _is_first(one: _Clause, other: _Clause) -> bool:
    """Returns True if the first clause's act happened first."""
    if other.link == "before":
        return True
    if other.link in ("after", "once"):
        return False
    if one.link == "before":
        return False
    if one.link in ("after", "once"):
        return True
    if one.is_sooner is not other.is_sooner:
        return one.is_sooner
    if one.is_plan is not other.is_plan:
        return other.is_plan
    return one.has("already") or not other.has("already")


def _clauses(question: str) -> list[_Clause]:
    said = _IN_THE_AIR.sub(" lifted ", question[:LONGEST_TEXT].casefold())
    said = _HAND.sub(lambda found: " i " if found[1] == "my" else " he ", said)
    said = _OPPONENT.sub(lambda found: " his " if found[1] else " he ", said)
    if _WORDS["mine"].isdisjoint(plain_words(said)):
        said = _RED.sub(" he ", _GOLD.sub(" i ", said))
    clauses: list[_Clause] = []
    for part in re.split(r"[,;:.!?]", said):
        link, words = "", list[str]()
        for word in plain_words(part):
            told = any(each in _WORDS[kind] for each in words for kind in ("lift", "hit", "takes"))
            if word in _WORDS["links"] or (told and word in _WORDS["subjects"]):
                clauses.append(_Clause(link, tuple(words)))
                link, words = (word, []) if word in _WORDS["links"] else ("", [word])
            else:
                words.append(word)
        clauses.append(_Clause(link, tuple(words)))
    return [each for each in clauses if each.words]

"""Serves the page that proves a claim: both sides of a flag, the verdict, and the whole deck to lay cards from."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from flask import Flask, request
from werkzeug import Response

from companion.battleline.cards import (
    BEARERS,
    BIT,
    CARDS,
    CAVALRY,
    MORALE,
    TROOPS,
    Card,
    Colour,
    Edition,
    Flag,
    Formation,
    Made,
    Who,
    named,
)
from companion.battleline.choices import BattleLineChoices
from companion.battleline.claim import Claim, claim, saves
from companion.battleline.match.state import Piece, called
from companion.fields.invalid import FieldError, Invalid
from companion.fields.words import clipped
from companion.table.rule_choices import AgreedChoices
from web.battleline.api import ClaimQuestion, position
from web.http.endpoint import LONGEST_PARAMETER, MOST_ERRORS
from web.http.render import page

# A card as a page draws it: its figure large, a word below.

_SHORT = {CAVALRY: "8", BEARERS: "1–3"}


@dataclass(frozen=True, kw_only=True)
class CardFace:
    """`colour` is a Troop card's colour in lower case, "wild" for a Tactics card; `brief` fits the line of flags."""

    card: Piece
    figure: str
    word: str
    colour: str
    name: str
    brief: str


def card_face(piece: Piece, edition: Edition) -> CardFace:
    name = called(piece, edition)
    if piece not in TROOPS:
        morale = len(piece) == 2
        brief = "".join(word[0] for word in name.split()) if morale else piece.capitalize()
        figure = _SHORT.get(piece, "any") if morale else brief
        return CardFace(card=piece, figure=figure, word=name, colour="wild", name=name, brief=brief)
    colour = Colour(piece[0]).word.lower()
    return CardFace(card=piece, figure=piece[1:], word=colour, colour=colour, name=name, brief=piece)


# A claim's question as it stands in an address: `?mine=R7.R8.R9&theirs=B8.B9&seen=Y7&mud=1&last=mine&to=seen`.

PILES = ("mine", "theirs", "seen")
"""Where a card can lie: on either side of the flag, or face up elsewhere."""
MARKS = ("fog", "mud")
PARAMETERS = (*PILES, *MARKS, "last", "to")


@dataclass(frozen=True, kw_only=True)
class ClaimPageQuestion:
    """`texts` is the address, parameter by parameter; `flag` and `unseen`, a mask, are what it asks about.

    With `errors` there is no answer, and the flag is empty. `to` is the pile that the next card goes to.
    """

    texts: Mapping[str, str]
    errors: tuple[FieldError, ...]
    flag: Flag
    unseen: int
    to: str

    def pile(self, name: str) -> list[Card]:
        """Returns the cards of a pile, as far as they are cards."""
        return [card for card in map(str.upper, pieces(self.texts.get(name, ""))) if card in BIT]

    def address(self, **changes: str | None) -> str:
        """Returns the query string of this question; a change to None or "" removes a parameter."""
        said = {**self.texts, **changes}
        return "?" + "&".join(f"{name}={quote(text, safe='.')}" for name in PARAMETERS if (text := said.get(name)))


def read_claim_question(pairs: Iterable[tuple[str, str]]) -> ClaimPageQuestion:
    """Returns the question that an address's parameters ask. Mistakes are in its errors."""
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
    return ClaimPageQuestion(texts=texts, errors=tuple(wrong), flag=flag, unseen=unseen, to=_next(texts, flag))


def pieces(text: str) -> list[str]:
    """Returns what stands in a list, between dots, commas or spaces."""
    return [piece for piece in re.split(r"[.,\s]+", text) if piece]


def _next(texts: Mapping[str, str], flag: Flag) -> str:
    """Returns the pile asked for, or the next one if its side is full."""
    full = {"mine": len(flag.mine) >= flag.slots, "theirs": len(flag.theirs) >= flag.slots}
    asked = texts.get("to", PILES[0])
    start = PILES.index(asked) if asked in PILES else 0
    return next(name for name in PILES[start:] if not full.get(name))


PATH = "/battleline/claim"
PILE_NAMES = {"mine": "My side", "theirs": "Other side", "seen": "Seen"}
FORMATION_NAMES = {
    Formation.BATTALION: "battalion order",
    Formation.SKIRMISH: "skirmish line",
    Formation.SUM: "total",
}
"""Where players say more than the API's word."""


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """Describes a card as the page draws it: `figure` large, `word` below.

    `href` is where a tap on it leads, `pile` where it lies, `as_` what a wild card stands for.
    """

    card: Card
    figure: str
    word: str
    colour: str
    name: str
    href: str
    pile: str = ""
    as_: str = ""


@dataclass(frozen=True, kw_only=True)
class ClaimRow:
    """Describes one side of the flag: its cards, so many slots still empty, and what it makes."""

    pile: str
    title: str
    cards: list[Drawn]
    empty: int
    href: str


class ClaimPage:
    """Draws the page; verdicts go by the table's rule choices."""

    def __init__(self, agreed: AgreedChoices[BattleLineChoices]) -> None:
        self._agreed = agreed

    def install(self, app: Flask) -> None:
        app.add_url_rule(PATH, endpoint="battleline_claim_page", view_func=self.claim_page, methods=["GET"])

    def claim_page(self) -> Response:
        """Returns a claim, as its address asks it."""
        question, choices = read_claim_question(request.args.items(multi=True)), self._agreed.now()
        flag = question.flag
        answer = None if question.errors else claim(flag, question.unseen, choices)
        return page(
            "battleline_claim.html",
            status=422 if question.errors else 200,
            q=question,
            answer=answer,
            headline=_headline(answer, flag),
            rows=[
                _row(question, "theirs", choices.edition, None),
                _row(question, "mine", choices.edition, answer.mine if answer else None),
            ],
            needed=[_drawn(card, question, choices.edition) for card in _needed(answer)],
            others=_others(question, answer),
            piles=[(name, title, question.address(to=name)) for name, title in PILE_NAMES.items()],
            marks=[(name, question.address(**{name: None if name in question.texts else "1"})) for name in MARKS],
            lasts=_lasts(question),
            colours=list(Colour),
            deck=[_drawn(card, question, choices.edition) for card in TROOPS],
            morale=[_drawn(card, question, choices.edition) for card in MORALE],
            clear=question.address(**dict.fromkeys((*PILES, *MARKS, "last", "to"))),
            example="" if question.texts else question.address(mine="R8.R9.R10", theirs="B4.B5"),
        )


def _headline(answer: Claim | None, flag: Flag) -> str:
    if answer is None:
        return "Not yet."
    if not flag.mine and not flag.theirs:
        return "Lay the cards."
    return "Claim." if answer.claimable else "Not yet."


def _needed(answer: Claim | None) -> tuple[Card, ...]:
    """Returns the counterexample, where there is one."""
    return answer.best_reply.needs if answer and answer.best_reply and not answer.claimable else ()


def _others(question: ClaimPageQuestion, answer: Claim | None) -> list[str]:
    """Returns every card that alone still stops the claim, where one card is to come and not only the best reply stops
    it."""
    if len(_needed(answer)) != 1:
        return []
    stopping = saves(question.flag.turned(), question.unseen)
    return [named(card) for card in stopping] if len(stopping) > 1 else []


def _lasts(question: ClaimPageQuestion) -> list[tuple[str, str, bool]]:
    """Returns who played the last card is asked where both sides are complete."""
    flag = question.flag
    if not len(flag.mine) == len(flag.theirs) == flag.slots:
        return []
    words = {"mine": "I did", "theirs": "They did"}
    return [(word, question.address(last=who), question.texts.get("last") == who) for who, word in words.items()]


def _row(question: ClaimPageQuestion, pile: str, edition: Edition, made: Made | None) -> ClaimRow:
    cards = question.pile(pile)
    shown = []
    for index, card in enumerate(cards):
        counted = made.as_[index] if made and index < len(made.as_) and made.as_[index] != card else ""
        shown.append(_drawn(card, question, edition, counted))
    formed = f" · {FORMATION_NAMES.get(made.formation, made.formation.value)}, {made.total}" if made else ""
    return ClaimRow(
        pile=pile,
        title=PILE_NAMES[pile] + formed,
        cards=shown,
        empty=max(0, question.flag.slots - len(cards)),
        href=question.address(to=pile),
    )


def _drawn(card: Card, question: ClaimPageQuestion, edition: Edition, counted: Card | str = "") -> Drawn:
    face = card_face(card, edition)
    lies = next((pile for pile in PILES if card in question.pile(pile)), "")
    return Drawn(
        card=card,
        figure=face.figure,
        word=face.word,
        colour=face.colour,
        name=face.name,
        href=_tapped(card, question, lies),
        pile=lies,
        as_=named(counted, edition) if counted in CARDS else "",
    )


def _tapped(card: Card, question: ClaimPageQuestion, lies: str) -> str:
    """Returns a card that lies somewhere is taken up again; any other goes to the pile that is being laid."""
    pile = question.pile(lies or question.to)
    changed = [each for each in pile if each != card] if lies else [*pile, card]
    to = question.to if not lies or lies == question.texts.get("to") else lies
    return question.address(**{lies or question.to: ".".join(changed), "to": to})

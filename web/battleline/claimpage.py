"""The page that proves a claim: both sides of a flag, the verdict, and the whole deck to lay cards from."""

from dataclasses import dataclass

from flask import Flask, request
from werkzeug import Response

from companion.battleline.cards import CARDS, MORALE, TROOPS, Card, Colour, Edition, Flag, Formation, Made, named
from companion.battleline.choices import BattleLineChoices
from companion.battleline.claim import Claim, claim, saves
from companion.table.agreed import Agreed
from web.battleline.cardface import card_face
from web.battleline.question import MARKS, PILES, Question, read_claim_question
from web.http.render import page

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
    """A card as the page draws it: `figure` large, `word` below.

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
class Row:
    """One side of the flag: its cards, so many slots still empty, and what it makes."""

    pile: str
    title: str
    cards: list[Drawn]
    empty: int
    href: str


class ClaimPage:
    """The page; verdicts go by what the table has agreed on."""

    def __init__(self, agreed: Agreed[BattleLineChoices]) -> None:
        self._agreed = agreed

    def install(self, app: Flask) -> None:
        app.add_url_rule(PATH, endpoint="battleline_claim_page", view_func=self.claim_page, methods=["GET"])

    def claim_page(self) -> Response:
        """A claim, as its address asks it."""
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
        )


def _headline(answer: Claim | None, flag: Flag) -> str:
    if answer is None:
        return "Not yet."
    if not flag.mine and not flag.theirs:
        return "Lay the cards."
    return "Claim." if answer.claimable else "Not yet."


def _needed(answer: Claim | None) -> tuple[Card, ...]:
    """The counterexample, where there is one."""
    return answer.best_reply.needs if answer and answer.best_reply and not answer.claimable else ()


def _others(question: Question, answer: Claim | None) -> list[str]:
    """Every card that alone still stops the claim, where one card is to come and not only the best reply stops it."""
    if len(_needed(answer)) != 1:
        return []
    stopping = saves(question.flag.turned(), question.unseen)
    return [named(card) for card in stopping] if len(stopping) > 1 else []


def _lasts(question: Question) -> list[tuple[str, str, bool]]:
    """Who played the last card is asked where both sides are complete."""
    flag = question.flag
    if not len(flag.mine) == len(flag.theirs) == flag.slots:
        return []
    words = {"mine": "I did", "theirs": "They did"}
    return [(word, question.address(last=who), question.texts.get("last") == who) for who, word in words.items()]


def _row(question: Question, pile: str, edition: Edition, made: Made | None) -> Row:
    cards = question.pile(pile)
    shown = []
    for index, card in enumerate(cards):
        counted = made.as_[index] if made and index < len(made.as_) and made.as_[index] != card else ""
        shown.append(_drawn(card, question, edition, counted))
    formed = f" · {FORMATION_NAMES.get(made.formation, made.formation.value)}, {made.total}" if made else ""
    return Row(
        pile=pile,
        title=PILE_NAMES[pile] + formed,
        cards=shown,
        empty=max(0, question.flag.slots - len(cards)),
        href=question.address(to=pile),
    )


def _drawn(card: Card, question: Question, edition: Edition, counted: Card | str = "") -> Drawn:
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


def _tapped(card: Card, question: Question, lies: str) -> str:
    """A card that lies somewhere is taken up again; any other goes to the pile that is being laid."""
    pile = question.pile(lies or question.to)
    changed = [each for each in pile if each != card] if lies else [*pile, card]
    to = question.to if not lies or lies == question.texts.get("to") else lies
    return question.address(**{lies or question.to: ".".join(changed), "to": to})

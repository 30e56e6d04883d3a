"""How well paraphrases find their rulings: python -m tests.companion.rulings.paraphrases"""

from companion.rulings.evaluate import AskedQuestion, ask, show
from companion.rulings.ranking import RulingsSearch
from companion.rulings.ruling import chapters
from tests.companion.rulings.paraphrases.paraphrase import Paraphrase, paraphrases


def asked(search: RulingsSearch, questions: list[Paraphrase], *, known: bool) -> list[AskedQuestion]:
    """Each asked in its game, or with no game `known`."""
    return [ask(search, each.question, each.game if known else None, expected=(each.expected,)) for each in questions]


def main() -> None:
    rulings = [ruling for chapter in chapters() for ruling in chapter.rulings]
    search = RulingsSearch(rulings)
    for split, name in (("dev", "Paraphrases tuned on"), ("test", "Paraphrases untouched")):
        questions = list(paraphrases(rulings, split))
        show(name, asked(search, questions, known=True))
        show(f"{name}, no game known", asked(search, questions, known=False))


if __name__ == "__main__":
    main()

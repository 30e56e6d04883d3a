"""Text becomes a number in one place, whoever wrote it: a form, an address, a card, a file, the environment."""

import ast
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.fields.decode import from_texts
from companion.fields.invalid import Invalid
from companion.fields.numbers import bounded, decimal, whole
from tests.house import ROOMS

NO_NUMBERS = (
    "", " ", "--5", "+-5", "- 5", " 5", "5 ", "5\n", "\n5", "1_000", "0x5", "1e2", "5.0", "null", "nan", "inf",
    "٥", "５", "²", "½", "9" * 5_000, "0" * 5_000 + "1", "00000000300000000", "\x005", "\ud8005",
)  # fmt: skip
HOUSE = Path(__file__).parents[3]


@pytest.mark.parametrize("text", NO_NUMBERS, ids=ascii)
def test_what_is_no_number(text: str) -> None:
    assert whole(text, least=-999, most=999) is None
    with pytest.raises(Invalid) as caught:
        bounded("units[3].speed", text, least=-999, most=999)
    assert caught.value.field == "units[3].speed"
    assert len(caught.value.message) < 100


class Question(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    speed: int | None = None
    aim: bool = False


@pytest.mark.parametrize("text", NO_NUMBERS, ids=ascii)
@pytest.mark.parametrize("field", ["speed", "aim"])
def test_a_parameter_and_a_field_of_a_form(text: str, field: str) -> None:
    with pytest.raises(Invalid) as caught:
        from_texts({field: text}, Question)
    assert caught.value.field == field


@given(st.integers(-10_000, 10_000), st.integers(-500, 0), st.integers(0, 500))
def test_every_number_within_its_bounds_and_no_other(number: int, least: int, most: int) -> None:
    assert whole(str(number), least=least, most=most) == (number if least <= number <= most else None)
    assert decimal(str(number), least=least, most=most) == (Decimal(number) if least <= number <= most else None)


def test_a_sign_is_taken_where_something_is_below_nothing() -> None:
    assert [whole(text, least=-20, most=20) for text in ("+5", "-5", "05", "-0")] == [5, -5, 5, 0]
    assert [whole(text, most=20) for text in ("+5", "-5", "05", "-0")] == [None, None, 5, None]


@given(st.text(st.sampled_from("0123456789.+- e_"), max_size=20))
def test_a_decimal_is_never_out_of_its_bounds(text: str) -> None:
    number = decimal(text, least=-9, most=99)
    assert number is None or -9 <= number <= 99


@pytest.mark.parametrize("text", ["1.", ".5", "1..2", "1.2.3", "1.-2", "1e3", "NaN", "Infinity", "1." + "3" * 5_000])
def test_what_is_no_decimal(text: str) -> None:
    assert decimal(text) is None


READERS = {"int", "float", "complex", "Decimal", "Fraction", "eval", "literal_eval"}
TESTS = {"isdecimal", "isdigit", "isnumeric"}
NO_TEXT = (ast.Compare, ast.BoolOp, ast.BinOp, ast.Constant)
"""What an expression is made of that never is text: int(1 in success)."""
EXEMPT = {
    "companion/fields/numbers.py": {"int(text)", "Decimal(text)"},  # the reader itself
    "companion/fields/decode.py": {"int(step['index'])"},  # msgspec's own words: an index into what was decoded
    "web/http/access.py": {"int(phone)"},  # out of a cookie that we have signed
    # Out of what we have written ourselves: a clock's face, a guide's headings and pictures, a plan of wires.
    "web/site/help.py": {"int(found[1])", "int(found[2])", "int(token.tag[1])"},
    "hardware/faces/timer.py": {"int(minutes)"},
    "hardware/wiring/picture.py": {"int(wire.source.pin)", "int(wires[0].source.pin)", "int(screen.address)"},
    "hardware/wiring/plan.py": {"int(wire.source.pin)", "int(terminal.pin)"},
    "hardware/wiring/layout.py": {"int(wire.source.pin)", "float(TOP)"},
    # An address that has been read is a number already, which writes itself as modules print it.
    "companion/panel/config.py": {"int(self)"},
    "companion/panel/notes.py": {"int(screen.address)"},
    "hardware/doctor/trials.py": {"int(screen.address)"},
    # The kernel's own.
    "hardware/doctor/system.py": {"int(at.machine.read(path), 16)"},
    "hardware/transport.py": {"int(name.removeprefix('i2c-'))"},
    # Numbers that are numbers already.
    "web/door/channel.py": {"int(self.total_outbufs_len)"},
    "web/door/listener.py": {"int(each.idle)"},
    "companion/journal/schema.py": {"int(said)"},
    "companion/clock.py": {"float(most)"},
    "companion/hall/event/event.py": {"name.isdecimal"},  # a table's name in a sentence
    "companion/warzone/sums/moves.py": {"Decimal(rounded_up(each))", "Decimal(rounded_up(model / 2))"},
    "companion/warzone/sums/leadership.py": {"Fraction(up_to(DISPERSES - 1), FACES)"},
    "companion/warzone/chances/attack.py": {
        "Fraction(_mean(only.wounds), only.whole)", "Fraction(dealt, whole)",
    },
    "companion/warzone/chances/dice.py": {
        "Fraction(ways, whole)", "float(fraction)", "Fraction(self.exact)",
    },
    "companion/warzone/duel/lines.py": {"Fraction(line.answer.expected_wounds_exact)"},
    "companion/warzone/duel/outcome.py": {
        "Fraction(line.answer.expected_wounds_exact)", "float(better_wounds)", "float(wounds)",
    },
    "companion/shelf/summary.py": {"word.isdecimal"},  # a word that is searched for stays a word
    "companion/warzone/sums/initiative.py": {
        "Fraction(len(theirs))", "Fraction(ours)", "Fraction(won, whole - same)",
    },
    "web/warzone/calculators/attackview.py": {"Fraction(each.casualty.exact)"},
    "companion/warzone/attacks/answers.py": {"Fraction(sum(at_least[1:]), whole)", "float(expected)"},
    "companion/warzone/attacks/plans.py": {
        "Fraction(plan.expected_wounds_exact)", "float(ends.expected_wounds)",
    },
    "hardware/faces/lettering.py": {"int(_font(type_.font).getlength(text))"},
}  # fmt: skip


def test_no_other_place_makes_a_number_of_text() -> None:
    found: dict[str, set[str]] = {}
    for room in ROOMS:
        for path in sorted((HOUSE / room).rglob("*.py")):
            name = path.relative_to(HOUSE).as_posix()
            for node in ast.walk(ast.parse(path.read_text())):
                if _reads(node) and (said := ast.unparse(node)) not in EXEMPT.get(name, ()):
                    found.setdefault(name, set()).add(said)
    assert not found, found


def _reads(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name), args=[first, *_]):
            return name in READERS and not isinstance(first, NO_TEXT)
        case ast.Attribute(attr=name):
            return name in TESTS
        case ast.Call(args=args):
            return any(isinstance(each, ast.Name) and each.id in READERS for each in args)
    return False

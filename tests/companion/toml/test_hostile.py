"""TOML written to keep us busy: what is read of it is bounded, and what is wrong with it is said by key and line."""

from collections.abc import Callable
from functools import partial

import pytest

from companion.config import ConfigError, read_config
from companion.fields.invalid import Invalid
from companion.toml.reading import LARGEST, MOST_DOTS, line_of, read_toml
from companion.wartime.scenario.library import read_scenario
from companion.warzone.cards.card_file import read_card
from tests.cpu import TOO_DEAR_MS, costs_ms

START = 'id = "own"\nname = "Own"\n'
DEEP = ".".join("a" * MOST_DOTS)


@pytest.mark.parametrize("key", ["C5.", ".C5", "C5..C6", "[", "]", "a[0", "a]b", "C5.[x]", " ", "\\n"])
def test_a_key_that_reads_like_a_way_through_keys(key: str) -> None:
    with pytest.raises(Invalid) as caught:
        read_scenario(f'{START}[terrain]\n"{key}" = "woods"\n')
    assert caught.value.field.startswith("terrain")
    assert caught.value.line in (3, 4)


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("[a]\nb = 1", "a.b", 2),
        ("  [ a ]  # why\n 'b' = 1", "a.b", 2),
        ("[[a]]\nb = 1\n[[a]]\nb = 1", "a[1].b", 4),
        ("a = [\n[1],\n]", "a[0][0]", 1),
        ("[a]\nb = 1", "a.c.d[3]", 1),
        ("a = 1", "b", None),
        ("[a", "a", None),
        ("a", "a", None),
        ("", "a." * 20_000, None),
    ],
)
def test_the_line_of_a_key(text: str, key: str, line: int | None) -> None:
    assert line_of(text, key) == line


HOSTILE = {
    "a line of blanks": "[" + " " * 60_000,
    "lines of blanks": ("[" + " " * 1_200 + "\n") * 50,
    "blanks before an equals sign": "a" + "\t" * 60_000 + "=",
    "only equals signs": "=" * 60_000,
    "one dotted key": ".".join("a" * 30_000) + " = 1",
    "a table of dotted keys": "[a.b.c.d.e.f]\n" + "\n".join(f"{DEEP[4:]}.b{n} = 1" for n in range(450)),
    "dotted keys": "\n".join(f"{DEEP[4:]}.b{n} = 1" for n in range(450)),
    "lists in lists": "a = " + "[" * 60_000,
    "tables in tables": "a = " + "{a = " * 10_000,
    "tables": "[[a]]\n" * 10_000,
    "keys": "\n".join(f"a{n} = 1" for n in range(6_000)),
    "a long list": "a = [" + "1," * 30_000 + "]",
    "a long number": "order = " + "9" * 60_000,
    "a number beyond 64 bits": "dp = " + "9" * 4_000,
    "too long": "#" * (LARGEST + 1),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_it_is_refused_within_a_moment(text: str) -> None:
    """Some tenths of a second of CPU separate what is linear (some 30 ms) from what is not (seconds and more)."""
    for read, mistake in ((read_scenario, Invalid), (read_card, Invalid), (_configuration, ConfigError)):
        _, cpu_ms = costs_ms(partial(_refuse, read, text, mistake))
        assert cpu_ms < TOO_DEAR_MS


def _refuse(read: Callable[[str], object], text: str, mistake: type[Exception]) -> None:
    with pytest.raises(mistake):
        read(text)


def _configuration(text: str) -> object:
    return read_config(text, name="warglass.toml")


@pytest.mark.parametrize("text", ['"' + "." * 30 + '"', '"""\n' + "... \n" * 500 + '"""'])
def test_a_text_may_have_dots(text: str) -> None:
    assert read_toml(f"a = {text}", lambda data: data)["a"]


def test_numbers_that_no_field_holds_are_refused_by_their_field() -> None:
    for value in ("9" * 4_000, "-" + "9" * 30, "1e999", "nan", "1979-05-27T07:32:00Z", "07:32:00", "[[[[1]]]]"):
        for key in ("id", "time_limit", "units", "terrain"):
            with pytest.raises(Invalid) as caught:
                read_scenario(f"{key} = {value}\n")
            assert caught.value.field.removesuffix("[0]") == key, caught.value

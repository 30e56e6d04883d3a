"""Every regular expression of the house with what it is run by, and texts that make a careless one backtrack."""

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from tests.house import ROOT, modules

RUNS = ("match", "fullmatch", "search", "sub", "split", "findall", "finditer")
_KNOWN = {*RUNS, "compile", "Match", "Pattern", *re.RegexFlag.__members__}
_RUN = re.compile(rf"\b(\w+)\.({'|'.join(RUNS)})\b")
_NAMED = re.compile(r"\bre\b|\bpattern\b")
_MANY = 100
"""A repeat up to here is a constant."""


class Use(NamedTuple):
    """One expression and the method that it is run by. `at`: the file, and its name or line there."""

    at: str
    pattern: re.Pattern[Any]
    method: str


class _Filled(dict[str, Any]):
    """A module's names; whatever an expression is filled in with besides is a 1."""

    def __missing__(self, name: str) -> Any:
        return "1"


def uses() -> list[Use]:
    """All of them, found in the sources: a new one is found too."""
    sources = {file: (ROOT / file).read_text(encoding="utf-8") for file in modules()}
    methods: dict[str, set[str]] = {}
    for source in sources.values():
        for name, method in _RUN.findall(source):
            methods.setdefault(name, set()).add(method)
    # To parse every module takes seconds, and few of them have an expression.
    trees = {file: ast.parse(source) for file, source in sources.items() if _NAMED.search(source)}
    found = []
    for file, tree in trees.items():
        names = dict.fromkeys(RUNS)
        for node in ast.walk(tree):
            match node:
                case ast.Assign(
                    targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute(attr="compile")) as call
                ):
                    # One that is handed on may be run in any way.
                    ways = sorted(methods.get(name) or ("match", "search"))
                    found += [Use(f"{file} {name}", _pattern(file, call), way) for way in ways]
                case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=method)) if method in names:
                    found.append(Use(f"{file}:{node.lineno}", _pattern(file, node), method))
                case ast.keyword(arg="pattern", value=value):
                    found.append(Use(f"{file}:{value.lineno}", re.compile(_value(file, value)), "search"))
                case ast.Attribute(value=ast.Name(id="re"), attr=name):
                    assert name in _KNOWN, f"{file}: re.{name}"
    compiled = sum(isinstance(node, ast.Attribute) and ast.unparse(node) == "re.compile" for node in _all(trees))
    assert compiled == len({use.at for use in found if ":" not in use.at}), "compile it in an assignment of its own"
    return found


def _all(trees: Mapping[str, ast.Module]) -> Iterator[ast.AST]:
    for tree in trees.values():
        yield from ast.walk(tree)


def _pattern(file: str, call: ast.Call) -> re.Pattern[Any]:
    flags = [_value(file, each) for each in (*call.args[1:], *(each.value for each in call.keywords)) if _is_flag(each)]
    return re.compile(_value(file, call.args[0]), sum(flags, re.NOFLAG))


def _is_flag(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node).startswith("re.")


def _value(file: str, node: ast.expr) -> Any:
    module = importlib.import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    return eval(compile(ast.Expression(node), file, "eval"), {}, _Filled(vars(module)))


class Pump(NamedTuple):
    """One part again and again between a beginning and an end."""

    before: str
    part: str
    after: str

    def text(self, length: int) -> str:
        """Of about so many characters."""
        return f"{self.before}{self.part * (length // len(self.part))}{self.after}"


def pumps(pattern: re.Pattern[Any]) -> Iterator[Pump]:
    """What makes a careless expression backtrack: the beginning of what it matches, then a part of it again and again,
    then nothing, or an end that does not fit, with or without another match behind it."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    letters = sorted({*_letters(tree), *" \t\n1a"})
    whole = _sample(tree)
    befores, parts = {"", whole}, {*letters, whole}
    parts |= {f"{one}{other}" for one in letters[:5] for other in letters[:5]}
    for before, part in _repeats(list(tree), ""):
        befores.add(before)
        parts |= {before, part, before + part}
    for part in sorted(parts - {""}):
        for before in sorted(befores):
            for after in ("", "\0", f"\0{whole}"):
                yield Pump(before, part, after)


def _repeats(items: list[Any], before: str) -> Iterator[tuple[str, str]]:
    """Each repeat without a small end: what stands before it, and once what is repeated."""
    for kind, value in items:
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            _, most, inner = value
            if most > _MANY:
                yield before, _sample(inner)
            yield from _repeats(list(inner), before)
        for inner in _inside(kind, value):
            yield from _repeats(list(inner), before)
        before += _sample([(kind, value)])


def _inside(kind: Any, value: Any) -> list[Any]:
    if kind is op.SUBPATTERN:
        return [value[3]]
    if kind is op.BRANCH:
        return list(value[1])
    if kind in (op.ASSERT, op.ASSERT_NOT):
        return [value[1]]
    return [value] if kind is op.ATOMIC_GROUP else []


def _sample(items: Any) -> str:
    """A shortest text that the items match, but for what is around it."""
    text = ""
    for kind, value in items:
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            text += _sample(value[2]) * min(max(value[0], 1), 3)
        elif kind is op.BRANCH:
            text += min(map(_sample, value[1]), key=len)
        elif kind is op.LITERAL:
            text += chr(value)
        elif kind is op.NOT_LITERAL:
            text += "b" if value == ord("a") else "a"
        elif kind is op.ANY:
            text += "a"
        elif kind is op.IN:
            text += next(iter(_members(value)), "a")
        elif kind not in (op.ASSERT, op.ASSERT_NOT):
            text += "".join(map(_sample, _inside(kind, value)))
    return text


_CLASSES = {
    op.CATEGORY_DIGIT: "1", op.CATEGORY_NOT_DIGIT: "a", op.CATEGORY_SPACE: " \t", op.CATEGORY_NOT_SPACE: "a",
    op.CATEGORY_WORD: "a_", op.CATEGORY_NOT_WORD: " ",
}  # fmt: skip


def _members(value: list[Any]) -> list[str]:
    """Some characters of a set."""
    negated = value[0][0] is op.NEGATE
    found: list[str] = []
    for kind, each in value:
        if kind is op.LITERAL:
            found.append(chr(each))
        elif kind is op.RANGE:
            found += [chr(each[0]), chr(each[1])]
        elif kind is op.CATEGORY:
            found += _CLASSES[each]
    return [letter for letter in 'a1 -.,:(="' if letter not in found] if negated else found


def _letters(items: Any) -> Iterator[str]:
    """Characters that the expression has a word to say about, those that its sets leave out among them."""
    for kind, value in items:
        if kind in (op.LITERAL, op.NOT_LITERAL):
            yield chr(value)
        elif kind is op.IN:
            yield from _members(value)
            yield from (chr(each) for sort, each in value if sort is op.LITERAL)
        elif kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            yield from _letters(value[2])
        for inner in _inside(kind, value):
            yield from _letters(inner)

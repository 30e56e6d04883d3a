"""Draws faults by seed: small changes of the code that a test should see.

A fault changes a condition, a constant or an operator, or drops a statement. It never changes types, imports, asserts,
what is logged, the options of a class, or words that are neither compared with others nor used as keys.
"""

import ast
import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from random import Random

ROOMS = ("companion", "hardware", "web")
_OPERATORS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "//"), ast.FloorDiv: ("//", "*"), ast.Div: ("/", "*"),
    ast.Mod: ("%", "+"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.BitXor: ("^", "&"),
    ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"),
}  # fmt: skip
_COMPARISONS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"), ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}  # fmt: skip
_JUNCTIONS: dict[type[ast.AST], tuple[str, str]] = {ast.And: ("and", "or"), ast.Or: ("or", "and")}
_DROPPED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Raise, ast.Continue, ast.Break, ast.Delete)
_LEFT_ALONE = (ast.Import, ast.ImportFrom, ast.Assert, ast.JoinedStr)
_LOG = re.compile(r"(logging|warnings|_?log|_?logger)\.")
_TYPE = re.compile(r"(\w+\.)*([A-Z]|[A-Z]\w*[a-z]\w*|tuple|list|dict|set|frozenset|type|str|int|bytes)")
_TYPES = {"TypeVar", "NewType", "NamedTuple", "dataclass", "assert_never"}


@dataclass(frozen=True)
class Fault:
    """A place in a file, the code there, and the code that replaces it."""

    path: str
    line: int
    column: int
    """In bytes, from 0."""
    kind: str
    old: str
    new: str
    digest: str
    """The hash of the file that the fault was drawn from."""
    text: str
    """The whole line, which shows where the fault belongs in a file that has changed."""

    def __str__(self) -> str:
        old, new = (" ".join(each.split()) for each in (self.old, self.new))
        return f"{self.path}:{self.line}:{self.column} {self.kind}, {_shorten(old)} -> {_shorten(new)}"

    def apply(self, source: bytes) -> bytes:
        """Returns the file with the fault in it. Raises ValueError if the file has other code there."""
        start = _find_line_starts(source)[self.line - 1] + self.column
        if not source.startswith(self.old.encode(), start):
            raise ValueError(f"{self} does not fit the file")
        return source[:start] + self.new.encode() + source[start + len(self.old.encode()) :]

    def find_again(self, source: bytes) -> "Fault | None":
        """Returns the fault in a file that may have changed, or None unless the file has its line exactly once."""
        if hash_source(source) == self.digest:
            return self
        lines = [number for number, line in enumerate(source.decode().split("\n"), 1) if line == self.text]
        if len(lines) != 1:
            return None
        moved = replace(self, line=lines[0], digest=hash_source(source))
        return moved if moved.is_fault_of(source) else None

    def is_fault_of(self, source: bytes) -> bool:
        """Returns whether the file compiles with the fault in it, and means something else."""
        try:
            changed = ast.parse(self.apply(source))
        except (SyntaxError, ValueError):
            return False
        return ast.dump(changed) != ast.dump(ast.parse(source))


def draw_faults(root: Path, seed: int, count: int) -> list[Fault]:
    """Draws from the code in a checkout, at most one fault a line. The seed and the code alone decide which.

    Every line of code is equally likely to be in the file that is drawn; in the file, each kind of fault is.
    """
    random = Random(seed)
    possible: dict[str, list[Fault]] = {}
    weights: dict[str, int] = {}
    for path in sorted(each for room in ROOMS for each in (root / room).rglob("*.py")):
        source, name = path.read_bytes(), path.relative_to(root).as_posix()
        possible[name] = find_faults(name, source)
        lines = [line.strip() for line in source.split(b"\n")]
        weights[name] = sum(1 for line in lines if line and not line.startswith(b"#")) if possible[name] else 0
    faults: list[Fault] = []
    while len(faults) < count and any(weights.values()):
        name = random.choices(list(weights), list(weights.values()))[0]
        kind = random.choice(sorted({each.kind for each in possible[name]}))
        fault = random.choice([each for each in possible[name] if each.kind == kind])
        is_fault = fault.is_fault_of((root / name).read_bytes())
        if is_fault:
            faults.append(fault)
        possible[name] = [
            each for each in possible[name] if each != fault and not (is_fault and each.line == fault.line)
        ]
        if not possible[name]:
            weights[name] = 0
    return faults


def find_faults(path: str, source: bytes) -> list[Fault]:
    """Returns every fault that the file could have, by place."""
    starts, lines = _find_line_starts(source), source.decode().split("\n")
    faults = set()
    for start, end, kind, new in _Finder(source).walk(ast.parse(source)):
        line = bisect(starts, start)
        place = (path, line, start - starts[line - 1])
        faults.add(Fault(*place, kind, source[start:end].decode(), new, hash_source(source), lines[line - 1]))
    return sorted(faults, key=lambda each: (each.line, each.column, each.kind, each.new))


def hash_source(source: bytes) -> str:
    return sha256(source).hexdigest()[:16]


_Change = tuple[int, int, str, str]
"""From which byte to which, the kind, and the new code."""


class _Finder:
    def __init__(self, source: bytes) -> None:
        self._source = source
        self._starts = _find_line_starts(source)

    def walk(self, node: ast.AST) -> Iterator[_Change]:
        for child in _list_children(node):
            yield from self._change(child)
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from self._drop(child)
            yield from self.walk(child)

    def _change(self, node: ast.AST) -> Iterator[_Change]:
        match node:
            case ast.If(test=test) if _is_for_types(test):
                pass
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                yield from self._negate(test)
            case ast.match_case(guard=ast.expr() as test):
                yield from self._negate(test)
            case ast.comprehension(ifs=tests):
                for test in tests:
                    yield from self._negate(test)
            case ast.BoolOp(op=op, values=values):
                yield from self._swap(values[0], values[1], "condition", *_JUNCTIONS[type(op)])
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                for before, op, after in zip([left, *comparators], ops, comparators, strict=False):
                    yield from self._swap(before, after, "condition", *_COMPARISONS[type(op)])
                    for side in (before, after):
                        yield from self._change_words(side)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS and not _is_of_words_or_types(node):
                yield from self._swap(left, right, "operator", *_OPERATORS[type(op)])
            case ast.AugAssign(target=left, op=op, value=right) if type(op) in _OPERATORS:
                yield from self._swap(left, right, "operator", *_OPERATORS[type(op)])
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                yield *self._span(node), "operator", self._text(operand)
            case ast.Constant(value=bool(value)):
                yield *self._span(node), "constant", str(not value)
            case ast.Constant(value=int(number) | float(number)):
                yield *self._span(node), "constant", str(number + 1)
            case ast.Subscript(value=value, slice=key) if not _is_type(value):
                yield from self._change_words(key)
            case ast.MatchValue(value=key):
                yield from self._change_words(key)
            case ast.Dict(keys=keys):
                for each in keys:
                    yield from self._change_words(each)

    def _drop(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[_Change]:
        """Drops statements, but neither the last return nor the only value of a name: everybody would notice those."""
        nodes = list(ast.walk(function))
        values = Counter(each.arg for each in nodes if isinstance(each, ast.arg)) + Counter(_list_assigned(nodes))
        for each in nodes:
            is_last_return = isinstance(each, ast.Return) and each is function.body[-1]
            if isinstance(each, _DROPPED) and not is_last_return and not _is_idle(each):
                targets = [below for target in getattr(each, "targets", []) for below in ast.walk(target)]
                if all(values[name] > 1 for name in _list_assigned(targets)):
                    yield *self._span(each), "dropped", "pass"

    def _negate(self, test: ast.expr) -> Iterator[_Change]:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            yield *self._span(test), "condition", f"({self._text(test.operand)})"
        elif not isinstance(test, ast.Compare | ast.Constant):
            yield *self._span(test), "condition", f"(not ({self._text(test)}))"

    def _swap(self, left: ast.expr, right: ast.expr, kind: str, old: str, new: str) -> Iterator[_Change]:
        start, end = self._span(left)[1], self._span(right)[0]
        at = self._source.find(old.encode(), start, end)
        if at >= 0:
            yield at, at + len(old), kind, new

    def _change_words(self, node: ast.expr | None) -> Iterator[_Change]:
        """Changes words that are compared with others or used as keys."""
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            for each in node.elts:
                yield from self._change_words(each)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield *self._span(node), "constant", repr(f"{node.value}?")

    def _span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.lineno - 1] + node.col_offset, self._starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self._source[start:end].decode()


def _list_children(node: ast.AST) -> Iterator[ast.AST]:
    """Lists what faults may be in. Of annotations, these are calls alone, which set bounds."""
    left: Sequence[ast.AST | None] = []
    if isinstance(node, ast.If) and _is_for_types(node.test):
        left = node.body
    elif isinstance(node, ast.Call) and _is_left_alone(node.func):
        left = [*node.args, *node.keywords]
    elif isinstance(node, ast.Call) and ast.unparse(node.func) == "cast":
        left = node.args[:1]
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        left = [node.returns]
    elif isinstance(node, ast.ClassDef):
        left = [*node.keywords, *node.bases]
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or child in left or isinstance(child, _LEFT_ALONE):
                continue
            if field == "annotation":
                yield from (each for each in ast.walk(child) if isinstance(each, ast.Call))
            else:
                yield child


def _is_left_alone(function: ast.expr) -> bool:
    name = ast.unparse(function)
    return bool(_LOG.match(name)) or name.rpartition(".")[2] in _TYPES


def _is_idle(statement: ast.AST) -> bool:
    """Returns whether the program does the same without the statement, but for its log."""
    match statement:
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Expr(value=ast.Call(func=function)):
            return _is_left_alone(function)
    return False


def _is_of_words_or_types(node: ast.BinOp) -> bool:
    """Returns whether the operator joins words, paths or types: any other one would only raise TypeError."""
    for side in (node.left, node.right):
        if isinstance(side, ast.JoinedStr | ast.List | ast.Tuple):
            return True
        if isinstance(side, ast.Constant) and isinstance(side.value, str | bytes | None):
            return True
        if isinstance(node.op, ast.BitOr) and _is_type(side.value if isinstance(side, ast.Subscript) else side):
            return True
    return False


def _list_assigned(nodes: Iterable[ast.AST]) -> list[str]:
    return [each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]


def _is_type(node: ast.expr) -> bool:
    return bool(_TYPE.fullmatch(ast.unparse(node)))


def _is_for_types(test: ast.expr) -> bool:
    return "TYPE_CHECKING" in ast.unparse(test)


def _find_line_starts(source: bytes) -> list[int]:
    return [0, *(match.end() for match in re.finditer(rb"\n", source))]


def _shorten(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"

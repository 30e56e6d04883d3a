"""Puts scripts and style sheets into one file each, with everything that they import.

A browser could load the sources as they are. Sent one by one, each import would cost a phone a request, and only after
the file that names it has arrived. So the site sends one file, its parts unchanged but for their imports, comments,
indents and empty lines. In a style sheet it also drops the breaks between lines.
"""

import functools
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, request

from web.http.server import gzipped
from web.site import hourglass

Read = Callable[[str], str]
"""Returns a source by its name, such as "table.js". Raises KeyError where there is none."""

_CSS_IMPORT = re.compile(r'^@import "(?:\.\./[\w./]*/)?([\w.]+)";\n', re.MULTILINE)
_CSS_COMMENT = re.compile(r"^ */\*[^*]*\*/\n", re.MULTILINE)
_CSS_BREAK = re.compile(r"(?<=[{};,])\n *")
_JS_IMPORT = re.compile(r'^import \{ (\w+(?:, \w+)*) \} from "\.(?:\./[\w./]*)?/(\w+)\.js";$', re.MULTILINE)
_JS_EXPORT = re.compile(r"^export ((?:async )?function|const) (\w+)", re.MULTILINE)
_JS_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
_JS_BEHIND = re.compile(r" // ")
_JS_OTHER = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


def whole_style(name: str, read: Read) -> str:
    """Returns the style sheet after all that it imports, each once."""
    whole = "".join(_CSS_IMPORT.sub("", read(each)) for each in _in_order(name, read, _CSS_IMPORT.findall))
    return _CSS_BREAK.sub("", _CSS_COMMENT.sub("", whole))


def whole_script(name: str, read: Read) -> str:
    """Returns the module after all that it imports, each once and each in a scope of its own. For a console, `modules`
    has what they export.

    Raises ValueError for an unknown way to import or export, and for a text of several lines.
    """
    parts = _in_order(name, read, _js_imports)
    scopes = "".join(_scope(each, read(each)) for each in parts)
    modules = ", ".join(f'"{each}": {_constant(each)}' for each in parts)
    return f"{scopes}export const modules = {{ {modules} }};\n"


def _in_order(name: str, read: Read, imports: Callable[[str], list[str]]) -> list[str]:
    """Returns the source's name after the names of all that it imports. Raises ValueError where they import each
    other."""
    done: dict[str, bool] = {}

    def add(one: str) -> None:
        if one in done:
            if not done[one]:
                raise ValueError(f"{one} imports what imports it")
            return
        done[one] = False
        for other in imports(read(one)):
            add(other)
        del done[one]
        done[one] = True

    add(name)
    return list(done)


def _js_imports(text: str) -> list[str]:
    return [f"{stem}.js" for _, stem in _JS_IMPORT.findall(text)]


def _scope(name: str, text: str) -> str:
    exported = [found[2] for found in _JS_EXPORT.finditer(text)]
    body = _short(name, _JS_COMMENT.sub("", text))
    body = _JS_IMPORT.sub(lambda found: f"const {{ {found[1]} }} = {_constant(found[2])};", body)
    body = _JS_EXPORT.sub(r"\1 \2", body)
    if (other := _JS_OTHER.search(body)) is not None:
        raise ValueError(f"{name}: {other[0]}")
    return f"const {_constant(name)} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"


def _short(name: str, text: str) -> str:
    """Returns the same without indents, empty lines and comments behind code. Raises ValueError where a text has
    several lines, whose indents are its own."""
    lines = []
    for line in map(str.strip, text.splitlines()):
        # What is in quotes is not a comment.
        ends = (each.start() for each in _JS_BEHIND.finditer(line))
        kept = line[
            : next((end for end in ends if not any(line.count(each, 0, end) % 2 for each in "\"'`")), None)
        ].rstrip()
        if kept.count("`") % 2:
            raise ValueError(f"{name}: a text of several lines: {line}")
        lines += [f"{kept}\n"] if kept else []
    return "".join(lines)


def _constant(name: str) -> str:
    return f"{name.removesuffix('.js')}_js"


# Serves style, script and fonts under an address that changes with them, so that phones may keep them for good.


@functools.cache
def files() -> Mapping[str, Path]:
    """Returns where each file lies, by its name in its folder: a game's own, the hall's, or what they share. Raises
    ValueError where two folders have the same name."""
    web, found = Path(__file__).parents[1], dict[str, Path]()
    for folder in (web / "static", *sorted(web.glob("*/static"))):
        for path in sorted(folder.rglob("*.*")):
            if (name := path.relative_to(folder).as_posix()) in found:
                raise ValueError(f"Both {found[name]} and {path} are {name}.")
            found[name] = path
    return found


_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".png": "image/png",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
_MADE = {"hourglass.css": hourglass.stylesheet, "hourglass_steps.css": hourglass.steps}
"""Lists generated files, which are not in the folder."""
_MAKERS = ("hourglass.py", "assets.py")
"""Lists what else decides what is sent, beside the files."""
_PACKED = {".png", ".woff2"}
"""Lists what is compressed already."""


@dataclass(frozen=True, kw_only=True)
class SentFile:
    """Describes one file as it is sent. `small` is its body compressed, None where compressing does not help."""

    body: bytes
    small: bytes | None
    content_type: str


class Assets:
    """Serves the files: `url("look.css")` is the address of one, in whichever folder it lies.

    It reads all of them here, once: what an address stands for must not change under it. It puts each together and
    compresses it at the first request, and then keeps it. Any thread may call any method.
    """

    def __init__(self) -> None:
        self._sources = {name: path.read_bytes() for name, path in files().items()}
        makers = (Path(__file__).with_name(name).read_bytes() for name in _MAKERS)
        digest = hashlib.sha256(b"".join([*self._sources.values(), *makers])).hexdigest()[:12]
        self.prefix = f"/static/{digest}"
        self.find = functools.cache(self._read_file)

    def url(self, name: str) -> str:
        return f"{self.prefix}/{name}"

    def install(self, app: Flask) -> None:
        app.add_url_rule(self.url("<path:name>"), endpoint="static", view_func=self._serve)

    def _serve(self, name: str) -> Response:
        try:
            asset = self.find(name)
        except KeyError:
            abort(404)
        small = asset.small if request.accept_encodings["gzip"] else None
        response = Response(small or asset.body, content_type=asset.content_type)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        response.set_etag(f"{self.prefix}/{name}{'-gzip' if small else ''}")
        if asset.small is not None:
            response.vary.add("Accept-Encoding")
        if small is not None:
            response.content_encoding = "gzip"
        response.make_conditional(request)
        return response

    def _read_file(self, name: str) -> SentFile:
        """Returns the file as it is sent. Raises KeyError."""
        kind = Path(name).suffix
        if kind == ".css":
            body = whole_style(name, self._text).encode()
        elif kind == ".js":
            body = whole_script(name, self._text).encode()
        else:
            body = self._sources[name]
        return SentFile(body=body, small=None if kind in _PACKED else gzipped(body, level=9), content_type=_TYPES[kind])

    def _text(self, name: str) -> str:
        return _MADE[name]() if name in _MADE else self._sources[name].decode()

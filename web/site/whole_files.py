"""Puts scripts and style sheets into one file each, with everything that they import.

A browser could load the sources as they are. Sent one by one, each import would cost a phone a request, and only after
the file that names it has arrived. So the site sends one file, its parts unchanged but for their imports, comments,
indents and empty lines. In a style sheet it also drops the breaks between lines.
"""

import re
from collections.abc import Callable

Read = Callable[[str], str]
"""Returns a source by its name, such as "table.js". Raises KeyError where there is none."""

_CSS_IMPORT = re.compile(r'^@import "([\w.]+)";\n', re.MULTILINE)
_CSS_COMMENT = re.compile(r"^ */\*[^*]*\*/\n", re.MULTILINE)
_CSS_BREAK = re.compile(r"(?<=[{};,])\n *")
_JS_IMPORT = re.compile(r'^import \{ (\w+(?:, \w+)*) \} from "\./(\w+)\.js";$', re.MULTILINE)
_JS_EXPORT = re.compile(r"^export ((?:async )?function|const) (\w+)", re.MULTILINE)
_JS_COMMENT = re.compile(r"^ *//.*\n", re.MULTILINE)
_JS_BEHIND = re.compile(r" // ")
_JS_OTHER = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


def whole_style(name: str, read: Read) -> str:
    """Returns the style sheet after all that it imports, each once."""
    whole = "".join(_CSS_IMPORT.sub("", read(each)) for each in _in_order(name, read, _css_imports))
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


def _css_imports(text: str) -> list[str]:
    return _CSS_IMPORT.findall(text)


def _js_imports(text: str) -> list[str]:
    return [f"{stem}.js" for _, stem in _JS_IMPORT.findall(text)]


def _scope(name: str, text: str) -> str:
    exported = [found[2] for found in _JS_EXPORT.finditer(text)]
    body = _short(name, _JS_COMMENT.sub("", text))
    body = _JS_IMPORT.sub(lambda found: f"const {{ {found[1]} }} = {_constant(found[2])};", body)
    body = _JS_EXPORT.sub(r"\1 \2", body)
    if (other := _JS_OTHER.search(body)) is not None:
        raise ValueError(f"{name}: {other[0]}")
    return f"const {_constant(name)} = (() => {{ // {name}\n{body}return {{ {', '.join(exported)} }};\n}})();\n"


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

"""Scripts and style sheets put into one file with what they import."""

import re
from pathlib import Path

import pytest

from web.site.assets import files, whole_script, whole_style

SCRIPTS = {
    "count.js": "// Counts.\n\nlet sum = 0;\nexport const add = (n) => (sum += n);\n"
    "export function total() {\n  return sum;\n}\n",
    "one.js": 'import { add } from "./count.js";\n\nconst own = 1;\nexport async function one() {\n  add(own);\n}\n',
    "page.js": 'import { total } from "./count.js";\nimport { one } from "./one.js";\n\nconst own = 10;\none();\n'
    "console.log(total() + own);\n",
}
STYLES = {
    "look.css": "/* of all */\na{}\n",
    "table.css": '@import "look.css";\nb{}\n',
    "play.css": '@import "look.css";\n@import "table.css";\nc{}\n',
}


def test_a_style_sheet_follows_what_it_imports_and_each_stands_there_once() -> None:
    assert whole_style("play.css", STYLES.__getitem__) == "a{}b{}c{}"


def test_a_module_follows_what_it_imports_and_each_keeps_its_names_to_itself() -> None:
    whole = whole_script("page.js", SCRIPTS.__getitem__)
    places = [whole.index(f"const {name}_js =") for name in ("count", "one", "page")]
    assert places == sorted(places)
    assert whole.count("let sum") == 1
    assert "Counts" not in whole
    assert "import" not in whole


def test_comments_indents_and_empty_lines_stay_behind_and_texts_do_not() -> None:
    source = 'if (a) {\n  b("x // y"); // what\n\n    // why\n  c(`it\'s ${d} // e`);\n}\n'
    whole = whole_script("page.js", {"page.js": source}.__getitem__)
    assert 'if (a) {\nb("x // y");\nc(`it\'s ${d} // e`);\n}\n' in whole


@pytest.mark.parametrize(
    "line",
    [
        "export default 1;",
        "export let n = 1;",
        'export * from "./count.js";',
        'import count from "./count.js";',
        'import "./count.js";',
        'import { add as more } from "./count.js";',
        "const text = `two\\nlines`;".replace("\\n", "\n"),
    ],
)
def test_what_cannot_be_put_in_one_file_is_named(line: str) -> None:
    with pytest.raises(ValueError, match=r"^page\.js: "):
        whole_script("page.js", {**SCRIPTS, "page.js": f"{line}\n"}.__getitem__)


def test_modules_that_import_each_other_are_named() -> None:
    sources = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(ValueError, match=r"a\.js imports what imports it"):
        whole_script("a.js", sources.__getitem__)


def test_every_script_of_the_site_can_be_put_in_one_file() -> None:
    found = files()
    for name in (each for each in found if each.endswith(".js")):
        assert f"const {name.removesuffix('.js')}_js =" in whole_script(name, lambda each: found[each].read_text())


def test_every_import_leads_to_the_file_it_names() -> None:
    """The site looks sources up by their names alone, editors and linters by the whole path."""
    made = {"hourglass.css", "hourglass_steps.css"}
    for path in files().values():
        if path.suffix in (".css", ".js"):
            for target in re.findall(r'^(?:@import|import .* from) "([^"]+)";$', path.read_text(), re.MULTILINE):
                assert (path.parent / target).is_file() or Path(target).name in made, (path, target)

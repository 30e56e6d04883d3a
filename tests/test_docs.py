"""The documents: links lead somewhere, guides begin with their contents and a picture, and texts keep their lengths."""

import re
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion import __version__
from tests.house import ROOT

GUIDES = sorted((ROOT / "docs").glob("*.md"))
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *GUIDES]
MOST_README_WORDS, MEDIAN_PARAGRAPH, LONGEST_PARAGRAPH = 1_000, 30, 60
LONGEST_CHANGE = 12

guides = pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
documents = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)


def anchors(path: Path) -> set[str]:
    """Returns the names that links may give after #, as a forge makes them of the headings."""
    return {anchor(line.lstrip("# ")) for line in path.read_text().splitlines() if line.startswith("#")}


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def paragraphs(text: str) -> Iterator[Sequence[str]]:
    """Yields the words of each paragraph and list item. Listings, tables, headings and pictures are none."""
    prose = re.sub(r"^```[^`]*^```|^ {4}.*$", "", text, flags=re.MULTILINE)
    for block in re.split(r"\n\s*\n|\n(?=- |\d+\. )", prose):
        if not block.lstrip().startswith(("|", "#", "![")):
            words = re.sub(r"\]\([^)]*\)", "", block).split()
            if words:
                yield words


@documents
def test_every_link_leads_to_a_file_and_a_heading(path: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text()):
        place, _, fragment = link.partition("#")
        if not place.startswith("http"):
            target = path.parent / place if place else path
            assert target.exists(), link
            assert not fragment or fragment in anchors(target), link


@guides
def test_a_guide_begins_with_its_contents_and_has_a_picture(path: Path) -> None:
    text = path.read_text()
    contents, _, body = text.partition("\n## ")
    headings = {anchor(heading) for heading in re.findall(r"^## (.*)$", f"## {body}", re.MULTILINE)}
    assert headings <= set(re.findall(r"\]\(#([^)]+)\)", contents))
    assert re.search(r"^!\[[^\]]+\]\(pictures/", text, re.MULTILINE)


def test_the_readme_is_a_front_page() -> None:
    text = (ROOT / "README.md").read_text()
    assert len(text.split()) <= MOST_README_WORDS
    lengths = [len(words) for words in paragraphs(text)]
    assert statistics.median(lengths) <= MEDIAN_PARAGRAPH
    assert max(lengths) <= LONGEST_PARAGRAPH


def test_the_readme_leads_to_every_guide() -> None:
    links = set(re.findall(r"\]\((docs/[\w-]+\.md)", (ROOT / "README.md").read_text()))
    assert links == {f"docs/{path.name}" for path in GUIDES}


def test_the_readme_names_the_command_that_checks_a_change() -> None:
    command = (ROOT / ".ci/run").read_text().splitlines()[-1]
    assert re.search(rf"^    {command}\b", (ROOT / "README.md").read_text(), re.MULTILINE)


def test_the_changelog_has_this_version_first_and_one_short_line_a_change() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    assert re.findall(r"^## ([\d.]+)", text, re.MULTILINE)[0] == __version__
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= {"Added", "Changed", "Fixed"}
    assert [line for line in text.splitlines() if len(line.removeprefix("- ").split()) > LONGEST_CHANGE] == []


def test_every_promised_python_is_tested_on_a_forge() -> None:
    pythons = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', (ROOT / "pyproject.toml").read_text())
    (tested,) = re.findall(r"python: \[(.*)\]", (ROOT / ".github/workflows/test.yml").read_text())
    assert re.findall(r"3\.\d+", tested) == pythons

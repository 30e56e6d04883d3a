"""Help in the box: the players' guides as pages, what is new, and what this box is."""

import re
import tomllib
from pathlib import Path

import pytest

from companion import __version__
from companion.shelf.matches import Matches
from companion.table.table import Table
from tests.web.conftest import Phone
from tests.web.crawl import Page, tags
from web.site.help import GUIDES, PICTURES, Guide, guide_page

ROOT = Path(__file__).parents[3]
NAMES = [guide.name for guide in GUIDES]


def words(phone: Phone, path: str) -> str:
    answer = phone.get(path)
    assert answer.status_code == 200, path
    return " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())


def test_help_lists_every_guide_and_the_menu_and_tools_lead_to_it(passer_by: Phone) -> None:
    links = Page(passer_by.get("/help").text).links
    assert {f"/help/{name}" for name in NAMES} <= set(links)
    assert "/about" in links
    for path in ("/game", "/tools"):
        assert "/help" in Page(passer_by.get(path).text).links


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_is_a_page_with_a_way_back_and_no_dead_end(passer_by: Phone, name: str) -> None:
    page = passer_by.get(f"/help/{name}")
    assert page.status_code == 200
    links = Page(page.text)
    assert "/help" in links.links
    assert links.dangling() == []
    for link in {each.partition("#")[0] for each in [*links.links, *links.loads]}:
        assert link.startswith("/"), link
        with passer_by.get(link) as there:
            assert there.status_code == 200, link


def test_links_between_guides_reach_their_heading(passer_by: Phone) -> None:
    pages = {f"/help/{name}": Page(passer_by.get(f"/help/{name}").text) for name in NAMES}
    crossing = [
        (link, *link.split("#")) for page in pages.values() for link in page.links if "#" in link and link[0] == "/"
    ]
    assert crossing
    for link, address, name in crossing:
        if address in pages:
            assert name in pages[address].ids, link


def test_links_to_what_only_developers_read_are_plain_text(passer_by: Phone) -> None:
    for name in NAMES:
        page = Page(passer_by.get(f"/help/{name}").text)
        assert [link for link in page.links if "threats" in link or "architecture" in link] == []
    assert "threats.md" in words(passer_by, "/help/hall")


def test_a_link_that_is_a_files_name_is_called_as_the_guide_is(passer_by: Phone) -> None:
    assert "(hall.md)" not in words(passer_by, "/help/playing")
    assert "hall.md" not in words(passer_by, "/help/installing")


def test_a_link_that_leads_out_of_the_box_is_its_address_to_read(passer_by: Phone) -> None:
    assert "Raspberry Pi Imager (www.raspberrypi.com/software)" in words(passer_by, "/help/building")


def test_raw_html_and_hostile_links_in_a_guide_are_text(tmp_path: Path) -> None:
    (tmp_path / "bad.md").write_text(
        "# <b>Bad</b>\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) [y](../../etc/passwd) "
        "![z](http://evil.example/z.png) ![w](pictures/none.png)\n\n## It's *here*, twice\n\n## It's here, twice\n"
    )
    title, html, ids = guide_page(Guide("bad", "bad.md", "", "nothing"), root=tmp_path)
    assert title == "<b>Bad</b>"
    found = {tag.name for tag in tags(html) if tag.name}
    assert found <= {"p", "h2", "em"}
    assert ids == ("its-here-twice", "its-here-twice-1")
    assert "evil" not in html


def test_small_pictures_are_served_and_open_on_a_page_with_a_way_back(passer_by: Phone) -> None:
    page = Page(passer_by.get("/help/building").text)
    assert "/help/pictures/oled-faces.png" in page.loads
    assert "/help/look/wiring-full.svg" in page.links
    look = Page(passer_by.get("/help/look/wiring-full.svg").text)
    assert look.loads.count("/help/pictures/wiring-full.svg") == 1
    assert "/help/building" in look.links
    for name in PICTURES:
        answer = passer_by.get(f"/help/pictures/{name}")
        assert answer.mimetype == ("image/svg+xml" if name.endswith(".svg") else "image/png")
        assert len(answer.data) <= 100_000
    for path in ("/help/pictures/make_faces.py", "/help/pictures/..%2f..%2fpyproject.toml", "/help/nothing"):
        assert passer_by.get(path).status_code == 404


def test_whats_new_lists_the_versions_of_the_changelog(passer_by: Phone) -> None:
    shown = words(passer_by, "/help/whats-new")
    for version in re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE):
        assert version in shown


def test_about_says_version_licences_address_disk_and_clock(
    stranger: Phone, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Matches, "free", lambda _: 12_340_000_000)
    said = words(stranger, "/about")
    for each in (
        f"Warglass {__version__}",
        "MIT License",
        "SIL Open Font License",
        "waitress",
        "http://warglass.local:8080/",
    ):
        assert each in said
    assert re.search(r"[\d.]+ GB free", said)
    assert re.search(r"\d\d:\d\d", said)
    table.fault("sync", "Not saving: the disk is full.")
    assert "Not saving: the disk is full." in words(stranger, "/about")


def test_the_installed_package_carries_all_that_help_reads() -> None:
    """A checkout has these files beside the package, and an installed one within."""
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    read = {guide.file for guide in GUIDES} | {f"docs/pictures/{name}" for name in PICTURES} | {"LICENSE"}
    assert wheel["force-include"] == {file: f"web/guides/{file}" for file in sorted(read)}


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_every_heading_and_paragraph_of_a_guide_is_whole(guide: Guide) -> None:
    html = guide_page(guide).html
    assert re.findall(r"<h(\d)[^>]*>\s*</h\1>", html) == []
    for tag in ("p", "h2", "h3", "li", "table"):
        assert len(re.findall(rf"<{tag}\b", html)) == html.count(f"</{tag}>"), tag

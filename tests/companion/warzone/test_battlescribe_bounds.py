"""Files made to keep a table busy: every one costs what its size allows, and says in words what it has too much of."""

import io
import random
import sys
import zipfile
from collections.abc import Callable
from encodings.aliases import aliases
from pathlib import Path
from types import FrameType

import pytest

from companion.errors import FileError
from companion.warzone.battlescribe.document import MOST_ELEMENTS, ReadingBudget, parsed
from companion.warzone.battlescribe.reader import MOST_UNITS, read_files
from companion.warzone.battlescribe.reading import MOST_UNREAD
from companion.warzone.cards.card import CHARACTERISTICS
from tests.support import Says

INVENTED = Path(__file__).with_name("invented")
ROW = "".join(f'<characteristic name="{name}">9</characteristic>' for name in (*CHARACTERISTICS, "Base"))
MOST_CALLS = 3_000_000
"""Calls of functions, Python's own among them, that any reading may cost: what ran away took hundreds of millions."""


def unit(id: str, *, name: str = "Moth", inner: str = "") -> str:
    return (
        f'<selectionEntry id="{id}" name="{name}"><profiles><profile id="{id}-p" name="{name}"><characteristics>{ROW}'
        f"</characteristics></profile></profiles>{inner}</selectionEntry>"
    )


def catalogue(inside: str) -> dict[str, bytes]:
    return {"moths.cat": f'<catalogue name="Capitol">{inside}</catalogue>'.encode()}


def calls(work: Callable[[], object]) -> int:
    """How many functions are called while it works."""
    count = 0

    def counted(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    except FileError:
        pass
    finally:
        sys.setprofile(before)
    return count


def links_to_every_profile() -> dict[str, bytes]:
    """51 KB: each of 150 entries has every profile of a group of 80."""
    profiles = "".join(
        f'<profile id="p{n}" name="Moth"><characteristics>{ROW}</characteristics></profile>' for n in range(80)
    )
    entries = '<selectionEntry name="M"><infoLinks><infoLink targetId="g"/></infoLinks></selectionEntry>' * 150
    return catalogue(
        f'<sharedInfoGroups><infoGroup id="g"><profiles>{profiles}</profiles></infoGroup></sharedInfoGroups>'
        f"<selectionEntries>{entries}</selectionEntries>"
    )


def one_name() -> dict[str, bytes]:
    """As many as a table takes, no two alike and all of one name."""
    units = (
        unit(f"u{n}").replace('name="MV">9', f'name="MV">{n % 40}').replace('name="MW">9', f'name="MW">{n // 40}')
        for n in range(MOST_UNITS)
    )
    return catalogue(f"<selectionEntries>{''.join(units)}</selectionEntries>")


def an_element_every_forty_characters() -> dict[str, bytes]:
    return {"text.cat": b"<catalogue>" + (b"." * 40 + b"<b/>") * (MOST_ELEMENTS - 2) + b"</catalogue>"}


def links_to_themselves() -> dict[str, bytes]:
    """Entries that all lead to one group of many links, each of them back to it."""
    links = '<infoLink targetId="g"/>' * 4000
    group = f'<infoGroup id="g"><infoLinks>{links}</infoLinks></infoGroup>'
    entries = '<selectionEntry name="M"><infoLinks><infoLink targetId="g"/></infoLinks></selectionEntry>' * 3000
    return catalogue(f"<infoGroups>{group}</infoGroups><selectionEntries>{entries}</selectionEntries>")


def one_profile_of_many_rows() -> dict[str, bytes]:
    rows = "".join(f'<characteristic name="r{n}">9</characteristic>' for n in range(4000))
    profile = f'<profile id="p" name="Moth"><characteristics>{rows}</characteristics></profile>'
    entries = '<selectionEntry name="M"><infoLinks><infoLink targetId="p"/></infoLinks></selectionEntry>' * 3000
    return catalogue(f"<profiles>{profile}</profiles><selectionEntries>{entries}</selectionEntries>")


def categories_by_the_thousand() -> dict[str, bytes]:
    """A leader for whom thousands of entries count, each a Trooper by the last of a thousand links."""
    links = '<categoryLink targetId="c"/>' * 4000
    trooper = f'<selectionEntry id="t" name="T"><categoryLinks>{links}</categoryLinks></selectionEntry>'
    repeats = '<repeat value="1" childId="t"/>' * 4000
    leader = (
        '<constraints><constraint id="l" type="max"/></constraints><modifiers>'
        f'<modifier type="increment" field="l" value="1"><repeats>{repeats}</repeats></modifier></modifiers>'
    )
    leaders = '<categoryEntries><categoryEntry id="c" name="Leader"/></categoryEntries>'
    return catalogue(f"{leaders}<selectionEntries>{trooper}{unit('u', inner=leader)}</selectionEntries>")


def troopers_by_the_thousand() -> dict[str, bytes]:
    types = "".join(f'<selectionEntry name="Moth{n} Trooper"/>' for n in range(8_000))
    units = "".join(unit(f"u{n}") for n in range(MOST_UNITS))
    return catalogue(f"<selectionEntries>{types}{units}</selectionEntries>")


HEAVY = (
    links_to_every_profile,
    one_name,
    an_element_every_forty_characters,
    links_to_themselves,
    one_profile_of_many_rows,
    categories_by_the_thousand,
    troopers_by_the_thousand,
)


@pytest.mark.parametrize("made", HEAVY)
def test_what_a_file_costs_is_bounded(made: Callable[[], dict[str, bytes]]) -> None:
    files = made()

    def read() -> None:
        read_files(files).cards()

    assert calls(read) < MOST_CALLS


def test_a_file_of_too_many_units_is_refused_by_name() -> None:
    with pytest.raises(FileError, match=f"^moths.cat, line 1: has more than {MOST_UNITS} units"):
        read_files(links_to_every_profile())
    assert len({card.id for card in read_files(one_name()).cards()}) == MOST_UNITS


@pytest.mark.parametrize("made", [links_to_themselves, categories_by_the_thousand])
def test_links_that_lead_to_too_much_are_refused(made: Callable[[], dict[str, bytes]]) -> None:
    with pytest.raises(FileError, match=r"^moths.cat: its links lead on and on"):
        read_files(made())


def test_text_is_read_once_however_many_elements_stand_in_it() -> None:
    (told,) = read_files({"a.cat": b"<a>" + b"<b>x</b>" * 50 + b"." * 30_000 + b"</a>"}).unread
    assert "characters in one place" in told.message
    tree = parsed(b"<a>one<b/>two</a>", file="a.cat", budget=ReadingBudget())
    assert tree.text == "onetwo"


def test_what_could_not_be_read_is_told_up_to_a_bound() -> None:
    lost = "".join(f'<profile name="P{n}"/>' for n in range(MOST_UNREAD + 30))
    unread = read_files(catalogue(f"<profiles>{lost}</profiles>")).unread
    assert len(unread) == MOST_UNREAD + 1
    assert (unread[-1].name, unread[-1].message) == ("30 more", Says("could not be read"))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<a " + b" ".join(b"x%d='1'" % n for n in range(100)) + b"/>", "more than 64 attributes"),
        (b"<a x='" + b"." * 5000 + b"'/>", "4000 characters in an attribute"),
        (b"<" + b"a" * 5000 + b"/>", "name"),
    ],
    ids=["many attributes", "a long one", "a long name"],
)
def test_what_an_element_may_carry_is_bounded(data: bytes, words: str) -> None:
    with pytest.raises(FileError, match=words):
        parsed(data, file="a.cat", budget=ReadingBudget())


def lies() -> list[bytes]:
    """Files that say that they are in another encoding than they are, or in none that there is."""
    told = sorted({*aliases, *aliases.values(), "utf-16", "utf-16-le", "utf-32", "idna", "undefined", "../../etc"})
    return [f'<?xml version="1.0" encoding="{name}"?><a b="ä">é</a>'.encode() for name in told]


def test_a_file_may_lie_about_its_encoding() -> None:
    for data in (*lies(), *(each.decode().encode("utf-16") for each in lies())):
        try:
            parsed(data, file="a.cat", budget=ReadingBudget())
        except FileError:
            continue


def archives() -> list[bytes]:
    """A catalogue zipped as programs do it, and as they could."""
    made = []
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", method) as archive:
            archive.writestr(
                zipfile.ZipInfo("Lamps_out.ros", (2026, 1, 1, 0, 0, 0)),
                (INVENTED / "Lamps_out.ros").read_bytes(),
                method,
            )
        made.append(buffer.getvalue())
    return made


def flipped(data: bytes, chance: random.Random) -> bytes:
    """The archive with some bits turned, or a piece of it lost or repeated; most damage to where its parts are told."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5))):
        place = chance.randrange(len(changed)) if chance.random() < 0.4 else len(changed) - 1 - chance.randrange(90)
        match chance.randrange(4):
            case 0:
                changed[place] = chance.randrange(256)
            case 1:
                changed[place] ^= 1 << chance.randrange(8)
            case 2:
                del changed[place : place + chance.choice((1, 4, 30))]
            case _:
                changed[place:place] = changed[place : place + chance.choice((1, 4, 30))]
    return bytes(changed)


def test_no_damage_to_an_archive_is_more_than_a_sentence() -> None:
    chance = random.Random(13)
    for archive in archives():
        for _ in range(250):
            try:
                parsed(flipped(archive, chance), file="a.rosz", budget=ReadingBudget())
            except FileError:
                continue


def test_an_archive_is_packed_as_these_programs_pack() -> None:
    for archive in archives()[2:]:
        with pytest.raises(FileError, match="packed in a way"):
            parsed(archive, file="a.rosz", budget=ReadingBudget())


def test_what_is_shown_can_be_kept() -> None:
    """A name that no card file may have is told at once, not when its card is to be kept."""
    files = catalogue(f"<selectionEntries>{unit('u', name='Moth&#x200B;')}{unit('v')}</selectionEntries>")
    reading = read_files(files)
    assert [card.name for card in reading.cards()] == ["Moth"]
    assert [each.message for each in reading.unread] == ["name: must not have characters that cannot be seen"]

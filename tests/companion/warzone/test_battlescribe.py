"""Catalogues, game systems and rosters: an invented one of each, with every oddity that the real ones have."""

import io
import zipfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import FileError
from companion.warzone.battlescribe.document import DEEPEST, LARGEST, MOST_ELEMENTS, Element, ReadingBudget, parsed
from companion.warzone.battlescribe.reader import read_files
from companion.warzone.battlescribe.reading import Reading
from companion.warzone.cards import card_file as notation
from companion.warzone.cards.card import CHARACTERISTICS, Base, Faction, OnlyWith, UnitCard
from companion.warzone.cards.card_file import file_of
from tests.support import Says, not_ours

INVENTED = Path(__file__).with_name("invented")


def files(*names: str) -> dict[str, bytes]:
    return {name: (INVENTED / name).read_bytes() for name in names}


def altered(*changes: tuple[str, str]) -> dict[str, bytes]:
    """The invented catalogue with some of its text replaced, and its game system."""
    sources = files("Lamps.cat", "Lamps_Eternal.gst")
    text = sources["Lamps.cat"].decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return sources | {"Lamps.cat": text.encode()}


def zipped(*members: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return buffer.getvalue()


@pytest.fixture(scope="module")
def lamps() -> Reading:
    return read_files(files("Lamps.cat", "Lamps_Eternal.gst"))


@pytest.fixture(scope="module")
def cards(lamps: Reading) -> dict[str, UnitCard]:
    return {card.name: card for card in lamps.cards()}


def printed(card: UnitCard) -> list[str]:
    return [notation.designation_text(each) for each in card.designations]


def test_every_row_is_read_and_every_unit_once(lamps: Reading, cards: dict[str, UnitCard]) -> None:
    assert lamps.unread == ()
    assert (len(lamps.units), len(lamps.weapons)) == (9, 5)
    assert len(cards) == len(lamps.cards()) == 8
    assert len({card.id for card in lamps.cards(taken=["moth-trooper"])} | {"moth-trooper"}) == 9


def test_designations_with_their_troopers(cards: dict[str, UnitCard]) -> None:
    assert {name: printed(card) for name, card in cards.items()} == {
        "Lamp Guards Trooper": ["Trooper"],
        "Lamp Guards Leader": ["Leader (1 : Lamp Guards)"],
        "Lamp Guards Trimmer Specialist": ["Specialist (2 : Lamp Guards)"],
        "Lamp Guards Beacon Support": ["Support"],
        "Old Tallow": ["Leader (2 : Lamp Guards)", "Unique"],
        "Prince Ember Leader": ["Leader (4 : Lamp Guards, Moth)"],
        "Moth Trooper": ["Trooper", "Dark Cult"],
        "Candle Nun": ["Trooper", "Seconding"],
    }


def test_support_points_have_the_sign_that_is_printed(cards: dict[str, UnitCard]) -> None:
    points = {name: (card.dp, card.sp) for name, card in cards.items()}
    assert points["Lamp Guards Leader"] == (5, 3)
    assert points["Lamp Guards Beacon Support"] == (4, -2)
    assert points["Lamp Guards Trooper"] == (4, 0)


def test_types_and_factions(cards: dict[str, UnitCard]) -> None:
    assert {card.type for name, card in cards.items() if name.startswith("Lamp")} == {"Lamp Guards"}
    assert cards["Old Tallow"].type == "Lamp Guards"
    assert cards["Prince Ember Leader"].type == "Prince Ember"
    assert cards["Moth Trooper"].faction is Faction.CAPITOL
    assert cards["Candle Nun"].faction is Faction.BROTHERHOOD


def test_weapons_as_their_card_would_print_them(lamps: Reading, cards: dict[str, UnitCard]) -> None:
    rows = {line.name: line for card in lamps.cards() for line in file_of(card).weapons}
    assert [(each.cc, each.short, each.long, each.cf) for each in rows.values()] == [
        ("", '12" +0 13', '36" -2 12', 19),
        ("+1 ST+5", "", "", 20),
        ("", "", 'ST+4" +1 -', 20),
        ("", "", '48" -1 15', None),
        ("-1 ST+7x2", '6" +1 13x2', '18" -1 11', 18),
    ]
    assert rows["Great Candle"].abilities == ("Reach (1)", "Flare (1, 8)")
    assert [weapon.name for weapon in cards["Lamp Guards Beacon Support"].weapons] == ["Beacon", "Wick Rifle"]


def test_characteristics_and_abilities_by_name_and_value(cards: dict[str, UnitCard]) -> None:
    hero, guard = cards["Old Tallow"], cards["Lamp Guards Trooper"]
    assert (hero.mv, hero.mw, hero.cc, hero.st, hero.defense, hero.ar, hero.w, hero.pw, hero.ld) == (
        *(5, 15, 16, 7, -2, 24, 3, 12, 16),
    )
    assert [str(each) for each in guard.abilities] == ["Steadfast", "Dim (-2)"]


BASE = '<characteristic name="Base">40mm</characteristic>'


@pytest.mark.parametrize(
    ("printed", "base", "told"),
    [
        ("40mm", Base(40, 40), ()),
        ("60 x 35 mm", Base(60, 35), ()),
        ("-", None, ()),
        ("large", None, (("The base of Old Tallow", "must be millimetres, such as 30mm or 60x35mm, got large"),)),
    ],
)
def test_bases_are_kept_and_what_is_none_costs_no_card(printed: str, base: Base | None, told: object) -> None:
    reading = read_files(altered((BASE, BASE.replace("40mm", printed))))
    assert {card.name: card.base for card in reading.cards()}["Old Tallow"] == base
    assert tuple((each.name, each.message) for each in reading.unread) == told


SHOWN = """<modifiers>
  <modifier type="{kind}" field="s-max" value="2.0"><repeats>
    <repeat field="selections" scope="roster" value="{of}" childId="hero" repeats="1"/>
  </repeats></modifier>
  <modifier type="set" field="hidden" value="{hidden}"><conditions>
    <condition field="selections" scope="roster" value="0.0" childId="beacon" type="greaterThan"/>
  </conditions></modifier>
</modifiers>
<constraints><constraint id="s-max" type="max" field="selections" scope="roster" value="0.0"/></constraints>"""
SUPPORT = 'name="Lamp Guards Beacon Support" hidden="false" type="model">'


@pytest.mark.parametrize(
    ("at_first", "shown", "only_with", "told"),
    [
        ("true", {"of": "1.0"}, OnlyWith(2, "Old Tallow"), 0),
        ("true", {"of": "2.0"}, OnlyWith(1, "Old Tallow"), 0),
        ("true", {"of": "3.0"}, None, 1),
        ("true", {"kind": "decrement"}, None, 1),
        ("true", {"hidden": "true"}, None, 0),
        ("false", {}, None, 0),
    ],
)
def test_a_hidden_profile_says_for_which_unit_it_is_there(
    at_first: str, shown: dict[str, str], only_with: OnlyWith | None, told: int
) -> None:
    entry = SUPPORT.replace("false", at_first) + SHOWN.format(
        **{"kind": "increment", "of": "1.0", "hidden": "false"} | shown
    )
    reading = read_files(altered((SUPPORT, entry)))
    assert {card.name: card.only_with for card in reading.cards() if card.only_with or "Beacon" in card.name} == {
        "Lamp Guards Beacon Support": only_with
    }
    assert [each.name for each in reading.unread] == ["Lamp Guards Beacon Support"] * told


def test_a_roster_counts_its_points_for_each_of_a_kind() -> None:
    reading = read_files(files("Lamps_out.ros"))
    (card,) = reading.cards()
    assert reading.unread == ()
    assert (card.name, card.faction, card.dp, card.sp) == ("Lamp Guards Support", Faction.CAPITOL, 4, -2)
    assert [weapon.name for weapon in card.weapons] == ["Wick Rifle"]


def test_zipped_files_say_the_same() -> None:
    plain = files("Lamps.cat", "Lamps_Eternal.gst")
    packed = {f"{name}z": zipped((name, data)) for name, data in plain.items()}
    assert read_files(packed).cards() == read_files(plain).cards()


def test_a_catalogue_alone_says_what_it_lacks() -> None:
    reading = read_files(files("Lamps.cat"))
    assert len(reading.units) == 7
    missing = {each.name: each for each in reading.unread}
    assert {"Steadfast", "Soot Pot", "A designation of Lamp Guards Leader"} <= set(missing)
    line = next(n for n, text in enumerate((INVENTED / "Lamps.cat").read_text().splitlines(), 1) if "Steadfast" in text)
    assert (missing["Steadfast"].file, missing["Steadfast"].line) == ("Lamps.cat", line)
    assert len(reading.unread) == len(set(reading.unread))


@pytest.mark.parametrize(
    ("old", "new", "name", "words"),
    [
        ('name="MW">15<', 'name="MW">lots<', "Old Tallow", "MW must be a number, got lots"),
        (">Up to 48”<", ">Far<", "Beacon", "Long Range must be such as"),
        (">ST+5<", ">hard<", "Snuffer", "must be modifier and DAM"),
        ('value="6.0"', 'value="many"', "Old Tallow", "Deployment Points must be a number, got many"),
        ('value="12.0"', 'value="1e300"', "Prince Ember Leader", "must be a number"),
        ('name="MV">5<', 'name="MV">400<', "Old Tallow", "must be at most 40"),
    ],
)
def test_what_cannot_be_read_is_named_and_the_rest_is_kept(old: str, new: str, name: str, words: str) -> None:
    reading = read_files(altered((old, new)))
    told = [each for each in reading.unread if each.name == name and words in each.message]
    assert told
    assert told[0].line
    assert len(reading.units) + len(reading.weapons) == 9 + 5 - 1


BOMB = b'<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;">]><catalogue>&c;</catalogue>'
OUTSIDE = b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><catalogue/>'


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (BOMB, "document type"),
        (OUTSIDE, "document type"),
        (b"<catalogue>&amp;&lamp;</catalogue>", "is damaged, or is not a file"),
        (b"<a>" * (DEEPEST + 1), f"more than {DEEPEST} deep"),
        (b"<a>" + b"<b/>" * MOST_ELEMENTS, f"{MOST_ELEMENTS} can be read at once"),
        (b"<a>" + b" " * LARGEST, "larger than"),
        (zipped(("bomb.cat", b"<a>" + b" " * (2 * LARGEST))), "larger than"),
        (zipped(("a.cat", b"<a/>"), ("b.cat", b"<b/>")), "holds 2 files: unpack it"),
        (zipped(("a.cat", b"<a/>"))[:40], "is damaged or was cut off"),
        (b"<a><b></a>", "is damaged, or is not a file"),
        (b"\n<!DOCTYPE html><html><p>A list</p></html>", "is a saved web page: choose Export"),
        (b'{"roster": [}', "is damaged, or is not a file"),
        (b'{"cards": []}', "in New Recruit choose Export"),
        (b'{"roster": ' + b'{"forces": [' * 60 + b"1" + b"]}" * 60 + b"}", f"more than {DEEPEST} deep"),
        (b'{"roster": {"forces": [' + b"{}," * MOST_ELEMENTS + b"{}]}}", f"{MOST_ELEMENTS} can be read at once"),
        (b"\x00\x01", "is damaged, or is not a file"),
        (b"", "is damaged, or is not a file"),
        (b'<?xml version="1.0" encoding="utf-7"?><a/>', "save it as UTF-8"),
        (b'<?xml version="1.0" encoding="shift_jis"?><a/>', "save it as UTF-8"),
    ],
    # An archive holds the time it was made at, and parallel runs must agree on names.
    ids=lambda value: value if isinstance(value, str) else "file",
)
def test_a_malicious_file_is_refused_and_the_others_are_read(data: bytes, words: str) -> None:
    with pytest.raises(FileError, match=words):
        parsed(data, file="bad.cat", budget=ReadingBudget())
    reading = read_files({"bad.cat": data} | files("Lamps_out.ros"))
    assert len(reading.units) == 1
    assert [each.file for each in reading.unread] == ["bad.cat"]


def as_json(element: Element) -> dict[str, object]:
    """An element as New Recruit writes it: attributes and containers under their names."""
    found: dict[str, object] = dict(element.attributes)
    for child in element.children:
        if child.tag == "description":
            found["description"] = child.text
        else:
            found[child.tag] = [as_json(each) for each in child.children]
    if element.tag == "characteristic":
        found["$text"] = element.text
    return found


def test_a_roster_of_new_recruits_as_json_is_the_same_cards() -> None:
    (data,) = files("Lamps_out.ros").values()
    roster = parsed(data, file="Lamps_out.ros", budget=ReadingBudget())
    sent = msgspec.json.encode({"roster": as_json(roster), "generatedBy": "https://newrecruit.eu"})
    before, after = read_files({"a": data}), read_files({"a": sent})
    assert after.unread == before.unread
    assert after.cards() == before.cards()
    assert after.rules == before.rules


def test_files_of_another_game_say_which() -> None:
    roster = b'<roster name="x" gameSystemName="Kill Team"><forces/></roster>'
    reading = read_files({"x.ros": roster} | files("Lamps_out.ros"))
    assert [(each.name, each.message) for each in reading.unread] == [
        ("x.ros", Says("Kill Team", "not", "Warzone Eternal"))
    ]


def test_a_catalogue_that_is_newer_than_its_game_system_says_what_to_fetch() -> None:
    reading = read_files(altered(('gameSystemId="sys"', 'gameSystemId="sys" gameSystemRevision="7"')))
    told = [each.message for each in reading.unread if each.name == "Lamps.cat"]
    assert told == [Says("newer", "(.gst)")]
    assert reading.units, "and is read all the same"


def test_links_in_circles_come_to_an_end() -> None:
    text = (INVENTED / "Lamps.cat").read_text().replace('targetId="snuffer"', 'targetId="lg-t"')
    assert len(read_files({"Lamps.cat": text.encode()}).units) == 7


def test_links_from_everything_to_everything_come_to_an_end() -> None:
    """A chain of links would double with each of its steps, were every way along it followed."""
    ids = [f"e{number}" for number in range(30)]
    links = "".join(f'<entryLink targetId="{id}"/>' for id in ids)
    row = "".join(f'<characteristic name="{name}">9</characteristic>' for name in (*CHARACTERISTICS, "Base"))
    entries = "".join(
        f'<selectionEntry id="{id}" name="Moth {id}"><profiles><profile name="Moth"><characteristics>{row}'
        f"</characteristics></profile></profiles><entryLinks>{links}</entryLinks></selectionEntry>"
        for id in ids
    )
    text = f'<catalogue name="Capitol"><selectionEntries>{entries}</selectionEntries></catalogue>'
    assert len(read_files({"all.cat": text.encode()}).units) == 30


def test_a_long_chain_of_groups_comes_to_an_end() -> None:
    groups = "".join(
        f'<infoGroup id="g{number}"><infoLinks><infoLink targetId="g{number + 1}"/></infoLinks></infoGroup>'
        for number in range(3000)
    )
    text = f'<catalogue><infoGroups>{groups}</infoGroups><selectionEntries><selectionEntry id="e"><infoLinks>'
    text += '<infoLink targetId="g0"/></infoLinks></selectionEntry></selectionEntries></catalogue>'
    assert read_files({"chain.cat": text.encode()}) == Reading((), (), ())


@settings(max_examples=40)
@given(st.data())
def test_whatever_is_torn_out_or_repeated_nothing_is_raised(data: st.DataObject) -> None:
    lines = (INVENTED / "Lamps.cat").read_text().splitlines()
    start = data.draw(st.integers(1, len(lines) - 2))
    stop = data.draw(st.integers(start, min(start + 40, len(lines) - 1)))
    kept = data.draw(st.sampled_from([[], lines[start:stop] * 2, ['<selectionEntry type="model">'], ["<costs/>"]]))
    text = "\n".join((*lines[:start], *kept, *lines[stop:]))
    reading = read_files({"Lamps.cat": text.encode()} | files("Lamps_Eternal.gst"))
    assert len(reading.weapons) >= 1
    assert len({card.id for card in reading.cards()}) == len(reading.cards())


def test_many_files_share_one_bound() -> None:
    half = b"<a>" + b"<b/>" * (MOST_ELEMENTS // 2) + b"</a>"
    reading = read_files({"one.cat": half, "two.cat": half} | files("Lamps_out.ros"))
    assert [each.file for each in reading.unread] == ["two.cat"]
    assert len(reading.units) == 1


def test_the_real_catalogues_are_read_whole() -> None:
    folder = not_ours("data/battlescribe", variable="WARGLASS_BATTLESCRIBE")
    reading = read_files({path.name: path.read_bytes() for path in sorted(folder.iterdir())})
    assert reading.unread == ()
    assert (len(reading.units), len(reading.weapons)) == (90, 83)
    assert len({found.weapon.name for found in reading.weapons}) == 74
    assert len({found.profile for found in reading.units}) == 85
    assert len(reading.cards()) == 86  # one profile bears the name of another unit's
    assert all(card.faction for card in reading.cards())
    assert all(card.weapons and card.abilities and card.designations for card in reading.cards())

"""The map as a form: what an address asks, what it answers, and what it says when it cannot."""

import html
import re
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.names import tidy
from companion.table.seats import Side
from companion.table.table import Table
from companion.wartime.match.views import UnitView, WarTimeView
from companion.wartime.referee.board import HEXES, NEIGHBOURS, Feature, Terrain
from tests.web.conftest import Phone
from tests.web.moments import change
from web.wartime.measure.board import tapped
from web.wartime.measure.page import live_board
from web.wartime.measure.question import PARAMETERS, TOOLS, MeasureMode, MeasureQuestion, Stack, read_board_question

hexes = st.sampled_from(HEXES)
WOODS = "terrain=C5:woods"


def question(query: str) -> MeasureQuestion:
    return read_board_question(parse_qsl(query))


def tap(query: str, *hexes: str) -> str:
    """The address after taps on hexes, one after the other."""
    for each in hexes:
        asked = question(query)
        query = asked.address(tapped(asked, each)).removeprefix("?")
    return query


def headline(phone: Phone, query: str) -> str:
    answer = phone.get(f"/measure?{query}")
    assert answer.status_code == 200
    return found(r'class="headline">([^<]*)<', answer.text)[0]


def found(pattern: str, page: str) -> list[str]:
    return [html.unescape(each) for each in re.findall(pattern, page)]


def label(page: str, hex: str) -> str:
    return found(rf'id="{hex}" [^>]* aria-label="([^"]*)"', page)[0]


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("range", "Rider to Ogre: range 3"),
        ("move", "Rider to C6: costs 2 of 3"),
        ("attack", "Rider attacks Ogre for 3 damage"),
        ("charge", "Rider charges Ogre for 1 damage"),
    ],
)
def test_every_question_has_a_worked_example_and_a_way_back(passer_by: Phone, mode: str, said: str) -> None:
    (example,) = found(r'href="([^"]*)">Show an example<', passer_by.get(f"/measure?mode={mode}").text)
    page = passer_by.get(example).text
    assert found(r'class="headline">([^<]*)<', page) == [said]
    assert found(r'href="([^"]*)">Clear the example<', page) == [f"/measure?mode={mode}"]
    assert "example" not in passer_by.get("/measure?mode=edit").text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "Tap the attacker."),
        ("mode=move", "Tap the unit that moves."),
        ("from=C4", "Tap the target."),
        ("from=C4&to=C6", "Range 2"),
        ("from=C4&to=C6&terrain=C5:woods", "Range 3"),
        ("from=C4&to=C6&terrain=C5:river", "Range 2"),
        ("from=C4&to=C6&terrain=C6:woods", "Range 2"),
        ("from=A1&to=A3&units=A2,B1", "Out of range."),
        ("mode=attack&from=C4&to=C5&d1=melee:4&units=C5", "4 damage"),
        ("mode=attack&from=C4&to=C5&d1=melee:4&terrain=C5:hills&units=C5", "3 damage"),
        ("mode=attack&from=C4&to=C6&d2=distance:2&terrain=C6:woods&units=C6", "1 damage"),
        ("mode=attack&from=C4&to=C6&d1=melee:4&units=C6", "No attack."),
        ("mode=attack&from=C4&to=C6&units=C6", "Range 2"),
        ("mode=move&from=C4", "Pick its speed."),
        ("mode=move&from=C4&speed=1", "6 hexes within reach"),
        ("mode=move&from=A1&speed=1&terrain=A2:river", "1 hex within reach"),
        ("mode=move&from=C4&speed=3&to=C6&terrain=C5:woods", "Costs 3 of 3"),
        ("mode=move&from=C4&speed=2&to=C6&terrain=C5:woods", "Not there."),
        ("mode=charge&from=C4&to=C6&speed=1&charge=2&units=C6", "2 damage"),
        ("mode=charge&from=C4&to=C6&speed=1&units=C6", "Charge from C5"),
        ("mode=charge&from=C4&to=C5&speed=1&charge=2&units=C5", "No charge."),
        ("mode=charge&from=C4&to=C6&charge=2", "Pick its speed."),
        ("mode=move&from=C4&speed=2&to=C6&terrain=C5:woods,B5:hills,D5:hills", "Not there."),
        ("mode=move&from=C4&speed=2&ignores_cost=1&to=C6&terrain=C5:woods,B5:hills", "Costs 2 of 2"),
        ("mode=move&from=C4&speed=1&ignores_cost=1&to=C5&terrain=C5:thicket", "Not there."),
        ("mode=attack&from=C4&to=C5&d1=melee:4", "No unit is in C5."),
        ("mode=attack&from=C4&to=C5&d1=melee:4&terrain=C5:hills&units=C4", "No unit is in C5."),
        ("mode=attack&from=C4&to=C5", "No unit is in C5."),
        ("mode=attack&from=C4&to=C5&d1=melee:4&features=C5:altar", "4 damage"),
        ("mode=charge&from=C4&to=C6&speed=1&charge=2", "No unit is in C6."),
        ("mode=edit", "Tap hexes."),
        ("mode=edit&tool=line&pen=E5", "Tap its other side."),
    ],
)
def test_every_question_is_answered_without_javascript(passer_by: Phone, query: str, said: str) -> None:
    assert headline(passer_by, query) == said


def test_the_count_is_drawn_and_told_hex_by_hex(onlooker: Phone) -> None:
    page = onlooker.get("/measure?from=C4&to=C6&terrain=C5:woods").text
    assert label(page, "C5") == "C5, woods, in the way"
    assert "C5, woods: blocks line of sight." in page
    assert page.count('class="cross"') == 1
    assert [int(each) for each in re.findall(r'class="step".*?<text[^>]*>(\d)<', page)] == [1, 2, 3]
    assert label(page, "C4") == "C4, plains, attacker"
    assert label(page, "C6") == "C6, plains, target, counted 3"


def test_the_ledger_adds_up_on_the_page(onlooker: Phone) -> None:
    page = onlooker.get("/measure?mode=attack&from=C4&to=C5&d1=melee:4&terrain=C5:hills&units=C5").text
    lines = [int(each.replace("−", "-")) for each in re.findall(r"<td>([+−]\d+)</td>", page)]
    assert lines == [4, -1]
    assert re.findall(r'class="sum">.*<td>(\d+)</td>', page) == ["3"]


NAMED = "units=C4:valyance:Archer_1,C5:Goblin,C6:firebrand:Orc,E7"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("from=C4&to=C6", "Archer 1 to Orc: range 3"),
        ("from=C4&to=E7", "Archer 1 to E7: range 4"),
        ("from=E7&to=E9", "Range 2"),
        ("from=D1&to=C6", "D1 to Orc: range 5"),
        (
            "from=C4&to=C6&terrain=C3:hills,B3:hills,B4:hills,D3:hills,D4:hills",
            "Archer 1 to Orc: out of range.",
        ),
        ("mode=attack&from=C4&to=C6&d3=distance:2", "Archer 1 attacks Orc for 2 damage"),
        ("mode=attack&from=C4&to=C7&d1=melee:4", "No unit is in C7."),
        ("mode=attack&from=C4&to=D4&d1=melee:4&features=D4:altar", "Archer 1 attacks the altar for 4 damage"),
        ("mode=move&from=C4&speed=3&to=D5", "Archer 1 to D5: costs 2 of 3"),
        ("mode=charge&from=C4&to=C6&speed=4&charge=2", "Archer 1 charges Orc for 2 damage"),
    ],
)
def test_units_are_called_by_their_names(passer_by: Phone, query: str, said: str) -> None:
    assert headline(passer_by, f"{query}&{NAMED}") == said


def test_names_and_sides_are_on_the_map_and_in_what_is_in_the_way(onlooker: Phone) -> None:
    page = onlooker.get(f"/measure?from=C4&to=C6&{NAMED}").text
    assert label(page, "C4") == "C4, plains, Archer 1 of Valyance, attacker"
    assert label(page, "C5") == "C5, plains, Goblin, in the way"
    assert label(page, "E7") == "E7, plains, unit"
    assert "C5, Goblin: you never count through one, friend or foe." in page
    assert re.findall(r'href="#unit-(\w+)"/><text y="6">(\w+)<', page) == [("gold", "Ar1"), ("red", "Orc")]


@pytest.mark.parametrize(
    "units",
    ["F4:valyance:Man-at-Arms 1,G3:Orc", "f4:VALYANCE:Man-at-Arms_1; g3:Orc", "F4:valyance:Man-at-Arms  1 G3:Orc"],
)
def test_a_name_may_be_typed_as_one_likes(units: str) -> None:
    read = question(urlencode({"units": units}))
    assert [(each.hex, each.side, each.name) for each in read.stacks.values()] == [
        ("F4", Side.GOLD, "Man-at-Arms 1"),
        ("G3", None, "Orc"),
    ]


def is_name(text: str) -> bool:
    try:
        return tidy(text.replace("_", " ")) == text.replace("_", " ") and text.strip(",;: _") == text
    except ValueError:
        return False


printable = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=16).filter(is_name)


@given(st.dictionaries(hexes, st.tuples(st.none() | st.sampled_from(Side), st.none() | printable), max_size=6))
def test_whatever_a_unit_is_called_it_stands_where_it_was_put(units: dict[str, tuple[Side | None, str | None]]) -> None:
    put = [Stack(hex=hex, side=side, name=name) for hex, (side, name) in units.items()]
    read = question(urlencode({"units": ",".join(each.text for each in put)}))
    assert read.errors == ()
    assert [(each.hex, each.side) for each in read.stacks.values()] == [(each.hex, each.side) for each in put]
    assert [each.name is None for each in read.stacks.values()] == [each.name is None for each in put]


def test_a_speed_tells_how_much_nearer_a_move_brings(onlooker: Phone) -> None:
    assert "Move to C5 for 2" in onlooker.get("/measure?from=C3&to=C7&speed=2").text


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("from=Z9", "from", "“Z9” is not on the board"),
        ("from=B13", "from", "“B13” is not on the board"),
        ("from=C4&to=C4", "to", "another hex"),
        ("to=5", "to", "“5” is not on the board"),
        ("mode=fly", "mode", "range, move, attack, charge, edit"),
        ("speed=fast", "speed", "0 to 20"),
        ("speed=21", "speed", "0 to 20"),
        ("charge=-1", "charge", "0 to 20"),
        ("d2=2", "d2", "melee:4 or distance:2"),
        ("d3=magic:2", "d3", "melee:4 or distance:2"),
        ("keywords=mounted,flying", "keywords", "“flying”"),
        ("terrain=C5", "terrain", "C5:"),
        ("terrain=C5:lava", "terrain", "“lava”"),
        ("features=C5:woods", "features", "altar, battlement, flames"),
        ("features=C5:altar&terrain=C5:woods", "features", "woods"),
        ("features=C5:altar&from=C5", "from", "altar"),
        ("units=C5,C5", "units", "twice"),
        ("units=C99", "units", "“C99”"),
        ("units=C5:blue:Orc", "units", "F4:valyance:Archer"),
        ("units=C5:", "units", "empty"),
        ("units=C5:valyance:" + "x" * 25, "units", "24 characters"),
        ("ignores_cost=yes", "ignores_cost", "“yes”"),
        ("lines=E5", "lines", "E5-E6"),
        ("lines=E5-E7", "lines", "do not touch"),
        ("tool=axe", "tool", "“axe”"),
        ("pen=Q1", "pen", "“Q1”"),
        ("form=C4", "form", "not known here"),
        ("from=C4&from=C5", "from", "twice"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_lost(onlooker: Phone, query: str, field: str, words: str) -> None:
    answer = onlooker.get(f"/measure?{query}")
    assert answer.status_code == 422
    (said,) = found(r'<p class="refusal" role="alert">([^<]*)</p>', answer.text)
    assert said.startswith(f"{field}: ")
    assert words in said
    kept = {name: value for name, value in reversed(parse_qsl(query)) if name in PARAMETERS and name != "mode"}
    assert dict(found_fields(answer.text)).items() >= kept.items()


def found_fields(page: str) -> list[tuple[str, str]]:
    """What the page's form would send: its inputs, and its lists with what is picked."""
    form = page[page.index('<form id="ask"') :]
    inputs = re.findall(r'<input(?: type="hidden"| id="\w+")? name="(\w+)"[^>]*? value="([^"]*)"', form)
    picked = re.findall(r'<select id="\w+" name="(\w+)".*?value="([^"]*)" selected', form, re.DOTALL)
    boxes = re.findall(r'<input type="checkbox" id="[^"]*" name="(\w+)" value="([^"]*)" checked', form)
    ticked = {name: ",".join(value for box, value in boxes if box == name) for name, _ in boxes}
    return [(name, html.unescape(value)) for name, value in (*inputs, *picked, *ticked.items())]


@pytest.mark.parametrize("mode", MeasureMode)
def test_the_form_sends_the_whole_question_again(onlooker: Phone, mode: MeasureMode) -> None:
    asked = {
        "from": "C4",
        "to": "C7",
        "speed": "3",
        "d1": "melee:4",
        "d3": "distance:2",
        "charge": "2",
        "keywords": "mounted,hero",
        "ignores_cost": "1",
        "terrain": "C5:woods,D6:hut",
        "features": "E7:altar",
        "lines": "E5-E6",
        "units": "F4,G3:firebrand:Orc 1",
        "tool": "woods",
        "pen": "I1",
    }
    page = onlooker.get(f"/measure?mode={mode.value}&{urlencode(asked, safe=':,')}").text
    assert dict(found_fields(page)).items() >= {"mode": mode.value, **asked}.items()


def test_a_forms_long_address_leads_to_the_short_one(onlooker: Phone) -> None:
    long = (
        "/measure?mode=range&speed=&from=C4&to=c6&keywords=mounted&keywords=siege&terrain=&features=&lines=&units=F4 G3"
    )
    answer = onlooker.get(long)
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/measure?mode=range&from=C4&to=c6&keywords=mounted,siege&units=F4%20G3"
    assert onlooker.get(answer.headers["Location"]).status_code == 200


def test_every_hex_is_a_link_to_the_question_that_a_tap_makes(onlooker: Phone) -> None:
    page = onlooker.get(f"/measure?{WOODS}").text
    links = dict(re.findall(r'class="hex[^"]*" id="(\w+)" [^>]*href="([^"]*)"', page))
    assert set(links) == set(HEXES)
    assert html.unescape(links["D5"]) == "?from=D5&terrain=C5:woods"


def test_taps_take_an_attacker_then_targets(onlooker: Phone) -> None:
    assert tap("", "C4", "C6") == "from=C4&to=C6"
    assert tap("from=C4&to=C6", "D6") == "from=C4&to=D6"
    assert tap("from=C4&to=C6", "C6") == "from=C4"
    assert tap("from=C4&to=C6", "C4") == ""
    assert tap("from=E7&features=E7:altar", "C4") == "from=C4&features=E7:altar"


def test_taps_build_a_board() -> None:
    assert tap("mode=edit", "F4", "G3", "F4") == "mode=edit&units=G3"
    assert tap("mode=edit&tool=woods&terrain=C5:hut,D6:hut", "C5") == "mode=edit&terrain=D6:hut,C5:woods&tool=woods"
    assert tap("mode=edit&tool=altar&terrain=C5:hut&units=C5", "C5") == "mode=edit&features=C5:altar&tool=altar"
    assert tap("mode=edit&tool=plains&terrain=C5:hut&units=C5,D1", "C5") == "mode=edit&units=D1&tool=plains"
    assert tap("mode=edit&tool=line", "E5", "E6") == "mode=edit&lines=E5-E6&tool=line"
    assert tap("mode=edit&tool=line&lines=E5-E6", "E6", "E5") == "mode=edit&tool=line"
    assert tap("mode=edit&tool=line", "E5", "A1") == "mode=edit&tool=line&pen=A1"


def test_a_tap_takes_a_unit_away_with_its_name() -> None:
    named = "mode=edit&units=F4:valyance:Archer_1,G3:Orc"
    assert tap(named, "F4") == "mode=edit&units=G3:Orc"
    assert tap(f"{named}&tool=plains", "G3") == "mode=edit&units=F4:valyance:Archer_1&tool=plains"
    assert tap(f"{named}&tool=woods", "G3") == "mode=edit&terrain=G3:woods&units=F4:valyance:Archer_1,G3:Orc&tool=woods"


def opened(phone: Phone) -> str:
    """Measure's tab, as the shell leads to it."""
    answer = phone.get("/measure")
    assert answer.status_code == 200
    return answer.text


def links(page: str) -> dict[str, str]:
    return {
        said: html.unescape(href) for href, said in re.findall(r'<a class="button" href="([^"]*)">([^<]*)</a>', page)
    }


def test_measure_begins_with_the_live_board(phone: Phone) -> None:
    change(phone, "/api/table/new", game="wartime", scenario="example-range")
    change(phone, "/api/board/lines", one="A1", other="A2")
    change(phone, "/api/board/I5/feature", feature="altar", tokens=2)
    page = opened(phone)
    assert label(page, "D5") == "D5, woods"
    assert label(page, "E8") == "E8, woods, Archer of Valyance"
    assert label(page, "E6") == "E6, plains, Goblin of Firebrand"
    assert label(page, "I5") == "I5, altar"
    assert page.count('<polyline class="black"') == 1
    tapped_once = html.unescape(found(r'id="E6" [^>]*href="([^"]*)"', page)[0])
    assert headline(phone, f"{tapped_once.removeprefix('?')}&to=C5") == "Goblin to Man-at-Arms: range 3"


def test_it_is_the_board_as_it_is_now(phone: Phone) -> None:
    change(phone, "/api/table/new", game="wartime", scenario="example-range")
    change(phone, "/api/units/Archer/place", hex="F8")
    change(phone, "/api/units/Knight/place", hex=None)
    page = opened(phone)
    labels = [label(page, hex) for hex in ("E8", "F8", "E3")]
    assert labels == ["E8, woods", "F8, plains, Archer of Valyance", "E3, plains"]


def test_a_question_is_not_mixed_with_the_live_board(phone: Phone) -> None:
    change(phone, "/api/table/new", game="wartime", scenario="example-range")
    assert label(phone.get("/measure?mode=range").text, "D5") == "D5, plains"


def test_the_board_can_be_cleared_and_the_live_one_taken(phone: Phone) -> None:
    change(phone, "/api/table/new", game="wartime", scenario="example-range")
    live = opened(phone)
    (edit,) = found(r'id="mode-edit" href="([^"]*)"', live)
    editing = phone.get(f"/measure{edit}").text
    assert set(links(editing)) == {"Clear the board"}
    cleared = phone.get(f"/measure{links(editing)['Clear the board']}").text
    assert set(links(cleared)) == {"Take the live board"}
    assert label(cleared, "D5") == "D5, plains"
    taken = phone.get(f"/measure{links(cleared)['Take the live board']}").text
    assert label(taken, "E6") == "E6, plains, Goblin of Firebrand"


def test_a_board_that_is_full_is_taken_too(table: Table) -> None:
    view = table.view()
    assert isinstance(view, WarTimeView)
    units = tuple(UnitView(f"{'x' * 20}-{hex}", "available", None, hex=hex) for hex in HEXES)
    force = replace(view.sides["gold"], units=units)
    full = live_board(replace(view, sides={**view.sides, "gold": force}))
    read = read_board_question(full.items())
    assert read.errors == ()
    assert read.position.units == HEXES


@pytest.mark.parametrize("game", ["wartime", "battleline", "warzone"])
def test_where_nothing_is_on_a_board_it_begins_empty(phone: Phone, game: str) -> None:
    change(phone, "/api/table/new", game=game)
    page = opened(phone)
    assert {label(page, hex) for hex in HEXES} == {f"{hex}, plains" for hex in HEXES}
    assert links(phone.get("/measure?mode=edit").text) == {}


def test_a_tap_keeps_what_could_not_be_read() -> None:
    assert tap("mode=edit&tool=woods&terrain=C5:lava,D6:hut", "A1") == (
        "mode=edit&terrain=C5:lava,D6:hut,A1:woods&tool=woods"
    )
    assert tap("speed=fast", "C4") == "from=C4&speed=fast"


boards = st.fixed_dictionaries(
    {
        "terrain": st.dictionaries(hexes, st.sampled_from([each.value for each in Terrain]), max_size=6),
        "units": st.lists(hexes, unique=True, max_size=6),
        "lines": st.lists(hexes.map(lambda name: f"{name}-{NEIGHBOURS[name][0]}"), unique=True, max_size=3),
    }
)


@given(board=boards, tool=st.sampled_from(sorted(TOOLS)), taps=st.lists(hexes, min_size=1, max_size=8))
def test_no_taps_make_a_board_that_cannot_be(board: dict[str, object], tool: str, taps: list[str]) -> None:
    terrain = ",".join(f"{name}:{kind}" for name, kind in dict(board["terrain"]).items())  # type: ignore[call-overload]
    query = urlencode({"mode": "edit", "tool": tool, "terrain": terrain})
    for name in ("units", "lines"):
        query += f"&{name}={','.join(board[name])}"  # type: ignore[arg-type]
    after = question(tap(query, *taps))
    assert after.errors == ()
    assert {each.value for each in after.position.features.values()} <= {each.value for each in Feature}


@given(board=boards, tool=st.sampled_from(sorted(set(TOOLS) - {"plains", "line"})), hex=hexes)
def test_a_second_tap_takes_the_first_back(board: dict[str, object], tool: str, hex: str) -> None:
    once = tap(f"mode=edit&tool={tool}", hex)
    assert once != f"mode=edit&tool={tool}"
    assert tap(once, hex) == f"mode=edit&tool={tool}"


@given(st.dictionaries(st.sampled_from(PARAMETERS), st.text(max_size=12)))
def test_any_text_is_read_kept_and_written_again(given: dict[str, str]) -> None:
    asked = read_board_question(given.items())
    assert asked.texts == {name: text.strip() for name, text in given.items() if text.strip()}
    again = read_board_question(parse_qsl(asked.address().removeprefix("?"), keep_blank_values=True))
    assert again == asked

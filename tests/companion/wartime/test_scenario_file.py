"""Scenarios as files: what is written is read again, and what is wrong is named with its line."""

import contextlib
import tomllib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.fields.invalid import Invalid
from companion.names import LONGEST, looks, tidy
from companion.table.seats import Side
from companion.toml.writing import dumps
from companion.wartime.referee.board import AttackKind, Terrain
from companion.wartime.referee.board import Feature as FeatureTerrain
from companion.wartime.scenario.library import BUILT_IN, file_of, read_scenario, scenario_of, write_scenario
from companion.wartime.scenario.parts import Card, CardKind, Hand, PlacedFeature, ScenarioHit, UnitSpec
from companion.wartime.scenario.scenario import BOX, Scenario

HEXES = [f"{row}{column}" for row in "ABCDEFGHI" for column in range(1, 14 if row in "ACEGI" else 13)]
LINES = [("E5", "E6"), ("D5", "E5"), ("D5", "E6"), ("B4", "C5")]


letters = st.characters(exclude_categories=("C", "Z"))


def is_name(text: str) -> bool:
    try:
        return tidy(text) == text
    except ValueError:
        return False


names = (
    st.lists(st.text(letters, min_size=1), min_size=1)
    .map(lambda words: " ".join(words)[:LONGEST].strip())
    .filter(is_name)
)
printed = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))
words = st.text(printed, max_size=80)
paragraphs = st.text(printed | st.just("\n"), max_size=80)
titles = st.builds(lambda before, letter, after: f"{before[:30]}{letter}{after}"[:60], words, letters, words)
points = st.none() | st.integers(0, 20)
keywords = st.lists(names, max_size=3).map(tuple)
cards = st.lists(
    st.builds(Card, name=names, kind=st.sampled_from(CardKind), only=keywords),
    max_size=6,
    unique_by=lambda card: card.name.casefold(),
).map(tuple)
hands = st.builds(Hand, cards=cards, actions=st.integers(0, 20), spells=st.integers(0, 20))
damage = st.dictionaries(
    st.sampled_from(["1", "2", "3", "4"]),
    st.builds(ScenarioHit, kind=st.sampled_from(AttackKind), value=st.integers(0, 20)),
    max_size=4,
)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    places = draw(st.lists(st.sampled_from(HEXES), max_size=12, unique=True))
    split, cut = draw(st.integers(0, len(places))), draw(st.integers(0, len(places)))
    tiles, stacks, starts = (
        places[: min(split, cut)],
        places[min(split, cut) : max(split, cut)],
        places[max(split, cut) :],
    )
    unit_names = draw(
        st.lists(names, min_size=len(starts), max_size=len(starts) + 2, unique_by=lambda name: min(looks(name)))
    )
    units = tuple(
        UnitSpec(
            side=draw(st.sampled_from(Side)),
            name=name,
            type=draw(st.none() | names),
            hex=starts[index] if index < len(starts) else None,
            speed=draw(points),
            health=draw(st.none() | st.integers(1, 40)),
            charge=draw(points),
            keywords=draw(keywords),
            damage=draw(damage),
        )
        for index, name in enumerate(unit_names)
    )
    return Scenario(
        id=draw(st.from_regex(r"[a-z0-9]{1,10}(-[a-z0-9]{1,10})?", fullmatch=True)),
        name=draw(titles),
        text=draw(words),
        victory=draw(words),
        time_limit=draw(st.booleans()),
        timers=tuple(spec for spec in BOX if spec.id.endswith(("-30", "-600")) or draw(st.booleans())),
        terrain={place: draw(st.sampled_from(Terrain)) for place in tiles},
        features=tuple(
            PlacedFeature(hex=place, terrain=draw(st.sampled_from(FeatureTerrain)), tokens=draw(st.integers(1, 40)))
            for place in stacks
        ),
        lines=tuple(draw(st.lists(st.sampled_from(LINES), max_size=3))),
        units=units,
        cards=draw(st.dictionaries(st.sampled_from(Side), hands)),
    )  # fmt: skip


@given(scenario=scenarios())
def test_what_is_written_is_read_again(scenario: Scenario) -> None:
    assert read_scenario(write_scenario(scenario)) == scenario


@given(scenario=scenarios())
def test_json_carries_the_same(scenario: Scenario) -> None:
    assert scenario_of(msgspec.json.decode(msgspec.json.encode(file_of(scenario)))) == scenario
    assert msgspec.json.decode(msgspec.json.encode(scenario), type=Scenario) == scenario


flat = st.dictionaries(words, words | st.integers(-(2**60), 2**60) | st.booleans() | st.lists(words), max_size=4)


@given(data=st.dictionaries(words, words | flat | st.lists(flat, min_size=1, max_size=2), max_size=4))
def test_the_text_is_toml_to_the_standard_librarys_reader(data: dict[str, object]) -> None:
    assert tomllib.loads(dumps(data)) == data  # type: ignore[arg-type]


def test_every_built_in_scenario_survives_its_own_file() -> None:
    for scenario in BUILT_IN.values():
        assert read_scenario(write_scenario(scenario)) == scenario


START = 'id = "a"\nname = "A"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id = ", "write a value after the equals sign"),
        ("", "missing required field id"),
        ('id = "A b"\nname = "A"', "line 1: id: must be small letters"),
        ('id = "a"\nname = " "', "line 2: name: must not be empty"),
        (START + "mud = 1", "there is no key mud"),
        (START + 'timers = ["gold-30"]', "line 3: timers: Firebrand has none"),
        (START + 'timers = ["gold-45", "red-30"]', "line 3: timers[0]: there is no timer gold-45"),
        (START + 'timers = ["gold-30", "gold-30", "red-30"]', "gold-30 is there twice"),
        (START + 'time_limit = true\ntimers = ["gold-30", "red-30"]', "line 3: time_limit: needs the timer"),
        (START + '[terrain]\nB13 = "woods"', "line 4: terrain.B13: there is no hex B13"),
        (START + '[terrain]\nB12 = "mud"', "there is no 'mud'"),
        (START + 'lines = [["A1", "A3"]]', "line 3: lines[0]: A1 and A3 do not touch"),
        (START + '[[units]]\nside = "gold"\nname = "Orc"\nspeed = 21', "line 6: units[0].speed: must be at most 20"),
        (START + '[[units]]\nside = "gold"\nname = "Orc"\nhex = "K1"', "line 6: units[0].hex: there is no hex K1"),
        (START + '[[units]]\nside = "gold"\nname = "Orc"\n[[units]]\nside = "gold"\nname = "orc"', "orc is there t"),
        (START + '[[units]]\nside = "blue"\nname = "Orc"', "line 4: units[0].side"),
        (START + '[[features]]\nhex = "D6"\nterrain = "altar"\ntokens = 0', "line 6: features[0].tokens"),
        (START + "[cards.red]\nactions = 3\ndealt = 5", "line 5: cards.red.dealt: there are 0 Action cards"),
        (START + '[[cards.red.cards]]\nname = "a  b"\nkind = "spell"', "line 4: cards.red.cards[0].name: has spaces"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(Invalid) as error:
        read_scenario(text)
    assert said in str(error.value)


@given(
    text=st.text(st.characters(exclude_categories=("Cs",))) | st.text("[]{}=\"'.,\n #tunis0159-:").map(START.__add__)
)
def test_no_text_breaks_the_reader(text: str) -> None:
    with contextlib.suppress(Invalid):
        assert read_scenario(write_scenario(read_scenario(text))) == read_scenario(text)


def test_a_match_journaled_before_scenarios_had_boards_opens_as_it_was() -> None:
    old = b'{"id":"ten-minutes","name":"Ten minutes","timers":[{"id":"gold-30","label":"Gold 30","side":"gold","kind":"command","seconds":30}],"time_limit":true}'  # noqa: E501
    scenario = msgspec.json.decode(old, type=Scenario)
    assert (scenario.id, scenario.time_limit, len(scenario.timers)) == ("ten-minutes", True, 1)
    assert (scenario.units, scenario.cards, scenario.hand(Side.GOLD)) == ((), {}, None)

"""What phones are told of the table's own Wi-Fi."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hotspot.wifi import LETTERS, Wifi, network_name, new_passphrase

TEXT = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=32)


def told(link: str) -> dict[str, str]:
    """What a phone reads from it: fields between semicolons, in which a backslash takes the next letter as it is."""
    assert link.startswith("WIFI:")
    assert link.endswith(";;")
    fields = re.findall(r"((?:[^\\;]|\\.)*);", link.removeprefix("WIFI:"))
    assert fields.pop() == ""
    split = [re.fullmatch(r"([TSP]):(.*)", field, re.DOTALL) for field in fields]
    return {found[1]: re.sub(r"\\(.)", r"\1", found[2], flags=re.DOTALL) for found in split if found}


@given(name=TEXT, passphrase=TEXT)
def test_a_phone_reads_back_what_it_is_told(name: str, passphrase: str) -> None:
    assert told(Wifi(name=name, passphrase=passphrase).link) == {"T": "WPA", "S": name, "P": passphrase}


def test_what_has_a_meaning_of_its_own_is_escaped() -> None:
    assert Wifi(name='a;b,"c:\\d', passphrase="k7mq2pxr").link == r"WIFI:T:WPA;S:a\;b\,\"c\:\\d;P:k7mq2pxr;;"


def test_a_passphrase_is_nobodys_choice_and_easily_read() -> None:
    made = {new_passphrase() for _ in range(200)}
    assert len(made) == 200
    assert set("".join(made)) == set(LETTERS)
    assert not set(LETTERS) & set("0o1il5s8b2zg")
    assert {len(each) for each in made} == {12}


@pytest.mark.parametrize(
    ("hostname", "name"),
    [
        ("raspberrypi", "Warglass"),
        ("Warglass", "Warglass"),
        ("warglass.local", "Warglass"),
        ("dragon", "Warglass-dragon"),
        ("the-gaming-table-of-the-club", "Warglass-the-gam"),
        ("", "Warglass"),
        ("ünï", "Warglass-n"),
    ],
)
def test_it_goes_by_the_machines_name_where_that_says_more(hostname: str, name: str) -> None:
    assert network_name(hostname) == name

"""The live board as JSON: what is wrong is told by its field."""

import pytest

from tests.web.conftest import Phone
from tests.web.moments import change


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/api/board/lines", {"one": "E5", "other": "Z9"}, "other"),
        ("/api/board/lines", {"one": "", "other": "E5"}, "one"),
        ("/api/units/Archer/place", {"side": "gold", "hex": "J1"}, "hex"),
        ("/api/timers/gold-30/act", {"unit": "Archer", "to": "A14"}, "to"),
        ("/api/timers/gold-30/act", {"unit": "Archer", "feature": "B13", "tokens": 1}, "feature"),
    ],
)
def test_a_hex_that_is_none_is_named(phone: Phone, path: str, body: dict[str, object], field: str) -> None:
    change(phone, "/api/table/begin")
    answer = phone.post(path, body)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["field"] == field


def test_hexes_may_be_written_small(phone: Phone) -> None:
    assert change(phone, "/api/board/lines", one="e5", other="e6")["board"]["lines"] == [["E5", "E6"]]

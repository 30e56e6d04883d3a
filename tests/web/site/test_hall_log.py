"""What a hall gets of a table's journal never has the join code in it."""

import msgspec

from companion.table.table import Table
from tests.companion.hall.archive import Kept
from tests.web.conftest import Phone
from tests.web.moments import change
from web.http.access import Access


def test_no_code_leaves_the_table(table: Table, stranger: Phone, phone: Phone, access: Access) -> None:
    """Whoever joins, tries in vain, sits down, is asked to leave, or makes another code."""
    codes = [access.code]
    assert stranger.post("/api/join", {"code": "AAAAAA"}).status_code == 422
    assert stranger.post("/api/join", {"code": access.code, "seat": "red", "name": "Ben"}).status_code == 200
    stranger.get(f"/j/{access.code}")
    change(phone, "/api/table/begin")
    change(stranger, "/api/seat", seat="gold")
    assert phone.post("/api/phones/2/leave").status_code == 200
    assert phone.post("/api/code").status_code == 200
    codes.append(access.code)
    assert codes[0] != codes[1]
    kept = Kept(table, table.glance().number)
    told = b"".join(map(msgspec.json.encode, (kept.opening, *kept.rows))).decode().casefold()
    assert "coderenewed" in told
    assert "ben" in told
    assert [code for code in codes if code.casefold() in told] == []

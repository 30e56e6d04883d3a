"""Whatever comes over the broker is a payload or nothing."""

from companion.hall.wire.messages import Link, read, read_answer, read_ask, without_directions


def test_letters_that_are_none_are_nobodys_message() -> None:
    spoilt = b'{"boot":1,"connection":1,"online":true,"journal":"0123456789abcdef","name":"\xff"}'
    assert read(spoilt, Link) is None
    assert read_ask(b'{"kind":"announce","until_ms":1,"text":"\xff"}') is None
    assert read_answer(b'{"kind":"not-done","why":"\xff"}') is None


def test_marks_that_turn_text_are_left_out_however_they_are_written() -> None:
    for spelt, left in (
        ('"A\u202eB"', '"AB"'),
        ('"A\\u202EB\\u061c"', '"AB"'),
        ('"A\\\\u202eB"', '"A\\\\u202eB"'),
        ('"A\\\\\\u200fB"', '"A\\\\B"'),
        ('"Zoë\u2069"', '"Zoë"'),
    ):
        assert without_directions(spelt.encode()) == left.encode()
    assert without_directions(b"\xff\\u202e") == b"\xff\\u202e"

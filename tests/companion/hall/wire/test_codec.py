"""Whatever comes over the broker is a payload or nothing."""

from companion.hall.wire.messages import Link, read, read_answer, read_ask


def test_letters_that_are_none_are_nobodys_message() -> None:
    spoilt = b'{"boot":1,"connection":1,"online":true,"journal":"0123456789abcdef","name":"\xff"}'
    assert read(spoilt, Link) is None
    assert read_ask(b'{"kind":"announce","until_ms":1,"text":"\xff"}') is None
    assert read_answer(b'{"kind":"not-done","why":"\xff"}') is None

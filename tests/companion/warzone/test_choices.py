"""The table's choices: each field is asked about once, its default first, and every reading can be named."""

import msgspec
import pytest

from companion.choices import Choice, reading
from companion.warzone.choices import CHOICES, WarzoneChoices


def test_every_field_has_its_question_in_the_same_order() -> None:
    assert [choice.name for choice in CHOICES] == [field.name for field in msgspec.structs.fields(WarzoneChoices)]


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.name)
def test_the_first_option_is_the_default_and_each_can_be_kept_and_named(choice: Choice) -> None:
    assert reading(choice, WarzoneChoices()).value == choice.options[0].value
    for option in choice.options:
        kept = msgspec.convert({choice.name: option.value}, WarzoneChoices)
        assert (
            reading(choice, msgspec.json.decode(msgspec.json.encode(kept), type=WarzoneChoices)).label == option.label
        )

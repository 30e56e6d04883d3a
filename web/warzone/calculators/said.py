"""The two units of an attack as boxes of its form, and the abilities beside its answer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from companion.warzone.abilities.ability import listed
from companion.warzone.abilities.known import FIRST_AID_NEAR
from companion.warzone.abilities.standing import AbilityLine, Standing
from web.warzone.calculators.fields import LISTED, Asked, Field, compact

# The two units of an attack as boxes of its form: a card, and the numbers that it prints in a line.


@dataclass(frozen=True, kw_only=True)
class Side:
    """`carded`: a card stands for the numbers, which then are folded away unless one of them is overwritten."""

    name: str
    carded: bool
    numbers: str
    opened: bool


def sides(asked: Asked, own: Mapping[str, Field], numbers: Mapping[str, Sequence[str]]) -> dict[str, Side]:
    """Returns both sides by the parameter that takes the card.

    `numbers` names what each prints, in the order of a line.
    """
    return {name: _side(asked, own, name, printed) for name, printed in numbers.items()}


def _side(asked: Asked, own: Mapping[str, Field], name: str, printed: Sequence[str]) -> Side:
    return Side(
        name=name,
        carded=name in asked.texts,
        numbers=compact(own, *printed),
        opened=any(own[number].text or own[number].error for number in printed),
    )


# The abilities beside an attack's answer, as switches of its form and as words.

_FIRST_AID = "First Aid near"


@dataclass(frozen=True, kw_only=True)
class Switch:
    """Describes an ability that can be switched.

    While `ticked`, its `name` is in the parameter `to`, "on" or "off". `does` is its effect on this attack.
    """

    to: str
    name: str
    words: str
    does: str
    ticked: bool

    @property
    def id(self) -> str:
        return f"{self.to}-{self.name.replace(' ', '-')}"


@dataclass(frozen=True, kw_only=True)
class Said:
    """Lists an attack's abilities for its form.

    `kept` has the names of `on` and `off` without a switch, which the form has to send again. `idle` has abilities
    without effect now, with why. `uncounted` has those with an unknown effect. Each has the address at which its card's
    owner can say it, empty without a card.
    """

    switches: Sequence[Switch] = ()
    first_aid: Switch
    kept: Mapping[str, str]
    idle: Sequence[str] = ()
    uncounted: Sequence[tuple[str, str]] = ()


def said(asked: Asked, lines: Sequence[AbilityLine] = ()) -> Said:
    """Returns the abilities of an attack."""
    told = {name: _names(asked.texts.get(name, "")) for name in LISTED}
    first_aid = Switch(
        to="on",
        name=_FIRST_AID,
        words="First Aid near the target",
        does="",
        ticked=FIRST_AID_NEAR in map(str.casefold, told["on"]),
    )
    switches = list({switch.id: switch for line in lines if (switch := _switch(line, told["on"]))}.values())
    shown = {(switch.to, switch.name.casefold()) for switch in (*switches, first_aid)}
    return Said(
        switches=switches,
        first_aid=first_aid,
        kept={
            to: ", ".join(name for name in names if (to, name.casefold()) not in shown) for to, names in told.items()
        },
        idle=[f"{line.name}: {line.why}" for line in lines if line.standing in (Standing.IDLE, Standing.IGNORED)],
        uncounted=list(dict(_uncounted(asked, lines)).items()),
    )


def _switch(line: AbilityLine, on: Sequence[str]) -> Switch | None:
    (name,) = _names(line.name)
    told = name.casefold() in map(str.casefold, on)
    if name.casefold() == FIRST_AID_NEAR or line.standing in (Standing.IDLE, Standing.IGNORED, Standing.UNKNOWN):
        return None
    asks = told or line.standing is Standing.UNTOLD
    ticked = told if asks else line.standing is Standing.OFF
    return Switch(to="on" if asks else "off", name=name, words=line.name, does=line.does, ticked=ticked)


def _uncounted(asked: Asked, lines: Sequence[AbilityLine]) -> Iterator[tuple[str, str]]:
    for line in lines:
        if line.standing is Standing.UNKNOWN:
            card = asked.texts.get(line.of, "")
            yield (
                line.name,
                f"/warzone/units/{card}/edit?{urlencode({'bind': _names(line.name)[0]})}#bound" if card else "",
            )


def _names(text: str) -> list[str]:
    return [part.split("(")[0].strip() for part in listed(text)]

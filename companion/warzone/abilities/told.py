"""Abilities beside an attack's answer: each as a line, with what it does here and why it does not."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.warzone.abilities.ability import Ability
from companion.warzone.abilities.described import Vocabulary
from companion.warzone.abilities.effect import Does, Per, Whose
from companion.warzone.abilities.standing import Part, Standing

_ORDER = (Standing.COUNTED, Standing.OFF, Standing.IGNORED, Standing.UNTOLD, Standing.UNKNOWN, Standing.IDLE)
_OF = {Whose.OWN: "attacker", Whose.AT_IT: "target"}


class AbilityLine(msgspec.Struct, frozen=True, kw_only=True):
    """An ability beside an attack's answer. `of` is "attacker" or "target"; `does` what it does here, in words; `why`
    what keeps it from that."""

    name: str
    of: str
    does: str
    standing: Standing
    why: str
    source: str


def of_several(attacks: Iterable[Iterable[AbilityLine]]) -> tuple[AbilityLine, ...]:
    """The abilities of several attacks, each once, as it stands where it stands best."""
    found: dict[tuple[str, str], AbilityLine] = {}
    for line in (line for lines in attacks for line in lines):
        before = found.setdefault((line.of, line.name), line)
        if _ORDER.index(line.standing) < _ORDER.index(before.standing):
            found[line.of, line.name] = line
    return tuple(found.values())


def ability_lines(
    abilities: Iterable[Ability], whose: Whose, parts: Sequence[Part], vocabulary: Vocabulary
) -> Iterator[AbilityLine]:
    """Those of one side that have to do with the attack, or of which that is not known, each once."""
    of = _OF[whose]
    for ability in dict.fromkeys(abilities):
        known = vocabulary.get(ability.key)
        if known is None or not known.counted:
            yield AbilityLine(
                name=str(ability),
                of=of,
                does=known.does if known else "",
                standing=Standing.UNKNOWN,
                why="not counted",
                source=known.source if known else "",
            )
            continue
        own = [part for part in parts if part.ability == ability and part.effect.whose is whose]
        own.sort(key=lambda part: _ORDER.index(part.standing))
        if own:
            shown = [part for part in own if part.standing is own[0].standing]
            yield AbilityLine(
                name=str(ability),
                of=of,
                does=", ".join(_words(part) for part in shown),
                standing=own[0].standing,
                why=own[0].why,
                source=known.source,
            )


def _words(part: Part) -> str:
    does, amount = part.effect.does, part.amount
    if does in (Does.TN, Does.DAM, Does.AR, Does.MULTIPLIER, Does.CF):
        signed = f"{amount:+d}".replace("-", "−")
        return f"{does.value} {signed}" + (f" {part.effect.per.value}" if part.effect.per is Per.HIT else "")
    if does is Does.TESTS:
        return f"{amount} tests" if amount != 1 else "1 test"
    if does in (Does.DICE, Does.ARMOR_DICE):
        return f"{abs(amount)} {does.value if amount > 0 else does.value.replace('lowest', 'highest')}"
    if does is Does.IGNORES:
        return f"ignores {part.effect.ignored}"
    return f"{does.value} {amount}" if does.counts else does.value

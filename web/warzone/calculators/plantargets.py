"""The targets of a comparison, as a line of text that fits into an address."""

from companion.fields.invalid import Invalid

MOST = 12


def read_targets(text: str) -> list[dict[str, str]]:
    """Each target of `Elite:ar=22:def=-1:cover=1,Grunt:ar=18` as parameters by name, its own name among them.

    Raises Invalid.
    """
    targets = [_target(entry) for entry in text.split(",")]
    if len(targets) > MOST:
        raise Invalid("targets", f"compare at most {MOST} targets at once")
    return targets


def _target(entry: str) -> dict[str, str]:
    name, *rest = (part.strip() for part in entry.split(":"))
    values = {"name": name}
    for part in rest:
        key, equals, value = part.partition("=")
        if not equals or key in values:
            raise Invalid("targets", f"write {name or 'a target'} as name:ar=22:def=-1, each number once")
        values[key] = value
    if not name:
        raise Invalid("targets", "give every target a name, as in Elite:ar=22,Grunt:ar=18")
    return values

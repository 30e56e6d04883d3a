"""Tells the tables what the event decided, and Home Assistant what the hall is."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from companion.hall.organiser.clocks import HallClock
from companion.hall.organiser.rounds import Rounds
from companion.hall.wire import messages as codec
from companion.hall.wire.messages import Here, Link
from companion.hall.wire.topics import Name, TopicPart, round_topic, topic

# Decides what the hall has its broker keep for tables: the round for all, and for each who plays there.

Due = Mapping[str, tuple[int, bytes]]
"""Holds what is to be published and retained, by topic: its version, and its payload."""


class Telling:
    """Keeps what is due to be published, and what tables got last. Not locked: its owner is.

    The archive has it before it is published. So an organiser that is killed still knows what tables have received:
    see `due`.
    """

    def __init__(self, hall: Name, rounds: Rounds, clock: HallClock) -> None:
        self._hall = hall
        self._rounds = rounds
        self._clock = clock
        self._due: dict[str, tuple[int, bytes]] = {}
        self._here: dict[str, Here] = {}
        self._version = 0
        """Holds the greatest version that any table got."""
        self._left: dict[str, Here] = {}
        """Holds what the broker has of an organiser before this one."""
        self._in_round: frozenset[str] = frozenset()
        """Holds the tables of an earlier Warglass whose pairing is in the round that went out last."""
        self.old_due = False
        """True while one of them lacks its pairing there."""
        self.lost = False
        """True where the broker knows of a later round than the archive did."""

    def due(self) -> Due:
        """Returns what has become due since the last call."""
        due, self._due = self._due, {}
        return due

    def round(self, old: frozenset[str]) -> None:
        """Makes the round due. `old` are the tables of an earlier Warglass, which find their players there."""
        self._in_round, self.old_due = old, False
        self._due[round_topic(self._hall)] = self._rounds.version, self._rounds.write_round(old)

    def linked(self, table: str) -> None:
        """Notes a table of an earlier Warglass that has come and has players."""
        self.old_due |= table not in self._in_round

    def here(self, table: str, *, even_nobody: bool = False) -> None:
        """Makes due who plays at a table, where that is news to it. In another round, no players are not news.

        With `even_nobody` they are, because the broker may still have players there.
        """
        before = self._here.get(table)
        told = self._rounds.here(table, before.version if before is not None else 0)
        nothing = not (told.players or told.written or told.waits)
        stale = even_nobody if before is None else before.round == told.round
        if told == before or not told.round or (nothing and not stale):
            return
        self._version = max(self._version + 1, self._clock.now_ms())
        self._here[table] = told = replace(told, version=self._version)
        self._due[topic(self._hall, table, TopicPart.HERE)] = told.version, codec.written(told)

    def forgotten(self) -> None:
        """Forgets what tables have: the broker may have lost all of it."""
        self._here.clear()

    def take_remembered(self, table: str, told: Here) -> None:
        """Takes what the broker has of a table: published here, or by an organiser before this one."""
        mine = self._here.get(table)
        if mine is None or told.version > mine.version:
            self._version = max(self._version, told.version)
            self._left[table] = told

    def take_over(self) -> tuple[frozenset[str], Mapping[str, tuple[str, ...]]]:
        """Returns the tables of which the broker had a newer message, which may need another; and who plays where by
        that.

        An archive that is lost does not know the latter.
        """
        number = self._rounds.clock.number
        if not self._left or not number:
            return frozenset(), {}
        left, self._left = self._left, {}
        self._here |= left
        players = {table: told.players for table, told in left.items() if told.round == number and told.players}
        lost = self.lost and not players.keys() <= self._rounds.pairings.keys()
        return frozenset(left), players if lost else {}


class Published:
    """Keeps an older version from being published after a newer one: two threads bring what is due."""

    def __init__(self) -> None:
        self._versions: dict[str, int] = {}

    def newest(self, due: Due) -> Mapping[str, bytes]:
        """Returns what of that is to be published now, by topic."""
        found = {}
        for place, (version, payload) in due.items():
            if version >= self._versions.get(place, 0):
                self._versions[place] = version
                found[place] = payload
        return found


# Announces a table to Home Assistant as a device: by one retained message, it finds all that a table shows.
#
# Home Assistant's MQTT integration calls this device discovery (2024.11 and later). Its entities read the table's own
# retained `state` and `link`, so they need no further messages. A `state` leaves out what is as usual.
#
# When sand runs out is on the table's own clock there. The message says how to make a time of day of it, and is sent
# again where that changes.

PREFIX = "homeassistant"


def discovery(hall: Name, table: Name, link: Link, *, offset_ms: int | None) -> tuple[str, bytes, bool]:
    """Returns topic, payload, and that it is retained.

    `offset_ms`: what to add to the table's clock for the time of day, since 1970; None while that is unknown.
    """
    id = _id(hall, table)
    entities = {**_ENTITIES, "ends": _ends(link.boot, offset_ms)}
    payload = {
        "device": {
            "identifiers": [id],
            "name": link.name or table,
            "manufacturer": "Warglass",
            "model": "Table",
            "sw_version": link.software,
        },
        "origin": {"name": "Warglass", "sw_version": link.software},
        "availability": [
            {
                "topic": topic(hall, table, TopicPart.LINK),
                "value_template": "{{ 'online' if value_json.online else 'offline' }}",
            }
        ],
        "state_topic": topic(hall, table, TopicPart.STATE),
        "qos": 1,
        "components": {name: {**entity, "unique_id": f"{id}_{name}"} for name, entity in entities.items()},
    }
    return _topic(id), msgspec.json.encode(payload), True


def forgotten(hall: Name, table: Name) -> tuple[str, bytes, bool]:
    """Returns the message that removes that device."""
    return _topic(_id(hall, table)), b"", True


def _id(hall: Name, table: Name) -> str:
    return f"warglass_{hall}_{table}"


def _topic(id: str) -> str:
    return f"{PREFIX}/device/{id}/config"


def _binary(name: str, template: str, **more: str) -> dict[str, str]:
    return {
        "platform": "binary_sensor",
        "name": name,
        "value_template": f"{{{{ 'ON' if {template} else 'OFF' }}}}",
        **more,
    }


def _sensor(name: str, template: str, **more: str) -> dict[str, str]:
    return {"platform": "sensor", "name": name, "value_template": f"{{{{ {template} }}}}", **more}


def _ends(boot: int, offset_ms: int | None) -> dict[str, str]:
    """Returns the sensor of when the first sand that runs will have run out."""
    ends = "value_json.sand | default([]) | map(attribute=2) | select('number')"
    # Of another start of the table the clock is another.
    known = f"value_json.boot == {boot} and {ends} | list" if offset_ms is not None else "false"
    template = f"(({ends} | min + {offset_ms or 0}) / 1000) | as_datetime if {known} else none"
    return _sensor("Sand ends", template, device_class="timestamp")


_ENTITIES = {
    "judge": _binary("Needs a judge", "value_json.call is defined", device_class="problem"),
    "panel": _binary(
        "Panel", "value_json.faults | default(0) > 0", device_class="problem", entity_category="diagnostic"
    ),
    "playing": _binary(
        "Playing",
        "not value_json.paused | default(false) and value_json.over is not defined",
        device_class="running",
    ),
    "game": _sensor("Game", "value_json.game"),
    "phase": _sensor("Phase", "value_json.phase"),
    "standing": _sensor("Standing", "value_json.standing | default('')"),
    "score": _sensor("Score", "(value_json.score | default({})).values() | join(' : ')"),
    # A sand is a list: timer, side, when it ends by the table's clock, what is left in ms as the state was made.
    "sand": _sensor(
        "Sand",
        "(value_json.sand | default([]) | map(attribute=3) | min | default(0, true) / 1000) | round | int",
        unit_of_measurement="s",
        device_class="duration",
    ),
    "over": _sensor("Result", "value_json.over | default('')"),
}

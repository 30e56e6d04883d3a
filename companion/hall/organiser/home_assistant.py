"""Announces a table to Home Assistant as a device: by one retained message, it finds all that a table shows.

Home Assistant's MQTT integration calls this device discovery (2024.11 and later). Its entities read the table's own
retained `state` and `link`, so they need no further messages. A `state` leaves out what is as usual.

When sand runs out is on the table's own clock there. The message says how to make a time of day of it, and is sent
again where that changes.
"""

import msgspec

from companion.hall.wire.messages import Link
from companion.hall.wire.topics import Name, Part, topic

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
                "topic": topic(hall, table, Part.LINK),
                "value_template": "{{ 'online' if value_json.online else 'offline' }}",
            }
        ],
        "state_topic": topic(hall, table, Part.STATE),
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

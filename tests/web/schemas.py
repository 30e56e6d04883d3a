"""Just enough of JSON Schema to hold real answers against the API's own description."""

from typing import Any

_KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_KNOWN = {
    "$ref", "anyOf", "enum", "const", "type", "properties", "required", "items", "additionalProperties", "minimum",
    "maximum", "maxItems", "minItems", "maxLength", "maxProperties", "prefixItems", "propertyNames", "default", "title",
    "description",
}  # fmt: skip


def faults(value: Any, schema: dict[str, Any], components: dict[str, Any], at: str = "$") -> list[str]:
    """Where `value` is not what `schema` says. A word of JSON Schema that is not understood here is an error."""
    assert set(schema) <= _KNOWN, set(schema) - _KNOWN
    if "$ref" in schema:
        return faults(value, components[schema["$ref"].rpartition("/")[2]], components, at)
    if "anyOf" in schema:
        return min((faults(value, each, components, at) for each in schema["anyOf"]), key=len)
    found = []
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{at}: {value!r} is none of {schema['enum']}")
    kind = schema.get("type")
    if kind and (not isinstance(value, _KINDS[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return [*found, f"{at}: {value!r} is no {kind}"]
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        found += [f"{at}: {name} is missing" for name in schema.get("required", ()) if name not in value]
        for name, part in value.items():
            rest = schema.get("additionalProperties", True)
            inner = properties.get(name, rest if isinstance(rest, dict) else {})
            found += faults(part, inner, components, f"{at}.{name}")
    if isinstance(value, list) and "prefixItems" in schema:
        if len(value) != len(schema["prefixItems"]):
            found.append(f"{at}: {len(value)} items are not {len(schema['prefixItems'])}")
        for index, (part, inner) in enumerate(zip(value, schema["prefixItems"], strict=False)):
            found += faults(part, inner, components, f"{at}[{index}]")
    elif isinstance(value, list) and isinstance(schema.get("items"), dict):
        for index, part in enumerate(value):
            found += faults(part, schema["items"], components, f"{at}[{index}]")
    return found

"""What the commands print as JSON, by their published schemas (scorepad/exports/schemas)."""

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

_COMMAND = re.compile("`scorepad ([^`]*?)(?: --[^`]*| [.][^`]*)?`")  # in a schema's title
_DEFINED = "#/$defs/"
_ENDING = ".schema.json"


@cache
def components() -> dict[str, Any]:
    """All of them, by their names, for one document: their references lead into it."""
    there = files("scorepad.exports").joinpath("schemas").iterdir()
    found = sorted((one for one in there if one.name.endswith(_ENDING)), key=lambda one: one.name)
    return {
        (name := one.name.removesuffix(_ENDING)): _moved(
            json.loads(one.read_text(encoding="utf-8")), f"#/components/schemas/{name}/$defs/"
        )
        for one in found
    }


@cache
def _by_command() -> dict[str, str]:
    """The path of the schema of what a command prints: its title says whose it is."""
    return {
        command: path
        for name, schema in components().items()
        for path, one in _titled(f"#/components/schemas/{name}", schema)
        for command in _COMMAND.findall(one["title"])
    }


def _titled(path: str, schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A schema, and what it defines with a title of its own."""
    yield path, schema
    for name, one in schema.get("$defs", {}).items():
        if "title" in one:
            yield f"{path}/$defs/{name}", one


def reference(command: str) -> dict[str, Any]:
    """The schema of what a command prints; any JSON if there is none."""
    known = _by_command()
    path = known.get(command) or known.get(command.rpartition(" ")[0])
    return {"$ref": path} if path else {}


def _moved(schema: Any, into: str) -> Any:
    if isinstance(schema, list):
        return [_moved(each, into) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: into + inner.removeprefix(_DEFINED) if name == "$ref" else _moved(inner, into)
        for name, inner in schema.items()
        if name != "$schema"
    }

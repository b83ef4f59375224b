"""The description of `/api/` for programs: OpenAPI 3.1."""

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from firmware import VERSION
from scorepad.operation import Done
from scorepad.operations import find, index
from scorepad.web.api.asking import FILES, MOST_FILES
from scorepad.web.api.operations import Operation, operations
from scorepad.web.api.parameters import LONGEST, Parameter
from scorepad.web.downloading import media_type

JSON = "application/json"
ABOUT = (
    "What the commands of Scorepad give and do. Whoever has the club's pages open may read here; "
    "a program comes in with a token that the club's secretary makes with "
    "`scorepad club token new`. Times are UTC, money is in hundredths."
)
_REFUSALS = {
    "400": "The request is no JSON object.",
    "401": "There is no token, or none that lets anybody in.",
    "403": "The token may only read, or has come without https; or a page of another site asks.",
    "404": "What is named is not there: a session, a player, an event, a knock-out.",
    "408": "The request took too long to come.",
    "412": "What was read, and has this ETag, was changed since.",
    "413": "The request is too large.",
    "415": "The request is not said to be JSON.",
    "422": "The command refuses it: the error says why, in its words.",
    "503": "The database cannot be reached, or others keep writing to it; try again.",
}
_OF_BODIES = ("400", "408", "412", "413", "415")
FILES_SENT = {
    "description": "What files have in them, by the names by which they are given.",
    "type": "object",
    "maxProperties": MOST_FILES,
    "propertyNames": {"minLength": 1, "maxLength": LONGEST},
    "additionalProperties": {"type": "string"},
}
_SAID = {
    "title": "What a command has said",
    "type": "object",
    "properties": {
        "said": {
            "description": "What was done, a line each.",
            "type": "array",
            "items": {"type": "string"},
        },
        "notes": {
            "description": "What should be known of it besides.",
            "type": "array",
            "items": {"type": "string"},
        },
    },
    "required": ["said", "notes"],
    "additionalProperties": False,
}
_ERROR = {
    "title": "Why something was refused",
    "type": "object",
    "properties": {"error": {"description": "In one line.", "type": "string"}},
    "required": ["error"],
    "additionalProperties": False,
}
_IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "description": "The ETag of an answer; if that would be another one by now, nothing is done.",
    "schema": {"type": "string"},
}
_ETAG = {
    "description": "What If-Match of a later request takes, to be refused if this has changed.",
    "schema": {"type": "string"},
}


@cache
def description(cookie: str) -> dict[str, Any]:
    """The whole document. `cookie`: the name of that which browsers have."""
    paths: dict[str, dict[str, Any]] = {}
    for one in operations():
        paths.setdefault("/api" + one.path, {})[one.method.lower()] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scorepad", "version": VERSION, "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": {**components(), "said": _SAID, "error": _ERROR},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "page": {"type": "apiKey", "in": "cookie", "name": cookie},
            },
            "responses": {status: _refused(what) for status, what in _REFUSALS.items()},
        },
    }


def _operation(one: Operation) -> dict[str, Any]:
    by_page: list[dict[str, list[str]]] = [{"page": []}] if one.method == "GET" else []
    said = {
        "operationId": one.name,
        "summary": one.what,
        "description": one.more,
        "tags": [one.command.split()[0]],
        "security": [{"token": []}, *by_page],
        "responses": {"200": _answered(one), **_refusals(one)},
    }
    if one.method == "GET":
        return {**said, "parameters": [_asked(each) for each in one.takes.values()]}
    return {
        **said,
        "parameters": [_IF_MATCH] if one.writes else [],
        "requestBody": {"required": True, "content": {JSON: {"schema": _body(one)}}},
    }


def _asked(one: Parameter) -> dict[str, Any]:
    return {
        "name": one.name,
        "in": "query",
        "description": one.what,
        "required": one.required,
        "schema": one.schema,
    }


def _body(one: Operation) -> dict[str, Any]:
    fields = {name: {"description": it.what, **it.schema} for name, it in one.takes.items()}
    files = {FILES: FILES_SENT} if one.files else {}
    return {
        "type": "object",
        "properties": {**fields, **files},
        "required": [name for name, it in one.takes.items() if it.required],
        "additionalProperties": False,
    }


def _answered(one: Operation) -> dict[str, Any]:
    kinds = [*["json"] * (one.as_json or not one.formats), *one.formats]
    content: dict[str, Any] = {media_type(kind): {} for kind in kinds}
    if JSON in content:
        only_said = not (one.as_json or one.formats) or _only_says(one.command)
        said = {"$ref": "#/components/schemas/said"}
        content[JSON] = {"schema": said if only_said else reference(one.command)}
    reply: dict[str, Any] = {"description": one.what, "content": content}
    return {**reply, "headers": {"ETag": _ETAG}} if one.method == "GET" else reply


def _only_says(command: str) -> bool:
    """Return True if an operation answers with sentences, whatever its group has a schema for."""
    return command in index() and find(command).run.__annotations__["return"] is Done  # type: ignore[attr-defined]


def _refusals(one: Operation) -> dict[str, Any]:
    wanted = [status for status in _REFUSALS if one.method == "POST" or status not in _OF_BODIES]
    return {status: {"$ref": f"#/components/responses/{status}"} for status in wanted}


def _refused(what: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/error"}
    return {"description": what, "content": {JSON: {"schema": schema}}}


_COMMAND = re.compile("`scorepad ([^`]*?)(?: --[^`]*| [.][^`]*)?`")  # in a schema's title
_DEFINED = "#/$defs/"
_ENDING = ".schema.json"


@cache
def components() -> dict[str, Any]:
    """Return the published schemas of what commands print as JSON (exports/schemas), by name.

    They are for one document: their references lead into it.
    """
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

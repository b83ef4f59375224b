"""The description of `/api/` for programs: OpenAPI 3.1."""

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from firmware import VERSION
from scorepad.operation import LONGEST, Done, Parameter
from scorepad.web.api.asking import FILES, MOST_FILES
from scorepad.web.api.operations import Offer, offers
from scorepad.web.downloading import media_type

JSON = "application/json"
ABOUT = (
    "What Scorepad's operations give and do. Whoever has the club's pages open may read here; "
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
    "422": "It is refused: the error says why, and what would help.",
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


def _object(title: str, **properties: dict[str, Any]) -> dict[str, Any]:
    about = {"title": title, "type": "object", "properties": properties}
    return {**about, "required": [*properties], "additionalProperties": False}


def _lines(about: str) -> dict[str, Any]:
    return {"description": about, "type": "array", "items": {"type": "string"}}


_SAID = _object(
    "What an operation has said",
    said=_lines("What was done, a line each."),
    notes=_lines("What should be known of it besides."),
)
_REMEDY = _object(
    "An operation that would help",
    operation={"description": "Its name.", "type": "string"},
    arguments={"description": "Those that are known.", "type": "object"},
    command={"description": "The same, as a terminal has it.", "type": "string"},
)
_ERROR = _object(
    "Why something was refused",
    error={"description": "What is wrong, in a sentence.", "type": "string"},
    field={"description": "The parameter; null for none.", "type": ["string", "null"]},
    remedies={"type": "array", "items": _REMEDY},
)
_IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "description": "The ETag of an answer; if what it is about has changed, nothing is done.",
    "schema": {"type": "string"},
}
_ETAG = {
    "description": "What If-Match of a later request takes, to be refused if this has changed.",
    "schema": {"type": "string"},
}


@cache
def description(cookie: str) -> dict[str, Any]:
    """Return the whole document. `cookie`: the name of browsers' session cookie."""
    paths = {
        f"/api{path}": {offer.method.lower(): _operation(offer)}
        for path, offer in offers().items()
    }
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
            "responses": {status: _describe_error(what) for status, what in _REFUSALS.items()},
        },
    }


def _operation(offer: Offer) -> dict[str, Any]:
    by_page: list[dict[str, list[str]]] = [{"page": []}] if offer.method == "GET" else []
    said = {
        "operationId": offer.id,
        "summary": offer.title,
        "description": offer.description,
        "tags": [offer.command.split()[0]],
        "security": [{"token": []}, *by_page],
        "responses": {"200": _describe_reply(offer), **_refusals(offer)},
    }
    if offer.method == "GET":
        return {**said, "parameters": [_describe_query(*each) for each in offer.takes.items()]}
    return {
        **said,
        "parameters": [_IF_MATCH] if offer.kind.writes else [],
        "requestBody": {"required": True, "content": {JSON: {"schema": _body(offer)}}},
    }


def _describe_query(name: str, param: Parameter) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": param.required, "schema": param.schema}


def _body(offer: Offer) -> dict[str, Any]:
    fields = {name: each.schema for name, each in offer.takes.items()}
    return {
        "type": "object",
        "properties": fields | ({FILES: FILES_SENT} if offer.files else {}),
        "required": [name for name, each in offer.takes.items() if each.required],
        "additionalProperties": False,
    }


def _describe_reply(offer: Offer) -> dict[str, Any]:
    kinds = offer.formats if offer.kind.makes_file else ("json", *offer.formats)
    content: dict[str, Any] = {media_type(kind): {} for kind in kinds}
    if JSON in content:
        content[JSON] = {"schema": _outcome(offer)}
    reply: dict[str, Any] = {"description": offer.title, "content": content}
    return {**reply, "headers": {"ETag": _ETAG}} if offer.method == "GET" else reply


def _outcome(offer: Offer) -> dict[str, Any]:
    """Return the schema of an outcome: the published one of its class, else of the command."""
    kind = offer.kind.run.__annotations__["return"]  # type: ignore[attr-defined]
    if kind is Done:
        return {"$ref": "#/components/schemas/said"}
    named = getattr(kind, "schema", "")
    return {"$ref": f"#/components/schemas/{named}"} if named else reference(offer.command)


def _refusals(offer: Offer) -> dict[str, Any]:
    wanted = [status for status in _REFUSALS if offer.method == "POST" or status not in _OF_BODIES]
    return {status: {"$ref": f"#/components/responses/{status}"} for status in wanted}


def _describe_error(what: str) -> dict[str, Any]:
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
        (name := file.name.removesuffix(_ENDING)): _rebase(
            json.loads(file.read_text(encoding="utf-8")), f"#/components/schemas/{name}/$defs/"
        )
        for file in found
    }


@cache
def _by_command() -> dict[str, str]:
    """Return the path of the schema of each command's JSON; titles name the commands."""
    return {
        command: path
        for name, schema in components().items()
        for path, part in _iter_titled(f"#/components/schemas/{name}", schema)
        for command in _COMMAND.findall(part["title"])
    }


def _iter_titled(path: str, schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a schema, and its definitions that have titles, each with its path."""
    yield path, schema
    for name, definition in schema.get("$defs", {}).items():
        if "title" in definition:
            yield f"{path}/$defs/{name}", definition


def reference(command: str) -> dict[str, Any]:
    """Return the schema of a command's JSON; any JSON if there is none."""
    known = _by_command()
    path = known.get(command) or known.get(command.rpartition(" ")[0])
    return {"$ref": path} if path else {}


def _rebase(schema: Any, into: str) -> Any:
    if isinstance(schema, list):
        return [_rebase(each, into) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: into + inner.removeprefix(_DEFINED) if name == "$ref" else _rebase(inner, into)
        for name, inner in schema.items()
        if name != "$schema"
    }

"""What a request of a program says: parameters in the query, or a JSON object."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request

from scorepad.errors import UserError
from scorepad.web.api.operations import Operation
from scorepad.web.api.parameters import LONGEST, Parameter, unknown

FILES = "files"  # the field with the files that a command reads: their contents by their names
_INTEGER = re.compile("[0-9]{1,18}")
_BOOLEANS = {"true": True, "false": False}
MOST_FILES = 20


class Malformed(UserError):
    """A body that is no JSON object."""


class NotJson(UserError):
    """A body that is said to be something else."""


def of_query(operation: Operation, query: QueryParams) -> dict[str, Any]:
    """The parameters of a query, as JSON would have them. Raises UserError."""
    given = dict[str, Any]()
    for name in query:
        one = operation.takes.get(name)
        if one is None:
            raise unknown(name, operation.takes)
        said = [_meant(one, text) for text in query.getlist(name)]
        if len(said) > 1 and not one.many:
            raise UserError(f"{name}: it is given twice")
        given[name] = said if one.many else said[0]
    return given


def _meant(one: Parameter, text: str) -> Any:
    if one.kind == "boolean":
        return _BOOLEANS.get(text, text)
    return int(text) if one.kind == "integer" and _INTEGER.fullmatch(text) else text


async def of_body(request: Request) -> dict[str, Any]:
    """The JSON object that was sent. Raises NotJson; Malformed."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise NotJson("send a JSON object, as Content-Type: application/json")
    return await run_in_threadpool(_parsed, await request.body())


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body, object_pairs_hook=_object, parse_constant=_none)
    except (ValueError, RecursionError) as error:
        raise Malformed("this is no JSON, as RFC 8259 has it") from error
    if not isinstance(found, dict):
        raise Malformed("send a JSON object")
    return found


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    listed = list(pairs)
    found = dict(listed)
    if len(found) < len(listed):
        raise Malformed("a name is twice in an object")
    return found


def _none(constant: str) -> None:
    raise Malformed(f"JSON has no {constant}")


def files_of(operation: Operation, body: dict[str, Any]) -> Mapping[str, bytes]:
    """The files in a body, which are then no more in it. Raises UserError."""
    files = body.pop(FILES, {}) if operation.files else {}
    if not isinstance(files, dict) or len(files) > MOST_FILES:
        raise UserError(f"files: they are an object of at most {MOST_FILES} names and texts")
    return {_named(name): _text(name, text) for name, text in files.items()}


def _named(name: str) -> str:
    if not 1 <= len(name) <= LONGEST:
        raise UserError(f"files: a name has 1 to {LONGEST} characters")
    return name


def _text(name: str, text: Any) -> bytes:
    if not isinstance(text, str):
        raise UserError(f"files: {name[:LONGEST]!a} is no text")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise UserError(f"files: {name[:LONGEST]!a} has a character that no text has") from error

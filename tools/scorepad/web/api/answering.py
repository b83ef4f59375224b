"""Carries out what a program asks for, and answers as the command does.

The ETag of an answer says what was asked, so that it can be asked again before something is
written, and a digest of what was answered then.
"""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from scorepad.cli.output import Taken
from scorepad.club.records.store import Club
from scorepad.club.security_log import Actor, actor
from scorepad.context import setting
from scorepad.errors import UserError
from scorepad.json_text import json_text
from scorepad.language import ENGLISH, speaking
from scorepad.web.api.asking import files_of, of_body, of_query
from scorepad.web.api.openapi import JSON
from scorepad.web.api.operations import Operation, operations
from scorepad.web.api.parameters import values
from scorepad.web.api.programs import admit
from scorepad.web.command import NO_FILES, Files, Values, run
from scorepad.web.downloading import media_type
from scorepad.web.own import Changed
from scorepad.web.site import Site, site_of

_LONGEST = 20_000  # characters of an ETag: more than a path that a server takes


async def answer(request: Request, operation: Operation) -> Response:
    """Does what is asked for. Raises UserError."""
    site = site_of(request)
    with speaking(ENGLISH):
        program = await run_in_threadpool(admit, site, request, operation.writes)
        if operation.method == "GET":
            given: dict[str, Any] = of_query(operation, request.query_params)
            return await run_in_threadpool(_read, site, operation, given, request)
        given = await of_body(request)
        with setting(actor, Actor(program, site.names.address(request))):
            reply = await run_in_threadpool(_done, site, operation, given, request, program)
    site.changes.happened()
    return reply


def read(
    club: Club, operation: Operation, given: Mapping[str, Any], files: Files = NO_FILES
) -> Taken:
    """What a command says that only reads; none that is run so writes. Raises UserError."""
    return _ran(club, operation, _wanted(operation, given), files, _refuse)


def _read(
    site: Site, operation: Operation, given: Mapping[str, Any], request: Request
) -> Response:
    taken = read(site.club, operation, given)
    kind = given.get("format", "json")
    reply = Response(bytes(taken.saved), media_type=media_type(kind))
    if kind == "json":
        query = request.url.query
        reply.headers["ETag"] = etag(operation.path, query, taken.saved)
    return reply


def _done(
    site: Site, operation: Operation, given: dict[str, Any], request: Request, program: str
) -> Response:
    files = files_of(operation, given)
    if "author" in operation.takes:
        given.setdefault("author", program)
    if operation.writes:
        wanted = _wanted(operation, given)
        tag = ", ".join(request.headers.getlist("if-match"))
        taken = _ran(site.club, operation, wanted, files, _unchanged(site.club, tag))
    else:
        taken = read(site.club, operation, given, files)
    if operation.as_json:
        kind = given.get("format", "json")
        return Response(bytes(taken.saved), media_type=media_type(kind))
    said = [part for part in taken.shown if isinstance(part, str)]
    told = json_text({"said": said, "notes": taken.notes}) + "\n"
    return Response(told, media_type=JSON)


def _wanted(operation: Operation, given: Mapping[str, Any]) -> Values:
    wanted = {**values(operation.takes, given), **operation.fixed}
    as_json = operation.as_json and "format" not in given
    return {**wanted, "--json": True} if as_json else wanted


def _ran(
    club: Club, operation: Operation, wanted: Values, files: Files, check: Callable[[], None]
) -> Taken:
    with club.guarded(check):
        return run(club, operation.command, wanted, files)


def _refuse() -> None:
    raise UserError("this changes something, and can only be read here")


def _unchanged(club: Club, tag: str) -> Callable[[], None]:
    if tag in ("", "*"):
        return lambda: None
    path, query = path_and_query(tag)
    asked = next((one for one in operations() if one.path == path and one.method == "GET"), None)
    if asked is None:
        raise Changed
    return partial(_compare, club, asked, query, tag)


def _compare(club: Club, asked: Operation, query: str, tag: str) -> None:
    try:
        now = read(club, asked, of_query(asked, QueryParams(query))).saved
    except UserError as gone:
        raise Changed from gone
    if etag(asked.path, query, now) != tag:
        raise Changed


def etag(path: str, query: str, answer: bytes | bytearray) -> str:
    """Return the entity tag of an answer to this request."""
    asked = urlsafe_b64encode(f"{path}?{query}".encode()).decode().rstrip("=")
    return f'"{asked}.{sha256(answer).hexdigest()[:32]}"'


def path_and_query(tag: str) -> tuple[str, str]:
    """The path and the query of what was asked. Raises Changed for what no answer ever had."""
    coded = tag.strip('"').partition(".")[0]
    try:
        if len(tag) > _LONGEST or not coded.isascii():
            raise Changed
        path, _, query = urlsafe_b64decode(coded + "=" * (-len(coded) % 4)).decode().partition("?")
    except (binascii.Error, UnicodeDecodeError) as error:
        raise Changed from error
    return path, query

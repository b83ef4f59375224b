"""Carries out what a program asks for, and answers with what the outcome is for programs.

The ETag of an answer says what was asked, so that it can be asked again before something is
written, and a digest of what was answered then.
"""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from scorepad.club.records.evenings import ending
from scorepad.club.records.store import Club
from scorepad.club.settings.current import Settings, current
from scorepad.context import COMMAND, Actor
from scorepad.errors import UserError
from scorepad.json_text import json_list, json_text
from scorepad.language import ENGLISH, Language, Text, joined, text
from scorepad.operation import Context, Document, Done, Outcome, build, execute, plain
from scorepad.reports.drawing.media import FORMATS
from scorepad.steps import show_nothing
from scorepad.web.api.asking import FILES, checked, files_of, of_body, of_query
from scorepad.web.api.operations import Offer, offers, programs_name
from scorepad.web.api.programs import admit
from scorepad.web.downloading import media_type
from scorepad.web.own import Changed
from scorepad.web.site import Site, site_of

_LONGEST = 20_000  # characters of an ETag: more than a path that a server takes
_CANNOT = 2  # the status of an outcome that is a failure


@dataclass(frozen=True)
class Asked:
    """What a program, or a page, asks for. files: their contents, by name."""

    offer: Offer
    given: Mapping[str, Any]
    actor: Actor = COMMAND
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """Return the format of the answer."""
        return str(self.given.get("format", "json"))


async def answer(request: Request, offer: Offer) -> Response:
    """Do what is asked for. Raise UserError about one of its parameters, or about none."""
    try:
        return await _answer(site_of(request), request, offer)
    except UserError as error:
        named = programs_name(error.field.partition(".")[0])
        if named not in (*offer.takes, FILES):  # of another operation that this one uses
            error.field = ""
        raise


async def _answer(site: Site, request: Request, offer: Offer) -> Response:
    writes = offer.kind.writes
    program = await run_in_threadpool(admit, site, request, writes)
    if offer.method == "GET":
        asked = Asked(offer, of_query(offer, request.query_params))
        return await run_in_threadpool(_read, site, asked, request)
    body = await of_body(request)
    files = await run_in_threadpool(files_of, offer, body)
    actor = Actor(program, site.names.address(request))
    asked = Asked(offer, checked(offer, body), actor, files)
    tag = ", ".join(request.headers.getlist("if-match")) if writes else ""
    reply = await run_in_threadpool(_done, site, asked, tag)
    site.changes.happened()
    return reply


def _read(site: Site, asked: Asked, request: Request) -> Response:
    found = read(site.club, asked)
    reply = Response(found, media_type=media_type(asked.kind))
    if asked.kind == "json":
        reply.headers["ETag"] = etag(asked.offer.path, request.url.query, found)
    return reply


def _done(site: Site, asked: Asked, tag: str) -> Response:
    writes = asked.offer.kind.writes
    made = run(site.club, asked, _unchanged(site.club, tag)) if writes else read(site.club, asked)
    return Response(made, media_type=media_type(asked.kind))


def read(club: Club, asked: Asked) -> bytes:
    """Return the answer of an operation that only reads; none writes so. Raise UserError."""
    return run(club, asked, _refuse)


def run(club: Club, asked: Asked, check: Callable[[], None]) -> bytes:
    """Return the answer of an operation; `check` is called before it writes. Raise UserError."""
    given, more = asked.offer.split(asked.given)
    settings = current(club.ask)
    wanted = {name: more[name] for name in ("paper", "language") if name in more}
    settings = replace(settings, **wanted)
    language = settings.language if asked.kind in FORMATS else ENGLISH
    notes = list[Text | str]()
    context = Context(
        language=Language(language),
        user=asked.actor.who,
        actor=asked.actor,
        note=lambda said: notes.append(said) if isinstance(said, (Text, str)) else None,
        dry_run=more.get("dry_run", False),
        settings=lambda: settings,
    )
    with ExitStack() as around:
        around.enter_context(club.guarded(check))
        around.enter_context(club.explaining())
        around.enter_context(ending(settings.evening_ends))
        outcome = execute(build(asked.offer.kind, given, asked.files), club, context)
        return _content(outcome, more.get("format"), settings, notes)


def _content(
    outcome: Outcome, form: str | None, settings: Settings, notes: list[Text | str]
) -> bytes:
    if outcome.status == _CANNOT:
        raise UserError(joined(outcome.notes, "; "))
    if isinstance(outcome, Document):
        return outcome.content
    if form:
        report = outcome.for_paper()
        if report is None:
            raise UserError(text("There is nothing to print."))
        made = FORMATS[form](report.heading, [report], settings, show_nothing)
        return made.encode() if isinstance(made, str) else made
    known = outcome.as_json()
    if isinstance(known, Iterator):
        return "".join(json_list(known)).encode()
    if isinstance(outcome, Done):
        known["notes"] = plain([*notes, *outcome.notes])
    return f"{json_text(known)}\n".encode()


def _refuse() -> None:
    raise UserError("this changes something, and can only be read here")


def _unchanged(club: Club, tag: str) -> Callable[[], None]:
    if tag in ("", "*"):
        return lambda: None
    path, query = path_and_query(tag)
    asked = offers().get(path)
    if asked is None or asked.method != "GET":
        raise Changed
    return partial(_compare, club, asked, query, tag)


def _compare(club: Club, asked: Offer, query: str, tag: str) -> None:
    try:
        now = read(club, Asked(asked, of_query(asked, QueryParams(query))))
    except UserError as gone:
        raise Changed from gone
    if etag(asked.path, query, now) != tag:
        raise Changed


def etag(path: str, query: str, answer: bytes) -> str:
    """Return the entity tag of an answer to this request."""
    asked = urlsafe_b64encode(f"{path}?{query}".encode()).decode().rstrip("=")
    return f'"{asked}.{sha256(answer).hexdigest()[:32]}"'


def path_and_query(tag: str) -> tuple[str, str]:
    """Return the path and the query of what was asked. Raise Changed for no answer's tag."""
    coded = tag.strip('"').partition(".")[0]
    try:
        if len(tag) > _LONGEST or not coded.isascii():
            raise Changed
        path, _, query = urlsafe_b64decode(coded + "=" * (-len(coded) % 4)).decode().partition("?")
    except (binascii.Error, UnicodeDecodeError) as error:
        raise Changed from error
    return path, query

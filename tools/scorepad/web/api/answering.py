"""Carries out what a program asks for, and answers with what the outcome is for programs.

The ETag of an answer has the versions of what it is about.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from scorepad.club.database.rows import CHANGED, Rows
from scorepad.club.records.store import Club
from scorepad.club.settings.current import Settings, current
from scorepad.context import COMMAND, Actor
from scorepad.errors import Changed, UserError
from scorepad.json_text import json_list, json_text
from scorepad.language import ENGLISH, Language, joined, text
from scorepad.operation import Context, Document, Done, Outcome, build, execute, plain
from scorepad.reports.drawing.media import FORMATS
from scorepad.steps import show_nothing
from scorepad.web.api.asking import FILES, check_given, files_of, of_body, of_query
from scorepad.web.api.operations import Offer, programs_name
from scorepad.web.api.programs import admit
from scorepad.web.downloading import media_type
from scorepad.web.site import Site, site_of
from scorepad.web.versions import read_versions, write_versions

_TAG = re.compile(r'(W/)?"([!#-~\x80-\xff]*)"')
_CANNOT = 2  # the status of an outcome that is a failure


@dataclass(frozen=True)
class Asked:
    """The request of a program or a page. files: contents by name."""

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
        return await run_in_threadpool(_read, site, asked)
    body = await of_body(request)
    files = await run_in_threadpool(files_of, offer, body)
    actor = Actor(program, site.names.address(request))
    asked = Asked(offer, check_given(offer, body), actor, files)
    tags = request.headers.getlist("if-match") if writes else []
    reply = await run_in_threadpool(_execute, site, asked, tags)
    site.changes.happened()
    return reply


def _read(site: Site, asked: Asked) -> Response:
    headers = {}
    if asked.kind == "json" and (versions := _versions(site.club, asked)):  # older, if anything
        headers["ETag"] = f'"{write_versions(versions)}"'
    return Response(run(site.club, asked), 200, headers, media_type(asked.kind))


def _versions(club: Club, asked: Asked) -> dict[str, int]:
    what = build(asked.offer.kind, asked.offer.split(asked.given)[0])
    return club.read(lambda rows: rows.versions(what.subjects(rows)))


def _execute(site: Site, asked: Asked, tags: list[str]) -> Response:
    expected = site.club.read(lambda rows: _find_match(rows, ", ".join(tags))) if tags else {}
    return Response(run(site.club, asked, expected), media_type=media_type(asked.kind))


def _find_match(rows: Rows, tags: str) -> dict[str, int]:
    """Return the versions of the first tag in If-Match that is current, none of "*".

    A weak tag never is (RFC 9110, 8.8.3.2 and 13.1.1). Raise Changed if no tag is.
    """
    if tags.strip() == "*":
        return {}
    between = {each.strip() for each in _TAG.sub('""', tags).split(",")}
    if not {'""'} <= between <= {"", '""'}:
        raise Changed(text("If-Match: entity tags in quotation marks, or *"))
    for weak, said in _TAG.findall(tags):
        try:
            versions = read_versions(said)
            rows.check_versions(versions)
        except Changed:
            continue
        if not weak:
            return versions
    raise Changed(CHANGED)


def run(club: Club, asked: Asked, expected: Mapping[str, int] | None = None) -> bytes:
    """Return the answer of an operation. Raise UserError; Changed as `execute` does."""
    given, more = asked.offer.split(asked.given)
    settings = current(club.ask)
    wanted = {name: more[name] for name in ("paper", "language") if name in more}
    settings = replace(settings, **wanted)
    language = settings.language if asked.kind in FORMATS else ENGLISH
    notes = list[str]()
    context = Context(
        language=Language(language),
        user=asked.actor.who,
        actor=asked.actor,
        note=lambda said: notes.append(said) if isinstance(said, str) else None,
        dry_run=more.get("dry_run", False),
        expected=expected or {},
        settings=lambda: settings,
    )
    with club.explaining():
        outcome = execute(build(asked.offer.kind, given, asked.files), club, context)
        return _content(outcome, more.get("format"), settings, notes)


def _content(outcome: Outcome, form: str | None, settings: Settings, notes: list[str]) -> bytes:
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

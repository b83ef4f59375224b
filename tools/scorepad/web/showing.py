"""Responses for a page, its live part and its files."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse

from scorepad.club.settings.current import current
from scorepad.json_text import json_list, json_text
from scorepad.language import text
from scorepad.operation import Document
from scorepad.reports.content.report import Report, Section
from scorepad.reports.drawing.media import FORMATS
from scorepad.steps import show_nothing
from scorepad.web.authentication.names import AUTHORITY
from scorepad.web.authentication.table_links import TABLES
from scorepad.web.downloading import disposition, file_name, media_type
from scorepad.web.drawing import for_paper
from scorepad.web.forms.field import CHECK, field
from scorepad.web.forms.suggesting import players_like
from scorepad.web.html import Html
from scorepad.web.languages import find_chosen_language, reader
from scorepad.web.live.changes import Part
from scorepad.web.operating import ask
from scorepad.web.pages.page import OF_EVENT, Page
from scorepad.web.qr_codes import qr_code
from scorepad.web.site import LIVE, NotFound, site_of
from scorepad.web.visit import Visit


async def show_page(request: Request, page: Page) -> Response:
    """Return the page or, if a form was sent, its result."""
    visit = Visit(request, page)
    if request.method != "POST":
        return await visit.work(visit.get)
    async with request.form() as sent:
        reply = await visit.work(partial(visit.post, sent))
    visit.site.changes.happened()  # what was taken back is shown to nobody from now on
    return reply


async def save_page(request: Request, page: Page, kind: str) -> Response:
    visit = Visit(request, page)
    return await visit.work(partial(_download, visit, kind))


async def live(request: Request, page: Page) -> Response:
    """Return a stream of the page's content, sent again whenever it changes."""
    visit = Visit(request, page)

    def make() -> Part:
        with visit.site.set_for(request):
            seen = visit.mark()
            return visit.part().encode(), seen

    async def part() -> Part:
        await visit.site.still(request)
        return await visit.site.shared.page(f"{find_chosen_language(request)} {request.url}", make)

    events = visit.site.changes.events(part)
    return StreamingResponse(events, media_type="text/event-stream", headers=LIVE)


async def choices(request: Request) -> Response:
    """Return the players that match typed text, for a list of choices."""
    site = site_of(request)
    site.session(request)
    find = partial(players_like, site.club, request.query_params.get("find", ""))
    return site.render("choices.html", reader(request), listed=await site.work(request, find))


async def code(request: Request) -> Response:
    """Return a QR code of a table's link for phones. Raise NotEntered, NotFound."""
    site, table = site_of(request), int(request.path_params["table"])
    site.session(request)
    codes = await site.work(request, lambda: site.codes)
    if codes is None or table not in TABLES:
        raise NotFound(text("There is no such table."))
    return qr_code(*site.links_of(codes, [table]))


async def authority(request: Request) -> Response:
    """Return the certificate that phones may trust, to everybody. Raise NotFound without HTTPS."""
    https = site_of(request).https
    if not https:
        raise NotFound(text("There is no such page."))
    return Response(https.authority, media_type="application/x-x509-ca-cert")


async def authority_code(request: Request) -> Response:
    """Return the address of that certificate, for the camera of a phone."""
    return qr_code(site_of(request).names.outside(AUTHORITY))


async def download_result(request: Request) -> Response:
    """Return the file that a job has made. Raise NotEntered; UserError."""
    site = site_of(request)
    site.session(request)
    await site.still(request)
    work = site.work_list.find(request.path_params["work"])
    if not work.file or not work.ended or work.refused:
        raise NotFound(text("There is no such file."))
    kind = work.called.rpartition(".")[2]
    named = {"Content-Disposition": disposition(work.called, "")}
    return FileResponse(work.file, media_type=media_type(kind), headers=named)


def _download(visit: Visit, kind: str) -> Response:
    name = file_name(*_file_name_words(visit), kind=kind)
    headers = {"Content-Disposition": disposition(name, kind)}
    return Response(_content(visit, kind), media_type=media_type(kind), headers=headers)


def _content(visit: Visit, kind: str) -> bytes:
    page, asked, club = visit.page, visit.asked, visit.site.club
    if page.saves and (page.show or kind in OF_EVENT):
        evening = asked.named_values.get("evening", str(visit.site.club.evenings.today()))
        values: dict[str, Any] = asked.fixed(page.saved) or {"evening": evening}
        made = ask(club, page.saves, **{**values, "format": kind})
        assert isinstance(made, Document)
        return made.content
    if kind == "json":
        found = ask(club, page.command, **asked.values).as_json()
        each = json_list(found) if isinstance(found, Iterator) else [json_text(found), "\n"]
        return "".join(each).encode()
    return _print_page(visit, kind)


def _print_page(visit: Visit, kind: str) -> bytes:
    """Return the page as a browser prints it: its reports, or its sentences if it has none."""
    parts, club = visit.parts(), visit.site.club
    reports = [part for part in parts if isinstance(part, Report)]
    if not reports:
        lines = [part for part in parts if isinstance(part, str) and not isinstance(part, Html)]
        reports = [Report(text(visit.page.title), [Section(lines=lines)])]
    settings = replace(current(club.ask), language=visit.language.code)
    drawn = FORMATS[kind](
        reports[0].heading, for_paper(club, reports, visit.language), settings, show_nothing
    )
    return drawn.encode() if isinstance(drawn, str) else drawn


def _file_name_words(visit: Visit) -> list[str]:
    """Return the words of the file's name: `session` and its id, or `sessions` for a list."""
    page, asked = visit.page, visit.asked
    first, *rest = (part for part in page.path.split("/") if part)
    if asked.path:
        return [first.removesuffix("s"), *asked.path.values()]
    today = [str(visit.site.club.evenings.today())] * bool(page.saves)
    return [first, *rest, *([*_iter_values(visit)] or today)]


def _iter_values(visit: Visit) -> Iterator[str]:
    """Yield the values that are asked for; for a check box, its name."""
    for name, said in visit.asked.sent_values.items():
        ticked = field(visit.page.command, name).kind == CHECK
        yield name if ticked else said

"""What is answered where a page, its live part or one of its files is asked for."""

from functools import partial

from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse

from scorepad.language import say
from scorepad.web import saving
from scorepad.web.door.table_links import TABLES
from scorepad.web.downloading import disposition, media_type
from scorepad.web.forms.suggesting import players_like
from scorepad.web.languages import chosen
from scorepad.web.pages.page import Page
from scorepad.web.qr_codes import qr_code
from scorepad.web.site import LIVE, NotFound, site_of
from scorepad.web.visit import Visit
from scorepad.web.watching.shared import Part


async def shown(request: Request, page: Page) -> Response:
    """The page; or, of a form that was sent, what it has done."""
    visit = Visit(request, page)
    if request.method != "POST":
        return await visit.work(visit.looked)
    async with request.form() as sent:
        reply = await visit.work(partial(visit.answered, sent))
    visit.site.changes.happened()  # what was taken back is shown to nobody from now on
    return reply


async def saved(request: Request, page: Page, kind: str) -> Response:
    """The page as a file."""
    visit = Visit(request, page)
    return await visit.work(partial(saving.saved, visit, kind))


async def live(request: Request, page: Page) -> Response:
    """What the page shows, again and again as it changes."""
    visit = Visit(request, page)

    def make() -> Part:
        with visit.site.set_for(request):
            seen = visit.mark()
            return visit.part().encode(), seen

    async def part() -> Part:
        await visit.site.still(request)
        return await visit.site.shared.page(f"{chosen(request)} {request.url}", make)

    events = visit.site.changes.events(part)
    return StreamingResponse(events, media_type="text/event-stream", headers=LIVE)


async def choices(request: Request) -> Response:
    """The players who are like what somebody types, for a list of choices."""
    site = site_of(request)
    site.session(request)
    find = partial(players_like, site.club, request.query_params.get("find", ""))
    return site.drawn("choices.html", listed=await site.work(request, find))


async def code(request: Request) -> Response:
    """The link of a table, for the camera of a phone. Raises NotEntered, NotFound."""
    site, table = site_of(request), int(request.path_params["table"])
    site.session(request)
    if table not in TABLES:
        raise NotFound(say("There is no such table."))
    (link,) = await site.work(request, partial(site.links_of, [table]))
    return qr_code(link)


async def taken_away(request: Request) -> Response:
    """The file that work has made. Raises NotEntered; UserError."""
    site = site_of(request)
    site.session(request)
    await site.still(request)
    work = site.work_list.found(request.path_params["work"])
    if not work.file or not work.ended or work.refused:
        raise NotFound(say("There is no such file."))
    kind = work.called.rpartition(".")[2]
    named = {"Content-Disposition": disposition(work.called, "")}
    return FileResponse(work.file, media_type=media_type(kind), headers=named)

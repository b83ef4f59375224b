"""The screen in the room, and pages for the phones of those who are there; nobody needs a key."""

from collections.abc import AsyncIterator, Callable
from functools import partial

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from scorepad.club.settings.current import current
from scorepad.web.authentication.names import READ
from scorepad.web.languages import find_chosen_language
from scorepad.web.live.changes import Part
from scorepad.web.public import content
from scorepad.web.public.content import PATH
from scorepad.web.qr_codes import qr_code
from scorepad.web.site import LIVE, site_of

Content = Callable[..., Markup]


def routes() -> list[Route]:
    found = [Route(f"{PATH}/address.svg", _address)]
    for path, made in (
        (PATH, content.screen),
        (READ, content.contents),
        (f"{PATH}/ranking", content.ranking),
        (f"{PATH}/evenings/{{name}}", content.evening),
        (f"{PATH}/events/{{name}}", content.event),
        (f"{PATH}/sessions/{{name}}", content.session),
    ):
        found += [
            Route(f"{path}.live", partial(_live, made=made)),
            Route(path, partial(_page, made=made)),
        ]
    return found


async def _page(request: Request, made: Content) -> Response:
    site, part = site_of(request), await _part(request, made)
    template = "screen.html" if made is content.screen else "read.html"

    def render() -> Response:
        return site.render(
            template,
            site.language(request),
            part=Markup(part[0].decode()),
            address=site.names.reading if site.names.asks else "",
            club=current(site.club.ask).name or "Scorepad",
        )

    return await site.work(request, render)


async def _part(request: Request, made: Content) -> Part:
    site, path = site_of(request), request.url.path.removesuffix(".live")

    def make() -> Part:
        with site.set_for(request):
            part = made(site.club, site.language(request), *request.path_params.values())
            return part.encode(), ""

    return await site.shared.page(f"{find_chosen_language(request)} {path}", make)


async def _live(request: Request, made: Content) -> Response:
    """Return a stream of the page, sent on each change while it is released."""
    site = site_of(request)
    await _part(request, made)  # what is not released is refused at once
    events = site.changes.events(partial(_part, request, made))
    return StreamingResponse(
        _in_a_place(request, events), media_type="text/event-stream", headers=LIVE
    )


async def _in_a_place(request: Request, events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield events; where too many watch, the connection that ends asks again by itself."""
    site, end = site_of(request), request.state.end
    site.watching.take(end, site.names.visitor(request, singly=True))
    try:
        async for event in events:
            yield event
    finally:
        site.watching.leave(end)


async def _address(request: Request) -> Response:
    """Return the QR code of the address where phones begin."""
    return qr_code(site_of(request).names.reading)

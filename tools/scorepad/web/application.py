"""The pages as an ASGI application."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from scorepad.club.database.opening import Trouble
from scorepad.club.settings.current import current
from scorepad.errors import Unknown, UserError
from scorepad.language import Text, text
from scorepad.reports.drawing.html import STYLE, paper
from scorepad.web import languages, showing
from scorepad.web.api.application import WITHOUT_FILES, api
from scorepad.web.authentication import entering
from scorepad.web.authentication.gate import SMALL, Gate
from scorepad.web.authentication.names import AUTHORITY
from scorepad.web.drawing import render_remedies
from scorepad.web.pages import phones
from scorepad.web.pages.keeping import RESTORE
from scorepad.web.pages.start import START, is_new
from scorepad.web.pages.table import PAGES
from scorepad.web.public.routes import routes
from scorepad.web.site import NotEntered, NotFound, Site, site_of
from scorepad.web.tablet import routes as tablet

LOGIN, LANGUAGE, LEAVE = "/login", "/language", "/leave"  # with forms that anybody may send
NAME = "/name"
LARGEST = 20 * 2**20  # bytes of a request
OTHERS = {
    **dict.fromkeys((LOGIN, LANGUAGE, LEAVE, NAME), SMALL),
    **dict.fromkeys(WITHOUT_FILES, 2**20),
    RESTORE: 2 * 2**30,
}


def application(site: Site) -> Starlette:
    app = Starlette(
        routes=[
            Route("/", _evening),
            Route("/enter", entering.enter),
            Route(LOGIN, entering.show_login),
            Route(LOGIN, entering.sign_in, methods=["POST"]),
            Route(LANGUAGE, languages.choose, methods=["POST"]),
            Route(NAME, entering.set_name, methods=["POST"]),
            Route(LEAVE, entering.leave, methods=["POST"]),
            Route("/static/report.css", _report_css),
            Route("/work/{work}/file", showing.download_result),
            Route(phones.PATH + "/{table:int}.svg", showing.code),
            Route(AUTHORITY, showing.authority),
            Route(phones.TRUST, showing.authority_code),
            Route("/choices/players", showing.choices),
            Route("/paper.css", _paper_css),
            Mount("/api", api(site)),
            Mount("/static", StaticFiles(packages=[("scorepad.web", "static")])),
            *tablet.routes(),
            *routes(),
            *_pages(),
        ],
        middleware=[
            Middleware(Gate, names=site.names, knows=site.knows, most=LARGEST, others=OTHERS),
        ],
        exception_handlers={NotEntered: entering.outside, UserError: _explain, 404: _explain},
        lifespan=_lifespan,
    )
    app.router.redirect_slashes = False  # it would name a scheme, and a proxy has another one
    app.state.site = site
    return app


def _pages() -> list[Route]:
    """Return the routes of pages, files and live parts first: their paths are longer."""
    routes = []
    for page in PAGES:
        routes += [
            Route(page.path + ".live", partial(showing.live, page=page)),
            *(
                Route(f"{page.path}.{kind}", partial(showing.save_page, page=page, kind=kind))
                for kind in page.kinds
            ),
            Route(page.path, partial(showing.show_page, page=page), methods=["GET", "POST"]),
        ]
    return routes


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    site: Site = app.state.site
    async with site.changes.watched(site.club):
        with site.tablets.watched(), site.work_list.going_on():
            yield
    site.security_log.write()


async def _evening(request: Request) -> Response:
    """Redirect to the evening, or a new club's director to the first steps."""
    site = site_of(request)
    try:
        site.session(request)
    except NotEntered:
        return RedirectResponse("/evening", 303)
    new = await site.work(request, lambda: is_new(site.club))
    return RedirectResponse(START if new else "/evening", 303)


async def _report_css(_: Request) -> Response:
    return Response(STYLE.read_bytes(), media_type="text/css")


async def _paper_css(request: Request) -> Response:
    """Return the style for printing: the club's paper, and the footer of each page."""
    site = site_of(request)
    site.session(request)
    style = await site.work(request, lambda: paper(current(site.club.ask)))
    return Response(style, media_type="text/css")


async def _explain(request: Request, problem: Exception) -> Response:
    """Return the page of an error; if something was not found, without names of other things."""
    site, language = site_of(request), languages.reader(request)
    said = problem.said if isinstance(problem, UserError) else str(problem)
    shown: str = render_remedies(said, language)
    known = site.knows(request.scope)
    in_english = isinstance(problem, UserError) and not isinstance(problem.said, Text)
    if isinstance(problem, HTTPException | Unknown):
        in_english, shown = False, text("There is no such page.")
    elif not known and not isinstance(problem, NotFound):  # it says where the club's file is
        in_english, shown = False, text("This cannot be read now: tell the director.")
    pages = [page for page in PAGES if page.menu and known]
    status = 503 if isinstance(problem, Trouble) else 404
    return site.message(language, status, shown, in_english=in_english, pages=pages)

"""`/api/` as an application of its own: whatever it answers is JSON, but for its readable page."""

from functools import partial
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scorepad.club.database.opening import Trouble
from scorepad.errors import Unknown, UserError
from scorepad.json_text import json_text
from scorepad.web.api.answering import answer
from scorepad.web.api.asking import Malformed, NotJson
from scorepad.web.api.openapi import ABOUT, FILES_SENT, JSON, description
from scorepad.web.api.operations import Operation, operations
from scorepad.web.api.programs import MayNot, NoToken, admit
from scorepad.web.door.gate import TooLarge, TooSlow
from scorepad.web.own import Changed
from scorepad.web.site import NotEntered, Site, site_of

_STATUSES: dict[type[Exception], int] = {
    Malformed: 400,
    NoToken: 401,
    NotEntered: 401,
    MayNot: 403,
    Unknown: 404,
    TooSlow: 408,
    Changed: 412,
    TooLarge: 413,
    NotJson: 415,
    Trouble: 503,
    UserError: 422,
}
_MORE = {
    401: {"WWW-Authenticate": "Bearer"},
    408: {"Connection": "close"},
    413: {"Connection": "close"},
    503: {"Retry-After": "5"},
}
WITHOUT_FILES = {f"/api{one.path}" for one in operations()} - {
    f"/api{one.path}" for one in operations() if one.files
}  # the paths of what takes none, so that nobody has much to say


def api(site: Site) -> Starlette:
    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/openapi.json", _openapi),
            *map(_route, dict.fromkeys(one.path for one in operations())),
        ],
        exception_handlers={
            **dict.fromkeys(_STATUSES, _refused),
            HTTPException: _not_there,
            Exception: _failed,
        },
    )
    app.router.redirect_slashes = False
    app.state.site = site
    return app


def _route(path: str) -> Route:
    by_method = {one.method: one for one in operations() if one.path == path}
    return Route(path, partial(_answer, by_method=by_method), methods=list(by_method))


async def _answer(request: Request, by_method: dict[str, Operation]) -> Response:
    method = "GET" if request.method == "HEAD" else request.method
    return await answer(request, by_method[method])


async def _openapi(request: Request) -> Response:
    site = site_of(request)
    await run_in_threadpool(admit, site, request, False)
    return Response(json_text(description(site.cookie(request))) + "\n", media_type=JSON)


async def _page(request: Request) -> Response:
    site = site_of(request)
    await run_in_threadpool(admit, site, request, False)
    return site.drawn("api.html", about=ABOUT, files=FILES_SENT, operations=operations())


async def _refused(_: Request, problem: Exception) -> Response:
    status = next(status for kind, status in _STATUSES.items() if isinstance(problem, kind))
    return refusal(status, str(problem))


async def _not_there(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    phrase = HTTPStatus(problem.status_code).phrase
    said = f"{phrase}: /api/openapi.json says what there is"
    return refusal(problem.status_code, said, dict(problem.headers or {}))


async def _failed(*_: object) -> Response:
    """A fault of this program, which its log has."""
    return refusal(500, "this is a fault of Scorepad; its log says more")


def refusal(status: int, why: str, headers: dict[str, str] | None = None) -> Response:
    """Why something is not done."""
    more = {**_MORE.get(status, {}), **(headers or {})}
    return Response(json_text({"error": why}) + "\n", status, more, JSON)

"""`/api/` as a separate application: all its responses are JSON, except the readable page."""

from collections.abc import Mapping, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scorepad.club.database.opening import Trouble
from scorepad.errors import Changed, UserError
from scorepad.json_text import json_text
from scorepad.language import Language
from scorepad.operation import plain
from scorepad.operations import command_line
from scorepad.web.api.answering import answer
from scorepad.web.api.openapi import ABOUT, FILES_SENT, JSON, description
from scorepad.web.api.operations import offers, programs_name
from scorepad.web.api.programs import admit
from scorepad.web.authentication.gate import TooLarge, TooSlow
from scorepad.web.languages import reader
from scorepad.web.site import NotEntered, Site, site_of

_STATUSES: dict[type[Exception], int] = {  # of those that have none of their own here
    NotEntered: 401,
    TooSlow: 408,
    Changed: 412,
    TooLarge: 413,
    Trouble: 503,
}
_MORE = {
    401: {"WWW-Authenticate": "Bearer"},
    408: {"Connection": "close"},
    413: {"Connection": "close"},
    503: {"Retry-After": "5"},
}
WITHOUT_FILES = {  # the paths of what takes none, so that nobody has much to say
    f"/api{path}" for path, offer in offers().items() if not offer.files
}


def api(site: Site) -> Starlette:
    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/openapi.json", _openapi),
            *(
                Route(path, partial(answer, offer=offer), methods=[offer.method])
                for path, offer in offers().items()
            ),
        ],
        exception_handlers={
            **dict.fromkeys((UserError, TooSlow, TooLarge), _answer_error),
            HTTPException: _not_there,
            Exception: _answer_fault,
        },
    )
    app.router.redirect_slashes = False
    app.state.site = site
    return app


async def _openapi(request: Request) -> Response:
    site = site_of(request)
    await run_in_threadpool(admit, site, request, False)
    return Response(json_text(description(site.cookie(request))) + "\n", media_type=JSON)


async def _page(request: Request) -> Response:
    site = site_of(request)
    await run_in_threadpool(admit, site, request, False)
    return site.render(
        "api.html", reader(request), about=ABOUT, files=FILES_SENT, offers=offers().values()
    )


async def _answer_error(_: Request, problem: Exception) -> Response:
    own = getattr(problem, "status", 500)
    status = next((known for kind, known in _STATUSES.items() if isinstance(problem, kind)), own)
    if not isinstance(problem, UserError):
        return refusal(status, str(problem))
    remedies = [
        {"operation": one.operation, "arguments": plain(one.given), "command": command_line(one)}
        for one in problem.remedies
    ]
    field = programs_name(problem.field) or None
    return refusal(status, Language().say(problem.said), None, field, remedies)


async def _not_there(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    phrase = HTTPStatus(problem.status_code).phrase
    said = f"{phrase}: /api/openapi.json says what there is"
    return refusal(problem.status_code, said, dict(problem.headers or {}))


async def _answer_fault(*_: object) -> Response:
    """Return the reply for a fault of this program, which is in its log."""
    return refusal(500, "this is a fault of Scorepad; its log says more")


def refusal(
    status: int,
    why: str,
    headers: dict[str, str] | None = None,
    field: str | None = None,
    remedies: Sequence[Mapping[str, Any]] = (),
) -> Response:
    """Return why something is not done, about which parameter, and what would help."""
    more = {**_MORE.get(status, {}), **(headers or {})}
    said = {"error": why, "field": field, "remedies": remedies}
    return Response(json_text(said) + "\n", status, more, JSON)

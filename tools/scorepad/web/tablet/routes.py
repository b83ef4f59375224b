"""The tablet's page on this server: for everybody, as it knows nothing of the club."""

import asyncio
import mimetypes

from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from scorepad.web.tablet import bundle
from scorepad.web.tablet.joining import join
from scorepad.web.tablet.relaying import relay

PATH = "/tablet"
LINK = PATH + "/link"
RELAY = "/cable/link"
# What may run: this server's, and WebAssembly (CSP 3, 6.7.1).
_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; object-src 'none'"
)
# A system may have its own ideas of these.
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")


def routes() -> list[BaseRoute]:
    return [
        Route(PATH, _there),
        WebSocketRoute(LINK, join),
        WebSocketRoute(RELAY, relay),
        Mount(PATH, GZipMiddleware(_Files())),
    ]


async def _there(_: Request) -> Response:
    return RedirectResponse(PATH + "/", 308)


class _Files:
    def __init__(self) -> None:
        self._files: StaticFiles | None = None
        self._lock = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._lock:
            if self._files is None:
                folder = await asyncio.to_thread(bundle.site)
                self._files = StaticFiles(directory=folder, html=True)

        async def reply(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = _POLICY
                headers["Cache-Control"] = "no-cache"  # but kept: its tag says whether it is new
            await send(message)

        await self._files(scope, receive, reply)

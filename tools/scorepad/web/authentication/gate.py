"""The rules that hold for every request, in one place: host, origin, size, patience, headers.

A web page of somebody else can make a browser on the club's PC send requests here. It can give
this machine a name of its own (DNS rebinding), so the names are a list; and it cannot hide that it
is another origin, which the browser says in Sec-Fetch-Site, or in Origin.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorepad.web.authentication import patience
from scorepad.web.authentication.names import Names

SAFE_METHODS = ("GET", "HEAD")
METHODS = (*SAFE_METHODS, "POST")
_DIGITS = 18  # of a length
SMALL = 4096  # bytes of a form that anybody may send
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), "
        "payment=(), serial=(self), usb=()"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


_PUBLIC = "/static/"  # files for everybody


class TooLarge(Exception):
    """A body that is larger than it may be."""


class TooSlow(Exception):
    """A body that does not come."""


@dataclass
class Gate:
    """A filter of requests before all pages. `most`: bytes of a request; `others`: by path.

    `knows`: returns True for a signed-in user, who may send for as long as data arrive.
    """

    app: ASGIApp
    names: Names
    knows: Callable[[Scope], bool]
    most: int
    others: Mapping[str, int]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        reply = _with_headers(send, scope["path"])
        most = self.others.get(scope["path"], self.most)
        refused = self.refusal(scope, most)
        if refused and not (refused[0] == 405 and _is_of_programs(scope)):  # it knows which it has
            status, reason = refused
            await _refuse(scope, status, reason)(scope, receive, reply)
            return
        try:
            await self.app(scope, _Body(receive, most, self.knows(scope)).receive, reply)
        except ClientDisconnect:
            return  # in the middle of what was sent: there is nobody to be answered
        except (TooLarge, TooSlow) as problem:
            status = 413 if isinstance(problem, TooLarge) else 408
            await _refuse(scope, status, str(problem), Connection="close")(scope, receive, reply)

    def refusal(self, scope: Scope, most: int) -> tuple[int, str] | None:
        """Return status and reason to refuse a request; None if it is allowed."""
        method, headers = scope["method"], Headers(scope=scope)
        origin = self.names.origin(scope)
        if origin is None:
            return 421, "this server has another name; open it by the address that it has printed"
        if method not in METHODS:
            return 405, "only GET, HEAD and POST are known here"
        if method not in SAFE_METHODS and not _same_origin(headers, origin):
            return 403, "a page of another site may change nothing here"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > _DIGITS or int(length) > most:
            return 413, _too_large(most)
        return None


def _same_origin(headers: Headers, origin: str) -> bool:
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    if "cookie" not in headers and ("authorization" in headers or "origin" not in headers):
        return True  # a program, which no page can make send its token
    return headers.get("origin", "").lower() == origin


class _Body:
    """Counts what comes in, and does not wait for ever; of strangers it waits for the whole."""

    def __init__(self, receive: Receive, most: int, known: bool):
        self._receive = receive
        self._most = most
        self._come = 0
        self._known = known
        self._began = asyncio.get_running_loop().time()
        self._whole = False

    async def receive(self) -> Message:
        if self._whole:  # now it is only told that the browser has gone
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._end()):
                message = await self._receive()
        except TimeoutError as late:
            raise TooSlow("this took too long to come; try again") from late
        self._whole = not message.get("more_body", False)
        self._come += len(message.get("body", b""))
        if self._come > self._most:
            raise TooLarge(_too_large(self._most))
        return message

    def _end(self) -> float:
        whole = self._began + patience.BODY_S
        if not self._known:
            return whole
        next_piece = asyncio.get_running_loop().time() + patience.BODY_S
        return min(next_piece, whole + self._come / patience.LEAST_RATE)


def _is_of_programs(scope: Scope) -> bool:
    return bool(scope["path"].startswith("/api/"))


def _refuse(scope: Scope, status: int, why: str, **headers: str) -> Response:
    if status == 405:
        headers["Allow"] = ", ".join(METHODS)
    if _is_of_programs(scope):
        return JSONResponse({"error": why, "field": None, "remedies": []}, status, headers)
    return PlainTextResponse(why + "\n", status, headers)


def _too_large(most: int) -> str:
    taken = f"{most // 2**20} MB" if most >= 2**20 else f"{most} bytes"
    return f"this is too large: at most {taken} are taken"


def _with_headers(send: Send, path: str) -> Send:
    async def reply(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if not path.startswith(_PUBLIC):
                # Names of members, and what is shown once.
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return reply

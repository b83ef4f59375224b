"""The WebSocket to a tablet in a page: who comes in, and the line that goes over it.

The page says first, in one message of text, as JSON: `table`, `token` of its link, `tablet` and
`key` of its own. After that each message of bytes is a part of the line, of the tablet's or the
PC's, and the text `news` says that it has saved something. The page is told by the code of the
end why it may not come in.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterator
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from scorepad.club.security_log import Kind
from scorepad.club.tablet_keys import Forgotten, NotYours, claim, is_known
from scorepad.context import Actor
from scorepad.errors import UserError
from scorepad.web.authentication import patience, table_links
from scorepad.web.authentication.names import place_of
from scorepad.web.live.phones import Phone
from scorepad.web.site import Site
from scorepad.web.tablet.line import AGAIN, Line, hear, is_own_page, line_over

NEWS = "news"  # of a page that has saved something
MOST_GREETING = 50  # lines that have not said who they are; see Places
NO_HELLO, NO_LINK, NOT_YOURS = 4400, 4401, 4403  # codes as TOO_MUCH

_greeting = patience.Places(MOST_GREETING)


class _NotIn(Exception):
    def __init__(self, code: int):
        super().__init__(code)
        self.code = code


async def join(socket: WebSocket) -> None:
    """Serve a tablet until it disconnects."""
    site: Site = socket.app.state.site
    if not is_own_page(socket):
        await socket.close()
        return
    with contextlib.suppress(WebSocketDisconnect):
        await socket.accept()
        try:
            hello = await _hello(socket)
            by = site.user(socket)
            phone_of = await run_in_threadpool(_let_in, site, hello, by)
            socket.state.admit()
            await _carry(socket, site, phone_of)
        except _NotIn as problem:
            if problem.code in (NO_LINK, NOT_YOURS):
                site.security_log.note(Kind.TABLET_REFUSED, site.user(socket))
            await socket.close(problem.code)


async def _hello(socket: WebSocket) -> dict[str, object]:
    try:
        async with asyncio.timeout(patience.HELLO_S) as limit:
            with _making_room(limit, socket):
                said = json.loads(await socket.receive_text())
    except TimeoutError as error:  # it was busy, or has given way: it may come back by itself
        raise _NotIn(AGAIN) from error
    except (ValueError, KeyError, RecursionError) as error:
        raise _NotIn(NO_HELLO) from error
    if not isinstance(said, dict):
        raise _NotIn(NO_HELLO)
    return said


@contextlib.contextmanager
def _making_room(limit: asyncio.Timeout, socket: WebSocket) -> Iterator[None]:
    """Within the block, hold a place of those that have not said who they are."""

    def end() -> None:
        if not limit.expired():
            limit.reschedule(0.0)

    try:
        _greeting.take(end, place_of(socket.client))
        yield
    finally:
        _greeting.leave(end)


def _let_in(site: Site, hello: dict[str, object], by: Actor) -> partial[Phone]:
    table, token, tablet, key = (hello.get(name) for name in ("table", "token", "tablet", "key"))
    if type(table) is not int or not all(isinstance(value, str) for value in (token, tablet, key)):
        raise _NotIn(NO_HELLO)
    may = partial(_may_come, site, table, str(token))
    try:
        if not may():
            raise _NotIn(NO_LINK)
        asked = partial(claim, tablet=str(tablet), key=str(key), table=table, by=by)
        tables, known = site.club.write(asked), partial(is_known, tablet=str(tablet))
        return partial(Phone, str(tablet), table, tables, lambda: may() and site.club.read(known))
    except Forgotten as error:
        raise _NotIn(NO_LINK) from error
    except NotYours as error:
        raise _NotIn(NOT_YOURS) from error
    except UserError as error:  # of the database, which may be in order soon
        raise _NotIn(AGAIN) from error


def _may_come(site: Site, table: int, token: str) -> bool:
    codes = site.codes
    return codes is not None and table_links.is_right(codes.key, table, token)


async def _carry(socket: WebSocket, site: Site, phone_of: Callable[[Line], Phone]) -> None:
    """Pass bytes both ways until one end closes. Raise WebSocketDisconnect."""
    async with line_over(socket) as line:
        phone = phone_of(line)
        site.phones.join(phone)
        try:
            async for said in hear(socket, line):
                if said == NEWS:
                    site.phones.has_news(phone)
        finally:
            site.phones.leave(phone)

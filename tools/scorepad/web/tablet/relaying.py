"""The WebSocket of a page that relays a serial port of its computer: bytes, both ways."""

import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from scorepad.web.site import NotEntered, Site
from scorepad.web.tablet.line import hear, is_own_page, line_over


async def relay(socket: WebSocket) -> None:
    """Serve a port until it disconnects; only for signed-in users."""
    site: Site = socket.app.state.site

    def may() -> bool:
        with contextlib.suppress(NotEntered):
            site.check_password(socket)
            return site.knows(socket.scope)
        return False

    if not is_own_page(socket) or not site.knows(socket.scope):
        await socket.close()
        return
    await socket.accept()
    socket.state.admit()
    with contextlib.suppress(WebSocketDisconnect):
        async with line_over(socket) as line:
            with site.relays.connect(line, may):
                async for _ in hear(socket, line):
                    pass

"""The page of the room: what it may read, and where."""

from collections.abc import Mapping

from scorepad.language import marked, text
from scorepad.web.html import Html
from scorepad.web.operating import Parts
from scorepad.web.pages.page import BY_WHOM, Form, Page
from scorepad.web.site import Site

RELEASE = Form(
    "club release",
    asks=("evening", "back", *BY_WHOM),
    needed=("evening",),
)
RELEASE_EVENT = Form(
    "club release",
    marked("Release an event to the room"),
    ("event", "back", *BY_WHOM),
    needed=("event",),
    key="event",
)
_PLACE = (
    '<p class="address"><a href="/room">{screen}</a></p>\n'
    '<p class="address">{phones} <a href="{address}">{address}</a></p>\n'
    '<p><img class="address" src="/room/address.svg" alt="{picture}" width="200" height="200"></p>'
)
_ALONE = (
    '<p class="said aside">{text}</p>\n<pre class="typed">scorepad serve --lan</pre>\n'
    '<p class="address"><a href="/room">{screen}</a></p>'
)
_SAID = marked(
    "Only this PC can read these pages now. For phones and other screens: end Scorepad in the "
    "window in which you have started it (Ctrl-C), and start it there like this. It asks for a "
    "password once, and this page then has the address for the room."
)


def _address(site: Site, asked: Mapping[str, str]) -> Parts:
    if not site.names.asks:
        return [Html(_ALONE, text=text(_SAID), screen=text("The screen in the room"))]
    place = Html(
        _PLACE,
        screen=text("The screen in the room"),
        phones=text("On a phone:"),
        address=site.names.reading,
        picture=text("The address as a QR code"),
    )
    return [place]


_RELEASES = (RELEASE, RELEASE_EVENT)
PAGES = (Page("/released", marked("Room"), "club released", (), _RELEASES, more=_address),)

"""The page of the room: what it may read, and where."""

from collections.abc import Mapping

from markupsafe import Markup

from scorepad.language import marked, say
from scorepad.web.command import in_language, run
from scorepad.web.pages.page import BY_WHOM, Form, Page, Parts
from scorepad.web.site import Site

RELEASE = Form(
    marked("Release to the room"),
    "club release",
    ("--evening", "--event", "--back", *BY_WHOM),
    about=False,
)
_PLACE = Markup(
    '<p class="address"><a href="/room">{screen}</a></p>\n'
    '<p class="address">{phones} <a href="{address}">{address}</a></p>\n'
    '<p><img class="address" src="/room/address.svg" alt="{picture}" width="200" height="200"></p>'
)


def _room(site: Site, asked: Mapping[str, str]) -> Parts:
    """What is released, and the address."""
    shown = run(site.club, "club released", in_language("club released")).shown
    place = _PLACE.format(
        screen=say("To the screen in the room"),
        phones=say("On a phone:"),
        address=site.names.reading,
        picture=say("The address as a QR code"),
    )
    if site.names.asks:
        return [*shown, place]
    alone = say(
        "Only this machine reaches these pages so far. Whoever has installed Scorepad can start "
        "it so that phones and screens in the room reach them too."
    )
    return [*shown, alone, place]


PAGES = (Page("/released", marked("Room"), "club released", (), (RELEASE,), show=_room),)

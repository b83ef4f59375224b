"""The page of the room: what it may read, and where."""

from scorepad.language import marked
from scorepad.web.pages.page import BY_WHOM, Form, Page

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
PAGES = (
    Page(
        "/released",
        marked("Room"),
        "club released",
        forms=(RELEASE, RELEASE_EVENT),
        more=lambda site, asked: [site.part("room_address.html", names=site.names)],
    ),
)

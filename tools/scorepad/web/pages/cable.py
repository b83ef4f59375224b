"""The page that relays the cable of a tablet, and the page of all tablets and boards."""

from scorepad.language import marked
from scorepad.web.pages.evening import RESCUE, tablets
from scorepad.web.pages.page import Form, Page

_FORMS = (
    Form("club tablet forget", said=(("yes", True),), preview=(("yes", False),)),
    Form("doctor", marked("Examine a tablet or a board"), needed=("port",), long=True),
    Form(
        "deploy",
        marked("Install Scorepad on a board"),
        ("port", "board", "panel", "table", "self_test", "yes"),
        long=True,
    ),
    RESCUE,
)
PAGES = (
    Page(
        "/tablets",
        marked("Tablets"),
        "club tablet list",
        forms=_FORMS,
        menu=False,
        related=((marked("A tablet at this computer"), "/cable"),),
    ),
    Page(
        "/cable",
        marked("A tablet at this computer"),
        menu=False,
        show=lambda site, asked: tablets(site),
        part="cable.html",
    ),
)

"""The page that relays the cable of a tablet, and the page of all tablets and boards."""

from collections.abc import Mapping

from markupsafe import Markup

from scorepad.language import marked, say
from scorepad.web.door.keys import Session
from scorepad.web.operating import Parts
from scorepad.web.pages.evening import RESCUE, tablets
from scorepad.web.pages.page import Form, Page
from scorepad.web.site import Site
from scorepad.web.tablet.routes import RELAY

PATH, TABLETS = "/cable", "/tablets"
_BROWSERS = marked(
    "This browser cannot use a cable. These can: Chrome and Edge from version 89 and Firefox from "
    "version 151 on a computer, and Chrome from version 147 on an Android phone. Open this page "
    "in one of them, on the club's own computer or at an address that begins with https."
)
_STATES = {
    "open": marked("Connected. Leave this page open; go on in another tab."),
    "gone": marked("The cable was unplugged. Plug it in again, and this page goes on."),
    "lost": marked("The club does not answer. This page tries again and again."),
    "shut": marked(
        "The port cannot be opened. Close other programs that use it, such as another page, and "
        "try again."
    ),
    "unchosen": marked(
        "No port was chosen. If the tablet was not in the list, unplug it and plug it in again."
    ),
}
_PAGE = Markup(
    '<p><button type="button" id="cable" hidden{states} data-link="{link}">{button}</button></p>'
    '<p id="state" role="status">{browsers}</p><p>{others}</p>'
)
_STATE = Markup(' data-{name}="{text}"')
_OTHER = Markup('<a href="{path}" target="_blank" rel="noopener">{title}</a> ')


def _relaying(_site: Site, _session: Session) -> Markup:
    others = ((marked("Evening"), "/evening"), (marked("Tablets"), TABLETS))
    return _PAGE.format(
        states=_joined(_STATE.format(name=one, text=say(said)) for one, said in _STATES.items()),
        link=RELAY,
        button=say("Choose the tablet"),
        browsers=say(_BROWSERS),
        others=_joined(_OTHER.format(path=path, title=say(title)) for title, path in others),
    )


def _joined(parts: object) -> Markup:
    return Markup("").join(parts)  # type: ignore[arg-type]


def _plugged_in(site: Site, _asked: Mapping[str, str]) -> Parts:
    return tablets(site)


_FORGET = Form("club tablet forget", said=(("yes", True),), preview=(("yes", False),))
_BOARDS = (
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
        TABLETS,
        marked("Tablets"),
        "club tablet list",
        forms=(_FORGET, *_BOARDS),
        menu=False,
        related=((marked("A tablet at this computer"), PATH),),
    ),
    Page(
        PATH,
        marked("A tablet at this computer"),
        menu=False,
        show=_plugged_in,
        own=_relaying,
        script="cable.js",
    ),
)

"""The page of the security log, with the browsers that are in."""

from scorepad.language import joined, marked, text
from scorepad.web.authentication.entering import OTHERS
from scorepad.web.authentication.keys import Session
from scorepad.web.html import Html
from scorepad.web.pages.page import Page
from scorepad.web.site import Site
from scorepad.wording import local, visible


def browsers(site: Site, own: Session) -> Html:
    """List the browsers that are in, with a button for each one that `own` may end."""
    found = [_entry(site, own, session) for session in site.keys.list_sessions()]
    return site.part("browsers.html", browsers=found, others=OTHERS)


def _entry(site: Site, own: Session, session: Session) -> tuple[str, int]:
    """Return what is said of a browser, and its number if `own` may end it, else 0."""
    how = text("by password") if session.password else text("by link")
    since, seen = (local(site.keys.time_of(time)) for time in (session.begun, session.seen))
    times = text("since {since}, last seen {seen}", since=since, seen=seen)
    about = (visible(session.author), session.browser, session.address, how, times)
    said = joined(filter(None, about))
    if session is own:
        said = text("This browser: {browser}", browser=said)
    return said, session.number if own.may_end(session) else 0


PAGES = (
    Page(
        "/security",
        marked("Security"),
        "club security",
        ("limit",),
        usual=(("limit", "100"),),
        menu=False,
        own=browsers,
        related=((marked("Settings"), "/settings"), (marked("Programs"), "/tokens")),
    ),
)

"""The page of the security log, with the browsers that are in."""

from scorepad.language import joined, marked, text
from scorepad.web.door.entering import OTHERS
from scorepad.web.door.keys import Session
from scorepad.web.html import Html
from scorepad.web.pages.page import Page
from scorepad.web.site import Site
from scorepad.wording import local, visible

_LIST = '<h2>{title}</h2><form method="post" action="/leave"><ul>{entries}</ul>{all}</form>'
_ENTRY = "<li><p>{text}</p>{button}</li>"
_BUTTON = '<button name="browser" value="{which}">{text}</button>'


def browsers(site: Site, own: Session) -> Html:
    """List the browsers that are in, with a button for each one that `own` may end."""
    every = site.keys.list_sessions()
    entries = [_entry(site, own, one) for one in every]
    several = any(own.may_end(one) for one in every)
    end_all = Html(_BUTTON, which=OTHERS, text=text("Log all others out")) if several else ""
    return Html(_LIST, title=text("Browsers that are logged in"), entries=entries, all=end_all)


def _entry(site: Site, own: Session, one: Session) -> Html:
    how = text("by password") if one.password else text("by link")
    since, seen = (local(site.keys.time_of(time)) for time in (one.begun, one.seen))
    about = [visible(one.author), one.browser, one.address, how]
    times = text("since {since}, last seen {seen}", since=since, seen=seen)
    said = joined(filter(None, [*about, times]))
    if one is own:
        said = text("This browser: {browser}", browser=said)
    may_end = own.may_end(one)
    button = Html(_BUTTON, which=one.number, text=text("Log out")) if may_end else ""
    return Html(_ENTRY, text=said, button=button)


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

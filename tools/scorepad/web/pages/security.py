"""The page of the security log, with the browsers that are in."""

from markupsafe import Markup

from scorepad.language import marked, say
from scorepad.web.door.entering import OTHERS
from scorepad.web.door.keys import Session
from scorepad.web.pages.page import Page
from scorepad.web.site import Site
from scorepad.wording import local, visible

_LIST = Markup(
    '<h2>{title}</h2><form method="post" action="/leave"><ul>{entries}</ul>{all}</form>'
)
_ENTRY = Markup("<li><p>{text}</p>{button}</li>")
_BUTTON = Markup('<button name="browser" value="{which}">{text}</button>')


def browsers(site: Site, own: Session) -> Markup:
    """List the browsers that are in, with a button for each one that `own` may end."""
    every = site.keys.list_sessions()
    entries = Markup("").join(_entry(site, own, one) for one in every)
    several = any(own.may_end(one) for one in every)
    end_all = _BUTTON.format(which=OTHERS, text=say("Log all others out")) if several else ""
    return _LIST.format(title=say("Browsers that are logged in"), entries=entries, all=end_all)


def _entry(site: Site, own: Session, one: Session) -> Markup:
    how = say("by password") if one.password else say("by link")
    since, seen = (local(site.keys.time_of(time)) for time in (one.begun, one.seen))
    said = [visible(one.author), one.browser, one.address, how]
    times = say("since {since}, last seen {seen}", since=since, seen=seen)
    text = ", ".join(filter(None, [*said, times]))
    if one is own:
        text = say("This browser: {browser}", browser=text)
    may_end = own.may_end(one)
    button = _BUTTON.format(which=one.number, text=say("Log out")) if may_end else ""
    return _ENTRY.format(text=text, button=button)


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

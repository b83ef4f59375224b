"""All pages, in the order of the menu."""

from scorepad.web.pages import (
    club,
    duplicate,
    help,
    keeping,
    knockouts,
    players,
    room,
    sessions,
    start,
)

PAGES = (
    *start.PAGES,
    *sessions.PAGES,
    *duplicate.PAGES,
    *knockouts.PAGES,
    *players.PAGES,
    *room.PAGES,
    *club.PAGES,
    *keeping.PAGES,
    *help.PAGES,
)

"""The pages, in the order of the menu."""

from scorepad.web.pages import (
    cable,
    club,
    duplicate,
    help,
    keeping,
    knockouts,
    phones,
    players,
    room,
    scoring,
    security,
    sessions,
    start,
)

PAGES = (
    *start.PAGES,
    *sessions.PAGES,
    *cable.PAGES,
    *phones.PAGES,
    *duplicate.PAGES,
    *knockouts.PAGES,
    *players.PAGES,
    *room.PAGES,
    *scoring.PAGES,
    *club.PAGES,
    *security.PAGES,
    *keeping.PAGES,
    *help.PAGES,
)

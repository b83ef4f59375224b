"""A path for each page of the club that support/web/full_club.py makes."""

from scorepad.web.pages.page import Page
from scorepad.web.pages.table import PAGES
from support.web.full_club import EVENING, SHEET

_PARTS = {
    "{session}": SHEET, "{event}": "id=1", "{player}": "id=2", "{name:path}": "Cup%202026",
    "{work}": "0",
}  # fmt: skip
_ALIKE = ("/scoring/", "/house-rules/")  # pages that differ in their rule set only
_ONE_OF_THEM = ("rubber", "duplicate")
ROOM = ("/room/read", "/room/ranking", f"/room/evenings/{EVENING}", f"/room/sessions/{SHEET}")
_NOWHERE = "/work/{work}"  # there is one as long as something is at work


def path_of(page: Page) -> str:
    path = page.path
    for part, said in _PARTS.items():
        path = path.replace(part, said)
    return path


def pages() -> dict[str, Page]:
    """Return a page for each path; of those that differ in their rule set two."""
    return {
        path_of(page): page
        for page in PAGES
        if page.path != _NOWHERE
        and (not page.path.startswith(_ALIKE) or page.path.endswith(_ONE_OF_THEM))
    }


def paths() -> list[str]:
    """Return the paths of all pages that people see, also in the room."""
    return [*pages(), *ROOM]

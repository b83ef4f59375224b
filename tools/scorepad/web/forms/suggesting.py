"""Suggestions for the fields of forms: those of operations, and the server's ports."""

from collections.abc import Iterable, Mapping

from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.language import joined, text
from scorepad.operation import PORT, Suggests
from scorepad.web.forms.field import PORTS, Field
from scorepad.web.live.tablets import Plugged
from scorepad.web.operating import ask
from scorepad.web.site import Site

_FOUND = 20  # of those that are looked for as somebody types

Suggested = list[tuple[str, str]]  # a value, and what people read for it


def list_suggestions(
    site: Site, fields: Iterable[Field], given: Mapping[str, str]
) -> dict[str, Suggested]:
    """Return the lists that help in these fields, by their names; `given`: of the page."""
    lists = {field.suggests: field.listed for field in fields if field.suggests}
    return {
        name: _ports(site, name) if listed is None else suggestions(site.club, listed, given)
        for name, listed in sorted(lists.items())
    }


def suggestions(club: Club, suggests: Suggests, given: Mapping[str, str]) -> Suggested:
    """Return what an operation suggests; nothing if there is not what the page is about."""
    try:
        return club.read(lambda rows: [*suggests(rows, given)])
    except UserError:
        return []


def players_like(club: Club, text: str) -> Suggested:
    """Return the players that somebody may mean who has begun to type a name."""
    found = ask(club, "club players", find=text, limit=_FOUND).as_json()
    names = [row["name"] for row in found]
    said = (
        (f"id={row['id']}" if names.count(row["name"]) > 1 else row["name"], row["name"])
        for row in found
    )
    return sorted(said, key=lambda suggestion: suggestion[1].casefold())


def _ports(site: Site, control: str) -> Suggested:
    assert control in PORTS
    there = site.tablets.list_connected()
    return [(tablet.port, _at(tablet)) for tablet in there if control == PORT or tablet.wired]


def _at(tablet: Plugged) -> str:
    at_table = joined((text("table"), f" {tablet.table}"), "")
    return joined((tablet.place, at_table), " · ") if tablet.table else tablet.place

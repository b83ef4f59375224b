"""The files that a page is saved as."""

from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup
from starlette.responses import Response

from scorepad.club.records import evenings
from scorepad.club.settings.current import current
from scorepad.language import say, spoken
from scorepad.reports.content.report import Report, Section
from scorepad.reports.drawing.media import FORMATS
from scorepad.web.command import run
from scorepad.web.downloading import disposition, file_name, media_type
from scorepad.web.drawing import for_paper
from scorepad.web.pages.field import CHECK, field
from scorepad.web.pages.page import OF_EVENT
from scorepad.web.visit import Visit


def saved(visit: Visit, kind: str) -> Response:
    """The page in the format that is asked for. Raises UserError."""
    name = file_name(*_called(visit), kind=kind)
    headers = {"Content-Disposition": disposition(name, kind)}
    return Response(_content(visit, kind), media_type=media_type(kind), headers=headers)


def _content(visit: Visit, kind: str) -> bytes:
    page, asked, club = visit.page, visit.asked, visit.site.club
    if page.saves and (page.show or kind in OF_EVENT):
        evening = asked.named.get("--evening", str(evenings.today()))
        values = asked.fixed(page.saved) or {"--evening": evening}
        return bytes(run(club, page.saves, {**values, "--format": kind}).saved)
    if kind == "json":
        return bytes(run(club, page.command, {**asked.values, "--json": True}).saved)
    return _printed(visit, kind)


def _printed(visit: Visit, kind: str) -> bytes:
    """As a browser prints the page: its reports, or what it says where it has none."""
    parts, club = visit.parts(), visit.site.club
    reports = [one for one in parts if isinstance(one, Report)]
    if not reports:
        lines = [one for one in parts if isinstance(one, str) and not isinstance(one, Markup)]
        reports = [Report(say(visit.page.title), [Section(lines=lines)])]
    settings = replace(current(club.ask), language=spoken())
    made = FORMATS[kind](reports[0].heading, for_paper(club, reports), settings)
    return made.encode() if isinstance(made, str) else made


def _called(visit: Visit) -> list[str]:
    """The words of the file's name: `session` and which one, or `sessions`, as the page is."""
    page, asked = visit.page, visit.asked
    first, *rest = (part for part in page.path.split("/") if part)
    if asked.path:
        return [first.removesuffix("s"), *asked.path.values()]
    today = [str(evenings.today())] * bool(page.saves)
    return [first, *rest, *([*_named(visit)] or today)]


def _named(visit: Visit) -> Iterator[str]:
    """What is asked for; of what is only ticked, its name."""
    for name, said in visit.asked.said.items():
        ticked = field(visit.page.command, name).kind == CHECK
        yield name.strip("-") if ticked else said

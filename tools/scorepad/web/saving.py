"""The files that a page is saved as."""

from collections.abc import Iterator

from starlette.responses import Response

from scorepad.club.records import evenings
from scorepad.web.command import run
from scorepad.web.downloading import disposition, file_name, media_type
from scorepad.web.drawing import printing
from scorepad.web.pages.field import CHECK, field
from scorepad.web.pages.page import PRINT
from scorepad.web.visit import Visit


def saved(visit: Visit, kind: str) -> Response:
    """The page in the format that is asked for. Raises UserError."""
    page, asked, club, today = visit.page, visit.asked, visit.site.club, str(evenings.today())
    values = asked.values
    command, how = page.command, {"--json": True} if kind == "json" else {"--format": kind}
    if page.saves:
        values = asked.fixed(page.saved) or {"--evening": asked.named.get("--evening", today)}
        command, how = page.saves, {"--format": kind}
    shown = visit.parts() if kind in PRINT and not page.saves else []
    with printing(club, shown):
        taken = run(club, command, {**values, **how})
    called = [*(asked.path.values() or _named(visit))] or [today] * bool(page.saves)
    name = file_name(page.path.split("/")[1].removesuffix("s"), *called, kind=kind)
    headers = {"Content-Disposition": disposition(name, kind)}
    return Response(bytes(taken.saved), media_type=media_type(kind), headers=headers)


def _named(visit: Visit) -> Iterator[str]:
    """What is asked for; of what is only ticked, its name."""
    for name, said in visit.asked.named.items():
        ticked = field(visit.page.command, name).kind == CHECK
        yield name.strip("-") if ticked else said

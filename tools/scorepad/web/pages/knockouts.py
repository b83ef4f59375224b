"""The pages of knock-outs."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from scorepad.club.database.schema import CompetitionRow, MatchResultRow, RulingRow
from scorepad.language import marked
from scorepad.web.pages.page import WHY, Fixed, Form, Next, Page

_KNOCKOUT: Fixed = (("name", "name"),)
_KNOCKOUT_FORMS = (
    Form(
        marked("Enter a result"),
        "club knockout result",
        ("totals", "withdraw", "session", "friendly", *WHY),
        _KNOCKOUT,
    ),
    Form(marked("Take a result back"), "club knockout undo", ("match", *WHY), _KNOCKOUT),
    Form(marked("Drop this knock-out"), "club knockout drop", WHY, _KNOCKOUT, leads="/knockouts"),
)


def _drawn(given: Mapping[str, Any], told: Any) -> list[Next]:
    return [(marked("The draw, round by round"), f"/knockouts/{quote(given['name'])}/")]


PAGES = (
    Page(
        "/knockouts",
        marked("Knock-outs"),
        "club knockout list",
        forms=(
            Form(
                marked("Draw a knock-out"),
                "club knockout draw",
                ("name", "file", "seed", "deals"),
                then=_drawn,
            ),
            Form(
                marked("Try a draw, which is not kept"),
                "club knockout draw",
                ("name", "file", "seed", "deals"),
                shows=True,
                key="try",
            ),
        ),
    ),
    Page(
        "/knockouts/{name:path}/",
        marked("Knock-out"),
        "club knockout show",
        forms=_KNOCKOUT_FORMS,
        fixed=_KNOCKOUT,
        menu=False,
        decided=(CompetitionRow, MatchResultRow, RulingRow),
    ),
)

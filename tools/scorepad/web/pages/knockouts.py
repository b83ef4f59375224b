"""The pages of knock-outs."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from scorepad.language import marked
from scorepad.web.pages.page import Fixed, Form, Next, Page

_KNOCKOUT: Fixed = (("name", "name"),)
_KNOCKOUT_FORMS = (
    Form("club knockout result", marked("Enter a result"), fixed=_KNOCKOUT),
    Form("club knockout drop", marked("Drop this knock-out"), fixed=_KNOCKOUT, leads="/knockouts"),
)


def _link_draw(given: Mapping[str, Any], told: Any) -> list[Next]:
    return [(marked("The draw, round by round"), f"/knockouts/{quote(given['name'])}/")]


PAGES = (
    Page(
        "/knockouts",
        marked("Knock-outs"),
        "club knockout list",
        forms=(
            Form("club knockout draw", then=_link_draw),
            Form(
                "club knockout draw",
                marked("Try a draw, which is not kept"),
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
        related=((marked("Decisions"), "/decisions"),),
    ),
)

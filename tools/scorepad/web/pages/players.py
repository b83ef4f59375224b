"""The pages of players, how they rank, and what they owe."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from scorepad.club.evenings import NONE
from scorepad.language import marked
from scorepad.web.operating import show
from scorepad.web.pages.page import BY_WHOM, Fixed, Form, Next, Page
from scorepad.web.site import Site

_PLAYER: Fixed = (("player", "player"),)
ADD = Form("club players add", about=False)
IMPORT = Form(
    "club players import",
    asks=("file",),
    preview=(("changes", "200"),),
    chooses="column",
    long=True,
    then=lambda given, told: [(marked("Players"), "/players")],
)


def _after_stake(given: Mapping[str, Any], told: Any) -> list[Next]:
    evening = given["evening"]
    return [(marked("The money of this evening"), f"/money?evening={quote(evening)}")]


def _settled_last(site: Site) -> str:
    """Return the latest evening with unsettled money, or ""."""
    newest = "SELECT max(started) FROM sessions JOIN settlements ON session = sessions.id"
    [[started]] = site.club.ask(newest, {})
    return "" if started is None else str(site.club.evenings.of(started) or NONE)


PAGES = (
    Page("/ranking", marked("Ranking"), "club ranking", ("until", "without")),
    Page(
        "/money",
        marked("Money"),
        "club ledger",
        ("evening", "player", "without"),
        (
            Form(
                "club stake",
                marked("Stake of an evening"),
                ("per_100", "evening", *BY_WHOM),
                needed=("evening",),
                then=_after_stake,
            ),
            Form(
                "club stake",
                marked("Usual stake"),
                ("per_100", *BY_WHOM),
                said=(("default", True),),
                then=lambda given, told: [(marked("Stakes"), "/stakes")],
                key="default",
            ),
        ),
        related=((marked("Stakes"), "/stakes"),),
        usual=(("evening", _settled_last),),
    ),
    Page("/stakes", marked("Stakes"), "club stakes", menu=False),
    Page(
        "/players",
        marked("Players"),
        "club players",
        ("find", "limit"),
        usual=(("limit", "200"),),
        forms=(ADD, IMPORT),
    ),
    Page(
        "/players/{player}",
        marked("Player"),
        "club players show",
        forms=(
            Form("club players edit", marked("Change this player"), fixed=_PLAYER, now=True),
            Form("club players merge", marked("The same person as"), fixed=(("one", "player"),)),
        ),
        fixed=_PLAYER,
        menu=False,
        related=((marked("Decisions"), "/decisions"),),
        more=lambda site, asked: show(site.club, "club ledger", player=asked["player"]),
    ),
)

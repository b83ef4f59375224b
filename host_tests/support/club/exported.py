"""Sessions of every rule set, with names that are hard to export, as the club has them."""

from scorepad.club.records.store import ClubSession
from scorepad.exports.formats import export_sessions
from support.club import field_sessions
from support.club.club_sessions import TABLET, Event, complete, played, stopped

Names = tuple[str | None, str | None, str | None, str | None]

HOSTILE: Names = ('=HYPERLINK("x")', "O'Brien, <b>&amp; \"]; Co\\", "山田;-太郎 👍", "محمد علي")
RUBBER = ("2H S +1", "pass", "1N W = hon=E4", "4S N = hon=N5", "3Dx E -2", "3N W +1", "5C S =")
GAMES: dict[str, list[Event]] = {
    "rubber": complete(played(RUBBER, "rubber")),
    "international": complete(played()),
    "polish": played(RUBBER, "polish"),
    "nz-match": stopped(played(("2H N +1", "3N E =", "4S E =", "pass", "2C S ="), "nz-match")),
    "chicago": played(("3N N =", "pass", "4S E =", "2H W =", "3D S -1", "1N N ="), "chicago"),
    "chicago-server": played(("2H S +1", "pass", "6Hx E +1"), "chicago-server"),
    "russian": played(("3N N = hcp=23", "pass", "7Cxx E -13 hcp=40"), "russian"),
    "duplicate": stopped(played(("b7 4S N +1", "b2 4Hx E -1", "b8 pass"), "duplicate")),
    "pirate": played(("3H N/E =", "2Sx S/W +1", "4S W/N -2", "3O N/S ="), "pirate"),
}

# What is hardest to get on a page: thirty deals, the widest names and points.
WIDEST: Names = ("WWWWWWWWWWWWWWWWWWWW",) * 4
DOWN = ("7NTxx N -13", "7Cxx E -1", "pass")
LONG_RUBBER = (*DOWN * 9, "4S N =", "3Hxx S -2", "6C W -1")
LONG = {
    **dict.fromkeys(("rubber", "international", "polish"), LONG_RUBBER),
    "nz-match": DOWN * 10,
    "chicago": (*DOWN, "7NTxx N =") * 10,
    "chicago-server": DOWN * 10,
    "russian": ("7NTxx N -13 hcp=40", "7Cxx E -1 hcp=9", "4Hx S -1 hcp=20") * 10,
    "duplicate": tuple(f"b{n} 7NTxx W -13" for n in range(201, 231)),
    "pirate": ("7NULLOxx N/E -13", "7Nxx S/W -12", "3H N/E -1") * 10,
}


def club_session(
    events: list[Event], names: Names = HOSTILE, number: int = 1, ids: tuple[int, ...] = ()
) -> ClubSession:
    """A session as the club hands it out; `ids`: of the players in the roster."""
    made = field_sessions.club_session(events, number, names, TABLET.hex())
    made.session.players = list(ids or (1, 2, 3, 4))
    return made


def club_sessions(*rules: str) -> list[ClubSession]:
    """A session of each of these rule sets, else of all."""
    return [club_session(GAMES[name], number=n) for n, name in enumerate(rules or GAMES, 1)]


def as_html(sessions: list[ClubSession]) -> str:
    page = export_sessions("html", sessions)
    assert isinstance(page, str)
    return page


def as_pdf(sessions: list[ClubSession]) -> bytes:
    pages = export_sessions("pdf", sessions)
    assert isinstance(pages, bytes)
    return pages

"""What commands show, as parts of pages: all that it names leads to its page."""

from collections.abc import Callable, Collection, Iterable, Sequence

from markupsafe import Markup

from scorepad import wording
from scorepad.club.records.evenings import evening_of, today
from scorepad.club.records.store import Club
from scorepad.errors import Remedy, UserError
from scorepad.language import say
from scorepad.reports.content.report import Report
from scorepad.reports.drawing.html import article
from scorepad.reports.drawing.leading import Called, Leads, named_in
from scorepad.web.remedies import anchor, draw_link, draw_title, lead_to

EVERY = ("/",)
_AT_ONCE = 500  # sessions
_PLAYERS = 4
_ASKED = (
    "SELECT sessions.id, table_number, started, seat, name FROM sessions "
    "LEFT JOIN seats ON session = sessions.id LEFT JOIN players ON players.id = player "
    "WHERE sessions.id IN ({}) ORDER BY sessions.id, seat"
)


def drawn(
    club: Club,
    parts: Sequence[Report | str],
    where: str = "",
    kinds: tuple[str, ...] = EVERY,
    remedy: Callable[[Remedy], str] = draw_link,
) -> Markup:
    """All of it; `where`, `kinds`, `remedy`: as of Leads."""
    leads = Leads(where, kinds, _call_sessions(club, parts), remedy)
    return Markup("").join(_part(each, leads) for each in parts)


def for_paper(club: Club, reports: Sequence[Report]) -> list[Report]:
    """What members may read of them: the words of a page, without what leads to others."""
    leads = Leads(kinds=(), names=_call_sessions(club, reports), remedy=draw_title)
    return [leads.on_paper(each.public) for each in reports]


def said(club: Club, text: str) -> Markup:
    """A sentence, without a paragraph of its own."""
    if isinstance(text, Markup):
        return text
    return Markup(Leads(names=_call_sessions(club, [text]), remedy=draw_link).sentence(text))


def draw_error(club: Club, error: UserError) -> Markup:
    """Return why something was refused, and links to the forms that would help."""
    leads = [lead_to(each.operation, each.given) for each in error.remedies]
    ways = [Markup(anchor(each)) for each in leads if each.path]
    return Markup(" ").join([said(club, str(error)), *ways])


def remedied(text: str) -> Markup:
    """The same, of a text that names no session."""
    return Markup(Leads(remedy=draw_link).sentence(text))


def _part(part: Report | str, leads: Leads) -> Markup:
    if isinstance(part, Markup):
        return part
    if isinstance(part, str):
        return Markup('<p class="said">{}</p>').format(Markup(leads.sentence(part)))
    return Markup(article(part, leads=leads))


def called(club: Club, ids: Collection[str]) -> dict[str, Called]:
    """What each of these sessions is called, of those that there are."""
    known, rest = dict[str, Called](), sorted(ids)
    while rest:
        some, rest = rest[:_AT_ONCE], rest[_AT_ONCE:]
        values = {f"id{at}": id for at, id in enumerate(some)}
        rows = club.ask(_ASKED.format(", ".join(f":{one}" for one in values)), values)
        seated = dict[tuple[str, int, int], dict[int, str]]()
        for id, table, started, seat, name in rows:
            seated.setdefault((id, table, started), {})[seat] = name
        known |= {id: _said(table, started, who) for (id, table, started), who in seated.items()}
    return known


def _call_sessions(club: Club, parts: Iterable[Report | str]) -> dict[str, Called]:
    """What the sessions are called that these name."""
    found = set[str]()
    for part in parts:
        found |= named_in([part] if isinstance(part, str) else part.texts())
    return called(club, found)


def _said(table: int, started: int, names: dict[int, str]) -> Called:
    players = [wording.player(names.get(seat)) for seat in range(_PLAYERS)]
    sides = [" & ".join(players[side::2]) for side in (0, 1)]
    who = " - ".join(sides) if any(names.values()) else ""
    when = wording.clock(started)
    time = when.split()[-1] if evening_of(started) == today() else when
    return Called(say("Table {number}", number=table), who, time)

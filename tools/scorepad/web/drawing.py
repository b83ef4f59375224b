"""Parts of pages: the outcomes of operations as HTML, with links to everything they name."""

from collections.abc import Callable, Collection, Iterable, Sequence

from markupsafe import Markup

from scorepad import wording
from scorepad.club.evenings import Evenings
from scorepad.club.records.store import Club
from scorepad.errors import Remedy, UserError
from scorepad.language import Language, text
from scorepad.reports.content.report import Report, in_language
from scorepad.reports.drawing.html import article
from scorepad.reports.drawing.leading import PageLinks, SessionName, named_in
from scorepad.web.remedies import anchor, draw_link, draw_title, lead_to

EVERY = ("/",)
_AT_ONCE = 500  # sessions
_PLAYERS = 4
_ASKED = (
    "SELECT sessions.id, table_number, started, seat, name FROM sessions "
    "LEFT JOIN seats ON session = sessions.id LEFT JOIN players ON players.id = player "
    "WHERE sessions.id IN ({}) ORDER BY sessions.id, seat"
)


def render_parts(
    club: Club,
    parts: Sequence[Report | str],
    language: Language,
    where: str = "",
    kinds: tuple[str, ...] = EVERY,
    remedy: Callable[[Remedy, Language], str] = draw_link,
) -> Markup:
    """Return all of it; `where`, `kinds`, `remedy`: as of PageLinks."""
    said = [in_language(each, language.code) for each in parts]
    names = _call_sessions(club, said, language)
    leads = PageLinks(where, kinds, names, lambda each: remedy(each, language))
    return Markup("").join(_part(each, leads) for each in said)


def for_paper(club: Club, reports: Sequence[Report], language: Language) -> list[Report]:
    """Return reports for members: their public part, with the texts of pages but without links."""
    said = [in_language(each.public, language.code) for each in reports]
    names = _call_sessions(club, said, language)
    leads = PageLinks(kinds=(), names=names, remedy=lambda each: draw_title(each, language))
    return [leads.on_paper(each) for each in said]


def render_sentence(club: Club, text: str, language: Language) -> Markup:
    """Return a sentence as HTML, not as a paragraph."""
    text = language.say(text)
    if isinstance(text, Markup):
        return text
    names = _call_sessions(club, [text], language)
    leads = PageLinks(names=names, remedy=lambda each: draw_link(each, language))
    return Markup(leads.sentence(text))


def draw_error(club: Club, error: UserError, language: Language) -> Markup:
    """Return why something was refused, and links to the forms that would help."""
    leads = [lead_to(each.operation, each.given) for each in error.remedies]
    ways = [Markup(anchor(each, language)) for each in leads if each.path]
    return Markup(" ").join([render_sentence(club, error.said, language), *ways])


def render_remedies(text: str, language: Language) -> Markup:
    """Return a sentence that names no session as HTML."""
    leads = PageLinks(remedy=lambda each: draw_link(each, language))
    return Markup(leads.sentence(language.say(text)))


def _part(part: Report | str, leads: PageLinks) -> Markup:
    if isinstance(part, Markup):
        return part
    if isinstance(part, str):
        return Markup('<p class="said">{}</p>').format(Markup(leads.sentence(part)))
    return Markup(article(part, leads=leads))


def name_sessions(club: Club, ids: Collection[str], language: Language) -> dict[str, SessionName]:
    """Return the name of each of these sessions that exists, by id."""
    known, rest, evenings = dict[str, SessionName](), sorted(ids), club.evenings
    while rest:
        some, rest = rest[:_AT_ONCE], rest[_AT_ONCE:]
        values = {f"id{at}": id for at, id in enumerate(some)}
        rows = club.ask(_ASKED.format(", ".join(f":{name}" for name in values)), values)
        seated = dict[tuple[str, int, int], dict[int, str]]()
        for id, table, started, seat, name in rows:
            seated.setdefault((id, table, started), {})[seat] = name
        known |= {
            id: _describe_session(table, started, who, language, evenings)
            for (id, table, started), who in seated.items()
        }
    return known


def _call_sessions(
    club: Club, parts: Iterable[Report | str], language: Language
) -> dict[str, SessionName]:
    """Return the names of the sessions that these parts mention, by id."""
    found = set[str]()
    for part in parts:
        found |= named_in([part] if isinstance(part, str) else part.texts())
    return name_sessions(club, found, language)


def _describe_session(
    table: int, started: int, names: dict[int, str], language: Language, evenings: Evenings
) -> SessionName:
    players = [language.say(wording.player(names.get(seat))) for seat in range(_PLAYERS)]
    sides = [" & ".join(players[side::2]) for side in (0, 1)]
    who = " - ".join(sides) if any(names.values()) else ""
    when = language.say(wording.clock(started))
    time = when.split()[-1] if evenings.of(started) == evenings.today() else when
    return SessionName(language.say(text("Table {number}", number=table)), who, time)

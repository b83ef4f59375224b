"""The content of players' pages: outcomes of operations, checked on each request for release."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from markupsafe import Markup

from scorepad.club.records.store import Club
from scorepad.club.releasing import Released, released
from scorepad.errors import UserError
from scorepad.language import Language, text
from scorepad.reports.content.report import Report
from scorepad.web import drawing
from scorepad.web.operating import show
from scorepad.web.remedies import draw_title
from scorepad.web.site import NotFound

PATH = "/room"  # with which the paths of all of it begin
_THERE = ("/sessions/", "/evenings/", "/events/", "/ranking")  # kinds of pages below it
_SESSION = "SELECT started, event FROM sessions WHERE id = :id"
_OF_EVENT = "SELECT id, table_number FROM sessions WHERE event = :number ORDER BY table_number, id"


def screen(club: Club, language: Language) -> Markup:
    """Return the screen for all players: the last evening, or the events of its date."""
    found = club.read(released)
    if not found:
        return _render_note(language, text("Nothing is released yet."))
    last = [entry for entry in found if entry.evening == found[-1].evening]
    return Markup("").join(_standings(club, language, entry) for entry in last)


def contents(club: Club, language: Language) -> Markup:
    """Return links to all released results, the newest first."""
    found = club.read(released)
    if not found:
        return _render_note(language, text("Nothing is released yet."))
    places = [(_path(entry), f"{entry.evening} {entry.name}") for entry in reversed(found)]
    if any(not entry.event for entry in found):
        places.append((f"{PATH}/ranking", text("Ranking")))
    return _links(language, places)


def evening(club: Club, language: Language, name: str) -> Markup:
    """Return an evening's sessions and its duplicate's standings. Raise NotFound."""
    return _standings(
        club, language, _find(club, lambda entry: not entry.event and str(entry.evening) == name)
    )


def event(club: Club, language: Language, name: str) -> Markup:
    """Return the standings of an event, with links to its sheets. Raise NotFound."""
    found = _find(club, lambda entry: bool(entry.event) and str(entry.event) == name)
    sheets = club.ask(_OF_EVENT, {"number": found.number})
    places = [
        (f"{PATH}/sessions/{id}", text("Table {number}", number=table)) for id, table in sheets
    ]
    return _standings(club, language, found) + _links(language, places)


def session(club: Club, language: Language, name: str) -> Markup:
    [[started, event]] = club.ask(_SESSION, {"id": name}) or [[0, -1]]  # which nothing has
    when = club.evenings.of(started)
    _find(club, lambda entry: entry.number == event if entry.event else entry.evening == when)
    return _render(club, language, _load_reports(club, "club show", id=name))


def _find(club: Club, right: Callable[[Released], bool]) -> Released:
    found = next(filter(right, club.read(released)), None)
    if found is None:
        raise _not_released()
    return found


def ranking(club: Club, language: Language) -> Markup:
    """Return the ranking after the last released evening. Raise NotFound."""
    evenings = [entry.evening for entry in club.read(released) if not entry.event]
    if not evenings:
        raise _not_released()
    return _render(club, language, _load_reports(club, "club ranking", until=str(max(evenings))))


def _standings(club: Club, language: Language, entry: Released) -> Markup:
    if entry.event:
        return _render(club, language, _duplicate(club, event=f"id={entry.event}"))
    when = str(entry.evening)
    shown = _load_reports(club, "club list", evening=when)
    return _render(club, language, [*_duplicate(club, evening=when), *shown])


def _duplicate(club: Club, **which: str) -> list[Report]:
    try:
        return _load_reports(club, "club duplicate", **which)
    except UserError:
        return []


def _load_reports(club: Club, command: str, **given: str) -> list[Report]:
    shown = show(club, command, **given)
    return [replace(part.public, headed=True) for part in shown if isinstance(part, Report)]


def _path(entry: Released) -> str:
    return f"{PATH}/events/{entry.event}" if entry.event else f"{PATH}/evenings/{entry.evening}"


def _render(club: Club, language: Language, parts: Sequence[Report]) -> Markup:
    if not parts:
        return _render_note(language, text("No session of this evening is here yet."))
    return drawing.render_parts(club, parts, language, PATH, _THERE, draw_title)


def _render_note(language: Language, said: str) -> Markup:
    return Markup('<p class="said">{}</p>').format(language.say(said))


def _links(language: Language, places: Sequence[tuple[str, str]]) -> Markup:
    items = [
        Markup('<li><a href="{}">{}</a></li>').format(page, language.say(title))
        for page, title in places
    ]
    return Markup('<ul class="places">{}</ul>').format(Markup("").join(items))


def _not_released() -> NotFound:
    return NotFound(text("This is not released, or there is no such thing."))

"""What the room reads, from the commands' own words; every time it is asked what is released."""

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
    last = [one for one in found if one.evening == found[-1].evening]
    return Markup("").join(_standings(club, language, one) for one in last)


def contents(club: Club, language: Language) -> Markup:
    """Return links to all released results, the newest first."""
    found = club.read(released)
    if not found:
        return _render_note(language, text("Nothing is released yet."))
    places = [(_path(one), f"{one.evening} {one.name}") for one in reversed(found)]
    if any(not one.event for one in found):
        places.append((f"{PATH}/ranking", text("Ranking")))
    return _links(language, places)


def evening(club: Club, language: Language, name: str) -> Markup:
    """The sessions of an evening and the standings of its duplicate. Raises NotFound."""
    return _standings(
        club, language, _find(club, lambda one: not one.event and str(one.evening) == name)
    )


def event(club: Club, language: Language, name: str) -> Markup:
    """The standings of an event, with the way to its sheets. Raises NotFound."""
    one = _find(club, lambda one: bool(one.event) and str(one.event) == name)
    sheets = club.ask(_OF_EVENT, {"number": one.number})
    places = [
        (f"{PATH}/sessions/{id}", text("Table {number}", number=table)) for id, table in sheets
    ]
    return _standings(club, language, one) + _links(language, places)


def session(club: Club, language: Language, name: str) -> Markup:
    [[started, event]] = club.ask(_SESSION, {"id": name}) or [[0, -1]]  # which nothing has
    when = club.evenings.of(started)
    _find(club, lambda one: one.number == event if one.event else one.evening == when)
    return _render(club, language, _load_reports(club, "club show", id=name))


def _find(club: Club, right: Callable[[Released], bool]) -> Released:
    found = next(filter(right, club.read(released)), None)
    if found is None:
        raise _not_released()
    return found


def ranking(club: Club, language: Language) -> Markup:
    """Return the ranking after the last released evening. Raise NotFound."""
    evenings = [one.evening for one in club.read(released) if not one.event]
    if not evenings:
        raise _not_released()
    return _render(club, language, _load_reports(club, "club ranking", until=str(max(evenings))))


def _standings(club: Club, language: Language, one: Released) -> Markup:
    if one.event:
        return _render(club, language, _duplicate(club, event=f"id={one.event}"))
    when = str(one.evening)
    shown = _load_reports(club, "club list", evening=when)
    return _render(club, language, [*_duplicate(club, evening=when), *shown])


def _duplicate(club: Club, **which: str) -> list[Report]:
    try:
        return _load_reports(club, "club duplicate", **which)
    except UserError:
        return []


def _load_reports(club: Club, command: str, **given: str) -> list[Report]:
    shown = show(club, command, **given)
    return [replace(one.public, headed=True) for one in shown if isinstance(one, Report)]


def _path(one: Released) -> str:
    return f"{PATH}/events/{one.event}" if one.event else f"{PATH}/evenings/{one.evening}"


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

"""The files that sessions are exported to, by name, and which sessions suit which."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from scorepad import wording
from scorepad.club import evenings
from scorepad.club.database.rows import Rows
from scorepad.club.duplicate.directed import UNDIRECTED, Directed
from scorepad.club.duplicate.evening import ScoredEvening, reckon
from scorepad.club.duplicate.gathering import Gathering, directed_of, of_event
from scorepad.club.events.loading import event_meant
from scorepad.club.records import choosing
from scorepad.club.records.store import ClubSession, load_session
from scorepad.club.settings.current import UNSET, Settings
from scorepad.errors import UserError, remedy
from scorepad.exports.bridgewebs import is_listed, list_pairs, list_players
from scorepad.exports.pbn import as_pbn
from scorepad.exports.sessions import as_json
from scorepad.exports.spreadsheet import as_csv
from scorepad.exports.usebio import as_usebio
from scorepad.language import Text, text, text_counted
from scorepad.reports.content import score_sheet
from scorepad.reports.drawing import media
from scorepad.rule_sets import Rules, has_boards, having
from scorepad.steps import Steps, show_nothing

# Characters that XML may not have, and the ends of lines: a reader of lines would take a name with
# one for two.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")

_OF_ITS_OWN = text("duplicate has a file of its own; choose its event, or only its sessions")

Check = Callable[[ClubSession], str]  # why a session does not suit; "" if it does


def _plain(club_session: ClubSession) -> str:
    for name in (*club_session.players, *club_session.numbers):
        if name and _UNPRINTABLE.search(name):
            return text(
                "the name or number {name} has a line break or another control character",
                name=ascii(name),
            )
    return ""


def _only(fact: Callable[[Rules], bool]) -> Check:
    suited = text("the format is only for {rules}", rules=", ".join(having(fact)))
    return lambda club_session: "" if fact(club_session.session.sheet) else suited


def _partners(club_session: ClubSession) -> str:
    if "acceptor" not in club_session.session.sheet.asks:
        return ""
    rules = club_session.session.rules
    return text("the format cannot say that any two players of {rules} are partners", rules=rules)


def _fonts(club_session: ClubSession) -> str:
    """Return why PDF lacks letters of a session; missing libraries are left to `media.as_pdf`."""
    try:
        pdf_fonts = import_module("scorepad.reports.drawing.pdf.fonts")
    except ModuleNotFoundError:
        return ""
    lacking = pdf_fonts.lacking("".join(club_session.called))
    no_font = text("there is no font for {letters}; print HTML instead", letters=ascii(lacking))
    return no_font if lacking else ""


def _draw(kind: str, sessions: list[ClubSession], settings: Settings, steps: Steps) -> str | bytes:
    sheets = [score_sheet.report(club_session) for club_session in sessions]
    title = sheets[0].heading if len(sheets) == 1 else text("Score sheets")
    return media.FORMATS[kind](title, sheets, settings, steps)


@dataclass(frozen=True)
class Format:
    """A format of exported files.

    `checks`: what a session must pass; `make`: returns the content for sessions; `some`: whether
    it needs a session; `pairs`: returns the content for an event or evening of duplicate, as
    scored.
    """

    checks: tuple[Check, ...] = ()
    make: Callable[[list[ClubSession], Settings], str | bytes] | None = None
    some: bool = False
    pairs: Callable[[list[ScoredEvening], Settings], str] | None = None


FORMATS = {
    "json": Format((), lambda sessions, _: as_json(sessions)),
    "html": Format(),
    "pdf": Format((_fonts,), some=True),
    "csv": Format((_plain,), lambda sessions, _: as_csv(sessions)),
    "pbn": Format((_partners, _plain), as_pbn),
    "usebio": Format((_only(has_boards), _plain), None, True, as_usebio),
    "bridgewebs": Format((_only(is_listed), _plain), list_players, True, list_pairs),
}


def find_obstacle(name: str, club_session: ClubSession) -> str:
    """Return why a session does not suit the format of this name; "" if it does."""
    reasons = (check(club_session) for check in FORMATS[name].checks)
    return next((why for why in reasons if why), "")


def select_suitable(
    name: str, sessions: list[ClubSession], named: bool = False
) -> tuple[list[ClubSession], list[Text]]:
    """Return the sessions that go into one file of this format, and why others do not.

    `named`: sessions were chosen by ID. Raise UserError if one of these does not suit, or if a
    file for a single event would have sessions of several.
    """
    others = defaultdict[str, list[ClubSession]](list)
    for club_session in sessions:
        others[find_obstacle(name, club_session)].append(club_session)
    suited = others.pop("", [])
    in_points = [session for session in suited if not has_boards(session.session.sheet)]
    if FORMATS[name].pairs and 0 < len(in_points) < len(suited):
        others[_OF_ITS_OWN] = [session for session in suited if session not in in_points]
        suited = in_points
    said = [_refusal(name, why, unfit) for why, unfit in others.items()]
    if said and named:
        raise UserError(said[0], "format")
    _check_together(name, suited, named)
    return suited, said


def _refusal(kind: str, why: str, sessions: list[ClubSession]) -> Text:
    names = [f"{club_session.id} ({club_session.session.rules})" for club_session in sessions]
    return text_counted(
        len(names),
        "session {names} does not suit {kind}: {why}",
        "sessions {names} do not suit {kind}: {why}",
        **{"names": wording.some_names(names), "kind": kind, "why": why},
    )


def _check_together(name: str, sessions: list[ClubSession], named: bool) -> None:
    """Raise UserError if the format needs a single event, and the sessions are not one.

    A user who names sessions without a date knows that they belong together, and so does their
    event.
    """
    known = len(choosing.evenings_of(sessions))
    events = {session.rounds.event for session in sessions}
    undated = any(session.evening is None for session in sessions)
    if not FORMATS[name].pairs or len(sessions) < 2 or (len(events) == 1 and any(events)):
        return
    if known > 1:
        wrong = text(
            "A file in {format} is of one evening, and these sessions are of {number}.",
            **{"format": name, "number": known},
        )
        raise UserError(wrong, "evening", [remedy("club list")])
    if len(events) > 1:
        wrong = text(
            "A file in {format} is of one event, and these sessions are of several, or of none.",
            format=name,
        )
        raise UserError(wrong, "event", [remedy("event list")])
    if undated and not named:
        wrong = text(
            "A file in {format} is of one evening, and there are sessions without a date. Choose "
            "an evening, or sessions by ID.",
            format=name,
        )
        raise UserError(wrong, "evening")


def score_sessions(
    name: str, sessions: list[ClubSession], directed: Directed = UNDIRECTED
) -> list[ScoredEvening]:
    """Return the scored event or evening of these sessions. Raise UserError without a board."""
    sheets = [club_session.session.sheet for club_session in sessions]
    if not FORMATS[name].pairs or not any(map(has_boards, sheets)):
        return []
    event = sessions[0].event
    scored = reckon(Gathering(None, sessions, [], directed=directed, event=event))
    if not any(evening.field.boards for evening in scored):
        wrong = text("No deal of these sessions has a board, which {format} needs.", format=name)
        raise UserError(wrong, "format")
    return scored


def export_sessions(
    name: str,
    sessions: list[ClubSession],
    settings: Settings = UNSET,
    evenings: list[ScoredEvening] | None = None,
    steps: Steps = show_nothing,
) -> str | bytes:
    """Return the content of the file; `evenings`: the sessions as `score_sessions` returns them.

    Raise UserError if there is nothing to write, or something that the format cannot contain.
    """
    form = FORMATS[name]
    if form.some and not sessions:
        wrong = text("There is no session that suits {format}.", format=name)
        raise UserError(wrong, "format", [remedy("club list")])
    scored = score_sessions(name, sessions) if evenings is None else evenings
    if form.pairs and scored:
        return form.pairs(scored, settings)
    if name in media.FORMATS:
        return _draw(name, sessions, settings, steps)
    assert form.make
    return form.make(sessions, settings)


def choose(
    rows: Rows,
    ids: Sequence[str],
    evening: str | None = None,
    event: str | None = None,
    whole: bool = False,
    steps: Steps = show_nothing,
) -> tuple[list[ClubSession], list[str]]:
    """Return the chosen sessions, and a text for each of an evening that has no score.

    `evening`: its date, or "none"; without ids, evening and event all sessions are chosen.
    `whole`: with all sessions of an evening's event, whenever they began.
    """
    if ids:
        return choosing.in_order(choosing.counting(load_session(rows, name)) for name in ids), []
    if event is not None:
        found = of_event(rows, event_meant(rows, event, rows.evenings.today()))
        return found.sessions, found.damaged
    if evening is None:
        every = rows.all("SELECT id FROM sessions ORDER BY started, tablet, number")
        return choosing.load_sessions(rows, [row.id for row in every], steps)
    wanted = None if evening == evenings.NONE else evenings.day(evening)
    sessions, damaged = choosing.load_sessions(rows, choosing.of_evening(rows, wanted), steps)
    events = {session.event.id: session.event for session in sessions if session.event}
    if whole and len(events) == 1:
        (played,) = events.values()
        found = of_event(rows, played)
        there = {session.id: session for session in [*sessions, *found.sessions]}
        sessions = choosing.in_order(there.values())
        damaged = list(dict.fromkeys([*damaged, *found.damaged]))
    return sessions, damaged


def list_formats(rows: Rows, *ids: str, **which: str) -> list[str]:
    """Return the formats that suit these sessions; `which`: an evening or an event."""
    try:
        meant = ids, which.get("evening"), which.get("event")
        some, whole = (choose(rows, *meant, whole)[0] for whole in (False, True))
    except UserError:
        return []
    chosen = {kind: whole if form.pairs else some for kind, form in FORMATS.items()}
    return [kind for kind in chosen if _is_made(rows, kind, chosen[kind], bool(ids))]


def _is_made(rows: Rows, kind: str, chosen: list[ClubSession], named: bool) -> bool:
    """Return False if there would be nothing in the file, or it would be refused."""
    try:
        suited, _ = select_suitable(kind, chosen, named)
        if FORMATS[kind].pairs:
            scored = score_sessions(kind, suited, directed_of(rows, suited))
            export_sessions(kind, suited, evenings=scored)
    except UserError:
        return False
    return bool(suited)

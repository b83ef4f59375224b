"""The files that sessions are exported to, by name, and which sessions suit which."""

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from scorepad import wording
from scorepad.club.duplicate.directed import UNDIRECTED, Directed
from scorepad.club.duplicate.evening import ScoredEvening, reckon
from scorepad.club.duplicate.gathering import Gathering
from scorepad.club.records import choosing
from scorepad.club.records.evenings import evening_of
from scorepad.club.records.store import ClubSession
from scorepad.club.settings.current import UNSET, Settings
from scorepad.errors import UserError
from scorepad.exports.bridgewebs import is_listed, list_pairs, list_players
from scorepad.exports.pbn import as_pbn
from scorepad.exports.sessions import as_json
from scorepad.exports.spreadsheet import as_csv
from scorepad.exports.usebio import as_usebio
from scorepad.language import counted, say
from scorepad.reports.content import score_sheet
from scorepad.reports.drawing import media
from scorepad.rule_sets import Rules, has_boards, having

# Characters that XML may not have, and the ends of lines: a reader of lines would take a name with
# one for two.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")

_OF_ITS_OWN = "it has no file with what is in points: say its --event, or name its sessions alone"

Check = Callable[[ClubSession], str]  # why a session does not suit; "" if it does


def _plain(club_session: ClubSession) -> str:
    for name in (*club_session.players, *club_session.numbers):
        if name and _UNPRINTABLE.search(name):
            return f"the name or number {name!a} has a line break or another control character"
    return ""


def _only(fact: Callable[[Rules], bool]) -> Check:
    return lambda one: "" if fact(one.session.sheet) else f"only {', '.join(having(fact))}"


def _partners(club_session: ClubSession) -> str:
    if "acceptor" not in club_session.session.sheet.asks:
        return ""
    rules = club_session.session.rules
    return f"any two players may be partners in {rules}, for which it has no words"


def _fonts(club_session: ClubSession) -> str:
    """For PDF; where its libraries are not installed, it is `media.as_pdf` that says so."""
    try:
        pdf_fonts = import_module("scorepad.reports.drawing.pdf.fonts")
    except ModuleNotFoundError:
        return ""
    lacking = pdf_fonts.lacking("".join(club_session.called))
    return f"there is no font for {lacking!a}; export html and print that" if lacking else ""


def _drawn(sessions: list[ClubSession], settings: Settings, kind: str) -> str | bytes:
    sheets = [score_sheet.report(club_session) for club_session in sessions]
    title = sheets[0].heading if len(sheets) == 1 else say("Score sheets")
    return media.FORMATS[kind](title, sheets, settings)


@dataclass(frozen=True)
class Format:
    """`checks`: what a session must pass; `make`: what is in the file; `some`: never of nothing.

    `pairs`: what is in the file of one event or evening of duplicate, as it was scored.
    """

    checks: tuple[Check, ...] = ()
    make: Callable[[list[ClubSession], Settings], str | bytes] | None = None
    some: bool = False
    pairs: Callable[[list[ScoredEvening], Settings], str] | None = None


FORMATS = {
    "json": Format((), lambda sessions, _: as_json(sessions)),
    "html": Format((), partial(_drawn, kind="html")),
    "pdf": Format((_fonts,), partial(_drawn, kind="pdf"), some=True),
    "csv": Format((_plain,), lambda sessions, _: as_csv(sessions)),
    "pbn": Format((_partners, _plain), as_pbn),
    "usebio": Format((_only(has_boards), _plain), None, True, as_usebio),
    "bridgewebs": Format((_only(is_listed), _plain), list_players, True, list_pairs),
}


def unfit(name: str, club_session: ClubSession) -> str:
    """Why a session does not suit the format of this name; "" if it does."""
    return next(filter(None, (check(club_session) for check in FORMATS[name].checks)), "")


def sort_out(
    name: str, sessions: list[ClubSession], named: bool = False
) -> tuple[list[ClubSession], list[str]]:
    """Return the sessions that go into one file of this format, and in words all others.

    named: one by one. Raise UserError for others that are named, and if those that suit are no
    single event where the file is one.
    """
    others = defaultdict[str, list[ClubSession]](list)
    for one in sessions:
        others[unfit(name, one)].append(one)
    suited = others.pop("", [])
    in_points = [one for one in suited if not has_boards(one.session.sheet)]
    if FORMATS[name].pairs and 0 < len(in_points) < len(suited):
        others[_OF_ITS_OWN] = [one for one in suited if one not in in_points]
        suited = in_points
    said = [_refusal(name, why, unfit) for why, unfit in others.items()]
    if said and named:
        raise UserError(said[0])
    _check_together(name, suited, named)
    return suited, said


def _refusal(kind: str, why: str, sessions: list[ClubSession]) -> str:
    names = [f"{one.id} ({one.session.rules})" for one in sessions]
    return counted(
        len(names),
        "session {names} does not suit {kind}: {why}",
        "sessions {names} do not suit {kind}: {why}",
        **{"names": wording.some_names(names), "kind": kind, "why": why},
    )


def _check_together(name: str, sessions: list[ClubSession], named: bool) -> None:
    """Raise UserError if they are no single event, where the file is one.

    Who names sessions without a date knows that they belong together, and so does their event.
    """
    known, events = len(choosing.evenings_of(sessions)), {one.rounds.event for one in sessions}
    undated = any(evening_of(one.session.started) is None for one in sessions)
    if not FORMATS[name].pairs or len(sessions) < 2 or (len(events) == 1 and any(events)):
        return
    if known > 1:
        raise UserError(
            f"{name} is of one evening, and these sessions are of {known}: "
            "say which with --evening; `scorepad club list` shows them"
        )
    if len(events) > 1:
        raise UserError(
            f"{name} is of one event, and these sessions are of several, or of none: say which "
            "with --event, or name those of one by their IDs"
        )
    if undated and not named:
        raise UserError(
            f"{name} is of one evening, and there are sessions of tablets without a clock: "
            "say --evening, or name the sessions by their IDs"
        )


def reckoned(
    name: str, sessions: list[ClubSession], directed: Directed = UNDIRECTED
) -> list[ScoredEvening]:
    """Return their event or evening of duplicate, as scored. Raise UserError without a board."""
    if not FORMATS[name].pairs or not any(has_boards(one.session.sheet) for one in sessions):
        return []
    event = sessions[0].event
    evenings = reckon(Gathering(None, sessions, [], directed=directed, event=event))
    if not any(one.field.boards for one in evenings):
        raise UserError(f"no deal of these sessions has a board number, as {name} needs it")
    return evenings


def exported(
    name: str,
    sessions: list[ClubSession],
    settings: Settings = UNSET,
    evenings: list[ScoredEvening] | None = None,
) -> str | bytes:
    """The content of the file; `evenings`: the sessions as `reckoned` has scored them.

    Raises UserError if there is nothing to put into it, or something that it cannot have.
    """
    form = FORMATS[name]
    if form.some and not sessions:
        raise UserError(f"there is no session that suits {name}; `scorepad club list` shows all")
    scored = reckoned(name, sessions) if evenings is None else evenings
    if form.pairs and scored:
        return form.pairs(scored, settings)
    assert form.make
    return form.make(sessions, settings)

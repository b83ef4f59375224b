"""The files that sessions are exported to, by name, and which sessions suit which."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from scorepad.club.duplicate.directed import UNDIRECTED, Directed
from scorepad.club.records import choosing
from scorepad.club.records.evenings import evening_of
from scorepad.club.records.store import ClubSession
from scorepad.club.settings.current import UNSET, Settings
from scorepad.errors import UserError
from scorepad.exports.bridgewebs import as_bridgewebs, has_balances
from scorepad.exports.pbn import as_pbn
from scorepad.exports.sessions import as_json
from scorepad.exports.spreadsheet import as_csv
from scorepad.exports.usebio import as_usebio, not_counted
from scorepad.language import say
from scorepad.reports.content import score_sheet
from scorepad.reports.drawing import media
from scorepad.rule_sets import Rules, has_boards, having

# Characters that XML may not have, and the ends of lines: a reader of lines would take a name with
# one for two.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")

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
    """Their score sheets."""
    sheets = [score_sheet.report(club_session) for club_session in sessions]
    title = sheets[0].heading if len(sheets) == 1 else say("Score sheets")
    return media.FORMATS[kind](title, sheets, settings)


Make = Callable[[list[ClubSession], Settings], str | bytes]


def _without_settings(make: Callable[[list[ClubSession]], str]) -> Make:
    return lambda sessions, _: make(sessions)


@dataclass(frozen=True)
class Format:
    """`make`: what the file contains; `checks`: what a session must pass for it.

    `some`: whether there must be a session. `event`: whether they must be of one evening.
    `lacks`: what of these sessions is not in the file, a line each. `directed`: how it is made
    where something was decided about the evening.
    """

    make: Make
    checks: tuple[Check, ...] = ()
    some: bool = False
    event: bool = False
    lacks: Callable[[list[ClubSession], Directed], list[str]] = lambda sessions, directed: []
    directed: Callable[[list[ClubSession], Settings, Directed], str | bytes] | None = None


FORMATS = {
    "json": Format(_without_settings(as_json)),
    "html": Format(partial(_drawn, kind="html")),
    "pdf": Format(partial(_drawn, kind="pdf"), (_fonts,), some=True),
    "csv": Format(_without_settings(as_csv), (_plain,)),
    "pbn": Format(as_pbn, (_partners, _plain)),
    "usebio": Format(
        as_usebio, (_only(has_boards), _plain), True, True, not_counted, directed=as_usebio
    ),
    "bridgewebs": Format(as_bridgewebs, (_only(has_balances), _plain), True, True),
}


def unfit(name: str, club_session: ClubSession) -> str:
    """Why a session does not suit the format of this name; "" if it does."""
    return next(filter(None, (check(club_session) for check in FORMATS[name].checks)), "")


def check_together(name: str, sessions: list[ClubSession], named: bool) -> None:
    """Raises UserError if they are no single event, where the file is one; `named`: one by one.

    Of sessions without a date nobody but who names them knows that they belong together.
    """
    known = len(choosing.evenings_of(sessions))
    undated = any(evening_of(one.session.started) is None for one in sessions)
    if not FORMATS[name].event or len(sessions) < 2:
        return
    if known > 1:
        raise UserError(
            f"{name} is of one evening, and these sessions are of {known}: "
            "say which with --evening; `scorepad club list` shows them"
        )
    if len({one.rounds.event for one in sessions}) > 1:
        raise UserError(
            f"{name} is of one event, and these sessions are of several, or of none: name those "
            "of one by their IDs"
        )
    if undated and not named:
        raise UserError(
            f"{name} is of one evening, and there are sessions of tablets without a clock: "
            "say --evening, or name the sessions by their IDs"
        )


def exported(
    name: str,
    sessions: list[ClubSession],
    settings: Settings = UNSET,
    directed: Directed = UNDIRECTED,
) -> str | bytes:
    """The content of the file; `directed`: what was decided about the evening of the sessions.

    Raises UserError if there is nothing to put into it.
    """
    if FORMATS[name].some and not sessions:
        raise UserError(f"there is no session that suits {name}; `scorepad club list` shows all")
    whole = FORMATS[name].directed
    return whole(sessions, settings, directed) if whole else FORMATS[name].make(sessions, settings)

"""`scorepad club list`: all sessions, or some, one line each."""

import argparse
from dataclasses import replace
from datetime import date
from functools import partial
from typing import NamedTuple

from firmware.scoring.rules import rule_set
from firmware.scoring.sheet import BadOption
from scorepad.cli import output
from scorepad.cli.numbers import whole_number
from scorepad.club.database.named import named
from scorepad.club.records.evenings import NONE, day
from scorepad.club.records.quick import quickly
from scorepad.club.records.session_list import Ask, Asked, ListedSession, listed
from scorepad.errors import UserError
from scorepad.reports.content.session_list import for_programs, report

_MOST = 1_000_000_000  # sessions
_DOUBTFUL = (  # whether there may be remarks: two seats of one person, another total on the tablet
    "SELECT 1 FROM sessions WHERE twice UNION ALL SELECT 1 FROM tablet_totals"
)


class SessionList(NamedTuple):
    """The sessions, what people should know of them (remarks), and the name of the database."""

    sessions: list[ListedSession]
    remarks: dict[str, str]
    club: str


def run(given: argparse.Namespace) -> None:
    """Lists the sessions that are meant. Raises UserError."""
    asked = Asked(
        evening=None if given.evening is None else _evening(given.evening),
        rules=None if given.rules is None else _rules(given.rules),
        limit=None if given.limit is None else whole_number("--limit", given.limit, 1, _MOST),
    )
    sessions, remarks, club = _soon(given, asked) or _in_full(given, asked)
    if given.json:
        output.save_json(for_programs(sessions, remarks))
    elif sessions:
        output.show(report(sessions, remarks).unheaded)
    elif asked == Asked() and given.player is None:
        output.show(f"No sessions in {club} yet; `scorepad sync` fetches them.")
    else:
        output.show("There is no such session; `scorepad club list` alone shows them all.")


def _evening(given: str) -> date | str:
    return "" if given == NONE else day(given)


def _rules(given: str) -> str:
    try:
        return rule_set(given).name
    except BadOption as wrong:
        raise UserError(f"--rules: {wrong}") from None


def _soon(given: argparse.Namespace, asked: Asked) -> SessionList | None:
    """None: it takes longer to say, also whose name it is that was given, or what is doubtful."""

    def found(ask: Ask) -> SessionList | None:
        sessions = [] if any(ask(_DOUBTFUL, {})) else listed(ask, asked)
        return SessionList(sessions, {}, "") if sessions else None

    return quickly(named(given), found) if given.player is None else None


def _in_full(given: argparse.Namespace, asked: Asked) -> SessionList:
    # Not at the top: what it imports takes long to load.
    from scorepad.cli.club_options import club_of  # noqa: PLC0415
    from scorepad.club.decisions.finding import player_meant  # noqa: PLC0415
    from scorepad.club.records.remarks import remarks  # noqa: PLC0415

    with club_of(given) as club:
        if given.player is not None:
            player = club.read(partial(player_meant, given=given.player)).id
            asked = replace(asked, player=player)
        return SessionList(club.sessions(asked), club.read(remarks), club.name)

"""`scorepad club list`: all sessions, or some, one line each."""

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import date
from functools import cached_property, partial
from typing import Any

from firmware.scoring.rules import rule_set
from firmware.scoring.sheet import BadOption
from scorepad.cli import output
from scorepad.cli.open_club import open_club
from scorepad.cli.words import whole_number
from scorepad.club.database.named import named
from scorepad.club.records.evenings import NONE, day
from scorepad.club.records.quick import quick
from scorepad.club.records.session_list import Asked, Listing, Values
from scorepad.errors import UserError
from scorepad.language import marked, say
from scorepad.reports.content.session_list import for_programs, report

_MOST = 1_000_000_000  # sessions
_NO_SUCH = marked("There is no such session; `scorepad club list` alone shows them all.")
_NONE = marked("No sessions in {club} yet; `scorepad sync` fetches them.")
_DOUBTFUL = (  # whether there may be remarks: two seats of one person, another total, a decision
    "SELECT 1 FROM sessions WHERE twice = 1 UNION ALL SELECT 1 FROM tablet_totals "
    "UNION ALL SELECT 1 FROM decisions LIMIT 1"
)


def run(given: argparse.Namespace) -> None:
    asked = Asked(
        evening=None if given.evening is None else _evening(given.evening),
        rules=None if given.rules is None else _rules(given.rules),
        limit=None if given.limit is None else whole_number("--limit", given.limit, 1, _MOST),
    )
    with _Opened(given) as club:
        if given.player is not None:
            asked = replace(asked, player=club.player(given.player))
        sessions, remarks = Listing(club.ask, asked), club.remarks()
        if given.json:
            output.print_json(for_programs(sessions, remarks))
        elif any(True for _ in sessions):
            output.show(report(sessions, remarks).unheaded)
        elif asked == Asked():
            output.show(say(_NONE, club=club.name))
        else:
            output.show(say(_NO_SUCH))


def _evening(given: str) -> date | str:
    return "" if given == NONE else day(given)


def _rules(given: str) -> str:
    try:
        return rule_set(given).name
    except BadOption as wrong:
        raise UserError(f"--rules: {wrong}") from None


class _Opened(ExitStack):
    """The club, opened where it takes more than a look at its file."""

    def __init__(self, given: argparse.Namespace):
        super().__init__()
        self._given = given
        club = open_club()
        self.ask = club.ask if club else quick(named(given), self._ask_club)

    @cached_property
    def _club(self) -> Any:
        # Not at the top: what it imports takes long to load.
        from scorepad.cli.club_options import club_of  # noqa: PLC0415

        return self.enter_context(club_of(self._given))

    def _ask_club(self, sql: str, values: Values) -> Sequence[Sequence[Any]]:
        return self._club.ask(sql, values)

    @property
    def name(self) -> str:
        return str(self._club.name)

    def player(self, name: str) -> int:
        from scorepad.club.decisions.finding import player_meant  # noqa: PLC0415

        return int(self._club.read(partial(player_meant, given=name)).id)

    def remarks(self) -> dict[str, str]:
        if not self.ask(_DOUBTFUL, {}):
            return {}
        from scorepad.club.records.remarks import remarks  # noqa: PLC0415

        return dict(self._club.read(remarks))

"""`scorepad club stake` and `ledger`: what is played for, and who owes whom."""

import argparse
from functools import partial

from scorepad.cli.club_options import change_club, club_of, show_list
from scorepad.cli.report_options import check_format, give
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import session_meant
from scorepad.club.money import ledger, stakes
from scorepad.club.money.ledger import Ledger, Party
from scorepad.club.records import evenings
from scorepad.errors import UserError
from scorepad.language import say
from scorepad.reports.content import ledger as ledger_report
from scorepad.reports.content import stakes as stakes_report


def stake(given: argparse.Namespace) -> None:
    if given.list:
        if given.per_100 is not None:
            raise UserError("stake: either PER_100, or --list")
        none = say("No stake was ever given: all play for nothing.")
        show_list(given, stakes.listed, stakes_report.report, stakes_report.for_programs, none)
    elif given.per_100 is None:
        raise UserError("stake: say what 100 points are worth, as 0.50")
    elif given.json:
        raise UserError("stake: --json is for --list")
    else:
        _set(given)


def _set(given: argparse.Namespace) -> None:
    per_100 = stakes.amount(given.per_100)
    evening = "" if given.evening is None else str(evenings.day(given.evening))
    arguments = {"per_100": per_100, "session": given.session, "evening": evening}
    change_club(given, partial(stakes.set_stake, **arguments))


def show_ledger(given: argparse.Namespace) -> None:
    check_format(given)
    evening = given.evening
    if evening is not None:
        evening = stakes.NO_EVENING if evening == evenings.NONE else str(evenings.day(evening))
    with club_of(given) as club:
        book, party = club.read(partial(_read, evening=evening, given=given))
    known = partial(ledger_report.for_programs, book, party)
    report = partial(ledger_report.report, book, evening, party)
    give(given, known, report, *([ledger_report.called(party)] if party else []), headed=False)


def _read(
    rows: Rows, evening: str | None, given: argparse.Namespace
) -> tuple[Ledger, Party | None]:
    """The ledger, and the player whose it shall be, if one is meant. Raises UserError."""
    party = ledger.party_meant(rows, given.player) if given.player is not None else None
    without = [session_meant(rows, session) for session in given.without]
    return ledger.ledger(rows, evening, party.id if party else None, without), party

"""`scorepad club`: what the club has, as lists, score sheets and files."""

import argparse
from dataclasses import asdict
from functools import partial

from scorepad.cli import output
from scorepad.cli.club_options import club_of
from scorepad.cli.report_options import check_format, give
from scorepad.club.records.evenings import day, span
from scorepad.club.records.remarks import beneath
from scorepad.exports.sessions import as_export
from scorepad.reports.content import ranking, score_sheet


def show_session(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        club_session = club.session(given.id)
        if given.original:
            club_session = club_session.as_recorded
        said = club.read(partial(beneath, session=club_session.id))
    if given.json:
        output.save_json(as_export(club_session))
    else:
        output.show(score_sheet.report(club_session), *said)


def show_ranking(given: argparse.Namespace) -> None:
    check_format(given)
    until = None if given.until is None else day(given.until)
    before = None if until is None else span(until)[1]
    with club_of(given) as club:
        listed = club.read(partial(ranking.places, before=before, without=given.without))
        damaged = club.damaged()
    for fault in damaged:
        output.left_out(fault)
    report = partial(ranking.report, listed, until)
    give(given, lambda: list(map(asdict, listed)), report, headed=False)

"""`scorepad club season`: many evenings of duplicate in one list."""

import argparse
from functools import partial

from scorepad.cli import output
from scorepad.cli.club_options import club_of
from scorepad.cli.report_options import check_format, give
from scorepad.cli.words import whole_number
from scorepad.club.decisions.finding import names_of
from scorepad.club.records.evenings import day
from scorepad.club.season import evenings
from scorepad.club.season.standings import standings
from scorepad.errors import UserError
from scorepad.reports.content.season import SeasonList, for_programs, report

_MOST = 1000  # evenings


def season(given: argparse.Namespace) -> None:
    check_format(given)
    first = None if given.first is None else day(given.first)
    last = None if given.last is None else day(given.last)
    if first and last and last < first:
        raise UserError(f"season: --until {last} is before --from {first}")
    best = None if given.best is None else whole_number("--best", given.best, 1, _MOST)
    least = whole_number("--least", given.least, 1, _MOST)
    with club_of(given) as club:
        found = evenings.season(club, first, last, given.scoring)
        called = club.read(names_of)
    for damaged in found.damaged:
        output.left_out(damaged)
    if not found.evenings:
        raise UserError("season: no session of these evenings counts")
    pairs = given.by == "pair"
    placed = standings(found.evenings, pairs, best, least)
    listed = SeasonList(found, placed, called, given.scoring, pairs, best, least)
    give(given, partial(for_programs, listed), partial(report, listed))

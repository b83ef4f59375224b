"""`scorepad club duplicate`: an evening of duplicate, scored across the tables."""

import argparse
from functools import partial

from scorepad.cli import output
from scorepad.cli.club_options import club_of
from scorepad.cli.report_options import check_format, save
from scorepad.club.duplicate.evening import reckon
from scorepad.club.duplicate.gathering import Gathering, named, of_evening, of_event, without
from scorepad.club.events.loading import event_meant
from scorepad.club.records.evenings import day, today
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.exports.duplicate import for_programs
from scorepad.reports.content.duplicate import report, whole


def duplicate(given: argparse.Namespace) -> None:
    check_format(given)
    for option in ("evening", "event"):
        if given.ids and getattr(given, option) is not None:
            raise UserError(f"duplicate: name sessions or --{option}, not both")
    with club_of(given) as club:
        gathering = named(club, given.ids) if given.ids else gathered(club, given)
    evenings = reckon(without(gathering, given.without), given.scoring, given.winners)
    for damaged in gathering.damaged:
        output.left_out(damaged)
    if given.json:
        output.save_json(for_programs(evenings))
        return
    output.know(partial(for_programs, evenings))
    _hint(sum(len(evening.doubts) for evening in evenings), given.doubts)
    pages = [report(evening, given.travellers, given.doubts) for evening in evenings]
    if given.format:
        save(whole(pages), given)
    else:
        output.show(*pages)


def _hint(doubts: int, shown: bool) -> None:
    """How many questions there are for the director, who can see them."""
    if doubts and not shown:
        what, which = ("result is", "it") if doubts == 1 else ("results are", "them")
        output.note(f"{doubts} {what} missing or doubtful; --doubts shows {which}")


def gathered(club: Club, given: argparse.Namespace) -> Gathering:
    """The sessions of the event, or of the evening; else of the latest one. Raises UserError."""
    if given.event is not None:
        return of_event(club, club.read(partial(event_meant, given=given.event, today=today())))
    return of_evening(club, None if given.evening is None else day(given.evening))

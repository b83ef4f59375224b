"""`scorepad club tablet`: those of which the club has something, and how it forgets one."""

import argparse
from functools import partial

from sqlalchemy.orm import Session as Rows

from scorepad import files
from scorepad.cli import output
from scorepad.cli.club_options import existing_club_of, show_list, signature_of
from scorepad.club import forgetting
from scorepad.club.records.backup import new_file
from scorepad.language import say
from scorepad.reports.content import tablets as tablets_report
from scorepad.tablet import fetched_file


def list_tablets(given: argparse.Namespace) -> None:
    """Lists them. Raises UserError."""
    none = say("No tablet has brought anything yet; `scorepad sync` fetches what they have.")
    listed, for_programs = forgetting.known_tablets, tablets_report.for_programs
    show_list(given, listed, tablets_report.report, for_programs, none)


def forget(given: argparse.Namespace) -> None:
    """Says what goes with tablets, and with --yes forgets them. Raises UserError."""
    by = signature_of(given)
    with existing_club_of(given) as club:

        def work(rows: Rows, tablet: str) -> str:
            path = new_file(club.folder, f"forgotten-{tablet}", "json")
            files.write(str(path), fetched_file.content_of_club(rows, tablet))
            forgetting.forget(rows, tablet, by)
            return str(path)

        meant = [club.read(partial(forgetting.tablet_meant, given=one)) for one in given.tablets]
        for tablet in dict.fromkeys(meant):
            output.show(say("Tablet {id}:", id=tablet))
            output.show(*club.read(partial(forgetting.describe_loss, tablet=tablet)))
            if given.yes:
                kept = club.write(partial(work, tablet=tablet))
                output.show(say("It is forgotten. Its sessions are in {file}", file=kept))
    if not given.yes:
        output.note(say("Nothing was changed; --yes forgets it."))

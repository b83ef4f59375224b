"""`scorepad club tablet`: those of which the club has something, and how it forgets one."""

import argparse
from dataclasses import asdict
from functools import partial

from scorepad import files
from scorepad.cli import output
from scorepad.cli.club_options import existing_club_of, show_list, signature_of
from scorepad.club import forgetting
from scorepad.club.database.rows import Rows
from scorepad.club.records.backup import new_file
from scorepad.language import say
from scorepad.reports.content.report import NUMBER, Column, Report, Section, Table, layout
from scorepad.tablet import fetched_file


def list_tablets(given: argparse.Namespace) -> None:
    none = say("No tablet has brought anything yet; `scorepad sync` fetches what they have.")
    show_list(
        given, forgetting.known_tablets, _report, lambda listed: list(map(asdict, listed)), none
    )


def _report(listed: list[forgetting.KnownTablet]) -> Report:
    numbers = [Column(say("Sessions"), NUMBER), Column(say("Deals"), NUMBER)]
    rows = [
        [one.id, say("in a browser") if one.phone else "", str(one.sessions), str(one.deals)]
        for one in listed
    ]
    table = Table([*layout(say("Tablet"), say("Kind")), *numbers], rows)
    return Report(say("Tablets"), [Section(table=table)])


def forget_tablet(given: argparse.Namespace) -> None:
    """Says what goes with a tablet, and with --yes forgets it. Raises UserError."""
    with existing_club_of(given) as club:
        tablet = club.read(partial(forgetting.tablet_meant, given=given.tablet))
        output.show(say("Tablet {id}:", id=tablet))
        output.show(*club.read(partial(forgetting.describe_loss, tablet=tablet)))
        if not given.yes:
            output.note(say("Nothing was changed; --yes forgets it."))
            return
        path = str(new_file(club.folder, f"forgotten-{tablet}", "json"))

        def work(rows: Rows) -> None:
            files.write(path, fetched_file.content_of_club(rows, tablet), private=True)
            forgetting.forget(rows, tablet, signature_of(given))

        club.write(work)
        output.show(say("It is forgotten. Its sessions are in {file}", file=path))

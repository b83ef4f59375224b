"""`scorepad club tablet`: those of which the club has something, and how it forgets one."""

import argparse
from dataclasses import asdict
from functools import partial
from textwrap import shorten

from scorepad import files, wording
from scorepad.cli import output
from scorepad.cli.club_options import existing_club_of, show_list, signature_of
from scorepad.club import forgetting
from scorepad.club.database.rows import Rows
from scorepad.club.records.backup import new_file
from scorepad.language import say
from scorepad.reports.content import links
from scorepad.reports.content.report import Report, Section, Table, layout
from scorepad.tablet import fetched_file


def list_tablets(given: argparse.Namespace) -> None:
    none = say("No tablet has brought anything yet; `scorepad sync` fetches what they have.")
    show_list(
        given, forgetting.known_tablets, _report, lambda listed: list(map(asdict, listed)), none
    )


def _report(listed: list[forgetting.KnownTablet]) -> Report:
    table, sessions, deals = say("Table"), say("Sessions"), say("Deals")
    others = say("Kind"), table, say("Last session"), say("Players")
    heads = layout(say("Tablet"), *others, sessions, deals, numbers=(table, sessions, deals))
    return Report(say("Tablets"), [Section(table=Table(heads, [*map(_cells, listed)]))])


def _cells(one: forgetting.KnownTablet) -> list[str]:
    kind = say("phone") if one.phone else say("cable") if one.cable else ""
    day = wording.dated(one.evening) if one.evening else say("without a date")
    names = (shorten(wording.visible(name), 20, placeholder="…") for name in one.players)
    last = str(one.table or ""), links.session(one.last or "", day), ", ".join(names)
    return [one.id, kind, *last, str(one.sessions), str(one.deals)]


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

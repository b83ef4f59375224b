"""The pages of files and of long work: exports, backup, restore, and how far they are."""

from collections.abc import Mapping

from scorepad.club.records.store import Club
from scorepad.language import joined, marked, text, text_counted
from scorepad.reports.drawing.media import has_pdf
from scorepad.web.html import fill_html
from scorepad.web.operating import Parts
from scorepad.web.pages.page import PRINT, Form, Page
from scorepad.web.site import Site
from scorepad.web.work import Work

RESTORE = "/restore"  # where a file may be as large as a club's database

_NOTHING = marked("Nothing is at work, and no file is waiting.")
_NO_PDF = marked(
    "This installation makes no PDF: print a page from the browser, or save it as HTML. Whoever "
    "has installed Scorepad can add it, as its guide to exports says."
)
_FORMS = (
    Form(
        "club export",
        marked("Sessions as a file"),
        ("format", "evening", "ids", "all", "without", "paper", "language"),
        long=True,
        saves="sessions",
    ),
    Form("club backup", long=True, saves="club", at_files="file"),
    Form("club rebuild", marked("Work out all results again"), long=True),
)
_RESTORE = Form("club restore", long=True, at_files="file", by_link=True)
_PROGRESS = '<p><progress max="{all}" value="{done}" aria-label="{label}"></progress></p>'
_WAITING = '<p><progress aria-label="{label}"></progress></p>'
_LINK = '<p class="files"><a href="{page}">{text}</a></p>'
_LIST = '<ul class="works">{entries}</ul>'
_ENTRY = '<li><a href="/work/{id}">{title}</a> · {state}</li>'


def files(site: Site, asked: Mapping[str, str]) -> Parts:
    """Return running jobs, and the results of those that ended."""
    listed = site.work_list.list_all()
    entries = [
        fill_html(_ENTRY, id=each.id, title=text(each.title), state=_state(each))
        for each in listed
    ]
    parts: Parts = [fill_html(_LIST, entries=entries)] if listed else [text(_NOTHING)]
    return parts if has_pdf() else [*parts, text(_NO_PDF)]


def restore(site: Site, asked: Mapping[str, str]) -> Parts:
    """Return what the club has, which a backup would replace."""
    had = [
        text_counted(count_rows(site.club, "players"), "{number} player", "{number} players"),
        text_counted(count_rows(site.club, "sessions"), "{number} session", "{number} sessions"),
    ]
    return [
        text("The club has now: {what}.", what=joined(had)),
        text(
            "If it has something, choose that the backup is to replace it. What it has now is "
            "kept in a file first, and can be brought back from that in the same way."
        ),
    ]


def count_rows(club: Club, table: str) -> int:
    """Return how many rows a table of the club has."""
    return int(club.ask(f"SELECT count(*) FROM {table}", {})[0][0])


def work(site: Site, asked: Mapping[str, str]) -> Parts:
    """Return the progress of a job, or its result. Raise UserError."""
    found = site.work_list.find(asked["work"])
    parts: Parts = [joined((text(found.title), _state(found)), " · ")]
    if not found.ended:
        bar = _PROGRESS if found.number else _WAITING
        progress = {"all": found.number, "done": found.done, "label": text(found.title)}
        parts.append(fill_html(bar, **progress))
        return [*parts, text("This page can be left; the page of files leads back here.")]
    if found.refused:
        return [*parts, found.refused, *found.shown]
    if found.file:
        page = f"/work/{found.id}/file"
        download = text("Download {name}", name=found.called)
        parts.append(fill_html(_LINK, page=page, text=download))
    return [*parts, *found.shown]


def _state(work: Work) -> str:
    if work.refused:
        return text("refused")
    if work.ended:
        return text("done")
    if work.number:
        done = text("{done} of {number}", done=work.done, number=work.number)
        return joined((text(work.doing), done), ": ")
    return text("at work")


PAGES = (
    Page(
        "/files",
        marked("Files"),
        forms=_FORMS,
        show=files,
        related=(
            (marked("Restore"), RESTORE),
            (marked("Ranking, to print"), f"/ranking.{PRINT[0]}"),
            (marked("Ledger, to print"), f"/money.{PRINT[0]}?evening="),
        ),
    ),
    Page(
        RESTORE,
        marked("Restore"),
        forms=(_RESTORE,),
        show=restore,
        menu=False,
        unfolded=True,
    ),
    Page(
        "/work/{work}",
        marked("Work"),
        show=work,
        menu=False,
        related=((marked("Files"), "/files"),),
    ),
)

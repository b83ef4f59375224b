"""The pages of the club itself: house rules, decisions, settings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from firmware.scoring.rules import NAMES
from scorepad.club.decision_list import list_decisions
from scorepad.club.settings.current import SETTINGS
from scorepad.language import marked, text, text_as
from scorepad.reports.content.club.decisions import report
from scorepad.reports.content.report import Link, Report
from scorepad.web.forms.field import field, options_of
from scorepad.web.operating import Parts, show
from scorepad.web.pages.page import BY_WHOM, Form, Page, form_at, with_column
from scorepad.web.pages.scoring import rule_sets
from scorepad.web.site import Site


def set_settings(*fields: str) -> Form:
    """Return the form for these settings, by their options, filled in with their values."""
    return Form("club settings set", asks=fields, now=True)


_SETTINGS = tuple(name.replace("-", "_") for name in SETTINGS)


def settings(site: Site, asked: Mapping[str, str]) -> Parts:
    """Return the settings as the command lists them, with the labels of the form."""
    parts = show(site.club, "club settings")
    return [_label_settings(part) if isinstance(part, Report) else part for part in parts]


def _label_settings(report: Report) -> Report:
    sections = [
        replace(section, table=replace(section.table, rows=[*map(_setting, section.table.rows)]))
        for section in report.sections
        if section.table
    ]
    return replace(report, sections=sections)


def _setting(row: Sequence[str]) -> list[str]:
    name, value, *decided = row
    of = field("club settings set", name.replace("-", "_"))
    return [of.label, dict(of.choices).get(value, value), *decided]


def _of_rules(name: str) -> Page:
    fields = ("name", *options_of(name), "accept", *BY_WHOM)
    form = Form("club rules set", marked("Set these house rules"), fields, said=(("rules", name),))
    return Page(
        f"/house-rules/{name}",
        marked("House rules"),
        "rules",
        forms=(form,),
        said=(("rules", name),),
        menu=False,
        about="club rules list",
    )


def decisions(site: Site, asked: Mapping[str, str]) -> Parts:
    """Return all decisions, each with a link to undo it."""
    every = site.club.read(partial(list_decisions, given=asked.get("session")))
    if not every:
        return [text("Nothing was decided.")]
    standing = {str(decision.number) for decision in every if decision.undoable}
    taking_back = partial(_taking_back, standing, asked)
    return [with_column(report(every).unheaded, text_as("decision", "Number"), taking_back)]


def _taking_back(standing: set[str], asked: Mapping[str, str], row: Sequence[str]) -> str:
    if row[0] not in standing:
        return ""
    return Link(text("Take back"), form_at("/decisions", _TAKE_BACK, {**asked, "number": row[0]}))


_TAKE_BACK = Form("club undo")
_PASSWORD = (
    Form("club password", by_link=True),
    Form("club password remove", by_link=True),
)

PAGES = (
    Page(
        "/house-rules",
        marked("House rules"),
        "club rules list",
        forms=(Form("club rules remove"),),
        more=lambda site, asked: [rule_sets(text("Set house rules"), "/house-rules")],
    ),
    *map(_of_rules, NAMES),
    Page(
        "/decisions",
        marked("Decisions"),
        "club decisions",
        ("session",),
        (_TAKE_BACK,),
        show=decisions,
        related=((marked("Damaged copies"), "/replacements"),),
    ),
    Page(
        "/replacements",
        marked("Damaged copies"),
        "club replacements",
        forms=(Form("club replace"),),
        menu=False,
    ),
    Page(
        "/tokens",
        marked("Programs"),
        "club token list",
        forms=(
            Form("club token new", by_link=True, ticked=("read_only",)),
            Form("club token remove"),
        ),
        related=((marked("Security"), "/security"),),
    ),
    Page(
        "/settings",
        marked("Settings"),
        "club settings",
        forms=(set_settings(*_SETTINGS, *BY_WHOM), *_PASSWORD),
        show=settings,
        related=((marked("First steps"), "/start"), (marked("Security"), "/security")),
    ),
)

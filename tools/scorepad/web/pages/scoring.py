"""The pages of the rule sets: what they are, and what deals score by them."""

from collections.abc import Mapping

from firmware.scoring.rules import NAMES
from scorepad import wording
from scorepad.language import marked, text
from scorepad.reports.content.report import Link, Report, Section, Table, layout
from scorepad.web.forms.field import options_of
from scorepad.web.operating import Parts
from scorepad.web.pages.page import Form, Page
from scorepad.web.site import Site

SCORING = "/scoring"


def rule_sets(heading: str, folder: str) -> Report:
    """Return a list of the rule sets, each with a link to its page in this folder."""
    rows = [[Link(wording.rules(name), f"{folder}/{name}")] for name in NAMES]
    return Report(heading, [Section(table=Table(layout(text("Rules")), rows))])


def _scoring(site: Site, asked: Mapping[str, str]) -> Parts:
    return [rule_sets(text("Score deals by these rules"), SCORING)]


def _of_rules(name: str) -> Page:
    fields = ("file", "first_dealer", "close", "explain", *options_of(name))
    said = (("rules", name),)
    score = Form("score", marked("Score these deals"), fields, said=said, shows=True)
    return Page(
        f"{SCORING}/{name}",
        marked("Scoring"),
        forms=(score,),
        show=lambda *_: [wording.rules(name)],
        menu=False,
        unfolded=True,
    )


PAGES = (Page(SCORING, marked("Scoring"), show=_scoring), *map(_of_rules, NAMES))

"""The tablets that the club knows as a list."""

from scorepad.club.forgetting import KnownTablet
from scorepad.language import say
from scorepad.reports.content.report import NUMBER, Column, Report, Section, Table, layout


def report(listed: list[KnownTablet]) -> Report:
    numbers = [Column(say("Sessions"), NUMBER), Column(say("Deals"), NUMBER)]
    rows = [
        [one.id, say("in a browser") if one.phone else "", str(one.sessions), str(one.deals)]
        for one in listed
    ]
    table = Table([*layout(say("Tablet"), say("Kind")), *numbers], rows)
    return Report(say("Tablets"), [Section(table=table)])

"""Deals as lines of notation, for the tests of the rule sets; on CPython and MicroPython."""

from firmware.scoring.deal import BadDeal
from firmware.scoring.notation import parse


def deal_of(text):
    """The deal that a line of notation says."""
    return parse(text)[0]


def played(sheet, *lines):
    """Enter deals; give the postings of the last."""
    postings = []
    for line in lines:
        postings = sheet.add(*parse(line))
    return postings


def refused(case, sheet, line):
    """Why a line is refused; the sheet is as it was."""
    before = (list(sheet.totals), sheet.dealt)
    with case.assertRaises(BadDeal) as caught:
        sheet.add(*parse(line))
    case.assertEqual((list(sheet.totals), sheet.dealt), before)
    return str(caught.exception)


def each(players, points, reason):
    """The same posting above the line for each of some players."""
    return [(player, "above", points, reason) for player in players]

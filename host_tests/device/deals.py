"""Deals in notation, entered into sheets and sessions."""

from firmware.opening import opening
from firmware.scoring.deal import NORTH
from firmware.scoring.notation import parse
from firmware.scoring.sheet import unpacked
from firmware.session import DEAL, fold


def deal_of(text):
    return parse(text)[0]


def played(sheet, *lines):
    """Enter deals; give the postings of the last."""
    postings = []
    for line in lines:
        postings = sheet.add(*parse(line))
    return list(unpacked(postings))


def closed(sheet):
    """The postings when the players stop."""
    return list(unpacked(sheet.close()))


def rows(session):
    """Its rows, with their postings as `played` gives them."""
    return [row[:5] + (list(unpacked(row.postings)), row.line) for row in session.rows()]


def each(players, points, reason):
    """The same posting above the line for each of some players."""
    return [(player, "above", points, reason) for player in players]


def session_of(rules, *lines, options=None, dealer=NORTH):
    return enter(fold(opening(rules, options or {}, 1, dealer, 0)), *lines)


def enter(session, *lines):
    """The next deals; gives the session."""
    for line in lines:
        deal, place = parse(line)
        session.apply(DEAL, place, len(session.deals) + 1, deal)
    return session

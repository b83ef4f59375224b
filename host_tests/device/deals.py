"""Deals in notation, entered into sheets and sessions."""

from firmware.opening import opening
from firmware.scoring.deal import NORTH, SPADES, UNDOUBLED, pack
from firmware.scoring.notation import parse
from firmware.scoring.sheet import unpacked
from firmware.session import DEAL, END, fold

# A deal of each rule set; the others take what rubber bridge takes.
DEALS = {"russian": "4S N = hcp=23", "duplicate": "b1 4S N =", "pirate": "4S N/E ="}


def deal_of(text):
    return parse(text)[0]


def played(sheet, *lines):
    """Enter deals; give the postings of the last."""
    postings = []
    for line in lines:
        postings = sheet.add(*parse(line))
    return list(unpacked(postings))


def game(deals, complete):
    """The log of a rubber in which N-S make four spades so many times."""
    log = opening("rubber", {}, 7, NORTH, 1)
    for number in range(1, deals + 1):
        log.append((DEAL, 0, number, pack(4, SPADES, UNDOUBLED, NORTH, 10)))
    if complete:
        log.append((END, 0, deals, 2))
    return log


def session_of(rules, *lines, options=None, dealer=NORTH):
    return enter(fold(opening(rules, options or {}, 1, dealer, 0)), *lines)


def enter(session, *lines):
    """The next deals; gives the session."""
    for line in lines:
        deal, place = parse(line)
        session.apply(DEAL, place, len(session.deals) + 1, deal)
    return session

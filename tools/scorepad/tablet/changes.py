"""Brings what the club has decided about an open session to its tablet, as events of its log.

    change NUMBER CRC DEAL PLACE VALUE      the deal was another one; VALUE and PLACE as in its log
    strike NUMBER CRC DEAL                  the deal is void

NUMBER and CRC say which session it is and what the PC has of it. The tablet answers how many
records it has then and their CRC-32. It refuses if the session has changed meanwhile, or is
complete, or could not be scored.
"""

import re
from collections.abc import Iterable, Iterator
from copy import copy

from firmware.session import VOID
from scorepad.club.database.rows import Rows
from scorepad.club.derived.replay import Replay
from scorepad.club.history import SessionHistory, deal_text
from scorepad.club.sessions.kinds import CorrectDeal
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text
from scorepad.tablet.cable import Cable, Refused

_DECIDED = "SELECT 1 FROM decisions WHERE subject = :subject LIMIT 1"
_CHANGED = re.compile(r"([0-9]{1,10}) ([0-9a-f]{8})")


class NotTaken(UserError):
    """The tablet has not accepted a decision, which counts in the club all the same."""


def find_corrections(rows: Rows, session: str) -> list[CorrectDeal]:
    """Return the corrections that the tablet does not have, and has not changed since.

    Of several decisions about a deal the last one, in the order of the deals; all of them, as they
    were made, if the tablet could not take the last ones alone: two deals that change boards.
    """
    if not rows.value(_DECIDED, subject=f"session:{session}"):
        return []
    history = SessionHistory.load(rows, session)
    last: dict[int, list[CorrectDeal]] = {}
    every = list[CorrectDeal]()
    for entry, decision in history.decided:
        if isinstance(decision, CorrectDeal):
            last.pop(decision.deal, None)
            if entry.number not in history.faults | history.tablet:
                every.append(decision)
                there = deal_text(history.recorded.session, decision.deal) == decision.now
                last[decision.deal] = [] if there else [decision]
    wanted = [decision for deal in sorted(last) for decision in last[deal]]
    if _fits(history.recorded, wanted):
        return wanted
    return [decision for decision in every if last.get(decision.deal)]


def _fits(recorded: Replay, decided: Iterable[CorrectDeal]) -> bool:
    """Return True if a tablet can accept these corrections one after another."""
    session = copy(recorded.session)
    try:
        for decision in decided:
            session.apply(*decision.event)
    except ValueError:
        return False
    return True


def send_corrections(
    cable: Cable, number: int, crc: int, decided: Iterable[CorrectDeal]
) -> Iterator[Text]:
    """Send corrections to the tablet, whose session has this CRC-32; yield a text for each.

    Raise NotTaken, also for a malformed answer.
    """
    for decision in decided:
        try:
            answer = cable.ask(_request(number, crc, decision))
        except Refused as refused:
            raise NotTaken(_why(decision, refused)) from refused
        found = _CHANGED.fullmatch(answer)
        if not found:
            strange = text(
                "the tablet answers to a change what is no answer: {answer}", answer=answer
            )
            raise NotTaken(strange)
        crc = int(found[2], 16)
        yield text("deal {deal} is now on the tablet as the club has decided", deal=decision.deal)


def _request(number: int, crc: int, decision: CorrectDeal) -> str:
    kind, place, deal, value = decision.event
    if kind == VOID:
        return f"strike {number} {crc:08x} {deal}"
    return f"change {number} {crc:08x} {deal} {place} {value}"


def _why(decision: CorrectDeal, refused: Refused) -> Text:
    if refused.unknown:
        return text(
            "the tablet's firmware is too old to take what the club has decided, which counts "
            "here all the same; {remedy} brings a newer one",
            remedy=remedy("deploy"),
        )
    about = {"deal": decision.deal, "answer": refused.answer}
    return text("deal {deal} stays as it is on the tablet, which says: {answer}", **about)

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
from scorepad.club.database.schema import DecisionRow
from scorepad.club.decisions.corrections import Corrections, deal_text, event
from scorepad.club.decisions.kinds import CORRECT
from scorepad.club.decisions.kinds import VOID as VOIDED
from scorepad.club.derived.replay import Replay, kept, replay
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text
from scorepad.tablet.cable import Cable, Refused

_CHANGED = re.compile(r"([0-9]{1,10}) ([0-9a-f]{8})")


class NotTaken(UserError):
    """The tablet has not taken a decision; the club's counts all the same."""


def to_carry(rows: Rows, session: str) -> list[DecisionRow]:
    """What its tablet does not say itself, nor has said anything else about since.

    Of several decisions about a deal the last one, in the order of the deals; all of them, as they
    were made, if the tablet could not take the last ones alone: two deals that change boards.
    """
    recorded = replay(session, kept(rows, session))
    last: dict[int, list[DecisionRow]] = {}
    every = list[DecisionRow]()
    for effect in Corrections(rows, session).effects(recorded):
        if effect.row.kind in (CORRECT, VOIDED):
            last.pop(effect.row.deal, None)
            if not effect.fault and not effect.tablet:
                every.append(effect.row)
                there = deal_text(recorded.session, effect.row.deal) == effect.row.said
                last[effect.row.deal] = [] if there else [effect.row]
    wanted = [row for deal in sorted(last) for row in last[deal]]
    return wanted if _fits(recorded, wanted) else [row for row in every if last.get(row.deal)]


def _fits(recorded: Replay, decided: Iterable[DecisionRow]) -> bool:
    """Whether a tablet can take these one after another."""
    session = copy(recorded.session)
    try:
        for row in decided:
            session.apply(*event(row))
    except ValueError:
        return False
    return True


def carry(cable: Cable, number: int, crc: int, decided: Iterable[DecisionRow]) -> Iterator[Text]:
    """Brings them to the tablet, whose session has this CRC-32; what was done, one by one.

    Raises NotTaken, also where the tablet answers what is no answer.
    """
    for row in decided:
        try:
            answer = cable.ask(_request(number, crc, row))
        except Refused as refused:
            raise NotTaken(_why(row, refused)) from refused
        found = _CHANGED.fullmatch(answer)
        if not found:
            strange = text(
                "the tablet answers to a change what is no answer: {answer}", answer=answer
            )
            raise NotTaken(strange)
        crc = int(found[2], 16)
        yield text("deal {deal} is now on the tablet as the club has decided", deal=row.deal)


def _request(number: int, crc: int, row: DecisionRow) -> str:
    kind, place, deal, value = event(row)
    if kind == VOID:
        return f"strike {number} {crc:08x} {deal}"
    return f"change {number} {crc:08x} {deal} {place} {value}"


def _why(row: DecisionRow, refused: Refused) -> Text:
    if refused.unknown:
        return text(
            "the tablet's firmware is too old to take what the club has decided, which counts "
            "here all the same; {remedy} brings a newer one",
            remedy=remedy("deploy"),
        )
    about = {"deal": row.deal, "answer": refused.answer}
    return text("deal {deal} stays as it is on the tablet, which says: {answer}", **about)

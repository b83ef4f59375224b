"""What was decided about a session, as people read it."""

from firmware.scoring.deal import SIDES
from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import DecisionRow
from scorepad.club.decisions import kinds
from scorepad.club.decisions.corrections import VOID_TEXT, Corrections, Effect
from scorepad.club.decisions.standing import name_of
from scorepad.club.derived.replay import kept, replay
from scorepad.club.log import Entry
from scorepad.language import joined, text


def what(row: DecisionRow) -> str:
    """Which deals, and what of them, without the session."""
    before = _deal(row.was)
    said = {
        kinds.CORRECT: joined((before, _deal(row.said)), " -> "),
        kinds.VOID: joined((before, _deal(VOID_TEXT)), " -> "),
        kinds.LEAVE_OUT: text("left out"),
        kinds.TAKE_IN: text("taken in, as the director has decided"),
        kinds.TAKEN_OVER: text(
            "closed, as session {session} has taken over the table", session=row.said
        ),
        kinds.SWAP: text("N-S and E-W changed"),
        kinds.SEAT: text("{player} sat {seat}", player=wording.visible(row.was), seat=_seat(row)),
        kinds.ADJUST: joined((before, _deal(row.said)), " -> "),
    }.get(row.kind, row.said)
    return joined([*kinds.deals_said(row), wording.visible(said)], ": ")


def _seat(row: DecisionRow) -> str:
    return wording.account(row.who) if row.who in SIDES else text(row.who)


def _deal(said: str) -> str:
    return text(VOID_TEXT) if said == VOID_TEXT else wording.in_symbols(said)


def in_full(row: DecisionRow) -> str:
    """The same with the session."""
    if row.deal:
        return text("Session {session}, {what}", session=row.session, what=what(row))
    return text("Session {session}: {what}", session=row.session, what=what(row))


def note(effect: Effect) -> str:
    """What somebody should know of it; "" if nothing."""
    if effect.fault:
        return text("cannot be put in: {fault}", fault=effect.fault)
    if effect.carried:
        return text("the tablet has it too")
    if effect.tablet:
        return text(
            "the tablet says {deal} since then, and what the club has decided counts",
            deal=_deal(effect.tablet),
        )
    return ""


def signature(row: DecisionRow | Entry) -> str:
    """By which decision, by whom, and why."""
    by = text("decision {name} by {who}", name=name_of(row), who=wording.visible(row.author))
    return by + f": {wording.visible(row.reason)}" if row.reason else by


def signed(effect: Effect) -> str:
    """What was decided, by which decision, by whom, and why."""
    said = note(effect)
    told = joined((what(effect.row), " (", signature(effect.row), ")"), "")
    return joined((told, said), "; ") if said else told


def decided(rows: Rows) -> dict[str, str]:
    """All that was decided about each session, as `signed` says it."""
    corrections = Corrections(rows)
    return {
        name: joined(map(signed, corrections.effects(replay(name, kept(rows, name)))), "; ")
        for name in corrections.sessions
    }

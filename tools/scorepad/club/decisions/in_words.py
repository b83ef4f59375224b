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
from scorepad.language import join, say


def what(row: DecisionRow) -> str:
    """Which deals, and what of them, without the session."""
    before = _deal(row.was)
    said = {
        kinds.CORRECT: f"{before} -> {_deal(row.said)}",
        kinds.VOID: f"{before} -> {_deal(VOID_TEXT)}",
        kinds.LEAVE_OUT: say("left out"),
        kinds.TAKE_IN: say("taken in, as the director has decided"),
        kinds.TAKEN_OVER: say(
            "closed, as session {session} has taken over the table", session=row.said
        ),
        kinds.SWAP: say("N-S and E-W changed"),
        kinds.SEAT: say("{player} sat {seat}", player=wording.visible(row.was), seat=_seat(row)),
        kinds.ADJUST: f"{before} -> {_deal(row.said)}",
    }.get(row.kind, row.said)
    return join(": ", [*kinds.deals_said(row), wording.visible(said)])


def _seat(row: DecisionRow) -> str:
    return wording.account(row.who) if row.who in SIDES else say(row.who)


def _deal(said: str) -> str:
    return say(VOID_TEXT) if said == VOID_TEXT else wording.in_symbols(said)


def in_full(row: DecisionRow) -> str:
    """The same with the session."""
    if row.deal:
        return say("Session {session}, {what}", session=row.session, what=what(row))
    return say("Session {session}: {what}", session=row.session, what=what(row))


def note(effect: Effect) -> str:
    """What somebody should know of it; "" if nothing."""
    if effect.fault:
        return say("cannot be put in: {fault}", fault=effect.fault)
    if effect.carried:
        return say("the tablet has it too")
    if effect.tablet:
        return say(
            "the tablet says {deal} since then, and what the club has decided counts",
            deal=_deal(effect.tablet),
        )
    return ""


def signature(row: DecisionRow | Entry) -> str:
    """By which decision, by whom, and why."""
    by = say("decision {name} by {who}", name=name_of(row), who=wording.visible(row.author))
    return f"{by}: {wording.visible(row.reason)}" if row.reason else by


def signed(effect: Effect) -> str:
    """What was decided, by which decision, by whom, and why."""
    said = note(effect)
    return f"{what(effect.row)} ({signature(effect.row)}){f'; {said}' if said else ''}"


def decided(rows: Rows) -> dict[str, str]:
    """All that was decided about each session, as `signed` says it."""
    corrections = Corrections(rows)
    return {
        name: "; ".join(map(signed, corrections.effects(replay(name, kept(rows, name)))))
        for name in corrections.sessions
    }

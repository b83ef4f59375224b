"""What was decided about a session, as people read it."""

from firmware.scoring.deal import SIDES
from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import Authored, DecisionRow
from scorepad.club.decisions import kinds
from scorepad.club.decisions.corrections import VOID_TEXT, Corrections, Effect
from scorepad.club.decisions.standing import name_of
from scorepad.club.derived.replay import kept, replay
from scorepad.language import joined, marked, say

_GIVEN = {
    kinds.ADJUST: marked("adjust"),
    kinds.PENALTY: marked("penalty"),
    kinds.CARRY_OVER: marked("carry-over"),
    kinds.WITHDRAW: marked("withdraw"),
}


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
    return joined([*kinds.deals_said(row), wording.visible(said)], ": ")


def _seat(row: DecisionRow) -> str:
    return wording.account(row.who) if row.who in SIDES else say(row.who)


def _deal(said: str) -> str:
    return say(VOID_TEXT) if said == VOID_TEXT else wording.in_symbols(said)


def in_full(row: DecisionRow) -> str:
    """The same with the session."""
    if row.deal:
        return say("Session {session}, {what}", session=row.session, what=what(row))
    return say("Session {session}: {what}", session=row.session, what=what(row))


def of_pairs(row: DecisionRow) -> str:
    """A decision about a board or a pair of an evening, without the evening."""
    if row.kind == kinds.FOULED:
        about = {"board": row.board, "tables": row.said}
        return say("board {board} fouled; tables with another form: {tables}", **about)
    board = f"{say('board {number}', number=row.board)}, " if row.board else ""
    given = say(_GIVEN[row.kind]) if row.kind in _GIVEN else row.kind
    return wording.visible(f"{board}{kinds.pairs_of(row)}: {given} {_deal(row.said)}".rstrip())


def of_pairs_signed(row: DecisionRow) -> str:
    """The same with by which decision, by whom, and why."""
    return f"{of_pairs(row)} ({signature(row)})"


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


def signature(row: DecisionRow | Authored) -> str:
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

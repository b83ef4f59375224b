"""The ledger: who has won how much, and who pays whom."""

from collections import defaultdict
from typing import Any

from scorepad import wording
from scorepad.club.money import ledger
from scorepad.club.money.ledger import Account, Ledger, LedgerEntry, Party
from scorepad.club.money.stakes import shown
from scorepad.language import text, text_as
from scorepad.reports.content import links
from scorepad.reports.content.report import Private, Report, Section, Table, layout

_STATES = ("open", "damaged", "left out")  # of sessions that do not count


def report(book: Ledger, evening: str | None, party: Party | None) -> Report:
    """Return the ledger of one party or of all; for an evening also who pays whom.

    `evening` may be stakes.NO_EVENING.
    """
    if party:
        title = text("Ledger of {player}", player=party_name(party))
        return Report(title, [_of_player(book, party)])
    if evening is None:
        return Report(text("Ledger of all evenings"), [_of_all(book)])
    return Report(_of_evening(evening), [_of_all(book), _list_payments(book)])


def _of_evening(evening: str) -> str:
    if not evening:
        return text("Ledger of sessions without a date")
    return text("Ledger, evening of {evening}", evening=wording.dated(evening))


def _of_all(book: Ledger) -> Section:
    decided = [
        Private(text("Session {session}: {what}.", session=name, what=said))
        for name, said in sorted(book.decided.items())
    ]
    said = [*_stakes(book.entries), *_undated(book), *_left_out(book), *decided]
    listed = ledger.accounts(book.entries)
    if not listed:
        return Section(lines=[text("No session here is complete and has points."), *said])
    rows = [[_linked(account.party), *_amounts(account)] for account in listed]
    return Section(table=_table(text("Player"), rows), lines=said)


def _list_payments(book: Ledger) -> Section:
    paid = ledger.payments(ledger.accounts(book.entries))
    named = ((party_name(who), party_name(whom), shown(much)) for who, whom, much in paid)
    said = [
        text("{who} pays {whom} {money}", who=who, whom=whom, money=money)
        for who, whom, money in named
    ]
    return Section(lines=said or [text("Nobody owes anything.")])


def _of_player(book: Ledger, party: Party) -> Section:
    entries = [entry for entry in book.entries if entry.party == party]
    rows = [
        [wording.dated(when) if when else text_as("evening", "none"), *_amounts(won[0])]
        for when, won in ledger.by_evening(entries)
    ]
    rows += [[text("in all"), *_amounts(account)] for account in ledger.accounts(entries)]
    return Section(table=_table(text("Evening"), rows), lines=_stakes(entries))


def _stakes(entries: list[LedgerEntry]) -> list[str]:
    """Return the stakes, with the sessions if there were several stakes."""
    of_stake = defaultdict[int, dict[str, None]](dict)
    for entry in entries:
        of_stake[entry.per_100][entry.session] = None
    if len(of_stake) == 1:
        return [text("Played for {money} per 100 points.", money=shown(next(iter(of_stake))))]
    return [
        text(
            "Played for {money} per 100 points: {sessions}.",
            money=shown(per_100),
            sessions=list(ids),
        )
        for per_100, ids in sorted(of_stake.items())
    ]


def _table(first: str, rows: list[list[str]]) -> Table:
    amounts = text("Sessions"), text("Points"), text("Money")
    return Table(layout(first, *amounts, numbers=amounts), rows)


def _amounts(account: Account) -> list[str]:
    return [str(account.sessions), str(account.points), shown(account.money)]


def party_name(party: Party) -> str:
    """Return the name of a player, or the seat of a guest."""
    if party.id:
        return wording.player(party.name, party.id)
    return wording.guest(party.session, party.seat)


def _linked(party: Party) -> str:
    return links.player(party.name, party.id) if party.id else party_name(party)


def _undated(book: Ledger) -> list[str]:
    ids = dict.fromkeys(entry.session for entry in book.entries if not entry.evening)
    if not ids:
        return []
    return [text("In no evening, without a date: {sessions}.", sessions=list(ids))]


def _left_out(book: Ledger) -> list[str]:
    """Return the sessions that are not counted, a line for each reason."""
    reasons = defaultdict[str, list[str]](list)
    for session, why in book.left_out.items():
        reasons[why].append(session)
    return [
        text("Left out, {why}: {sessions}.", why=_why(why), sessions=list(ids))
        for why, ids in sorted(reasons.items())
    ]


def _why(why: str) -> str:
    """Return a reason: a state of sessions, a rule set, or a sentence."""
    return wording.state(why) if why in _STATES else text(why)


def for_programs(book: Ledger, party: Party | None) -> dict[str, Any]:
    """Return money in hundredths, for one party, or for all with the payments."""
    entries = [entry for entry in book.entries if party in (None, entry.party)]
    return {
        "players": [_account(account) for account in ledger.accounts(entries)],
        "evenings": [_evening(*figures, party is None) for figures in ledger.by_evening(entries)],
        "sessions": _sessions(entries),
        "left_out": [{"session": name, "why": why} for name, why in book.left_out.items()],
        "decided": [{"session": name, "what": said} for name, said in book.decided.items()],
    }


def _sessions(entries: list[LedgerEntry]) -> list[dict[str, Any]]:
    stakes = {(entry.session, entry.evening, entry.per_100): None for entry in entries}
    return [
        {"session": session, "evening": when or None, "per_100": per_100}
        for session, when, per_100 in stakes
    ]


def _evening(when: str, listed: list[Account], settled: bool) -> dict[str, Any]:
    players = [_account(account) for account in listed]
    evening = {"evening": when or None, "players": players}
    if settled:  # of one party's accounts nobody can say who pays whom
        evening["payments"] = [
            {"from": _party(who), "to": _party(whom), "money": much}
            for who, whom, much in ledger.payments(listed)
        ]
    return evening


def _account(account: Account) -> dict[str, Any]:
    amounts = {"points": account.points, "money": account.money}
    return {**_party(account.party), "sessions": account.sessions, **amounts}


def _party(party: Party) -> dict[str, Any]:
    """Return a player, or the seat of a guest, whose id is None."""
    if party.id:
        return {"id": party.id, "name": party.name}
    return {"id": None, "session": party.session, "seat": party.seat}

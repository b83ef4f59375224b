"""The words and symbols in which people read a score; the same on a screen and on paper."""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache, partial

from firmware.scoring.deal import BadDeal, acceptor, declarer, doubling, level, strain
from firmware.scoring.notation import parse, result_text
from firmware.scoring.sheet import add_up, unpacked
from firmware.session import Session
from scorepad import rule_sets
from scorepad.language import adapt, change_words, joined, marked, text, text_as, text_counted

RED = "♦♥"
DOUBLINGS = ("", "×", "××")

# What a terminal would obey, or show as a line break or backwards.
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")

# A deal as notation writes it, up to its result.
_NOTED = re.compile(r"\b(?:b\d+ )?(?:pass\b|[1-7][CDHSNO]x{0,2} [NESW](?:/[NESW])? (?:=|[+-]\d+))")

_MANY = 3  # names in one line
_STRAINS = ("♣", "♦", "♥", "♠", marked("NT"), marked("NULLO"))
_SIDES = {"NS": marked("N-S"), "EW": marked("E-W")}
_SEATS = (marked("N"), marked("E"), marked("S"), marked("W"))
_HEADS = {"NS": marked("We (N-S)"), "EW": marked("They (E-W)")}
_VULNERABLE = (marked("none"), "N-S", "E-W", marked("both"))
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


def player(name: str | None, number: int = 0) -> str:
    """Return a name as `visible` shows it; else an id that the roster lacks, or a guest (0)."""
    if name:
        return visible(name)
    return text("player {number}", number=number) if number else text("guest")


def visible(said: str) -> str:
    """Return a text without what a terminal would obey or show backwards."""
    if not UNSEEN.search(said):
        return said
    return adapt(said, lambda words, _: change_words(words, _replace_unseen))


_replace_unseen = partial(UNSEEN.sub, "\N{REPLACEMENT CHARACTER}")


def some_names(names: list[str]) -> str:
    """Return the first three names, and how many more there are."""
    some, more = ", ".join(names[:_MANY]), len(names) - _MANY
    return text("{names} and {more} more", names=some, more=more) if more > 0 else some


def both(parts: Iterable[str]) -> str:
    """Return names joined by "and": `Ann and Bob`."""
    return joined(parts, text(" and "))


def ranges(numbers: Iterable[int]) -> str:
    """Return ascending numbers with ranges: 1-3, 7."""
    runs = list[list[int]]()
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def on_paper(session: Session) -> bool:
    """Return True if it has a sheet as on paper, with points above and below the line.

    That has columns We and They or, if everybody plays alone, one each. Others have a summary.
    """
    return session.sheet.on_paper


def has_boards(session: Session) -> bool:
    """Return True if its deals have board numbers."""
    return rule_sets.has_boards(session.sheet)


def has_hcp(session: Session) -> bool:
    """Return True if the high-card points of N-S are entered with its deals."""
    return "hcp" in session.sheet.asks


@lru_cache
def account(name: str) -> str:
    """Return the head of an account's column: a side, or the rule set's name for it."""
    return text(_SIDES.get(name, name))


@lru_cache
def seat(number: int) -> str:
    """Return a seat's letter; 0 is North."""
    return text(_SEATS[number])


def guest(session: str, seat: str) -> str:
    """Return what a guest is called, who has no name: by a session and a seat, as "W"."""
    return text("guest ({session}, {seat})", session=session, seat=text(seat))


@lru_cache
def head(name: str) -> str:
    """Return the head of an account's column on the paper sheet, where sides are We and They."""
    return text(_HEADS.get(name, name))


def deal_heads(session: Session) -> list[str]:
    """Return the heads of the list of deals, from the number to the result."""
    where = text("Board") if has_boards(session) else text("Dealer")
    return ["#", where, text("Vul."), text("Contract"), text("By"), text("Result")]


def point_heads(session: Session) -> list[str]:
    """Return the heads of a deal's points and, in a summary, of the running totals."""
    names = [account(name) for name in session.sheet.accounts]
    held = [text("N-S HCP")] * has_hcp(session)
    totals = [text("{account} total", account=name) for name in names if not on_paper(session)]
    return held + names + totals


@lru_cache
def vulnerable(sides: int) -> str:
    """Return the name of a vulnerability: bit 0 N-S, bit 1 E-W."""
    return text(_VULNERABLE[sides])


def contract(deal: int) -> str:
    """Return level, strain and doubling; for a deal that was passed out only a word."""
    if not level(deal):
        return text("passed")
    trump = _STRAINS[strain(deal)]
    called = trump if len(trump) == 1 else text(trump)  # a suit has a sign
    return str(level(deal)) + called + DOUBLINGS[doubling(deal)]


def in_symbols(said: str) -> str:
    """Return a text with its deals, which it has as notation has them, as a sheet shows them."""
    rest = iter(_NOTED.split(said))
    parts = [next(rest)]
    for noted in _NOTED.findall(said):
        parts += [_in_symbols(noted), next(rest)]
    return joined(parts, "") if len(parts) > 1 else said


def _in_symbols(noted: str) -> str:
    try:
        deal, board = parse(noted)
    except BadDeal:
        return noted
    return joined((text("board {number}", number=board), dealt(deal))) if board else dealt(deal)


def dealt(deal: int) -> str:
    """Return contract, declarer and result, such as 4♠ N +1."""
    return joined(filter(None, (contract(deal), *format_play(deal))), " ")


def format_play(deal: int) -> tuple[str, str]:
    """Return declarer (and acceptor) and result, such as N and +1; "" for a passed-out deal."""
    if not level(deal):
        return "", ""
    by = seat(declarer(deal))
    if acceptor(deal):
        by = joined((by, seat((declarer(deal) + acceptor(deal)) % 4)), "/")
    return by, result_text(deal)


def why(postings: list[int]) -> str:
    """Return the reasons for the points of a deal; those of two players with the same once."""
    said = (joined((str(points), text(why)), " ") for _, _, points, why in unpacked(postings))
    return joined(dict.fromkeys(said))


def premiums(session: Session) -> list[str]:
    """Return a line for each premium for something unfinished; a summary has no rows for them."""
    lines = list[str]()
    for row in session.rows():
        given = [each for each in unpacked(row.postings) if each[3].startswith("unfinished")]
        when = text("Deal {number}", number=row.number) if row.number else text("At the end")
        names = session.sheet.accounts
        lines += [
            joined((when, f": {n} ", text(why), " (", account(names[side]), ")."), "")
            for side, _, n, why in given
        ]
    return lines


def scores(postings: list[int], accounts: int) -> list[int]:
    points = [0] * accounts
    add_up(postings, points)
    return points


def timestamp(minutes: int) -> str | None:
    """Return a tablet's time for programs: ISO 8601, UTC."""
    time = moment(minutes)
    return f"{time:%Y-%m-%dT%H:%M:%SZ}" if time else None


def moment(minutes: int) -> datetime | None:
    """Return a tablet's time; None if its clock was not set, or to a year after 9999."""
    try:
        return _EPOCH + timedelta(minutes=minutes) if minutes else None
    except OverflowError:
        return None


def minutes(moment: datetime) -> int:
    """Return a point in time as a tablet's time: whole minutes since it began to count."""
    return (moment - _EPOCH) // timedelta(minutes=1)


def when(minutes: int) -> str:
    """Return a tablet's time for people."""
    return joined(filter(None, (clock(minutes), zone(minutes))), " ")


def clock(minutes: int) -> str:
    """Return a tablet's time for people, without its zone."""
    time = moment(minutes)
    return to_the_minute(_here(time)) if time else text("clock not set")


def local(time: datetime) -> str:
    """Return a point in time for people: on this machine's clock, with its zone."""
    here = _here(time)
    return to_the_minute(here) + f" {here:%Z}"


def to_the_minute(time: datetime) -> str:
    """Return a point in time for people, in its own zone."""
    return text("{time:%Y-%m-%d %H:%M}", time=time)


def day(when: date) -> str:
    return text("{day:%Y-%m-%d}", day=when)


def dated(iso: str) -> str:
    """Return a stored date for people; a damaged one unchanged."""
    try:
        return day(date.fromisoformat(iso))
    except ValueError:
        return visible(iso)


def zone(minutes: int) -> str:
    """Return the zone in which `when` gives a tablet's time; "" if its clock was not set."""
    time = moment(minutes)
    return f"{_here(time):%Z}" if time else ""


def _here(time: datetime) -> datetime:
    """Return a time in this machine's time zone, or in UTC in the last hours of the year 9999."""
    try:
        return time.astimezone()
    except (OverflowError, ValueError):
        return time


@lru_cache
def rules(name: str) -> str:
    """Return a rule set's name for people, the same as on tablets."""
    return text(name)


@lru_cache
def state(name: str) -> str:
    """Return the name of a session's state: open, complete or damaged."""
    return text_as("session", name)


def heading(session: Session, state_name: str) -> list[str]:
    """Return table, rules with options other than the defaults, time and state."""
    options = [
        joined((text_as("option", name), text_as("option", str(value))), " ")
        for name, value in session.options.items()
    ]
    said = joined([rules(session.rules), *options])
    table = text("table {number}", number=session.table)
    return [table, said, when(session.started), state(state_name)]


def outcome(session: Session) -> str:
    """Return who won or leads, and by how much; for a session of boards, how many were played."""
    sheet = session.sheet
    if not session.deals:
        return text("No deals.")
    if has_boards(session):
        played = sum(deal >= 0 for deal in session.deals)
        return text_counted(played, "{number} board", "{number} boards") + "."
    alone = len(sheet.accounts) > 2
    if sheet.winner < 0:
        return _tie(alone, sheet.complete)
    said = {"winner": account(sheet.accounts[sheet.winner]), "margin": _margin(session)}
    if sheet.complete:
        return (
            text("{winner} wins by {margin}.", **said)
            if alone
            else text("{winner} win by {margin}.", **said)
        )
    if alone:
        return text("Not finished: {winner} is ahead by {margin}.", **said)
    return text("Not finished: {winner} are ahead by {margin}.", **said)


def _tie(alone: bool, complete: bool) -> str:
    if complete:
        return text("A tie.")
    if alone:
        return text("Not finished: the best are level.")
    return text("Not finished: the sides are level.")


def _margin(session: Session) -> str:
    sheet = session.sheet
    if sheet.options.get("settle", "none") == "none":
        return _amount(session, sheet.margin)
    ordered = sorted(sheet.totals)
    exact = _amount(session, ordered[-1] - ordered[-2])
    if not sheet.complete:
        return exact
    return text("{margin}, settled as {settled}", margin=exact, settled=sheet.margin)


def _amount(session: Session, number: int) -> str:
    if session.sheet.imps:
        return text_counted(number, "{number} IMP", "{number} IMPs")
    return text_counted(number, "{number} point", "{number} points")

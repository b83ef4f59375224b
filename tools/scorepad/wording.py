"""The words and symbols in which people read a score; the same on a screen and on paper."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from firmware.scoring.deal import SEATS, acceptor, declarer, doubling, level, strain
from firmware.scoring.notation import result_text
from firmware.scoring.sheet import add_up, unpacked
from firmware.session import Session
from scorepad import rule_sets

RED = "♦♥"
DOUBLINGS = ("", "×", "××")

# What a terminal would obey, or show as a line break or backwards.
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")

_MANY = 3  # names in one line
_STRAINS = ("♣", "♦", "♥", "♠", "NT", "NULLO")
_SIDES = {"NS": "N-S", "EW": "E-W"}
_HEADS = {"NS": "We (N-S)", "EW": "They (E-W)"}
_VULNERABLE = ("none", "N-S", "E-W", "both")
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


def player(name: str | None, number: int = 0) -> str:
    """A name as `visible` shows it; else the id that the roster does not have, or a guest (0)."""
    if name:
        return visible(name)
    return f"player {number}" if number else "guest"


def visible(text: str) -> str:
    """A text without what a terminal would obey or show backwards."""
    return UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)


def some_names(names: list[str]) -> str:
    """The first three, and how many more there are."""
    more = len(names) - _MANY
    return ", ".join(names[:_MANY]) + (f" and {more} more" if more > 0 else "")


def counted(number: int, what: str) -> str:
    """A number of things, as `1 board` or `2 boards`."""
    return f"{number} {what}{'s' * (number != 1)}"


def ranges(numbers: Iterable[int]) -> str:
    """Ascending numbers, those that follow one another in short: 1-3, 7."""
    runs = list[list[int]]()
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def on_paper(session: Session) -> bool:
    """Whether its sheet is the one on paper, where there are points above and below the line.

    It has We and They or, where everybody plays alone, a column each. Else there is a summary.
    """
    return session.sheet.on_paper


def has_boards(session: Session) -> bool:
    """Whether its deals have numbers of boards."""
    return rule_sets.has_boards(session.sheet)


def has_hcp(session: Session) -> bool:
    """Whether the high-card points of N-S are entered with its deals."""
    return "hcp" in session.sheet.asks


def account(name: str) -> str:
    """An account as the head of its column: a side, or what the rule set calls it."""
    return _SIDES.get(name, name)


def head(name: str) -> str:
    """An account as the head of its column on the paper sheet, where the sides are We and They."""
    return _HEADS.get(name, name)


def deal_heads(session: Session) -> list[str]:
    """The heads of the list of deals, from its number to its result."""
    where = "Board" if has_boards(session) else "Dealer"
    return ["#", where, "Vul.", "Contract", "By", "Result"]


def point_heads(session: Session) -> list[str]:
    """The heads of the points of a deal and, in a summary, of the running totals."""
    names = [account(name) for name in session.sheet.accounts]
    held = ["N-S HCP"] * has_hcp(session)
    return held + names + [f"{name} total" for name in names if not on_paper(session)]


def vulnerable(sides: int) -> str:
    """Who is vulnerable; bit 0 N-S, bit 1 E-W."""
    return _VULNERABLE[sides]


def contract(deal: int) -> tuple[str, str, str]:
    """Level, strain and doubling; for a deal that was passed out only a word."""
    if not level(deal):
        return "passed", "", ""
    return str(level(deal)), _STRAINS[strain(deal)], DOUBLINGS[doubling(deal)]


def played(deal: int) -> tuple[str, str]:
    """Declarer (with whoever accepted) and result, as N and +1; nothing for a passed-out deal."""
    if not level(deal):
        return "", ""
    by = SEATS[declarer(deal)]
    if acceptor(deal):
        by += "/" + SEATS[(declarer(deal) + acceptor(deal)) % 4]
    return by, result_text(deal)


def why(postings: list[int]) -> str:
    """What the points of a deal are for; what two players get alike is said once."""
    said = dict.fromkeys(f"{points} {reason}" for _, _, points, reason in unpacked(postings))
    return ", ".join(said)


def premiums(session: Session) -> list[str]:
    """What was given for something unfinished, and withdrawn: no row of a summary says it."""
    lines = []
    for row in session.rows():
        given = [each for each in unpacked(row.postings) if each[3].startswith("unfinished")]
        when = f"Deal {row.number}" if row.number else "At the end"
        names = session.sheet.accounts
        lines += [f"{when}: {n} {why} ({account(names[side])})." for side, _, n, why in given]
    return lines


def scores(postings: list[int], accounts: int) -> list[int]:
    """What a deal adds to each account."""
    points = [0] * accounts
    add_up(postings, points)
    return points


def timestamp(minutes: int) -> str | None:
    """A tablet's time for programs: ISO 8601, UTC."""
    time = moment(minutes)
    return f"{time:%Y-%m-%dT%H:%M:%SZ}" if time else None


def moment(minutes: int) -> datetime | None:
    """A tablet's time; None if its clock was not set, or to a year after 9999."""
    try:
        return _EPOCH + timedelta(minutes=minutes) if minutes else None
    except OverflowError:
        return None


def minutes(moment: datetime) -> int:
    """The tablet's time at a point in time: whole minutes since it began to count."""
    return (moment - _EPOCH) // timedelta(minutes=1)


def when(minutes: int) -> str:
    """A tablet's time for people."""
    return f"{clock(minutes)} {zone(minutes)}".rstrip()


def clock(minutes: int) -> str:
    """The same without its zone."""
    time = moment(minutes)
    return f"{_here(time):%Y-%m-%d %H:%M}" if time else "clock not set"


def local(time: datetime) -> str:
    """A point in time for people: on the clock of this machine, with its zone."""
    return f"{_here(time):%Y-%m-%d %H:%M %Z}"


def zone(minutes: int) -> str:
    """The zone in which `when` says a tablet's time; "" if its clock was not set."""
    time = moment(minutes)
    return f"{_here(time):%Z}" if time else ""


def _here(time: datetime) -> datetime:
    """On the clock of this machine; in the last hours of the year 9999 in UTC."""
    try:
        return time.astimezone()
    except (OverflowError, ValueError):
        return time


def heading(session: Session, state: str) -> list[str]:
    """Table, rules with the options that are not the ordinary ones, time, state."""
    options = [f"{name} {value}" for name, value in session.options.items()]
    rules = ", ".join([session.rules, *options])
    return [f"table {session.table}", rules, when(session.started), state]


def outcome(session: Session) -> str:
    """Who has won, or is ahead, and by how much."""
    sheet = session.sheet
    if not session.deals:
        return "No deals."
    alone = len(sheet.accounts) > 2
    if sheet.winner < 0:
        level = "best are" if alone else "sides are"
        return "A tie." if sheet.complete else f"Not finished: the {level} level."
    winner = account(sheet.accounts[sheet.winner])
    margin = _margin(session)
    if not sheet.complete:
        return f"Not finished: {winner} {'is' if alone else 'are'} ahead by {margin}."
    return f"{winner} {'wins' if alone else 'win'} by {margin}."


def _margin(session: Session) -> str:
    sheet = session.sheet
    unit = "IMPs" if sheet.imps else "points"
    if sheet.options.get("settle", "none") == "none":
        return f"{sheet.margin} {unit}"
    ordered = sorted(sheet.totals)
    exact = f"{ordered[-1] - ordered[-2]} {unit}"
    return f"{exact}, settled as {sheet.margin}" if sheet.complete else exact

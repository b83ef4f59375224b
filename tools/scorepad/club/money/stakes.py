"""What is played for: stakes per 100 points, of a session, an evening, or all."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorepad import wording
from scorepad.club import log
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import session_meant
from scorepad.club.settings.current import CLUB
from scorepad.errors import UserError
from scorepad.language import Text, joined, text
from scorepad.rule_sets import having

NO_EVENING = ""  # of a session whose tablet had no clock
_AMOUNT = re.compile(r"([0-9]{1,5})(?:[.,]([0-9]{1,2}))?")


def amount(given: str) -> int:
    """A sum of money in hundredths, as 50 for 0.50 or 0,5. Raises UserError."""
    found = _AMOUNT.fullmatch(given)
    if not found:
        wrong = text(
            "{given} is not a stake: it is a number with at most two places, as 0.50, and at most "
            "99999.99.",
            given=repr(given),
        )
        raise UserError(wrong, "per_100")
    return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))


def shown(hundredths: int) -> str:
    """A sum of money as people write it."""
    units, rest = divmod(abs(hundredths), 100)
    return joined((f"{'-' * (hundredths < 0)}{units}", text("."), f"{rest:02}"), "")


def evening_of(rows: Rows, started: int) -> str:
    """The evening of a session that began so many minutes after 2000; NO_EVENING if unknown."""
    return str(rows.evenings.of(started) or NO_EVENING)


def _evening(rows: Rows, moment: datetime) -> str:
    return str(rows.evenings.at(moment) or NO_EVENING)


@dataclass(frozen=True)
class Stake(log.Decision[Any], kind="stake"):
    """The stake: 100 points are worth `per_100` hundredths of the currency's unit.

    In the session, else in the evening (a date, as 2026-11-20), else, where both are "", in all
    evenings from the one on in which it was made.
    """

    session: str
    evening: str
    per_100: int

    @property
    def subject(self) -> str:
        """Return that of the session, the evening, or the club."""
        if self.session:
            return f"session:{self.session}"
        return f"evening:{self.evening}" if self.evening else CLUB

    def apply(self, state: Any) -> None:
        """Change nothing: `Stakes` finds it."""

    def describe(self, names: log.Names) -> Text:
        return text("{amount} per 100 points", amount=shown(self.per_100))


def list_stakes(rows: Rows) -> list[tuple[log.Entry, Stake]]:
    """Return all that were set and not undone, in this order."""
    return log.load_kind(rows, Stake)


def set_stake(
    rows: Rows, per_100: int, session: str | None, evening: str, by: log.Signature
) -> Text:
    """Set the stake of a session, of an evening, or of all (None and "").

    What is so already is not decided again. Says of what. Raises UserError for an unknown session.
    """
    stake = Stake("" if session is None else session_meant(rows, session), evening, per_100)
    state, before = log.load_subject(rows, stake.subject), Stakes(rows)
    alike = log.pick_kind(state.counting, Stake)
    same = bool(alike) and alike[-1][1] == stake
    entry = alike[-1][0] if same else log.decide(rows, state, stake, by)
    return _describe(rows, stake, entry.made, before)


def _describe(rows: Rows, stake: Stake, made: datetime, before: "Stakes") -> Text:
    amount = shown(stake.per_100)
    if stake.session:
        return text(
            "{amount} per 100 points in session {session}.", amount=amount, session=stake.session
        )
    if stake.evening:
        on = {"evening": wording.dated(stake.evening), "amount": amount}
        return text("{amount} per 100 points in the evening of {evening}.", **on)
    if before.have_default:
        since = {"evening": wording.dated(_evening(rows, made)), "amount": amount}
        return text("{amount} per 100 points in all other evenings from {evening} on.", **since)
    return text("{amount} per 100 points in all other evenings.", amount=amount)


class Stakes:
    """The stakes of the club."""

    def __init__(self, rows: Rows):
        self._sessions: dict[str, int] = {}
        self._evenings: dict[str, int] = {}
        self._since: list[tuple[str, int]] = []
        self._matches = having(lambda rules: rules.match)
        for entry, stake in list_stakes(rows):
            if stake.session:
                self._sessions[stake.session] = stake.per_100
            elif stake.evening:
                self._evenings[stake.evening] = stake.per_100
            else:
                self._since.append((_evening(rows, entry.made), stake.per_100))

    @property
    def have_default(self) -> bool:
        """Return True if there is a stake for all evenings."""
        return bool(self._since)

    def of(self, session: str, evening: str, rules: str) -> int:
        """Hundredths per 100 points; 0 = they play for nothing.

        A default is not for a match of a competition: who plays one for money says so.
        """
        if session in self._sessions:
            return self._sessions[session]
        default = 0 if rules in self._matches else self._default(evening)
        return self._evenings.get(evening, default)

    def _default(self, evening: str) -> int:
        """The one that held then: a new one does not change what was paid before.

        Before the first, the first; without a date, the last.
        """
        held = [per_100 for since, per_100 in self._since if not evening or since <= evening]
        return (held or [per_100 for _, per_100 in self._since[:1]] or [0])[-1]

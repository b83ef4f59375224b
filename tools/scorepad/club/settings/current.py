"""The club's settings: what each may be, and what they are; of each the last decision counts."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import time
from typing import Any

from scorepad import wording
from scorepad.errors import UserError
from scorepad.language import ENGLISH, languages

A4, LETTER = PAPERS = ("a4", "letter")
SETTINGS = ("name", "address", "number", "paper", "language", "evening-ends", "pin")  # by name

_LONGEST = 100  # characters
_LATEST = time(12)  # at which an evening ends
_PIN = re.compile("[0-9]{4}")
_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")

Ask = Callable[[str, dict[str, Any]], Sequence[Sequence[Any]]]  # the rows of an SQL statement


@dataclass(frozen=True)
class Settings:
    """`number`: of the club in its federation; `paper`: one of PAPERS; `language`: its code.

    `evening_ends`: what begins before it on the local clock belongs to the evening before.
    `pin`: of the director on phones, four digits; "": each phone has its own.
    """

    name: str = ""
    address: str = ""
    number: str = ""
    paper: str = A4
    language: str = ENGLISH
    evening_ends: time = time(6)
    pin: str = ""

    @property
    def place(self) -> str:
        """Name and address in one line."""
        return ", ".join(filter(None, (self.name, self.address)))

    @property
    def identity(self) -> str:
        """Name, address and number in one line."""
        return " · ".join(filter(None, (self.name, self.address, self.number)))


UNSET = Settings()


def current(ask: Ask) -> Settings:
    """What the club has set. What this program does not know is as if it were not set."""
    return settings_of(ask("SELECT setting, value FROM settings ORDER BY id", {}))


def settings_of(decided: Iterable[Sequence[str]]) -> Settings:
    """What these decisions come to: setting and value, in their order."""
    known = dict[str, Any]()
    for setting, value in decided:
        known.pop(_field(setting), None)
        if value:
            try:
                known[_field(setting)] = proper(setting, value)
            except UserError:
                continue
    return Settings(**known)


def list_values(settings: Settings) -> dict[str, str]:
    """Return each setting as people see it, by its name."""
    return {name: mask_pin(name, _as_text(getattr(settings, _field(name)))) for name in SETTINGS}


def mask_pin(setting: str, value: str) -> str:
    """Return the value, and of a PIN only that there is one: others read lists too."""
    return "****" if setting == "pin" and value else value


def kept(setting: str, value: str) -> str:
    """The value as it is kept; "" takes back what was set. Raises UserError."""
    if setting in SETTINGS and not value.strip():
        return ""
    return _as_text(proper(setting, value))


def proper(setting: str, value: str) -> Any:
    """The value of a setting as it is used. Raises UserError for one that it cannot have."""
    if setting not in SETTINGS:
        raise UserError(f"there is no setting {setting!r}; there are {', '.join(SETTINGS)}")
    if setting == "paper":
        return _one_of(setting, value, PAPERS)
    if setting == "language":
        return _one_of(setting, value, languages())
    if setting == "pin" and not _PIN.fullmatch(value):
        raise UserError("pin: it has four digits, as 0137")
    return _time(value) if setting == "evening-ends" else _line(setting, value)


def _as_text(value: str | time) -> str:
    return f"{value:%H:%M}" if isinstance(value, time) else value


def _field(setting: str) -> str:
    return setting.replace("-", "_")


def _one_of(setting: str, value: str, known: Sequence[str]) -> str:
    if value.lower() not in known:
        raise UserError(f"{setting} {value!r}: it is one of {', '.join(known)}")
    return value.lower()


def _time(value: str) -> time:
    found = _TIME.fullmatch(value)
    if not found or time(int(found[1]), int(found[2])) > _LATEST:
        raise UserError(f"evening-ends {value!r}: it is a time from 00:00 to 12:00, as 05:30")
    return time(int(found[1]), int(found[2]))


def _line(setting: str, value: str) -> str:
    line = unicodedata.normalize("NFC", value).strip()
    if wording.UNSEEN.search(line):
        raise UserError(f"{setting} {value!r}: a line break or another control character is in it")
    if len(line) > _LONGEST:
        raise UserError(f"{setting}: it has at most {_LONGEST} characters, not {len(line)}")
    return line

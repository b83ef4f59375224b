"""The club's settings: what each may be, and what they are; of each the last decision counts."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import time
from typing import Any

from scorepad import wording
from scorepad.club import log
from scorepad.club.evenings import Evenings
from scorepad.errors import UserError
from scorepad.language import ENGLISH, Text, joined, languages, text, text_as

A4, LETTER = PAPERS = ("a4", "letter")
SETTINGS = ("name", "address", "number", "paper", "language", "evening-ends", "pin")  # by name

CLUB = "club"  # the subject of what holds for all of it

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
    evening_ends: time = Evenings().ends
    pin: str = ""

    @property
    def evenings(self) -> Evenings:
        """Return what belongs to which evening."""
        return Evenings(self.evening_ends)

    @property
    def place(self) -> str:
        """Name and address in one line."""
        return ", ".join(filter(None, (self.name, self.address)))

    @property
    def identity(self) -> str:
        """Name, address and number in one line."""
        return " · ".join(filter(None, (self.name, self.address, self.number)))


UNSET = Settings()


@dataclass(frozen=True)
class ChangeSetting(log.Decision[Any], kind="change setting"):
    """A setting has this value from now on; "": what holds if nothing is said."""

    subject = CLUB
    setting: str
    value: str

    def apply(self, state: Any) -> None:
        self.read()
        state.settings[self.setting] = state.applying

    def read(self) -> Any:
        """Return the value as it is used; None: what holds if nothing is said. Raise UserError."""
        return (
            proper(self.setting, self.value) if normalize_value(self.setting, self.value) else None
        )

    def describe(self, names: log.Names) -> Text:
        value = mask_pin(self.setting, self.value)
        return joined(filter(None, (text_as("setting", self.setting), value)), ": ")


_CHANGES = log.SELECT_ENTRIES.format(
    f"subject = '{CLUB}' AND kind IN {(ChangeSetting.kind, log.Undo.kind)}"
)


def current(ask: Ask) -> Settings:
    """Return what the club has set, without what this program does not know."""
    counting, known = log.drop_undone([*map(log.read_entry, ask(_CHANGES, {}))]), dict[str, Any]()
    for _, change in log.pick_kind(counting, ChangeSetting):
        with suppress(UserError):
            known[_field(change.setting)] = change.read()
    return Settings(**{name: value for name, value in known.items() if value is not None})


def list_values(settings: Settings) -> dict[str, str]:
    """Return each setting as people see it, by its name."""
    return {name: mask_pin(name, _as_text(getattr(settings, _field(name)))) for name in SETTINGS}


def mask_pin(setting: str, value: str) -> str:
    """Return the value, and of a PIN only that there is one: others read lists too."""
    return "****" if setting == "pin" and value else value


def normalize_value(setting: str, value: str) -> str:
    """Return the value as it is kept; "" takes back what was set. Raise UserError."""
    if setting in SETTINGS and not value.strip():
        return ""
    return _as_text(proper(setting, value))


def proper(setting: str, value: str) -> Any:
    """Return the value of a setting as it is used. Raise UserError if it cannot have it."""
    if setting not in SETTINGS:
        about = {"setting": repr(setting), "known": ", ".join(SETTINGS)}
        raise UserError(text("There is no setting {setting}; settings are {known}.", **about))
    if setting == "paper":
        return _one_of(setting, value, PAPERS)
    if setting == "language":
        return _one_of(setting, value, languages())
    if setting == "pin" and not _PIN.fullmatch(value):
        raise UserError(text("The PIN has four digits, for example 0137."), "pin")
    return _time(value) if setting == "evening-ends" else _line(setting, value)


def _as_text(value: str | time) -> str:
    return f"{value:%H:%M}" if isinstance(value, time) else value


def _field(setting: str) -> str:
    """Return what a setting is called where names have no hyphen."""
    return setting.replace("-", "_")


def _one_of(setting: str, value: str, known: Sequence[str]) -> str:
    if value.lower() not in known:
        about = {"value": repr(value), "known": ", ".join(known)}
        raise UserError(text("There is no {value}; choose one of {known}.", **about), setting)
    return value.lower()


def _time(value: str) -> time:
    found = _TIME.fullmatch(value)
    if not found or time(int(found[1]), int(found[2])) > _LATEST:
        wanted = text(
            "An evening cannot end at {time}: give a time from 00:00 to 12:00, for example 05:30.",
            time=repr(value),
        )
        raise UserError(wanted, "evening_ends")
    return time(int(found[1]), int(found[2]))


def _line(setting: str, value: str) -> str:
    line = unicodedata.normalize("NFC", value).strip()
    if wording.UNSEEN.search(line):
        wrong = text("{value} contains a line break or a control character.", value=repr(value))
        raise UserError(wrong, setting)
    if len(line) > _LONGEST:
        about = {"most": _LONGEST, "number": len(line)}
        too_long = text("Use at most {most} characters; these are {number}.", **about)
        raise UserError(too_long, setting)
    return line

"""The club's settings in its database: read, and changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorepad.club import log
from scorepad.club.database.rows import Rows
from scorepad.club.settings.current import (
    CLUB,
    SETTINGS,
    ChangeSetting,
    Settings,
    current,
    list_values,
    normalize_value,
)
from scorepad.language import Text, joined, text, text_as


class ClubState(log.Subject, begin=CLUB):
    """The decisions of the club about itself.

    settings: the last change of each, by its name
    house_rules: the decision that has set them, by the key of their name (club/house.py)
    """

    def __init__(self, entries: Iterable[log.Entry]):
        self.settings = dict[str, log.Entry]()
        self.house_rules = dict[str, Any]()
        super().__init__(entries)


@dataclass(frozen=True)
class Setting:
    """A setting as it is; `since`, `author`, `reason`: None and "" if nobody has decided it.

    `value`: as people write it.
    """

    name: str
    value: str
    since: datetime | None = None
    author: str = ""
    reason: str = ""


def settings_in(rows: Rows) -> Settings:
    """Return what the club has set."""
    return current(lambda sql, values: rows.all(sql, **values))


def list_changes(rows: Rows) -> list[tuple[log.Entry, ChangeSetting]]:
    """Return all changes of settings that were not undone, in order."""
    return log.pick_kind(ClubState.load(rows).counting, ChangeSetting)


def list_settings(rows: Rows) -> list[Setting]:
    """Return every setting with the last decision about it."""
    values, last = list_values(settings_in(rows)), ClubState.load(rows).settings
    decisions = {name: (one.made, one.author, one.reason) for name, one in last.items()}
    return [Setting(name, values[name], *decisions.get(name, ())) for name in SETTINGS]


def change(rows: Rows, given: Mapping[str, str], by: log.Signature) -> list[Text]:
    """Change settings, by their names; "" takes back what was set. Return what they are now.

    Raise UserError; then nothing is changed.
    """
    wanted = {setting: normalize_value(setting, value) for setting, value in given.items()}
    for setting, value in wanted.items():
        log.decide(rows, ClubState.load(rows), ChangeSetting(setting, value), by)
    now = list_values(settings_in(rows))
    return [joined((text_as("setting", n), now[n] or text("nothing")), ": ") for n in wanted]

"""The club's settings in its database: read, and changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import SettingRow
from scorepad.club.decisions.adding import add
from scorepad.club.log import Signature
from scorepad.club.settings.current import SETTINGS, Settings, kept, list_values, settings_of
from scorepad.language import Text, joined, text, text_as


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
    """What the club has set."""
    return settings_of([(row.setting, row.value) for row in decided(rows)])


def decided(rows: Rows) -> list[SettingRow]:
    """All that was ever decided, in order."""
    return list(rows.scalars(select(SettingRow).order_by(SettingRow.id)))


def listed(rows: Rows) -> list[Setting]:
    """Every setting, with what was decided of it last."""
    last = {row.setting: row for row in decided(rows)}
    values = list_values(settings_in(rows))
    decisions = {name: (row.made, row.author, row.reason) for name, row in last.items()}
    return [Setting(name, values[name], *decisions.get(name, ())) for name in SETTINGS]


def change(rows: Rows, given: Mapping[str, str], by: Signature) -> list[Text]:
    """Change settings, by their names; "" takes back what was set. Return what they are now.

    Raise UserError; then nothing is changed.
    """
    wanted = {setting: kept(setting, value) for setting, value in given.items()}
    for setting, value in wanted.items():
        add(rows, SettingRow(setting=setting, value=value, **vars(by)))
    now = list_values(settings_in(rows))
    return [joined((text_as("setting", n), now[n] or text("nothing")), ": ") for n in wanted]

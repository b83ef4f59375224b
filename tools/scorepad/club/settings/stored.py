"""The club's settings in its database: read, and decided anew."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import SettingRow
from scorepad.club.decisions.adding import Signature, add
from scorepad.club.settings.current import SETTINGS, Settings, kept, list_values, settings_of
from scorepad.errors import UserError
from scorepad.language import say, say_as


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


def change(rows: Rows, given: list[str], by: Signature) -> str:
    """Decides settings, each given as NAME=VALUE; "" is what holds if nothing is said.

    Says what they are now. Raises UserError, and then nothing is changed.
    """
    wanted = [_read(one) for one in given]
    for setting, value in wanted:
        add(rows, SettingRow(setting=setting, value=value, **vars(by)))
    now = list_values(settings_in(rows))
    said = ((say_as("setting", name), now[name] or say("nothing")) for name in dict(wanted))
    return "\n".join(": ".join(one) for one in said)


def _read(given: str) -> tuple[str, str]:
    name, equals, value = given.partition("=")
    if not equals:
        raise UserError(f"{given!r}: a setting is given as NAME=VALUE, as paper=letter")
    return name, kept(name, value)

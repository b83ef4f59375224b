"""The club's settings as a list."""

from typing import Any

from scorepad import wording
from scorepad.club.database.schema import SettingRow
from scorepad.club.settings.current import mask_pin
from scorepad.club.settings.stored import Setting
from scorepad.language import text
from scorepad.reports.content.report import Report, Section, Table, layout


def report(listed: list[Setting]) -> Report:
    """Each with its value, and who has decided it when and why."""
    heads = layout(text("Setting"), text("Value"), text("Since"), text("By whom"), text("Why"))
    table = Table(heads, list(map(_cells, listed)))
    return Report(text("The club's settings"), [Section(table=table)])


def _cells(setting: Setting) -> list[str]:
    since = wording.local(setting.since) if setting.since else text("not set")
    texts = setting.value, since, setting.author, setting.reason
    return [setting.name, *map(wording.visible, texts)]


def for_programs(listed: list[Setting], decided: list[SettingRow]) -> dict[str, Any]:
    """What holds, and all that was decided."""
    values = {setting.name.replace("-", "_"): setting.value for setting in listed}
    return {**values, "decisions": [_decision(row) for row in decided]}


def _decision(row: SettingRow) -> dict[str, Any]:
    return {
        "made": row.made,
        "setting": row.setting,
        "value": mask_pin(row.setting, row.value) or None,
        "author": row.author,
        "reason": row.reason or None,
    }

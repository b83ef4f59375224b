"""The club's settings as a list."""

from typing import Any

from scorepad import wording
from scorepad.club.log import Entry
from scorepad.club.settings.current import ChangeSetting, mask_pin
from scorepad.club.settings.stored import Setting
from scorepad.language import text
from scorepad.reports.content.report import Report, Section, Table, layout


def report(listed: list[Setting]) -> Report:
    """Return each setting with its value, and who changed it when and why."""
    heads = layout(text("Setting"), text("Value"), text("Since"), text("By whom"), text("Why"))
    table = Table(heads, list(map(_cells, listed)))
    return Report(text("The club's settings"), [Section(table=table)])


def _cells(setting: Setting) -> list[str]:
    since = wording.local(setting.since) if setting.since else text("not set")
    texts = setting.value, since, setting.author, setting.reason
    return [setting.name, *map(wording.visible, texts)]


def for_programs(
    listed: list[Setting], changes: list[tuple[Entry, ChangeSetting]]
) -> dict[str, Any]:
    """Return the current settings, and every change."""
    values = {setting.name.replace("-", "_"): setting.value for setting in listed}
    return {**values, "decisions": [_decision(*each) for each in changes]}


def _decision(entry: Entry, change: ChangeSetting) -> dict[str, Any]:
    return {
        "made": entry.made,
        "setting": change.setting,
        "value": mask_pin(change.setting, change.value) or None,
        "author": entry.author,
        "reason": entry.reason or None,
    }

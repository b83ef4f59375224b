"""The club's settings for a command: what it prints is in the club's language, on its paper."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from scorepad.club.database.named import is_there, named
from scorepad.club.records.quick import quick
from scorepad.club.settings.current import Settings, current

_SAID = ("paper", "language")  # by options, for one command


def settings_for(given: argparse.Namespace) -> Settings:
    """The settings of the club that is named, and what options say instead. Raises UserError."""
    where = named(given)
    found = current(quick(where, partial(_ask, where))) if is_there(where) else Settings()
    options = {name: getattr(given, name, None) for name in _SAID}
    return replace(found, **{name: value for name, value in options.items() if value})


def _ask(where: str | None, sql: str, values: dict[str, Any]) -> Sequence[Sequence[Any]]:
    """Where a look at the file is not enough."""
    # Not at the top: what it imports takes long to load.
    from scorepad.club.database.opening import Absent  # noqa: PLC0415
    from scorepad.club.records.store import Club  # noqa: PLC0415

    with Club(where, absent=Absent.EMPTY) as club:
        return club.ask(sql, values)

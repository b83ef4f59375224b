"""The club's settings for a command: what it prints is in the club's language, on its paper."""

import argparse
from dataclasses import replace

from scorepad.club.database.named import is_there, named
from scorepad.club.database.opening import Absent, Database
from scorepad.club.settings.current import Settings, current

_SAID = ("paper", "language")  # by options, for one command


def settings_for(given: argparse.Namespace) -> Settings:
    """Return the settings of the named club, with those of options. Raise UserError."""
    where = named(given)
    found = Settings()
    if is_there(where):
        with Database(where, absent=Absent.EMPTY) as club:
            found = current(club.ask)
    options = {name: getattr(given, name, None) for name in _SAID}
    return replace(found, **{name: value for name, value in options.items() if value})

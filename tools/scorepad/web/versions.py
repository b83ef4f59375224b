"""Versions of subjects as forms and entity tags carry them: `event:12=7;players=3`."""

from collections.abc import Mapping

from scorepad.errors import Changed
from scorepad.language import text


def write_versions(versions: Mapping[str, int]) -> str:
    """Return versions as a text that says nothing of a language."""
    return ";".join(f"{subject}={version}" for subject, version in sorted(versions.items()))


def read_versions(said: str) -> dict[str, int]:
    """Return the versions that a text says. Raise Changed for one that says none."""
    found = dict[str, int]()
    for each in said.split(";"):
        subject, _, version = each.rpartition("=")
        if not (subject and version.isascii() and version.isdecimal() and len(version) < 20):
            raise Changed(text("This page is too old. Load it again, then send it again."))
        found[subject] = int(version)
    return found

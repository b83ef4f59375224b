"""From fingers on real MicroPython, through flash, pty and database, to the score sheet."""

import json
from pathlib import Path

import pytest

from support.commands import EXAMPLES, lines_of, plugged_in, scorepad


def export(db: Path) -> list[dict[str, object]]:
    done = scorepad("club", "export", "--all", "--format", "json", "--db", db)
    exported: list[dict[str, object]] = json.loads(done.stdout)
    return exported


def sync(db: Path, port: str, *options: str) -> dict[str, object]:
    done = scorepad("sync", port, "--json", *options, "--db", db)
    assert done.returncode == 0, done.stderr
    (summary,) = json.loads(done.stdout)["tablets"]
    return dict(summary)


@pytest.mark.parametrize("runtime", ["unix", pytest.param("cpython", marks=pytest.mark.full)])
def test_the_session_that_was_played_is_the_session_that_the_club_exports(tmp_path, runtime):
    """At a real port; a tablet in a process of its own keeps its scores on either runtime."""
    flash, db, deals = tmp_path / "t.flash", tmp_path / "club.db", EXAMPLES / "international.deals"
    with plugged_in(flash) as port:
        assert sync(db, port, "--table", "7")["table"] == 7
    words = ("--rules", "international", "--runtime", runtime)
    done = scorepad("sim", "--flash", flash, *words, "--play", deals, "--json")
    played = lines_of(done)[-1]
    assert played["totals"] == {"NS": 300, "EW": 1620}
    with plugged_in(flash) as port:
        assert sync(db, port)["new"] == 1
        assert sync(db, port)["known"] == 1
    (session,) = export(db)
    assert (session["state"], session["table"]) == ("complete", 7)
    scored = json.loads(scorepad("score", "international", deals, "--json").stdout)
    assert {name: session[name] for name in scored} == scored
    assert scorepad("sync", "--table", "7", "--db", db).returncode == 2  # for one tablet

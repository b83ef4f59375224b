"""From key presses on real MicroPython, through flash, pty and database, to the score sheet."""

import json
from pathlib import Path

from support.commands import EXAMPLES, lines_of, plugged_in, refused, scorepad


def play(flash: Path, rules: str, deals: Path) -> dict[str, object]:
    done = scorepad("sim", "--flash", flash, "--rules", rules, "--play", deals, "--json")
    return lines_of(done)[-1]


def sync(db: Path, *ports: str) -> str:
    done = scorepad("sync", *ports, "--db", db)
    assert done.returncode == 0, done.stderr
    return done.stdout


def export(db: Path) -> list[dict[str, object]]:
    done = scorepad("club", "export", "--all", "--format", "json", "--db", db)
    assert done.returncode == 0, done.stderr
    exported: list[dict[str, object]] = json.loads(done.stdout)
    return exported


def score(rules: str, deals: Path) -> dict[str, object]:
    scored: dict[str, object] = json.loads(scorepad("score", rules, deals, "--json").stdout)
    return scored


def test_the_session_that_was_played_is_the_session_that_the_club_exports(tmp_path: Path) -> None:
    flash, db, deals = tmp_path / "t.flash", tmp_path / "club.db", EXAMPLES / "international.deals"
    played = play(flash, "international", deals)
    assert played["totals"] == {"NS": 300, "EW": 1620}
    with plugged_in(flash) as port:
        sync(db, port)
    (session,) = export(db)
    assert session["state"] == "complete"
    scored = score("international", deals)
    assert {name: session[name] for name in scored} == scored


def test_syncing_again_changes_nothing(tmp_path: Path) -> None:
    flash, db = tmp_path / "t.flash", tmp_path / "club.db"
    play(flash, "rubber", EXAMPLES / "rubber.deals")
    with plugged_in(flash) as port:
        sync(db, port)
        once = export(db)
        sync(db, port)
    with plugged_in(flash) as port:
        sync(db, port)
    assert export(db) == once
    assert len(once) == 1


def test_two_tablets_are_synced_at_once(tmp_path: Path) -> None:
    db = tmp_path / "club.db"
    tables = {"rubber": tmp_path / "1.flash", "international": tmp_path / "2.flash"}
    for rules, flash in tables.items():
        play(flash, rules, EXAMPLES / f"{rules}.deals")
    with plugged_in(tables["rubber"]) as one, plugged_in(tables["international"]) as two:
        sync(db, one, two)
    assert {session["rules"] for session in export(db)} == set(tables)
    assert len({session["tablet"] for session in export(db)}) == 2


def test_a_rubber_that_is_still_open_is_taken_as_it_stands_and_completed_later(
    tmp_path: Path,
) -> None:
    flash, db, deals = tmp_path / "t.flash", tmp_path / "club.db", tmp_path / "d.deals"
    deals.write_text("2H N =\n3N E =\n")
    played = play(flash, "rubber", deals)
    assert played["totals"] == {"NS": 60, "EW": 100}
    with plugged_in(flash) as port:
        sync(db, port)
    (session,) = export(db)
    assert (session["state"], session["complete"]) == ("open", False)
    keys = tmp_path / "rest.keys"
    keys.write_text("RIGHT UP OK OK\nwait 1000\nOK\nshot home\n")  # 4S by East: the rubber is over
    (shot,) = lines_of(scorepad("sim", "--flash", flash, "--keys", keys, "--json"))
    assert shot["text"][:4] == ["Table 1", "Rubber", "N-S", "60"]
    with plugged_in(flash) as port:
        sync(db, port)
    (session,) = export(db)
    assert (session["state"], session["complete"]) == ("complete", True)
    assert len(session["deals"]) == 3  # type: ignore[arg-type]


def test_the_pc_gives_a_tablet_its_table_number(tmp_path: Path) -> None:
    flash, db = tmp_path / "t.flash", tmp_path / "club.db"
    with plugged_in(flash) as port:
        done = scorepad("sync", port, "--table", "7", "--db", db)
        assert (done.returncode, "table 7" in done.stdout) == (0, True)
    play(flash, "rubber", EXAMPLES / "rubber.deals")
    with plugged_in(flash) as port:
        sync(db, port)
    assert [session["table"] for session in export(db)] == [7]
    assert "one tablet" in refused(scorepad("sync", "--table", "7", "--db", db))


def test_a_tablet_keeps_its_scores_on_either_runtime(tmp_path: Path) -> None:
    flash, db = tmp_path / "t.flash", tmp_path / "club.db"
    arguments = ("sim", "--flash", flash, "--runtime", "cpython", "--rules", "rubber")
    done = scorepad(*arguments, "--play", EXAMPLES / "rubber.deals", "--json")
    assert lines_of(done)[-1]["totals"] == {"NS": 1260, "EW": 320}
    with plugged_in(flash) as port:
        sync(db, port)
    (session,) = export(db)
    assert session["totals"] == {"NS": 1260, "EW": 320}

"""An event is dated by the evening's end, and shown in the language, that the club has set."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from firmware.session import UNPLAYED
from scorepad.cli import main
from scorepad.club.records.store import Club
from support.club.club_sessions import stopped
from support.club.planned import (
    NAMES,
    TUESDAY,
    at_table,
    begun,
    deal,
    planned,
    round_begins,
    session,
    take,
)
from support.databases import enrol
from support.in_process import Commands
from support.link.ptys import impostor, script
from support.link.syncing import LIAR, command, speaks
from support.zones import in_zone

MOVEMENT = ("--movement", "mitchell --tables 3 --boards 2")
SECTIONS = (
    *("--movement", "howell --pairs 8 --rounds 5 --boards 2"),
    *("--movement", "mitchell --tables 5 --boards 2"),
)
OLD = {  # a tablet that knows no events
    "who": f"ok scorepad 1 {LIAR.hex()} 1 0.1.0 4096",
    **dict.fromkeys(("entry", "event"), "error unknown request"),
}


@pytest.fixture
def run(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Commands:
    """A club of twelve."""
    path = str(tmp_path / "club.db")
    Club(path).close()
    enrol(path, NAMES)
    return Commands(path, capsysbinary, ())


@pytest.fixture
def at_three() -> Iterator[date]:
    """The date, where it is between three and four in the morning now."""
    east = (3 - datetime.now(UTC).hour + 12) % 24 - 12
    with in_zone(f"Etc/GMT{-east:+}"):
        yield datetime.now().astimezone().date()


@pytest.mark.parametrize(("ends", "before"), [("", 1), ("06:00", 1), ("02:00", 0)])
def test_today_is_the_evening_that_has_not_ended(run, at_three, ends, before):
    today = at_three - timedelta(days=before)
    run.run("club", "settings", "set", f"evening-ends={ends}")
    run.run("event", "new", "Late", *MOVEMENT)
    assert json.loads(run.run("event", "show", "--json"))["date"] == str(today)
    with impostor(script(speaks(OLD))) as port:
        for words in (["event", "send", "--port", port], ["sync", port]):
            main([*words, "--db", run.database])
            assert "its event stays as it is" in run.captured.readouterr().err.decode()
    run.run("event", "drop", "Late")
    for words in (("send", "--port", "none"), ("show",)):
        assert f"the club has no event on {today}" in run.refused("event", *words)


def test_a_tablet_gets_no_event_of_another_evening(run, at_three):
    run.run("event", "new", "Late", "--date", str(at_three), *MOVEMENT)
    with impostor(script(speaks(OLD))) as port:
        assert command(port, "--db", run.database) == 0
        run.run("club", "settings", "set", "evening-ends=01:00")
        assert command(port, "--db", run.database) != 0
    assert "its event stays as it is" in run.captured.readouterr().err.decode()


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_the_club_s_language_is_that_of_its_sections(run, words):
    run.run("club", "settings", "set", "language=de")
    run.run("event", "new", "Pokal", *SECTIONS, *words)
    made = json.loads(run.run("event", "show", "Pokal", "--json"))
    named = ["Gruppe A: verkürztes Howell", "Gruppe B: Mitchell"]
    assert [one["name"] for one in made["sections"]] == named


def test_a_section_has_one_letter_in_every_language(run):
    words = ("--movement", "mitchell --pairs 12 --sections 2", "--movement", "howell --pairs 4")
    run.run("event", "new", "Cup", *words, "--language", "de")
    sections = json.loads(run.run("event", "show", "Cup", "--json"))["sections"]
    named = ["Gruppe A: Mitchell", "Gruppe B: Mitchell", "Gruppe C: Howell"]
    assert [one["name"] for one in sections] == named


def test_an_event_is_shown_in_the_club_s_language(run):
    run.run("club", "settings", "set", "language=de")
    said = run.run("event", "new", "Dienstag", "--date", "2026-01-17", *MOVEMENT)
    assert said.startswith("Dienstag, 17.01.2026 · Matchpunkte · Mitchell · 6 Paare · 3 Tische")
    assert "Tisch  Tablet  Turnier" in said and "nicht gesendet" in said
    assert "17.01.2026  Dienstag  Matchpunkte" in run.run("event", "list")
    pair = "event", "pair", "Dienstag", "6"
    assert run.run(*pair, "Ann", "Bob") == "Dienstag, 17.01.2026: Paar 6 Ann & Bob.\n"
    later = run.run(*pair, "Ann", "guest:Tom", "--round", "2", "--language", "fr")
    assert later == "Dienstag, 17/01/2026 : paire 6 Ann & Bob; tour 2 : Ann & Tom.\n"
    gone = run.run("event", "leave", "Dienstag", "6", "--round", "2")
    assert "ab Runde 2 nicht da, nach weniger als der Hälfte." in " ".join(gone.split())


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_comes_back_is_told_in_each_language(run, language):
    with Club(run.database) as club:
        event = planned(club)
        first, second, _ = (one for one in TUESDAY.schedule if one.table == 2)
        log = [*begun(event.number, 2), deal(1, "b9 pass"), round_begins(first)]
        log += [deal(2, "b3 pass"), (UNPLAYED, 4, 2, 0), deal(3, "b6 pass")]
        log += [round_begins(replace(second, ns=3), overruled=True)]
        take(club, {1: at_table(event, 1), 2: stopped(log)})
    run.run("club", "settings", "set", f"language={language}")
    english = json.loads(run.run("club", "duplicate", "--json"))["doubts"]
    assert {one["kind"] for one in english} == {
        *("missing", "not-played", "no-session", "overruled", "other-board", "again", "no-pair")
    }
    said = " ".join(run.run("club", "duplicate", "--doubts").split())
    assert all((one["what"] in said) == (language == "en") for one in english)
    assert all((one["remedy"] in said) == (language == "en") for one in english)
    overruled = {"en": "5-6, overruled", "de": "5-6, geändert", "fr": "5-6, modifié"}
    assert overruled[language] in run.run("club", "show", session(2))


def test_a_movement_that_is_kept_is_not_printed(run):
    for option in ("--language fr", "--paper letter", "--db x", "--json", "--format pdf"):
        why = run.refused("event", "new", "Cup", "--movement", f"howell --pairs 8 {option}")
        assert "it is kept, not printed" in why

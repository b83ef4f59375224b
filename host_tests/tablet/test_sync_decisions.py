"""What the club has decided about an open session goes over the cable into the tablet's log.

Most tablets here are the firmware's link, log and store on real littlefs, in this process. One is
the whole firmware on MicroPython.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from vfs import VfsLfs2

from firmware import session
from firmware.link import seldom
from firmware.log import Log
from firmware.session import CORRECT, DEAL, VOID
from firmware.starting import resume
from firmware.storage.store import Store
from scorepad.club.decision_list import ListedDecision, listed
from scorepad.club.decisions import correcting
from scorepad.club.decisions.adding import Signature
from scorepad.club.records.store import Club
from scorepad.club.undoing import undo
from scorepad.tablet.cable import Cable
from support.club.club_sessions import TABLET, Event, complete, played, session_of
from support.commands import lines_of, plugged_in, scorepad
from support.depth import FULL, SEED
from support.link.accidents import CUT, TO_TABLET, Accident, Chip, Pipe, PipedTablet, blank, sync
from support.tablet.tablets import logs

ONE = session_of(1)
BY = Signature("Carla", "slip")
GAME = played(("2H N +1", "3N E =", "pass"), "rubber")


class Playing(PipedTablet):
    """A tablet whose newest session is being played."""

    def play_on(self, number: int, *events: Event) -> None:
        super().play_on(number, *events)
        self._open()

    def _start(self) -> None:
        super()._start()
        self._open()

    def _open(self) -> None:
        """As the firmware takes up a session when it starts."""
        self._link.log = Log(self._store, self)
        resume(self._link.log)


def tablet_with(events: list[Event]) -> PipedTablet:
    image = blank()
    Store(lambda: VfsLfs2(Chip(image)), TABLET).create(events)
    return Playing(image)


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> None:
    """Firmware that takes no decisions."""
    monkeypatch.setattr(seldom, "VERBS", {"table": seldom.VERBS["table"]})


def decide(club: Club, work: Callable[..., str], *how: Any) -> str:
    return club.write(lambda rows: work(rows, *how, BY))


def decisions(club: Club) -> list[ListedDecision]:
    return club.read(listed)


def log(tablet: PipedTablet) -> list[Event]:
    return list(tablet._mounted().events(1))


def deals(club: Club) -> list[int]:
    return list(club.session(ONE).session.deals)


@pytest.mark.each_database
def test_a_correction_and_a_void_get_into_the_log(club):
    tablet = tablet_with(GAME)
    assert sync(tablet, club).open == 1
    decide(club, correcting.correct, ONE, 1, "2H N =", None)
    decide(club, correcting.void, ONE, 3)
    here = deals(club)
    summary = sync(tablet, club)
    assert (summary.open, summary.refused, summary.trouble) == (1, [], "")
    assert [note.partition(": session ")[2] for note in summary.notes] == [
        f"{ONE}: deal {deal} is now on the tablet as the club has decided" for deal in (1, 3)
    ]
    added = log(tablet)[len(GAME) :]
    assert [event[:3] for event in added] == [(CORRECT, 0, 1), (VOID, 0, 3)]
    assert list(session.fold(log(tablet)).deals) == here == deals(club)
    assert [one.note for one in decisions(club)] == ["the tablet has it too"] * 2
    again = sync(tablet, club)
    assert (again.notes, len(log(tablet))) == ([], len(GAME) + 2)


def test_a_board_gets_into_the_log_with_its_place(club):
    tablet = tablet_with(played(("b1 4S N =",), "duplicate"))
    sync(tablet, club)
    decide(club, correcting.correct, ONE, 1, None, 8)
    sync(tablet, club)
    assert log(tablet)[-1][:3] == (CORRECT, 8, 1)


def test_of_several_decisions_about_a_deal_the_last_one_goes(club):
    tablet = tablet_with(GAME)
    sync(tablet, club)
    decide(club, correcting.correct, ONE, 1, "2H N =", None)
    decide(club, correcting.correct, ONE, 1, "2H N -1", None)
    sync(tablet, club)
    assert len(log(tablet)) == len(GAME) + 1
    assert list(session.fold(log(tablet)).deals) == deals(club)


def test_what_the_tablet_says_already_does_not_go(club):
    game = [*played(("b1 4S N =", "b2 pass"), "duplicate"), (VOID, 0, 1, 0)]
    tablet = tablet_with(game)
    sync(tablet, club)
    decide(club, correcting.adjust, ONE, 1, "A+")
    decide(club, correcting.void, ONE, 1)
    decide(club, correcting.adjust, ONE, 2, "A")
    decide(club, correcting.correct, ONE, 2, "pass", None)
    assert (sync(tablet, club).notes, log(tablet)) == ([], game)


def test_two_deals_change_boards_in_the_log(club):
    tablet = tablet_with(played(("b1 4S N =", "b2 3N E ="), "duplicate"))
    sync(tablet, club)
    decide(club, correcting.void, ONE, 2)
    decide(club, correcting.correct, ONE, 1, None, 2)
    decide(club, correcting.correct, ONE, 2, "b1 3N E =", None)
    sync(tablet, club)
    assert [event[:3] for event in log(tablet)[-3:]] == [
        *((VOID, 0, 2), (CORRECT, 2, 1), (CORRECT, 1, 2)),
    ]
    assert list(session.fold(log(tablet)).deals) == deals(club)
    assert sync(tablet, club).notes == []


def test_what_is_undone_before_does_not_go(club):
    tablet = tablet_with(GAME)
    sync(tablet, club)
    decide(club, correcting.void, ONE, 3)
    decide(club, undo, "1")
    assert sync(tablet, club).notes == []
    assert log(tablet) == GAME


def test_what_is_undone_afterwards_is_said_to_be_on_the_tablet(club):
    tablet = tablet_with(GAME)
    sync(tablet, club)
    decide(club, correcting.void, ONE, 3)
    sync(tablet, club)
    assert "; the tablet has it too, so the deal stays as it is." in decide(club, undo, "1")
    assert deals(club)[2] == -1


def test_what_the_tablet_has_changed_itself_is_not_changed_there(club):
    tablet = tablet_with(GAME)
    sync(tablet, club)
    decide(club, correcting.correct, ONE, 1, "2H N =", None)
    tablet.play_on(1, (VOID, 0, 1, 0))
    assert sync(tablet, club).notes == []
    assert log(tablet)[-1] == (VOID, 0, 1, 0)
    (one,) = decisions(club)
    assert one.note.startswith("the tablet says void since then")
    assert deals(club)[0] >= 0


def test_a_tablet_whose_game_would_not_go_on_refuses(club):
    tablet = tablet_with(GAME[:-1])
    sync(tablet, club)
    decide(club, correcting.correct, ONE, 1, "4S E =", None)  # with deal 2 the rubber is over
    tablet.play_on(1, (DEAL, 0, 3, 0))
    summary = sync(tablet, club)
    assert (summary.notes, summary.refused) == ([], [])  # nothing that could be asked for
    (one,) = decisions(club)
    assert one.note.startswith("cannot be put in: no deal belongs here")


def test_a_complete_session_is_not_asked_about(club):
    tablet = tablet_with(complete(played(("3N N =", "4S N ="), "rubber")))
    sync(tablet, club)
    decide(club, correcting.correct, ONE, 1, "3N N +1", None)
    before = log(tablet)
    summary = sync(tablet, club)
    assert (summary.notes, summary.known, log(tablet)) == ([], 1, before)


def test_an_older_tablet_is_named_and_what_was_decided_counts(club, older):
    tablet = tablet_with(GAME)
    sync(tablet, club)
    decide(club, correcting.void, ONE, 3)
    summary = sync(tablet, club)
    (note,) = summary.notes
    assert "firmware is too old to take what the club has decided" in note
    assert (summary.open, summary.refused, log(tablet)) == (1, [], GAME)
    assert deals(club)[2] == -1


def test_an_answer_that_is_none_is_told_and_nothing_is_lost(club, monkeypatch):
    monkeypatch.setitem(seldom.VERBS, "strike", (lambda *_: "done", (10, 16, 10)))
    tablet = tablet_with(GAME)
    sync(tablet, club)
    decide(club, correcting.void, ONE, 3)
    (note,) = sync(tablet, club).notes
    assert "answers to a change what is no answer: done" in note
    assert deals(club)[2] == -1


def test_a_session_that_has_gone_on_is_not_changed():
    tablet = tablet_with(GAME)
    with pytest.raises(ValueError, match="the session has changed"):
        seldom.VERBS["strike"][0](tablet._link, 1, 0xDEADBEEF, 3)
    assert log(tablet) == GAME


def test_a_cable_that_is_cut_at_any_byte_loses_nothing_and_changes_nothing_twice(tmp_path):
    with Club(str(tmp_path / "whole.db")) as club:
        tablet = tablet_with(GAME)
        sync(tablet, club)
        decide(club, correcting.void, ONE, 3)
        pipe = Pipe(tablet)
        sync(tablet, club, pipe)
        last, done = pipe.carried[TO_TABLET], log(tablet)
    for after in range(1 + SEED % 5, last, 1 if FULL else 5):
        with Club(str(tmp_path / f"{after}.db")) as club:
            tablet = tablet_with(GAME)
            sync(tablet, club)
            decide(club, correcting.void, ONE, 3)
            sync(tablet, club, Pipe(tablet, Accident(CUT, TO_TABLET, after)))
            sync(tablet, club)
            assert log(tablet) == done
            assert [one.note for one in decisions(club)] == ["the tablet has it too"]


def test_a_correction_reaches_the_screen_of_the_tablet(tmp_path: Path):
    flash, db, deals = tmp_path / "t.flash", tmp_path / "club.db", tmp_path / "d.deals"
    deals.write_text("2H N +1\n3N E =\n")
    played_there = scorepad(
        "sim", "--flash", flash, "--rules", "rubber", "--play", deals, "--json"
    )
    assert lines_of(played_there)[-1]["totals"] == {"NS": 90, "EW": 100}
    with plugged_in(flash) as port:
        assert scorepad("sync", port, "--db", db).returncode == 0
    (found,) = json.loads(scorepad("club", "list", "--json", "--db", db).stdout)
    said = scorepad("club", "correct", found["id"], "1", "2H N -1", "--db", db)
    assert "2♥ N +1 -> 2♥ N -1" in said.stdout, said.stderr
    before = logs(flash)[-1]
    notes = []
    for _ in range(2):
        with plugged_in(flash) as port:
            done = json.loads(scorepad("sync", port, "--json", "--db", db).stdout)
            with Cable(port) as cable:
                assert cable.ask("total 1") == "NS=0 EW=150"
        notes.append([note for one in done["tablets"] for note in one["notes"]])
    assert [len(each) for each in notes] == [1, 0]
    assert notes[0][0].endswith("deal 1 is now on the tablet as the club has decided")
    log = logs(flash)[-1]
    assert log[:-1] == before
    assert log[-1][:3] == (CORRECT, 0, 1)
    (decision,) = json.loads(scorepad("club", "decisions", "--json", "--db", db).stdout)
    assert decision["note"] == "the tablet has it too"
    keys = tmp_path / "t.keys"
    keys.write_text("RIGHT UP OK OK\nwait 1000\nOK\nshot home\n")  # 4S by East: it is over
    (shot,) = lines_of(scorepad("sim", "--flash", flash, "--keys", keys, "--json"))
    assert shot["text"][:6] == ["Table 1", "Rubber", "N-S", "0", "E-W", "970"]

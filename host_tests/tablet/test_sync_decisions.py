"""What a sync brings to a tablet: into the log of an open session what the club has decided about
it, and to one whose flash was erased from which number it has to count on.

The tablets are the firmware's link, log and store on real littlefs, in this process. How it gets
onto the screen is tested in tablet_firmware/test_tablet_corrections.py.
"""

import shutil
from collections.abc import Callable
from typing import Any

import pytest
from vfs import VfsLfs2

from firmware import session
from firmware.link import rare_requests
from firmware.log import Log
from firmware.session import CORRECT, DEAL, VOID
from firmware.starting import resume
from firmware.storage.store import Store
from scorepad.club.decision_list import ListedDecision, list_decisions
from scorepad.club.log import Signature, undo
from scorepad.club.records.store import Club
from scorepad.club.sessions import correcting
from support.club.club_sessions import TABLET, Event, complete, played, session_of
from support.depth import FULL, sampled, some
from support.link.accidents import (
    CUT,
    TO_TABLET,
    Accident,
    Chip,
    Pipe,
    PipedTablet,
    assert_done,
    blank,
    evening,
    flash_with,
    sync,
)
from support.link.syncing import LIAR, fetch, speaks

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
    return Playing(flash_with(events, tablet=TABLET))


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> None:
    """Firmware that takes no decisions and no number."""
    monkeypatch.setattr(rare_requests, "VERBS", {"table": rare_requests.VERBS["table"]})


def decide(club: Club, work: Callable[..., str], *how: Any) -> str:
    return club.write(lambda rows: work(rows, *how, BY))


def decisions(club: Club) -> list[ListedDecision]:
    return club.read(list_decisions)


def log(tablet: PipedTablet) -> list[Event]:
    return list(tablet._mounted().events(1))


def deals(club: Club) -> list[int]:
    return list(club.session(ONE).session.deals)


CORRECTED = [(CORRECT, 0, 1)]
TWO_BOARDS = played(("b1 4S N =", "b2 3N E ="), "duplicate")
TO_OTHERS = ["void 2", "correct 1 --board=2", "correct 2 b1_3N_E_="]
VOID_THERE = [*played(("b1 4S N =", "b2 pass"), "duplicate"), (VOID, 0, 1, 0)]


@pytest.mark.parametrize(
    ("game", "decided", "added"),
    [
        (GAME, ["correct 1 2H_N_=", "void 3"], [*CORRECTED, (VOID, 0, 3)]),
        (TWO_BOARDS[:-1], ["correct 1 --board=8"], [(CORRECT, 8, 1)]),
        (GAME, ["correct 1 2H_N_=", "correct 1 2H_N_-1"], CORRECTED),  # the last one
        (TWO_BOARDS, TO_OTHERS, [(VOID, 0, 2), (CORRECT, 2, 1), (CORRECT, 1, 2)]),
        # What the tablet has said already.
        (VOID_THERE, ["correct 1 pass", "void 1", "adjust 2 A", "correct 2 pass"], []),
    ],
)
def test_what_was_decided_is_in_the_log_after_the_next_sync(club, commands, game, decided, added):
    tablet = tablet_with(game)
    assert sync(tablet, club).open == 1
    for verb, *how in map(str.split, decided):
        commands.run(verb, ONE, *(word.replace("_", " ") for word in how))
    here, summary = deals(club), sync(tablet, club)
    assert (summary.open, summary.refused, summary.trouble) == (1, [], "")
    assert len(summary.notes) == len({deal for *_, deal in added})
    assert [event[:3] for event in log(tablet)[len(game) :]] == added
    assert list(session.fold(log(tablet)).deals) == here == deals(club)
    assert (sync(tablet, club).notes, len(log(tablet))) == ([], len(game) + len(added))


@pytest.mark.each_database
def test_the_list_of_decisions_says_what_the_tablet_has(club):
    tablet = tablet_with(GAME)
    sync(tablet, club)
    decide(club, correcting.void, ONE, 3)
    (before,) = decisions(club)
    sync(tablet, club)
    (after,) = decisions(club)
    assert not before.note and "tablet" in after.note


def test_what_is_undone_afterwards_is_said_to_be_on_the_tablet(club):
    tablet = tablet_with(GAME)
    for number, is_there in ((1, False), (3, True)):
        assert sync(tablet, club).notes == []  # nothing of what was undone before
        decide(club, correcting.void, ONE, 3)
        if is_there:
            sync(tablet, club)
        assert ("tablet" in str(decide(club, undo, number))) == is_there
        assert (deals(club)[2] == -1) == is_there


def test_what_the_tablet_has_changed_itself_is_not_changed_there(club):
    tablet = tablet_with(GAME)
    sync(tablet, club)
    decide(club, correcting.correct, ONE, 1, "2H N =", None)
    tablet.play_on(1, (VOID, 0, 1, 0))
    assert sync(tablet, club).notes == []
    assert log(tablet)[-1] == (VOID, 0, 1, 0)
    (decision,) = decisions(club)
    assert "void" in decision.note
    assert deals(club)[0] >= 0


def test_a_tablet_whose_game_would_not_go_on_refuses(club):
    tablet = tablet_with(GAME[:-1])
    sync(tablet, club)
    decide(club, correcting.correct, ONE, 1, "4S E =", None)  # with deal 2 the rubber is over
    tablet.play_on(1, (DEAL, 0, 3, 0))
    summary = sync(tablet, club)
    assert (summary.notes, summary.refused) == ([], [])  # nothing that could be asked for
    (decision,) = decisions(club)
    assert decision.note


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
    assert len(summary.notes) == 1
    assert (summary.open, summary.refused, log(tablet)) == (1, [], GAME)
    assert deals(club)[2] == -1


def test_an_answer_that_is_none_is_told_and_nothing_is_lost(club, monkeypatch):
    monkeypatch.setitem(rare_requests.VERBS, "strike", (lambda *_: "done", (10, 16, 10)))
    tablet = tablet_with(GAME)
    sync(tablet, club)
    decide(club, correcting.void, ONE, 3)
    assert len(sync(tablet, club).notes) == 1
    assert deals(club)[2] == -1


def test_a_session_that_has_gone_on_is_not_changed():
    tablet = tablet_with(GAME)
    with pytest.raises(ValueError):
        rare_requests.VERBS["strike"][0](tablet._link, 1, 0xDEADBEEF, 3)
    assert log(tablet) == GAME


@sampled
def test_a_cable_that_is_cut_at_any_byte_loses_nothing_and_changes_nothing_twice(
    tmp_path, new_file
):
    with Club(str(tmp_path / "whole.db")) as club:
        tablet = tablet_with(GAME)
        sync(tablet, club)
        decide(club, correcting.void, ONE, 3)
        pipe = Pipe(tablet)
        sync(tablet, club, pipe)
        last, done = pipe.carried[TO_TABLET], log(tablet)
    for after in some(range(1, last), 29 if FULL else 151):
        with Club(str(shutil.copy(new_file, tmp_path / f"{after}.db"))) as club:
            tablet = tablet_with(GAME)
            sync(tablet, club)
            decide(club, correcting.void, ONE, 3)
            sync(tablet, club, Pipe(tablet, Accident(CUT, TO_TABLET, after)))
            sync(tablet, club)
            assert log(tablet) == done
            assert ["tablet" in decision.note for decision in decisions(club)] == [True]


# ---- the number of its next session

WHOLE = complete(played(("6N N =", "6N N ="), "rubber"))


@pytest.fixture
def erased(club: Club) -> PipedTablet:
    """A tablet of whose three sessions the club has all, and its flash none."""
    sync(PipedTablet(evening()), club)
    return PipedTablet(blank())


def begin(tablet: PipedTablet) -> int:
    """A whole game at the table; its number."""
    return Store(lambda: VfsLfs2(Chip(tablet.image)), TABLET).create(WHOLE)


def test_after_a_sync_it_counts_on_from_what_the_club_has(club: Club, erased: PipedTablet) -> None:
    summary = sync(erased, club)
    assert_done(summary)
    (note,) = summary.notes
    assert "session 1 " in str(note) and str(note).endswith("session 4")
    assert begin(erased) == 4
    erased.reset()
    after = sync(erased, club)
    assert_done(after)
    assert (after.new, after.notes) == (1, [])


def test_what_was_played_before_is_refused_and_nothing_is_lost(club, erased):
    assert begin(erased) == 1
    erased.reset()
    before = dict(erased.sessions())
    summary = sync(erased, club)
    assert len(summary.refused) == 1
    assert begin(erased) == 4
    erased.reset()
    assert erased.sessions().items() >= before.items()
    again = sync(erased, club)
    assert (again.new, len(again.refused), again.notes) == (1, 1, [])


def test_one_that_was_told_knows_it_though_it_has_no_game_yet(club, erased):
    sync(erased, club)
    erased.reset()
    assert sync(erased, club).notes == []


def test_a_tablet_that_has_not_lost_anything_is_not_asked(club, monkeypatch):
    def asked(*_: object) -> str:
        raise AssertionError("it was asked")

    monkeypatch.setattr(rare_requests, "VERBS", {"next": (asked, (10,))})
    tablet = PipedTablet(evening())
    assert_done(sync(tablet, club))
    assert_done(sync(tablet, club))


def test_an_older_tablet_goes_on_as_it_was(club: Club, erased: PipedTablet, older: None) -> None:
    summary = sync(erased, club)
    assert_done(summary)
    assert summary.notes == []
    assert begin(erased) == 1


ANSWERS = ["ok", "ok nonsense", "ok -1", "ok 99999999999", "error store: 28"]


@pytest.mark.parametrize("answer", ANSWERS)
def test_where_it_cannot_be_told_the_sync_says_so_and_goes_on(club: Club, answer: str) -> None:
    for lies in {}, {"list 0": "ok", "next": answer}:
        summary = fetch(speaks(lies), club)
    assert club.known(f"{LIAR.hex()}-1")
    assert (len(summary.refused), summary.trouble, summary.notes) == (1, "", [])


def test_a_number_to_which_no_tablet_comes_is_refused(erased: PipedTablet) -> None:
    with pytest.raises(ValueError):
        rare_requests.VERBS["next"][0](erased._link, 1 << 30)


def test_no_number_goes_back(erased: PipedTablet) -> None:
    asked = rare_requests.VERBS["next"][0]
    assert [asked(erased._link, number) for number in (7, 4, 0)] == ["1", "7", "7"]

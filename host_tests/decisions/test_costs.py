"""How many statements, and replays of records, one thing takes."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from firmware.session import Session
from scorepad.club.database.rows import Rows
from scorepad.club.derived import replay
from scorepad.club.log import Signature, undo
from scorepad.club.records.store import Club, load_session
from scorepad.club.sessions import correcting, seats
from support.club.club_sessions import BEGUN, TABLET, finished, played, raw, session_of, take_all
from support.databases import enrol, filled_by, heard
from support.link.accidents import PipedTablet, flash_with, sync

ONE = session_of(1)
GAMES = [finished(played(players=(1, 2, 3, 4), begun=BEGUN + 60 * n)) for n in range(10)]
BY, OTHER = Signature("Carla"), bytes.fromhex("02005c0e9ad9")


def make(where: str) -> None:
    take_all(where, {1: GAMES[0]})
    enrol(where, ("Ann", "Bo", "Cy", "Di", "Eva"))


database = filled_by(make)


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many events were folded in meanwhile."""
    count = Counter[str]()

    class Counted(Session):
        """A copy of a session is no `Counted`: what is decided is no replay."""

        def apply(self, *event: int) -> None:
            count["events"] += 1
            super().apply(*event)

        def __copy__(self) -> Session:
            other = Session()
            other.__dict__.update(self.__dict__)
            return other

    monkeypatch.setattr(replay, "Session", Counted)
    return count


def statements(club: Club, work: Callable[[Rows], Any]) -> int:
    def counted(rows: Rows) -> int:
        asked = list[str]()
        with heard(lambda _, words, __, ___: asked.append(words)):
            work(rows)
        return len(asked)

    return club.write(counted)


DECISIONS = (
    (partial(correcting.correct, given=ONE, deal=1, said="pass", board=None, by=BY), 12),
    (partial(correcting.leave_out, given=ONE, by=BY), 12),
    (partial(undo, number=1, by=BY), 14),
    (partial(seats.seat, given=ONE, where="N", player="Eva", deals=None, by=BY), 22),
)


def test_a_decision_takes_few_statements_and_one_replay(club, replayed):
    for work, most in DECISIONS:
        before = replayed["events"]
        taken = statements(club, work)
        assert (work, taken) == (work, min(taken, most))
        assert replayed["events"] - before == len(GAMES[0])


def test_a_session_is_shown_after_one_replay(club, replayed):
    club.write(partial(correcting.correct, given=ONE, deal=1, said="pass", board=None, by=BY))
    replayed.clear()
    assert statements(club, partial(load_session, given=ONE)) <= 9
    assert replayed["events"] == len(GAMES[0])


def test_a_sync_replays_each_record_once(club, replayed):
    tablet = PipedTablet(flash_with(*GAMES, tablet=OTHER), OTHER)
    assert sync(tablet, club).new == len(GAMES)
    assert replayed["events"] == sum(map(len, GAMES))
    replayed.clear()
    club.take(TABLET, 2, raw(2, GAMES[1][:-2]), "port")
    club.take(TABLET, 2, raw(2, GAMES[1]), "port")
    assert replayed["events"] == 2 * len(GAMES[1]) - 2

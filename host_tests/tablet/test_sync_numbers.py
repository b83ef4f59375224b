"""A tablet whose flash was erased: its next games have numbers that no session of it had."""

import pytest
from vfs import VfsLfs2

from firmware.link import seldom
from firmware.storage.store import Store
from scorepad.club.records.store import Club
from scorepad.tablet.sync import sync_port
from support.club.club_sessions import TABLET, complete, played
from support.link.accidents import Chip, PipedTablet, assert_done, blank, evening, sync
from support.link.local import impostor
from support.link.ptys import script
from support.link.syncing import LIAR, speaks

GAME = complete(played(("6N N =", "6N N ="), "rubber"))


@pytest.fixture
def erased(club: Club) -> PipedTablet:
    """A tablet of whose three sessions the club has all, and its flash none."""
    sync(PipedTablet(evening()), club)
    return PipedTablet(blank())


def begin(tablet: PipedTablet) -> int:
    """A whole game at the table; its number."""
    return Store(lambda: VfsLfs2(Chip(tablet.image)), TABLET).create(GAME)


def test_after_a_sync_it_counts_on_from_what_the_club_has(club: Club, erased: PipedTablet) -> None:
    summary = sync(erased, club)
    assert_done(summary)
    (note,) = summary.notes
    assert "session 1 " in note and note.endswith("session 4")
    assert begin(erased) == 4
    erased.reset()
    after = sync(erased, club)
    assert_done(after)
    assert (after.new, after.notes) == (1, [])


def test_what_was_played_before_is_refused_and_nothing_is_lost(
    club: Club, erased: PipedTablet
) -> None:
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


def test_one_that_was_told_knows_it_though_it_has_no_game_yet(
    club: Club, erased: PipedTablet
) -> None:
    sync(erased, club)
    erased.reset()
    assert sync(erased, club).notes == []


def test_a_tablet_that_has_not_lost_anything_is_not_asked(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: object) -> str:
        raise AssertionError("it was asked")

    monkeypatch.setattr(seldom, "VERBS", {"next": (asked, (10,))})
    tablet = PipedTablet(evening())
    assert_done(sync(tablet, club))
    assert_done(sync(tablet, club))


def test_an_older_tablet_goes_on_as_it_was(
    club: Club, erased: PipedTablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seldom, "VERBS", {"table": seldom.VERBS["table"]})
    summary = sync(erased, club)
    assert_done(summary)
    assert summary.notes == []
    assert begin(erased) == 1


ANSWERS = ["ok", "ok nonsense", "ok -1", "ok 99999999999", "error store: 28"]


@pytest.mark.parametrize("answer", ANSWERS)
def test_where_it_cannot_be_told_the_sync_says_so_and_goes_on(club: Club, answer: str) -> None:
    for lies in {}, {"list 0": "ok", "next": answer}:
        with impostor(script(speaks(lies))) as path:
            summary = sync_port(path, club, lambda done, total: None)
    assert club.known(f"{LIAR.hex()}-1")
    assert (len(summary.refused), summary.trouble, summary.notes) == (1, "", [])


def test_a_number_to_which_no_tablet_comes_is_refused(erased: PipedTablet) -> None:
    with pytest.raises(ValueError):
        seldom.VERBS["next"][0](erased._link, 1 << 30)


def test_no_number_goes_back(erased: PipedTablet) -> None:
    asked = seldom.VERBS["next"][0]
    assert [asked(erased._link, number) for number in (7, 4, 0)] == ["1", "7", "7"]

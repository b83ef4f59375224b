"""Rounds with pairs that there are not: what was played in them is asked, and does not count."""

from typing import Any

import pytest

from scorepad.club.records.store import Club
from scorepad.movement.model import Meeting
from support.club.club_sessions import stopped
from support.club.planned import (
    at_table,
    begun,
    deal,
    planned,
    round_begins,
    scored,
    session,
    take,
)

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("utc")]


def numbers(made: dict[str, Any]) -> set[int]:
    return {place["number"] for place in made["ranking"]}


def played(database: str, ns: int, ew: int, rounds: bool = True) -> None:
    """TUESDAY, where table 2 has in round 2 what its director has said; or has begun no round."""
    with Club(database) as club:
        event = planned(club)
        log = begun(event.number, 2)
        log += [round_begins(Meeting(2, 2, ns, ew, (5, 6)), True)] * rounds
        log += [deal(1, "b5 4H E ="), deal(2, "b6 pass")]
        take(club, {1: at_table(event, 1), 2: stopped(log), 3: at_table(event, 3)})


@pytest.mark.parametrize(
    ("ns", "ew", "sides", "who"),
    [
        (2, 0, ["EW"], ["nobody sat E-W"]),
        (2, 2, ["NS|EW"], ["pair 2 sat on both sides"]),
        (254, 255, ["NS", "EW"], ["pair 254", "pair 255"]),
    ],
)
def test_such_a_round_does_not_count_until_somebody_says_who_sat_there(new, ns, ew, sides, who):
    played(new.database, ns, ew)
    made = scored(new)
    assert numbers(made) == {1, 3, 4, 5, 6}
    assert not [
        one for board in made["travellers"] for one in board["results"] if one["table"] == 2
    ]
    doubts = [one for one in made["doubts"] if one["kind"] == "no-pair"]
    assert all(pair in one["what"] for one, pair in zip(doubts, who, strict=True))
    assert {(one["table"], one["session"], one["board"]) for one in doubts} == {(2, session(2), 0)}
    for one, side in zip(doubts, sides, strict=True):
        assert f"club seat {session(2)} {side} PAIR --deals 1-2`" in one["remedy"]
    usebio = new.ended("club", "export", "--evening", "2026-01-17", "--format", "usebio")
    assert f"left out: session {session(2)}: round 2: " in usebio[2]
    for side, pair in (("NS", "2"), ("EW", "4")):
        new.run("club", "seat", session(2), side, pair, "--deals", "1-2")
    made = scored(new)
    assert numbers(made) == {1, 2, 3, 4, 5, 6}
    assert "no-pair" not in {one["kind"] for one in made["doubts"]}


def test_a_deal_of_which_somebody_has_said_who_sat_there_is_asked_no_more(new):
    with Club(new.database) as club:
        event = planned(club)
        log = [*begun(event.number, 2), round_begins(Meeting(2, 2, 99, 4, (4, 5, 6)), True)]
        log += [deal(number, f"b{number + 3} 4H E =") for number in (1, 2, 3)]
        take(club, {2: stopped(log)})
    new.run("club", "seat", session(2), "NS", "2", "--deals", "2")
    doubts = [one for one in scored(new)["doubts"] if one["kind"] == "no-pair"]
    assert [one["remedy"].partition("--deals ")[2] for one in doubts] == ["1-1`", "3-3`"]

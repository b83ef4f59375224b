"""Which tablet has which table of an event, and which tablet in a page may bring its session."""

from functools import partial

import pytest

from firmware.session import fold
from scorepad.club.events import claims, planning, sends
from scorepad.club.log import Signature
from scorepad.club.records.store import Club
from scorepad.movement.mitchell import build_mitchell
from scorepad.movement.model import Meeting
from support.club.club_sessions import Event
from support.club.mitchell import tablet
from support.club.planned import at_table, begun, planned, round_begins, take

pytestmark = pytest.mark.each_database

OVERRULED = Meeting(1, 2, 2, 6, (3, 4))


def is_refused(club: Club, log: list[Event], table: int = 2) -> bool:
    """Return True if the session that tablet 2 brings is not believed."""
    given = tablet(table).hex()
    return bool(club.read(partial(claims.refusal, tablet=given, session=fold(log))))


def test_a_session_is_believed_of_the_tablet_that_was_given_its_table(club):
    event = planned(club)
    assert is_refused(club, at_table(event, 2))
    club.write(partial(sends.keep, event=event.id, sent=sends.Sent(tablet(2).hex(), 2, 7)))
    assert not is_refused(club, at_table(event, 2))
    assert is_refused(club, at_table(event, 1))  # another table's
    assert is_refused(club, at_table(event, 2), table=3)  # another tablet's
    assert not is_refused(club, begun(event.number + 1, 2))  # of no event of this club


def test_rounds_that_are_not_planned_are_believed_if_the_director_overruled_or_planned_anew(club):
    event = planned(club)
    club.write(partial(sends.keep, event=event.id, sent=sends.Sent(tablet(2).hex(), 2, 7)))
    log = begun(event.number, 2)
    assert is_refused(club, [*log, round_begins(OVERRULED)])
    assert not is_refused(club, [*log, round_begins(OVERRULED, overruled=True)])
    assert not is_refused(club, [*log, round_begins(Meeting(1, 2, 2, 0, (3, 4)))])  # one left
    by = Signature("Dora")
    sections = [build_mitchell(6, 3, 3)]
    now = club.write(partial(planning.plan_anew, event=event, sections=sections, by=by))
    assert now.sections[0].boards_per_round == 3
    assert not is_refused(club, [*log, round_begins(OVERRULED)])


def test_an_event_that_has_ended_on_a_tablet_goes_on_there_once_it_is_sent_again(club):
    event, given = planned(club), sends.Sent(tablet(2).hex(), 2, 7)
    club.write(partial(sends.keep, event=event.id, sent=given))
    is_over = partial(sends.is_over, event=event, sent=given)
    assert not club.read(is_over)
    take(club, {2: at_table(event, 2)})
    assert club.read(is_over)
    club.write(partial(sends.keep, event=event.id, sent=given))  # nothing new
    assert club.read(is_over)
    club.write(partial(sends.keep, event=event.id, sent=given, again=True))
    assert not club.read(is_over)

"""What only a sync, a page or a program asks of the database, on each kind of it."""

from functools import partial

import pytest

from scorepad.club import house, tokens
from scorepad.club.events import claims, sends
from scorepad.club.records.evenings import today
from scorepad.club.records.store import Club
from support.club import planned
from support.databases import enrol

pytestmark = pytest.mark.each_database


def test_a_token_is_found_and_its_use_is_kept(club: Club) -> None:
    token = club.write(partial(tokens.new, name="Site", may=tokens.READ))
    before = str(today())
    club.write(partial(tokens.use, name="Site"))
    found = club.read(partial(tokens.found, token=token))
    assert found and found.used in (before, str(today()))
    assert club.read(partial(tokens.found, token=token[:-1])) is None


def test_house_rules_go_to_tablets(club: Club) -> None:
    club.write(lambda rows: house.set_rules(rows, "Tuesday", "rubber", {}, None))
    assert [one.name for one in club.read(house.for_tablets)] == ["Tuesday"]


def test_an_event_is_over_at_a_table_and_whose_sessions_are_believed(
    club: Club, database: str
) -> None:
    enrol(database, planned.NAMES)
    event = planned.entered(club, planned.planned(club), planned.PAIRS)
    tablet = planned.tablet(1).hex()
    sent = sends.Sent(tablet, 1, 7)
    is_over = partial(sends.is_over, event=event, sent=sent)
    club.write(partial(sends.keep, event=event.id, sent=sent))
    assert not club.read(is_over)
    planned.take(club, {1: planned.at_table(event, 1)})
    assert club.read(is_over)
    session = club.session(planned.session(1)).session
    assert club.read(partial(claims.refusal, tablet=tablet, session=session)) == ""
    other = planned.tablet(2).hex()
    assert club.read(partial(claims.refusal, tablet=other, session=session)) != ""

"""What only a sync, a page or a program asks of the database, on each kind of it."""

from functools import partial

import pytest

from scorepad.club import house, tokens
from scorepad.club.records.evenings import today
from scorepad.club.records.store import Club

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

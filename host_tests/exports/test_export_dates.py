"""When it was played: people read the clock on the wall, programs UTC, files the evening."""

from collections.abc import Iterator
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest

from scorepad import wording
from scorepad.cli import output
from scorepad.club.records.session_list import ListedSession
from scorepad.exports.formats import exported
from scorepad.exports.sessions import as_export
from scorepad.reports.content import score_sheet, session_list
from scorepad.reports.content.report import Report
from support.club.club_sessions import played
from support.club.exported import as_html, club_session, club_sessions
from support.zones import in_zone

# All sessions here began on 2026-01-17 at 21:20 UTC.
PLACES = [
    ("UTC", "2026-01-17 21:20 UTC", (2026, 1, 17)),
    ("Pacific/Auckland", "2026-01-18 10:20 NZDT", (2026, 1, 18)),
    ("Asia/Kolkata", "2026-01-18 02:50 IST", (2026, 1, 17)),  # before six: the evening before
]


@pytest.fixture(params=PLACES, ids=[zone for zone, *_ in PLACES])
def place(request) -> Iterator[tuple[str, str, tuple[int, int, int]]]:
    """A zone that the machine is in, the time there and the evening."""
    with in_zone(request.param[0]):
        yield request.param


def test_files_have_the_date_of_the_evening(place):
    year, month, day = place[2]
    duplicate = club_sessions("duplicate")
    root = ElementTree.fromstring(exported("usebio", duplicate))
    assert root.findtext(".//DATE") == f"{day:02}/{month:02}/{year}"
    said = f"#Date\t{day:02}/{month:02}/{year}\r\n"
    assert said in exported("bridgewebs", [club_session(played())])
    assert f'[Date "{year}.{month:02}.{day:02}"]' in exported("pbn", duplicate)


def printed(report: Report, capsysbinary: pytest.CaptureFixture[bytes]) -> str:
    output.show(report)
    return capsysbinary.readouterr().out.decode()


def test_people_read_the_time_of_the_machine_and_its_zone_and_programs_utc(place, capsysbinary):
    sessions = club_sessions("rubber")
    for text in (as_html(sessions), printed(score_sheet.report(sessions[0]), capsysbinary)):
        assert place[1] in text
    assert as_export(sessions[0])["started"] == "2026-01-17T21:20:00Z"
    began = sessions[0].session.started
    row = ListedSession("x", "", 1, 1, "rubber", "open", 1, 0, began, "", 0, {})
    day, clock, zone = place[1].split()
    listed = printed(session_list.report([row], {}), capsysbinary)
    assert f"Began ({zone})" in listed and f"{day} {clock}" in listed


def test_the_end_of_the_calendar_has_a_time(place):
    last = wording.minutes(datetime.max.replace(tzinfo=UTC))
    assert wording.when(last).startswith("9999-12-31 ")
    assert "9999" in as_html([club_session(played(begun=last))])

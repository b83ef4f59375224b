"""What the security log has of a server, and the browsers that can be logged out."""

import json
import logging
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from scorepad.club.records.store import Club
from scorepad.club.security_log import Kind
from scorepad.context import Actor
from scorepad.web.authentication import security_log
from scorepad.web.authentication.keys import IDLE_S, LINK_S, Keys
from scorepad.web.authentication.names import Names
from scorepad.web.authentication.password import FREE
from scorepad.web.authentication.security_log import MOST_REFUSALS, MOST_WAITING, SecurityLog
from support.databases import select
from support.web.instant import Clock
from support.web.programs import Program, new_token
from support.web.served import Served, Visitor, serving_here, visitor

PASSWORD = "Sieben Herzen 7♥"
URL = "https://scores.example.org"
SECURE = {"Host": "scores.example.org"}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving_here(tmp_path / "club.db", lan=True, password=PASSWORD) as served:
        served.enter()
        yield served


@pytest.fixture
def guest(served: Served) -> Visitor:
    guest = visitor(served)
    login = {"password": PASSWORD, "author": "<b>Ida</b>"}
    assert guest._taken(guest.post("/login", login, User_Agent=FIREFOX + "<i>")).status == 303
    return guest


def kinds(served: Served) -> Counter[tuple[str, str]]:
    """Return how often which kind of event came from which address."""
    assert served.site
    served.site.security_log.write()
    rows = select(served.database, "SELECT kind, address, times FROM security_log")
    return Counter({(kind, address): times for kind, address, times in rows})


def test_logins_and_refusals_are_logged_without_secrets(served: Served) -> None:
    guest, wrong = visitor(served), "wrong password"
    for at in range(FREE + 2):
        guest.log_in(f"{wrong} {at}")
    served.enter()
    Program(served, "nothing").get("club/players")
    token = new_token(served.database, "Club site", "--read-only")
    for _ in range(2):
        Program(served, token).get("club/players")
    Program(served, token).post("club/rules/set", name="A", rules="rubber")
    Program(guest, token).get("club/players")
    assert served.post("/leave", {}).status == 200
    here, there = "127.0.0.1", "192.168.77.2"
    assert kinds(served) == Counter(
        {
            ("password-set", ""): 1,
            ("link-login", here): 1,
            ("password-wrong", there): FREE,
            ("password-delayed", there): 2,
            ("link-refused", here): 1,
            ("token-refused", here): 1,
            ("token-refused", there): 1,
            ("token-made", ""): 1,
            ("token-used", here): 1,
            ("logout", here): 1,
        }
    )
    raw = Path(served.database).read_bytes()
    assert wrong.encode() not in raw and token.encode() not in raw


def test_a_page_shows_the_log_and_who_is_logged_in(served: Served, guest: Visitor) -> None:
    assert served.site
    served.site.security_log.write()
    page = served.get("/security").body
    assert "Firefox, Linux, 192.168.77.2, by password" in page
    assert "&lt;b&gt;Ida&lt;/b&gt;" in page and "<b>" not in page and "<i>" not in page
    assert "Login by password" in page and "/security" in served.get("/settings").body
    newest, *_ = json.loads(served.get("/security.json").body)
    assert (newest["kind"], newest["who"]) == ("password-login", "<b>Ida</b>")


def test_a_login_by_password_ends_none_by_the_link(served: Served, guest: Visitor) -> None:
    assert served.site
    owner, helper = served.site.keys.list_sessions()
    assert 'name="browser"' not in guest.get("/security").body
    for which in (str(owner.number), "others", str(helper.number)):
        assert guest.post("/leave", {"browser": which}).status == 303, which
    for which in ("0", "²", "9" * 400, "x"):
        assert served.post("/leave", {"browser": which}).status == 303, which
    assert served.get("/security").status == guest.get("/security").status == 200
    stranger = visitor(served)
    assert stranger.post("/leave", {"browser": str(helper.number)}).status == 403
    again = visitor(served)
    assert again.log_in(PASSWORD).status == 303
    assert again.post("/leave", {"browser": str(helper.number)}).status == 303
    assert guest.get("/security").status == 403
    assert served.post("/leave", {"browser": "others"}).status == 303
    assert again.get("/security").status == 403 and served.get("/security").status == 200
    assert kinds(served)["session-ended", "192.168.77.2"] == 1


def test_a_login_does_not_wait_for_a_busy_database(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving_here(tmp_path / "club.db", patience=0.01) as served:
        assert served.site
        with closing(sqlite3.connect(served.database)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert served.enter().status == 200
            with caplog.at_level(logging.WARNING):
                served.site.security_log.write()
        assert "LINK_LOGIN" in caplog.text
        assert kinds(served) == Counter()


def test_what_waits_for_the_database_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security_log, "_WAIT_S", 3600)
    with Club(str(tmp_path / "club.db")) as club:
        log = SecurityLog(club)
        for kind in (Kind.TOKEN_REFUSED, Kind.LOGOUT):
            for number in range(3 * MOST_WAITING):
                log.note(kind, Actor(str(number)))
        log.write()
    words = "SELECT count(*), sum(times) FROM security_log GROUP BY kind ORDER BY kind"
    logouts, refusals = select(tmp_path / "club.db", words)
    assert logouts[1] == refusals[1] == 3 * MOST_WAITING
    assert refusals[0] <= MOST_REFUSALS + 2  # a minute may pass
    assert abs(logouts[0] - (MOST_WAITING - MOST_REFUSALS)) <= 2


def test_sessions_that_end_by_themselves_are_noted() -> None:
    clock, noted = Clock(), list[tuple[Kind, Actor]]()
    keys = Keys(clock, lambda kind, by, about: noted.append((kind, by)))
    link = keys.new_link()
    clock.now += LINK_S + 1
    assert keys.use_link(link, "::1") is None
    secret = keys.new_session("hash", "Ida", "192.168.77.2")
    clock.now += IDLE_S + 1
    assert keys.list_sessions() == [] and keys.session(secret) is None
    ida = Actor("Ida", "192.168.77.2")
    assert noted == [
        (Kind.LINK_REFUSED, Actor("", "::1")),
        (Kind.PASSWORD_LOGIN, ida),
        (Kind.SESSION_EXPIRED, ida),
    ]


@pytest.mark.parametrize(
    ("peer", "address", "place"),
    [
        ("::ffff:192.168.77.2", "192.168.77.2", "192.168.77.2/32"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64", "fe80::1"),
        ("::1", "127.0.0.1", "127.0.0.1"),
        ("no address", "", ""),
    ],
)
def test_an_address_is_that_of_a_network_of_ipv6(peer: str, address: str, place: str) -> None:
    headers = [(b"host", b"127.0.0.1:8127")]
    scope = {"type": "http", "headers": headers, "client": (peer, 50_000), "server": ("", 8127)}
    assert Names(8127, lan=True).address(HTTPConnection(scope)) == address
    assert Names(8127, lan=True).visitor(HTTPConnection(scope), True) == place
    scope["headers"] = [(b"host", b"scores.example.org")]
    assert Names(8127, url=URL).address(HTTPConnection(scope)) == URL  # whoever is behind it


def test_by_https_a_cookie_is_of_this_host_alone(tmp_path: Path) -> None:
    with serving_here(tmp_path / "club.db", url=URL, password=PASSWORD) as served:
        origin = {"Origin": URL, "Sec_Fetch_Site": ""}
        reply = served.log_in(PASSWORD, **SECURE, **origin)
        cookie, *attributes = reply.headers["set-cookie"].split(", ")[0].split("; ")
        name, _, secret = cookie.partition("=")
        assert name == f"__Host-scorepad-{served.port}"
        assert sorted(attributes) == ["HttpOnly", "Path=/", "SameSite=strict", "Secure"]
        assert served.get("/players", **SECURE).status == 200
        plain = replace(served, cookie=f"scorepad-{served.port}={secret}")
        assert plain.get("/players", **SECURE).status == 403
        assert served.get("/players").status == 403  # by HTTP it is not taken
        left = served.post("/leave", {}, **SECURE, **origin)
        gone = left.headers["set-cookie"]
        assert gone.startswith(f'{name}=""; ') and "Max-Age=0" in gone and "Secure" in gone

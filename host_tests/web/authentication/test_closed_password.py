"""The director's password: guessing gets slow, and nothing of it is ever shown."""

import asyncio
import getpass
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scorepad.cli import main
from scorepad.club import password
from scorepad.club.password import hashed, is_right, load_hash
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.web.authentication.keys import IDLE_S, LINK_S, WHOLE_S, Keys
from scorepad.web.authentication.names import LOOPBACK, PROXY, network_of
from scorepad.web.authentication.password import (
    FREE,
    LONGEST_WAIT,
    Password,
    WaitFirst,
    device_of,
    new_device_cookie,
)
from support.databases import select
from support.web.forms import form_of, forms_of, looked
from support.web.instant import Clock
from support.web.served import CHEAP, NO_PORT, Served, serving_here, set_password

PASSWORD = "Sieben Herzen 7♥"
STRANGER = "192.0.2.1"
NAME = "BC Köln 1950"  # of the club
URL = "https://scores.example.org"
SECURE = {"Host": "scores.example.org"}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving_here(tmp_path / "club.db", url=URL, password=PASSWORD) as served:
        yield served


def test_argon2_is_as_its_standard_says() -> None:
    # RFC 9106, 4: its second recommendation, for machines with little memory.
    made = hashed(PASSWORD)
    kind, version, cost, *_ = made[1:].split("$")
    assert (kind, version, cost) == ("argon2id", "v=19", "m=65536,t=3,p=4")
    assert made != hashed(PASSWORD) and is_right(made, PASSWORD)


@pytest.mark.parametrize(
    "given",
    [
        *(" " * 8, "        a", "aaaaaaaa", "12341234", "♥♥♥♥♠♠♠♠", "12345678", "87654321"),
        *("qwertzui", "abcd1234", "1q2w3e4r", "1qaz2wsx", "azerty123", "password", "Password1"),
        *("P@ssw0rd123!", "Pass-word", "passwordpassword", "trustno1", "letmein!", "drag0n99"),
        *("Scorepad", "Bridge2026", "Passwort1", "motdepasse", NAME, "bcköln1950"),
    ],
)
def test_what_others_would_try_first_is_no_password(given: str) -> None:
    with pytest.raises(UserError):
        hashed(given, NAME)


def test_others_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(password, "_hasher", CHEAP)
    fine = (
        "correct horse",
        "kreuz-dame",
        "ruff und honneurs",
        "xK9#qLmP",
        "!§%&/()=",
        "密码很难猜到的一个词",
    )
    for given in (PASSWORD, *fine):
        assert is_right(hashed(given, ""), given), given


def test_the_same_letters_are_the_same_password() -> None:
    kept = CHEAP.hash("M\u00fcller 77")
    assert is_right(kept, "Mu\u0308ller 77")  # as another keyboard has it
    for given in ("Muller 77", "", "M\u00fcller 77 ", "\udcfc" * 9, "M\u00fcller 77\0"):
        assert not is_right(kept, given), given
    for no_hash in ("", "nonsense", "$argon2id$v=19$m=65536,t=3,p=4$x$y"):
        assert not is_right(no_hash, "") and not is_right(no_hash, PASSWORD)


def opens(password: Password, given: str, visitor: str = STRANGER, cookie: str = "") -> str:
    return asyncio.run(password.opens(given, visitor, cookie))


def waits(password: Password, visitor: str, cookie: str = "") -> int:
    """Return how long somebody has to wait, in seconds; 0 if the right password opens."""
    try:
        assert opens(password, PASSWORD, visitor, cookie)
    except WaitFirst as wait:
        return wait.seconds
    return 0


def test_the_wait_grows_and_a_right_password_ends_it() -> None:
    clock, kept = Clock(), CHEAP.hash(PASSWORD)
    password = Password(lambda: kept, clock)
    for _ in range(FREE):
        assert opens(password, "wrong password") == ""
    found = []
    for _ in range(15):
        found.append(waits(password, STRANGER))  # the right one too has to wait
        clock.now += found[-1]
        assert opens(password, "wrong password") == ""
    assert found == sorted(found) and 0 < found[0] < 5
    assert LONGEST_WAIT <= found[-1] <= LONGEST_WAIT + 1
    clock.now += LONGEST_WAIT
    assert opens(password, PASSWORD) == kept
    assert opens(password, "wrong password") == ""
    assert opens(password, PASSWORD) == kept


def guessed(password: Password, visitor: str, cookie: str = "") -> None:
    for _ in range(FREE):
        assert opens(password, "wrong password", visitor, cookie) == ""


def test_whoever_guesses_keeps_nobody_else_out() -> None:
    kept = CHEAP.hash(PASSWORD)
    password = Password(lambda: kept, Clock())
    guessed(password, STRANGER)
    assert waits(password, STRANGER)
    for other in ("192.0.2.2", network_of(("2001:db8:0:1::1",)), LOOPBACK, PROXY):
        assert not waits(password, other), other
    guessed(password, PROXY)
    assert waits(password, PROXY) and not waits(password, LOOPBACK)


def test_a_browser_that_has_been_in_goes_past_whoever_guesses() -> None:
    kept = CHEAP.hash(PASSWORD)
    password = Password(lambda: kept, Clock())
    cookie, other = new_device_cookie(kept), new_device_cookie(kept)
    guessed(password, PROXY)
    forged = ("", ".", "x.y", cookie[:-1], "x" + cookie, new_device_cookie("another password's"))
    for none in forged:
        assert waits(password, PROXY, none), none
    assert not waits(password, PROXY, cookie)
    guessed(password, PROXY, cookie)  # by whoever has stolen it
    assert waits(password, PROXY, cookie)
    assert not waits(password, PROXY, other)
    assert not waits(password, STRANGER, cookie)  # it opens no less than none would
    assert device_of("", new_device_cookie("")) == ""


def test_the_table_of_waits_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorepad.web.authentication.password.MOST_WAITS", 3)
    password = Password(lambda: "", Clock())
    for number in range(5):
        opens(password, "wrong password", f"192.0.2.{number}")
    assert list(password._waits) == ["192.0.2.2", "192.0.2.3", "192.0.2.4"]


@pytest.mark.parametrize(
    ("host", "network"),
    [
        *(("127.0.0.1", LOOPBACK), ("::1", LOOPBACK), ("::ffff:127.0.0.9", LOOPBACK)),
        *(("192.0.2.7", "192.0.2.7/32"), ("::ffff:192.0.2.7", "192.0.2.7/32"), ("no address", "")),
        *(("2001:db8::1", "2001:db8::/64"), ("2001:db8::ff:0:0:1", "2001:db8::/64")),
        *(("2001:db8:0:1::1", "2001:db8:0:1::/64"), ("fe80::1%eth0", "fe80::/64")),
    ],
)
def test_one_visitor_is_an_address_or_64_bits_of_one(host: str, network: str) -> None:
    assert network_of((host,)) == network


def test_sessions_end_when_nobody_uses_them_and_in_any_case() -> None:
    clock = Clock()
    keys = Keys(clock)
    secret = keys.new_session()
    clock.now += IDLE_S - 1
    assert keys.session(secret)
    for _ in range(3):
        clock.now += IDLE_S / 2
        keys.running(secret)
    assert keys.session(secret) is None  # a page that was only open is no use
    secret = keys.new_session()
    begun = clock.now
    while clock.now - begun < WHOLE_S:
        assert keys.session(secret)
        clock.now += IDLE_S / 2
    clock.now += 1
    assert keys.session(secret) is None


def test_who_comes_by_the_password_never_decides_as_whose_pc_it_is() -> None:
    keys = Keys(Clock())
    helper, owner = (keys.session(keys.new_session(kept)) for kept in ("hash", ""))
    assert helper and owner
    assert (helper.author, owner.author) == ("director", "")
    helper.call("Ida")
    assert helper.author == "Ida"
    helper.call("")
    assert helper.author == "director"


def test_a_link_waits_for_a_while() -> None:
    clock = Clock()
    keys = Keys(clock)
    link = keys.new_link()
    clock.now += LINK_S + 1
    assert keys.use_link(link) is None


def test_whoever_guesses_waits_and_others_go_on(served: Served) -> None:
    assert served.site
    served.site.password = Password(lambda: served.site.club.read(load_hash), Clock())
    assert served.enter().status == 200
    statuses = [served.log_in(f"wrong password {at}").status for at in range(FREE + 3)]
    assert statuses == [403] * FREE + [429] * 3  # each on a connection of its own
    refused = served.log_in(PASSWORD)
    assert refused.status == 429 and int(refused.headers["retry-after"]) >= 1
    assert PASSWORD not in refused.body
    assert served.get("/players").status == 200
    was_in = f"scorepad-{served.port}-device={new_device_cookie(served.site.club.read(load_hash))}"
    reply = served.log_in(PASSWORD, Cookie=was_in)
    assert reply.status == 303
    device = reply.headers["set-cookie"].partition("-device=")[2].lower()
    for flag in ("httponly", "samesite=strict", "path=/login", "max-age"):
        assert flag in device, flag


def test_guesses_are_tried_one_by_one_and_this_machine_waits_for_one_stranger() -> None:
    began, go_on, hash_ = threading.Event(), threading.Event(), CHEAP.hash(PASSWORD)
    order = list[str]()

    def slow() -> str:
        began.set()
        go_on.wait()
        return hash_

    async def opened(password: Password, visitor: str, gone: bool = False) -> None:
        async def is_gone() -> bool:
            return gone

        if await password.opens(PASSWORD, visitor, is_gone=is_gone):
            order.append(visitor)

    async def all_at_once() -> None:
        password = Password(lambda: hash_)
        password._try = lambda given: (slow(), True)  # type: ignore[method-assign]
        first = asyncio.create_task(opened(password, "a"))
        await asyncio.to_thread(began.wait)
        others = [opened(password, name, name == "gone") for name in ("b", "gone", "c", LOOPBACK)]
        tries = asyncio.gather(first, *others)
        while len(password._trying) < 1 + len(others):
            await asyncio.sleep(0)
        with pytest.raises(WaitFirst):  # a second one at once is not looked at
            await password.opens(PASSWORD, "b")
        go_on.set()
        await tries

    asyncio.run(all_at_once())
    assert order == ["a", LOOPBACK, "b", "c"]


def test_what_comes_by_https_has_a_cookie_for_https_alone(served: Served) -> None:
    served.cookie = ""
    origin = {"Origin": URL, "Sec_Fetch_Site": ""}
    plain = {"Origin": "http://scores.example.org", "Sec_Fetch_Site": ""}
    assert served.log_in(PASSWORD, **SECURE, **plain).status == 403
    reply = served.log_in(PASSWORD, **SECURE, **origin)
    assert reply.status == 303 and reply.headers["location"] == "/"
    for said in reply.headers["set-cookie"].lower().split(","):
        assert "secure" in said and "httponly" in said and "samesite=strict" in said
    assert served.get("/players", **SECURE).status == 200


def test_what_a_proxy_says_of_others_is_not_believed(served: Served) -> None:
    for name in ("X-Forwarded-Host", "X-Forwarded-For", "Forwarded"):
        forged = {name: "127.0.0.1", "Host": "scores.example.org"}
        assert served.ask("GET", f"/enter?key={served.key}", "", **forged).status == 404
        said = {name: "scores.example.org", "Host": "evil.example", "X-Forwarded-Proto": "https"}
        assert served.ask("GET", "/room", "", **said).status == 421


@pytest.mark.parametrize("how", ["leave", "password"])
def test_an_open_page_ends_with_its_session(served: Served, how: str) -> None:
    assert served.log_in(PASSWORD).status == 303
    told = served.told("/players")
    assert next(told)
    if how == "leave":
        assert served.post("/leave", {}).status == 200
    else:
        set_password(served.database, "another one")
    main(["club", "players", "add", "Zoë Lund", "--db", served.database])
    assert not any("Lund" in part for part in told)  # to its end


def test_the_password_is_nowhere(served: Served) -> None:
    ((kept,),) = select(served.database, "SELECT hash FROM secrets")
    served.enter()
    served.log_in(PASSWORD)
    pages = [served.get(f"/{page}") for page in ("settings", "decisions", "tokens", "players")]
    pages += [served.get(f"/{page}.json") for page in ("settings", "decisions", "tokens")]
    found = "".join(page.body for page in pages)
    assert PASSWORD not in found and kept not in found and "argon2" not in found
    assert PASSWORD.encode() not in Path(served.database).read_bytes()


def test_only_who_has_opened_the_link_sets_another_password_or_restores(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(password, "_hasher", CHEAP)
    with_link = replace(served)
    with_link.enter()
    form = form_of(with_link, "/settings", "club-password")
    restore = form_of(with_link, "/restore", "club-restore")
    assert served.log_in(PASSWORD).status == 303
    assert "club-restore" not in forms_of(served.get("/restore").body)
    assert served.send("/restore", restore, {"file": ("club.db", b"x")}).status == 404
    token = form_of(with_link, "/tokens", "club-token-new")  # which outlives the password
    assert served.post("/tokens", {**token, "name": "Mine"}).status == 404
    assert 'id="club-password"' not in served.get("/settings").body
    new = "another fine password"
    assert served.post("/settings", {**form, "password": new}).status == 404
    listed = {name: [value] for name, value in form.items()}
    twice = with_link.post("/settings", {**listed, "password": [new, "a slip"]})
    assert twice.status == 422 and new not in twice.body
    assert with_link.post("/settings", {**listed, "password": ["", ""]}).status == 422
    assert with_link.post("/settings", {**listed, "password": [new, new]}).status == 303
    assert served.get("/settings").status != 200  # whoever came in by the old one is out
    assert served.log_in(new).status == 303
    assert main(["club", "password", "remove", "--db", served.database]) == 0
    assert served.get("/settings").status != 200
    assert served.log_in("").status == 403


def test_what_somebody_else_looks_at_is_neither_seen_nor_confirmed(served: Served) -> None:
    other = replace(served)
    other.enter()
    assert served.log_in(PASSWORD).status == 303
    form = form_of(other, "/players", "club-players-import")
    sent = other.send("/players", form, {"file": ("a.csv", b"name\nAnn\n")})
    page, which = looked(other, sent)
    assert page.status == 200 and which
    at = sent.headers["location"].replace("?", "?find=Ann&")
    assert 'href="/players?find=Ann">Leave it' in other.get(at).body  # as it was asked for
    assert served.get(sent.headers["location"]).status == 410
    assert served.post("/players", {"confirmed": which}).status == 410
    assert other.post("/players", {"confirmed": which}).status == 303


# ---- it is asked for by getpass, which shows nothing, and is not printed


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What somebody types in a terminal, one after the other."""
    lines = list[str]()
    monkeypatch.setattr(password, "_hasher", CHEAP)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(getpass, "getpass", lambda prompt: lines.pop(0))
    return lines


def is_kept(database: Path, given: str) -> bool:
    with Club(str(database)) as club:
        return password.is_right(club.read(password.load_hash), given)


def test_it_is_asked_for_twice_and_is_long_enough(tmp_path: Path, typed: list[str]) -> None:
    database = tmp_path / "club.db"
    wrong = (PASSWORD, "Sieben Herzen 8♥"), ("", ""), ("short", "short"), ("x" * 201, "x" * 201)
    for given in (*wrong, (PASSWORD, PASSWORD)):
        typed[:] = given
        status = main(["club", "password", "--db", str(database)])
        assert status == (2 if given in wrong else 0)
        assert (database.exists() and is_kept(database, PASSWORD)) is (status == 0)
    assert main(["club", "settings", "set", f"--name={NAME}", "--db", str(database)]) == 0
    typed[:] = [NAME, NAME]
    assert main(["club", "password", "--db", str(database)]) == 2


def test_a_server_for_the_room_asks_first_and_then_shows_its_address(
    tmp_path: Path,
    typed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database = tmp_path / "club.db"
    typed[:] = [PASSWORD, PASSWORD]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(
        "scorepad.web.serve.serve", lambda site, listener, announce, opens: announce("the link")
    )
    assert main(["serve", NO_PORT, "--url", URL, "--port=0", "--db", str(database)]) == 0
    assert is_kept(database, PASSWORD)
    told = capsys.readouterr()
    assert f"{URL}/room/read" in told.out and "the link" in told.out
    assert "\u2580" in told.out  # of the QR code
    assert PASSWORD not in told.out + told.err

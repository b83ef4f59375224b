"""The director's password: guessing gets slow for everybody, and nothing of it is ever shown."""

import getpass
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from scorepad.cli import main
from scorepad.club import password
from scorepad.club.password import hashed, is_right, kept
from scorepad.club.records.store import Club
from scorepad.web.door.keys import IDLE_S, LINK_S, WHOLE_S, Keys
from scorepad.web.door.password import FREE, LONGEST_WAIT, Password, WaitFirst
from support.databases import select
from support.web.forms import form_of, forms_of, looked
from support.web.instant import Clock
from support.web.served import CHEAP, NO_PORT, Served, serving_here, set_password

PASSWORD = "Sieben Herzen 7♥"
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


def test_the_same_letters_are_the_same_password() -> None:
    kept = CHEAP.hash("M\u00fcller 77")
    assert is_right(kept, "Mu\u0308ller 77")  # as another keyboard has it
    for given in ("Muller 77", "", "M\u00fcller 77 ", "\udcfc" * 9, "M\u00fcller 77\0"):
        assert not is_right(kept, given), given
    for no_hash in ("", "nonsense", "$argon2id$v=19$m=65536,t=3,p=4$x$y"):
        assert not is_right(no_hash, "") and not is_right(no_hash, PASSWORD)


def test_the_wait_grows_and_a_right_password_ends_it() -> None:
    clock, kept = Clock(), CHEAP.hash(PASSWORD)
    password = Password(lambda: kept, clock)
    for _ in range(FREE):
        assert password.opens("wrong password") == ""
    waits = []
    for _ in range(15):
        with pytest.raises(WaitFirst) as wait:
            password.opens(PASSWORD)  # the right one too has to wait
        waits.append(wait.value.seconds)
        clock.now += wait.value.seconds
        assert password.opens("wrong password") == ""
    assert waits == sorted(waits) and waits[0] < 5
    assert LONGEST_WAIT <= waits[-1] <= LONGEST_WAIT + 1
    clock.now += LONGEST_WAIT
    assert password.opens(PASSWORD) == kept
    assert password.opens("wrong password") == ""
    assert password.opens(PASSWORD) == kept


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
    served.site.password = Password(lambda: served.site.club.read(kept), Clock())
    assert served.enter().status == 200
    statuses = [served.log_in(f"wrong password {at}").status for at in range(FREE + 3)]
    assert statuses == [403] * FREE + [429] * 3  # each on a connection of its own
    refused = served.log_in(PASSWORD)
    assert refused.status == 429 and int(refused.headers["retry-after"]) >= 1
    assert PASSWORD not in refused.body
    assert served.get("/players").status == 200


def test_many_guesses_at_once_are_tried_one_by_one() -> None:
    began, go_on, hash_ = threading.Event(), threading.Event(), CHEAP.hash(PASSWORD)

    def slow() -> str:
        began.set()
        go_on.wait()
        return hash_

    password = Password(slow)
    with ThreadPoolExecutor(1) as other:
        first = other.submit(password.opens, PASSWORD)
        began.wait()
        with pytest.raises(WaitFirst):  # it is not looked at
            password.opens("another one")
        go_on.set()
        assert first.result() == hash_


def test_what_comes_by_https_has_a_cookie_for_https_alone(served: Served) -> None:
    served.cookie = ""
    origin = {"Origin": URL, "Sec_Fetch_Site": ""}
    plain = {"Origin": "http://scores.example.org", "Sec_Fetch_Site": ""}
    assert served.log_in(PASSWORD, **SECURE, **plain).status == 403
    reply = served.log_in(PASSWORD, **SECURE, **origin)
    assert reply.status == 303 and reply.headers["location"] == "/"
    said = reply.headers["set-cookie"].lower()
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
    assert served.post("/settings", {**form, "--file": new}).status == 404
    listed = {name: [value] for name, value in form.items()}
    twice = with_link.post("/settings", {**listed, "--file": [new, "a slip"]})
    assert twice.status == 422 and new not in twice.body
    assert with_link.post("/settings", {**listed, "--file": ["", ""]}).status == 422
    assert with_link.post("/settings", {**listed, "--file": [new, new]}).status == 303
    assert served.get("/settings").status != 200  # whoever came in by the old one is out
    assert served.log_in(new).status == 303
    assert main(["club", "password", "--remove", "--db", served.database]) == 0
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
    at = sent.headers["location"].replace("?", "?--find=Ann&")
    assert 'href="/players?--find=Ann">Leave it' in other.get(at).body  # as it was asked for
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
        return password.is_right(club.read(password.kept), given)


def test_it_is_asked_for_twice_and_is_long_enough(tmp_path: Path, typed: list[str]) -> None:
    database = tmp_path / "club.db"
    wrong = (PASSWORD, "Sieben Herzen 8♥"), ("", ""), ("short", "short"), ("x" * 201, "x" * 201)
    for given in (*wrong, (PASSWORD, PASSWORD)):
        typed[:] = given
        status = main(["club", "password", "--db", str(database)])
        assert status == (2 if given in wrong else 0)
        assert (database.exists() and is_kept(database, PASSWORD)) is (status == 0)


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

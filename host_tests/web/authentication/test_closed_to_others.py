"""What keeps others out: the link, the cookie, names, origins, sizes."""

import queue
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from scorepad.cli import main
from scorepad.web.authentication.names import Names
from scorepad.web.server import new_link, open_browser
from support.databases import select
from support.web.phones import token
from support.web.served import Served, serving_here

PAGES = ("/sessions", "/players", "/ranking", "/settings", "/decisions", "/money")
ADD = {"form": "club-players-add", "name": "Zoë Lund"}
NAMES = "SELECT name FROM players ORDER BY id"


@pytest.fixture(scope="module")
def served(club_file: Path) -> Iterator[Served]:
    assert main(["club", "players", "add", "Ann Reid", "--db", str(club_file)]) == 0
    with serving_here(club_file) as served:
        cookie = served.enter().headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=strict" in cookie
        assert "domain" not in cookie and "secure" not in cookie
        yield served


def test_the_link_opens_once(served: Served) -> None:
    before = served.cookie
    assert served.enter().status == 403
    assert served.cookie == before
    assert served.enter("x" * 43).status == 403


def test_the_browser_is_sent_to_a_page_that_only_this_user_reads(new, tmp_path, monkeypatch):
    assert new.site
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    opened, link = queue.SimpleQueue[str](), new_link(new.site)
    monkeypatch.setattr(webbrowser, "open", opened.put)
    open_browser(new.site, link)
    (page,) = tmp_path.glob("*.html")
    assert opened.get() == page.as_uri() and link not in page.as_uri()
    assert not page.name.startswith(".")
    if sys.platform != "win32":
        assert page.stat().st_mode & 0o777 == 0o600
    assert f'content="0; url={link}"' in page.read_text(encoding="utf-8")
    assert new.enter(link.partition("key=")[2]).status == 200
    assert not page.exists()


def test_who_has_no_cookie_sees_nothing(served: Served) -> None:
    for cookie in ("", f"scorepad-{served.port}=" + "A" * 43):
        for page in (*PAGES, "/phones", "/files", "/work/0/file", "/choices/players"):
            assert served.get(page, Cookie=cookie).status == 403, page
            for path in (page, page + ".json", page + ".live"):
                reply = served.get(path, Cookie=cookie)
                assert reply.status in (403, 404), path
                assert "Ann Reid" not in reply.body


def test_codes_of_tables_are_for_who_has_come_in(served: Served) -> None:
    assert served.get("/phones/3.svg").status == 404  # none were given out
    token(served, 3)
    assert served.get("/phones/3.svg").headers["content-type"] == "image/svg+xml"
    assert served.get("/phones/3.svg", Cookie="").status == 403
    assert {served.get(f"/phones/{none}.svg").status for none in (0, 100, 10**30)} == {404}


def test_a_name_that_somebody_gave_this_machine_opens_nothing(served: Served) -> None:
    for host in ("evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil:80"):
        assert served.get("/players", Host=host).status == 421, host


def test_who_is_at_the_machine_has_its_address_and_calls_it_so() -> None:
    for host, peer, home in (
        ("127.0.0.1:8127", "127.0.0.1", True), ("localhost:8127", "::ffff:127.0.0.1", True),
        ("127.0.0.1:8127", "192.168.77.2", False), ("192.168.77.1:8127", "127.0.0.1", False),
        ("127.0.0.1:8127", "no address", False),
    ):  # fmt: skip
        scope = {"type": "http", "headers": [(b"host", host.encode())], "client": (peer, 50_000)}
        assert Names(8127, lan=True).is_at_home(HTTPConnection(scope)) is home, (host, peer)


def test_what_a_proxy_passes_on_does_not_come_from_the_machine() -> None:
    host, url = (b"host", b"127.0.0.1:8127"), "https://scores.example.org"
    for name in (b"x-forwarded-for", b"x-forwarded-host", b"forwarded", b"via", b"accept"):
        headers = [host, (name, b"for=192.168.77.2")]
        asked = HTTPConnection({"type": "http", "headers": headers, "client": ("127.0.0.1", 5)})
        assert Names(8127, url=url).is_at_home(asked) is (name == b"accept"), name
        assert Names(8127).is_at_home(asked), name  # a program of this machine may say so


def test_a_page_of_another_site_changes_nothing(served: Served) -> None:
    for headers in (
        {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"},
        {"Sec_Fetch_Site": "", "Origin": "https://evil.example"},
        {"Sec_Fetch_Site": "", "Origin": "null"}, {"Sec_Fetch_Site": ""},
    ):  # fmt: skip
        for path in ("/players", "/language"):
            reply = served.post(path, {**ADD, "language": "de"}, **headers)
            assert reply.status == 403 and "set-cookie" not in reply.headers, headers
    assert select(served.database, NAMES) == [("Ann Reid",)]


def test_a_form_of_this_site_is_carried_out(new: Served) -> None:
    assert new.post("/players", ADD).status == 303
    origin = {"Sec_Fetch_Site": "", "Origin": f"http://{new.host}"}
    assert new.post("/players", {**ADD, "name": "Ann"}, **origin).status == 303
    assert select(new.database, NAMES) == [("Zoë Lund",), ("Ann",)]


def test_no_form_leads_to_another_site(served: Served) -> None:
    for back in ("//evil.example/", "https://evil.example/x", "/\\evil.example"):
        reply = served.post("/language", {"language": "de"}, Referer=f"http://{served.host}{back}")
        there = reply.headers["location"]
        assert reply.status == 303
        assert there.startswith("/") and not there.startswith(("//", "/\\")), back


def test_other_methods_are_not_known(served: Served) -> None:
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"):
        assert served.ask(method, "/players").status == 405, method
    asks = {"Origin": "https://evil.example", "Access_Control_Request_Method": "POST"}
    assert served.ask("OPTIONS", "/api/club/correct", **asks).status == 405


def test_no_path_leads_out_of_the_pages(served: Served) -> None:
    for path in (
        *("/static/../site.py", "/static/%2e%2e/site.py", "/static/..%2fsite.py", "/etc/passwd"),
        *("/work/../../etc/passwd", "/work/%2e%2e/file", "/work/0"),
    ):
        reply = served.get(path)
        assert reply.status == 404, path
        assert "import" not in reply.body and "root:" not in reply.body


def test_every_answer_says_what_a_browser_may_do(served: Served) -> None:
    for page in (*PAGES, "/static/site.css", "/nothing", "/api/club/settings"):
        headers = served.get(page, Origin="https://evil.example").headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy and "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy and "form-action 'self'" in policy
        assert not [name for name in headers if name.startswith("access-control")]
        assert headers["x-content-type-options"] == "nosniff"
        assert {"camera=()", "serial=(self)"} <= {*headers["permissions-policy"].split(", ")}
        assert "server" not in headers
        assert (headers.get("cache-control") == "no-store") is (not page.startswith("/static/"))

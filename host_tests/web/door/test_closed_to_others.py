"""What keeps others out: the link, the cookie, names, origins, sizes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.cli import main
from scorepad.club.records.store import Club
from support.web.served import Served, serving

PAGES = ("/sessions", "/players", "/ranking", "/settings", "/decisions", "/money")
ADD = {"form": "club-players-add", "name": "Zoë Lund"}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("club") / "club.db"
    assert main(["club", "players", "add", "Ann Reid", "--db", str(file)]) == 0
    return file


@pytest.fixture(scope="module")
def served(database: Path) -> Iterator[Served]:
    with serving(database) as served:
        assert served.enter().status == 200
        yield served


def names(database: Path) -> list[str]:
    with Club(str(database)) as club:
        return [row[0] for row in club.ask("SELECT name FROM players ORDER BY id", {})]


def test_the_link_opens_once(served: Served) -> None:
    before = served.cookie
    assert served.enter().status == 403
    assert served.cookie == before
    assert served.enter("x" * 43).status == 403


@pytest.mark.parametrize("page", PAGES)
def test_who_has_no_cookie_sees_nothing(served: Served, page: str) -> None:
    reply = served.get(page, Cookie="")
    assert reply.status == 403
    assert "Ann Reid" not in reply.body
    assert served.get(page + ".json", Cookie="").status == 403
    assert served.get(page + ".live", Cookie="").status == 403
    assert served.get(page, Cookie=f"scorepad-{served.port}=" + "A" * 43).status == 403


def test_the_cookie_is_for_this_site_and_for_no_script(served: Served, database: Path) -> None:
    with serving(database) as another:
        said = another.enter().headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=strict" in said
    assert "domain" not in said


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil:80"])
def test_a_name_that_somebody_gave_this_machine_opens_nothing(served: Served, host: str) -> None:
    assert served.get("/players", Host=host).status == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Sec_Fetch_Site": "", "Origin": "https://evil.example"},
        {"Sec_Fetch_Site": "", "Origin": "null"},
        {"Sec_Fetch_Site": ""},
    ],
)
def test_a_page_of_another_site_changes_nothing(
    served: Served, database: Path, headers: dict[str, str]
) -> None:
    assert served.post("/players", ADD, **headers).status == 403
    assert names(database) == ["Ann Reid"]


def test_a_form_of_this_site_is_carried_out(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with serving(file) as served:
        served.enter()
        assert served.post("/players", ADD).status == 303
        assert "Zoë Lund" in served.get("/players").body
        origin = {"Sec_Fetch_Site": "", "Origin": f"http://{served.host}"}
        assert served.post("/players", {**ADD, "name": "Ann"}, **origin).status == 303
    assert names(file) == ["Zoë Lund", "Ann"]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS"])
def test_other_methods_are_not_known(served: Served, method: str) -> None:
    assert served.ask(method, "/players").status == 405


def test_what_is_too_large_is_refused_before_it_has_come(served: Served) -> None:
    large = {"Content-Length": str(10**9)}
    assert served.ask("POST", "/players", Sec_Fetch_Site="same-origin", **large).status == 413


@pytest.mark.parametrize(
    "path", ["/static/../site.py", "/static/%2e%2e/site.py", "/static/..%2fsite.py", "/etc/passwd"]
)
def test_no_path_leads_out_of_the_pages(served: Served, path: str) -> None:
    reply = served.get(path)
    assert reply.status == 404
    assert "import" not in reply.body


@pytest.mark.parametrize("page", [*PAGES, "/static/site.css", "/nothing"])
def test_every_answer_says_what_a_browser_may_do(served: Served, page: str) -> None:
    headers = served.get(page).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


def test_a_name_is_text_everywhere(tmp_path: Path) -> None:
    with serving(tmp_path / "club.db") as served:
        served.enter()
        for name in ("<script>alert(1)</script>", '"><img src=x>', "=1+1", "{{1234*4321}}"):
            assert served.post("/players", {**ADD, "name": name}).status == 303
        for page in PAGES:
            body = served.get(page).body
            assert "<script>alert" not in body and "<img src=x" not in body
            assert str(1234 * 4321) not in body


def test_who_leaves_is_out(database: Path) -> None:
    with serving(database) as served:
        served.enter()
        assert served.get("/players").status == 200
        assert served.post("/leave", {}).status == 200
        assert served.get("/players").status == 403

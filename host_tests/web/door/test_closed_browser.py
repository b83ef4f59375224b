"""Attacks by a page of somebody else in a real browser, of whoever has come in here."""

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from support.web.browsing import chromium, entered
from support.web.served import Served, serving_here

pytestmark = pytest.mark.full

FORM = """<!DOCTYPE html><title>Evil</title>
<form method="post" action="http://{host}/players" {how}>
<input name="form" value="club-players-add"><input name="name" value="Mallory">
</form><script>document.forms[0].submit()</script>"""
FETCH = """<!DOCTYPE html><title>Evil</title><p id="said"></p><script>
fetch("http://{host}/players", {{method: "{method}", credentials: "include", mode: "{mode}",
  {body}headers: {{"Content-Type": "application/x-www-form-urlencoded"}}}})
  .then(reply => reply.text()).then(text => said.textContent = "read:" + text)
  .catch(error => said.textContent = "refused");
</script>"""
BODY = 'body: "form=club-players-add&name=Mallory", '
FRAME = '<!DOCTYPE html><iframe src="http://{host}/players"></iframe>'
REBOUND = "evil.example"  # a name that its owner lets lead to this machine


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium(f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1") as browser:
        yield browser


@pytest.fixture(scope="module")
def served(club_file: Path) -> Iterator[Served]:
    with serving_here(club_file) as served:
        served.enter()
        assert served.post("/players", {"form": "club-players-add", "name": "Ann"}).status == 303
        yield served


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """Of somebody who is in, and looks at other sites, too."""
    page = entered(browser, served)
    page.goto("/players")
    assert "Ann" in page.content()
    yield page
    page.context.close()


class Evil(http.server.ThreadingHTTPServer):
    """A site on another port of this machine, which shows one page."""

    def __init__(self, folder: Path):
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
        super().__init__(("127.0.0.1", 0), handler)
        self.page = folder / "index.html"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def shows(self, page: Page, text: str, name: str = "127.0.0.1") -> None:
        self.page.write_text(text)
        page.goto(f"http://{name}:{self.server_port}/index.html")


@pytest.fixture
def evil(tmp_path: Path) -> Iterator[Evil]:
    with Evil(tmp_path) as evil:
        yield evil
        evil.shutdown()


def names(served: Served) -> list[str]:
    body = served.get("/players.json").body
    return [name for name in ("Ann", "Mallory") if f'"{name}"' in body]


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("127.0.0.1", ""),
        ("localhost", 'enctype="text/plain"'),
        (REBOUND, 'enctype="multipart/form-data"'),
    ],
)
def test_a_form_of_another_site_changes_nothing(
    page: Page, evil: Evil, served: Served, name: str, how: str
) -> None:
    with page.expect_response(lambda reply: reply.request.method == "POST") as answer:
        evil.shows(page, FORM.format(host=served.host, how=how), name)
    assert answer.value.status == 403
    assert names(served) == ["Ann"]


@pytest.mark.parametrize(
    ("name", "method", "mode"),
    [
        *(("127.0.0.1", "GET", "cors"), ("127.0.0.1", "POST", "cors")),
        *((REBOUND, "GET", "cors"), (REBOUND, "POST", "no-cors")),
    ],
)
def test_a_script_of_another_site_reads_and_changes_nothing(
    page: Page, evil: Evil, served: Served, name: str, method: str, mode: str
) -> None:
    body = BODY if method == "POST" else ""
    evil.shows(page, FETCH.format(host=served.host, method=method, mode=mode, body=body), name)
    page.locator("#said", has_text="re").wait_for()
    assert "Ann" not in page.locator("#said").inner_text()
    assert names(served) == ["Ann"]


def test_no_page_is_in_a_frame_of_another_site(page: Page, evil: Evil, served: Served) -> None:
    with page.expect_event("requestfailed", lambda one: one.url.endswith("/players")):
        evil.shows(page, FRAME.format(host=served.host))
    assert "Ann" not in "".join(frame.content() for frame in page.frames)

"""Attacks by a page of somebody else in a real browser, of whoever has come in here."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from support.web.browsing import entered
from support.web.served import Served
from support.web.web_site import site_served

pytestmark = pytest.mark.full

FORM = """<!DOCTYPE html><title>Evil</title>
<form method="post" action="http://{host}/players" {how}>
<input name="form" value="club-players-add"><input name="name" value="Mallory">
</form><script>document.forms[0].submit()</script>"""
FRAME = '<!DOCTYPE html><iframe src="http://{host}/players"></iframe>'
REBOUND = "evil.localhost"  # a name that leads to this machine, too

Shows = Callable[..., None]


@pytest.fixture(scope="module")
def served(served: Served) -> Served:
    assert served.post("/players", {"form": "club-players-add", "name": "Ann"}).status == 303
    return served


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """Of somebody who is in, and looks at other sites, too."""
    page = entered(browser, served)
    page.goto("/players")
    assert "Ann" in page.content()
    yield page
    page.context.close()


@pytest.fixture
def evil(page: Page, tmp_path: Path) -> Iterator[Shows]:
    """Shows a text as the page of a site on another port of this machine."""
    with site_served(tmp_path) as address:

        def shows(text: str, name: str = "127.0.0.1") -> None:
            (tmp_path / "index.html").write_text(text)
            page.goto(address.replace("127.0.0.1", name))

        yield shows


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
def test_a_form_of_another_site_changes_nothing(page, evil, served, name, how):
    with page.expect_response(lambda reply: reply.request.method == "POST") as answer:
        evil(FORM.format(host=served.host, how=how), name)
    assert answer.value.status == 403
    assert names(served) == ["Ann"]


def test_no_page_is_in_a_frame_of_another_site(page: Page, evil: Shows, served: Served) -> None:
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/players")):
        evil(FRAME.format(host=served.host))
    assert "Ann" not in "".join(frame.content() for frame in page.frames)

"""The site on a plain server, beneath a path: whole, all of one origin, and fit to be read."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request

from scorepad.web.tablet import bundle
from support.depth import some
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH
from support.web.browsing import DESK, PHONE, UNFOLD, troubles, violations
from website import build, frame, trying

pytestmark = pytest.mark.full

LEADS = {"a": "href", "link": "href", "img": "src", "script": "src", "iframe": "data-src"}
LAID_OUT = (  # one of each kind
    *("", "tablet/", "fetch/", "install/"),
    *("docs/", "docs/tablet.html", "docs/scoring.html", "docs/api.html"),
)
STARTED = "body[data-state=started]"
READY = {  # what goes on loading
    "docs/tablet.html": "#next:not([disabled])",
    "tablet/index.html": STARTED,
    "tablet/demo.html": STARTED,
}


class Read(HTMLParser):
    """What a page leads to, and where in it one can be led to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.led_to: list[str] = []
        self.ids: list[str] = []
        self.policy = self.inline = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if target := given.get(LEADS.get(tag, "")):
            self.led_to.append(target)
        if identity := given.get("id"):
            self.ids.append(identity)
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"] or ""
        if tag == "style" or "style" in given or (tag == "script" and "src" not in given):
            self.inline = tag
        if any(name.startswith("on") for name in given):
            self.inline = tag


@pytest.fixture(scope="module")
def read(files: Path) -> dict[str, Read]:
    """All pages, by path."""
    return {
        path.relative_to(files).as_posix(): Read(path.read_text(encoding="utf-8"))
        for path in files.rglob("*.html")
    }


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    with browser.new_context(base_url=address, bypass_csp=True) as context:
        yield context.new_page()  # without the policy, as axe is a script from outside


def test_every_link_leads_somewhere_and_every_page_is_led_to(
    read: dict[str, Read], files: Path
) -> None:
    led = {"index.html", "tablet/demo.html"}
    for name, page in read.items():
        for target in page.led_to:
            there = urlsplit(urljoin(f"http://here/{name}", target))
            if there.netloc != "here":
                assert name.startswith("install/"), (name, target)  # where MicroPython is from
                continue
            path = re.sub(r"(^|/)$", r"\1index.html", unquote(there.path)[1:])
            assert (files / path).is_file(), (name, target)
            assert not there.fragment or there.fragment in read[path].ids, (name, target)
            led.add(path)
    assert set(read) <= led


def test_no_page_has_two_places_of_one_name(read: dict[str, Read]) -> None:
    for name, page in read.items():
        assert len(set(page.ids)) == len(page.ids), name


def test_every_page_says_what_may_run_in_it_and_has_nothing_inline(read: dict[str, Read]) -> None:
    for name, page in read.items():
        assert page.policy.startswith("default-src 'self'"), name
        assert not page.inline, (name, page.inline)


def test_what_stands_in_the_sources_is_in_the_pages(files: Path) -> None:
    text = (files / "docs" / "scoring.html").read_text(encoding="utf-8")
    assert "<!--" not in text and "&lt;!--" not in text and "\n|" not in text
    assert (files / "docs" / "pictures" / "web" / "evening.png").read_bytes()[1:4] == b"PNG"
    schema = "docs/files/tools/scorepad/exports/schemas/sync.schema.json.html"
    assert "&#34;$schema&#34;" in (files / schema).read_text(encoding="utf-8")


def failure(request: Request) -> list[str]:
    """What is wrong with a request, unless the page was left meanwhile."""
    return [] if request.failure == "net::ERR_ABORTED" else [f"{request.failure} {request.url}"]


def test_nothing_is_asked_of_others_and_nothing_is_complained_of(
    browser: Browser, address: str, read: dict[str, Read]
) -> None:
    """Every page with its policy, in a browser."""
    asked: set[str] = set()
    wrong: list[str] = []
    with browser.new_context() as context:
        page = context.new_page()
        context.on("request", lambda request: asked.add(request.url))
        context.on("requestfailed", lambda request: wrong.extend(failure(request)))
        context.on(
            "response", lambda got: got.status < 400 or wrong.append(f"{got.status} {got.url}")
        )
        page.on("console", lambda said: wrong.append(said.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        for name in alike(read):
            page.goto(address + name, wait_until="load")
            if ready := READY.get(name):
                page.wait_for_selector(ready)
    assert wrong == []
    assert {url for url in asked if not url.startswith(address)} == set()


def alike(read: dict[str, Read]) -> list[str]:
    """The pages; of files that are only shown, which are of one kind, a few."""
    files = sorted(path for path in read if path.startswith("docs/files/"))
    return [*some(files, 8), *sorted(set(read) - set(files))]


@pytest.mark.parametrize(("width", "height"), [(PHONE, 780), *some([(DESK, 800), (780, 390)], 2)])
def test_every_page_fits(
    page: Page, read: dict[str, Read], width: int, height: int, subtests: pytest.Subtests
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    for path in alike(read) if width == PHONE else some(alike(read), 4):
        with subtests.test(path=path):
            page.goto(path)
            page.evaluate(UNFOLD)
            found = troubles(page)
            if path.startswith("tablet/"):  # whose menu may open upon the keys
                found.pop("upon", None)
            assert found == {}


@pytest.mark.parametrize(
    ("width", "colours"),
    some([(DESK, "light"), (PHONE, "dark"), (DESK, "dark"), (PHONE, "light")], 4),
)
def test_axe_finds_nothing(
    page: Page, width: int, colours: Any, subtests: pytest.Subtests
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=colours)
    for path in LAID_OUT:
        with subtests.test(path=path):
            page.goto(path)
            page.evaluate(UNFOLD)
            assert violations(page) == []


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_the_front_page_speaks(browser: Browser, address: str, language: str) -> None:
    """What the reader speaks, or English; nothing is left out."""
    with browser.new_context(locale=language) as context:
        page = context.new_page()
        page.goto(address)
        spoken = language if language != "es" else "en"
        page.wait_for_selector(f"html[lang={spoken}]")
        texts = page.locator("[data-say]").all_inner_texts()
    english = "Scorepad scores bridge at the table" in texts[0]
    assert english == (spoken == "en")
    assert all(texts)


def test_a_deal_is_played_and_nothing_is_said_of_a_club(browser: Browser, address: str) -> None:
    """Also by somebody who comes with the link of a club's table, which is not here."""
    with browser.new_context() as context:
        page = context.new_page()
        sockets: list[str] = []
        page.on("websocket", lambda socket: sockets.append(socket.url))
        page.goto(address + "tablet/#7-" + "x" * 22)
        page.wait_for_selector(STARTED)
        names = {"OK": "Enter", "BACK": "Backspace"}
        for key in (*NEW_GAME, *THREE_SPADES_BY_SOUTH):
            page.keyboard.press(names.get(key, f"Arrow{key.capitalize()}"), delay=60)
            page.wait_for_timeout(60)  # a finger's way
        page.reload()
        page.wait_for_selector(STARTED)
        assert page.inner_text("#link") == ""
        assert sockets == []
        assert page.evaluate("localStorage.getItem('scorepad-club')") is None


def test_the_site_is_made_twice_alike(files: Path) -> None:
    made = build.site()
    there = {path.relative_to(files).as_posix() for path in files.rglob("*") if path.is_file()}
    assert set(made) == there
    assert all((files / path).read_bytes() == content for path, content in made.items())


def test_what_is_missing_is_said_and_the_site_stays_as_it_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bundle, "fetched", lambda: tmp_path / "nothing")
    monkeypatch.setattr(build, "ROOT", tmp_path)
    old = tmp_path / build.TARGET / "index.html"
    old.parent.mkdir(parents=True)
    old.write_text("as it was")
    assert build.main() == 2
    said = capsys.readouterr().err
    assert said.startswith("make web: MicroPython for browsers is not in this installation: ")
    assert said.count("\n") == 1
    assert old.read_text() == "as it was"


def test_a_page_into_which_no_policy_can_be_put_is_refused() -> None:
    with pytest.raises(frame.NoHead, match=r"fetch/index\.html: "):
        frame.framed("fetch/index.html", b"<html><head><title>x</title></head></html>")


def test_a_policy_that_a_page_has_is_left_to_it() -> None:
    own = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
    made = frame.framed("a/b.html", f'<meta charset="utf-8">{own}'.encode()).decode()
    assert made.count("Content-Security-Policy") == 1
    assert 'src="../site.mjs"' in made


def test_the_script_is_the_one_of_the_pictures() -> None:
    """Each key is a step; what is asked has its check."""
    steps = trying.steps()
    assert '"line": "?1 event 9 b6199e5d *' in steps
    assert steps.count('"verb": "shot"') == steps.count('"name"') == 62

"""The files of the site: links, policies, words, versions."""

import re
from collections.abc import Mapping
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from scorepad import build as firmware_build
from scorepad.web.tablet import bundle
from support.web.forms import tags
from support.web.web_site import WEBSITE
from website import build, frame

LEADS = {"a": "href", "link": "href", "img": "src", "script": "src", "iframe": "data-src"}
POLICY = "Content-Security-Policy"
LANGUAGES = ("en", "de", "fr")
WORD = re.compile(r'^    (\w+): "(.*)",$', re.MULTILINE)
BLOCK = re.compile(r"^  (\w\w): \{\n(.*?)^  \},$", re.MULTILINE | re.DOTALL)
SAID = re.compile(r'(?:data-say=|\bsay\(|Trouble\(|\bshow\(|\bask\()"(\w+)"')
QUOTED = re.compile(r'"(\w+)"')


Read = list[tuple[str, dict[str, str]]]  # the tags of a page
Words = dict[str, dict[str, str]]  # by language and name


def ids(page: Read) -> list[str]:
    return [of["id"] for _, of in page if of.get("id")]


@pytest.fixture(scope="module")
def files() -> Mapping[str, bytes]:
    """All files of the site, except the firmware that its page puts on boards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(build.FOLDERS, "install", lambda: frame.folder("install"))
        return build.site()


@pytest.fixture(scope="module")
def read(files: Mapping[str, bytes]) -> dict[str, Read]:
    return {path: tags(page.decode()) for path, page in files.items() if path.endswith(".html")}


def test_every_link_leads_somewhere(read: dict[str, Read], files: Mapping[str, bytes]) -> None:
    led = {"index.html", "tablet/demo.html"}
    for name, page in read.items():
        for target in filter(None, (of.get(LEADS.get(tag, "")) for tag, of in page)):
            there = urlsplit(urljoin(f"http://here/{name}", target))
            if there.netloc != "here":
                assert name.startswith("install/"), (name, target)  # where MicroPython is from
                continue
            path = re.sub(r"(^|/)$", r"\1index.html", unquote(there.path)[1:])
            assert path in files, (name, target)
            assert not there.fragment or there.fragment in ids(read[path]), (name, target)
            led.add(path)
    assert set(read) <= led


def test_every_page_has_a_policy_nothing_inline_and_each_id_once(read: dict[str, Read]) -> None:
    for name, page in read.items():
        (policy,) = [of["content"] for _, of in page if of.get("http-equiv") == POLICY]
        assert policy.startswith("default-src 'self'") and "'unsafe" not in policy, name
        assert not [
            (name, tag)
            for tag, of in page
            if tag == "style"
            or "style" in of
            or (tag == "script" and "src" not in of)
            or any(attribute.startswith("on") for attribute in of)
        ]
        assert len({*ids(page)}) == len(ids(page)), name


def test_what_stands_in_the_sources_is_in_the_pages(files: Mapping[str, bytes]) -> None:
    text = files["docs/scoring.html"].decode()
    assert "<!--" not in text and "&lt;!--" not in text and "\n|" not in text
    assert files["docs/pictures/web/evening.png"][1:4] == b"PNG"
    schema = "docs/files/tools/scorepad/exports/schemas/sync.schema.json.html"
    assert "&#34;$schema&#34;" in files[schema].decode()


def test_a_page_gets_the_policy_unless_it_has_one_and_must_have_a_place_for_it() -> None:
    with pytest.raises(frame.NoHead, match=r"install/index\.html: "):
        frame.framed("install/index.html", b"<html><head><title>x</title></head></html>")
    own = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
    made = frame.framed("a/b.html", f'<meta charset="utf-8">{own}'.encode()).decode()
    assert made.count("Content-Security-Policy") == 1
    assert 'src="../site.mjs"' in made


def test_the_service_worker_is_another_one_for_other_files() -> None:
    worker = build.worker({"a": b"1"})
    assert worker != build.worker({"a": b"2"}) and worker != build.worker({"b": b"1"})
    assert worker == build.worker({"a": b"1"})


def test_a_site_that_cannot_be_made_stays_as_it_was(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(bundle, "micropython_folder", lambda: tmp_path / "nothing")
    monkeypatch.setattr(build, "ROOT", tmp_path)
    for folder in {*build.FOLDERS} - {"tablet"}:
        monkeypatch.setitem(build.FOLDERS, folder, dict)
    old = tmp_path / build.TARGET / "index.html"
    old.parent.mkdir(parents=True)
    old.write_text("as it was")
    assert build.main() == 2
    assert capsys.readouterr().err.startswith("make web: ")
    assert old.read_text() == "as it was"


# ---- the words of the page that installs


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in (WEBSITE / "install").glob("*.*")}


@pytest.fixture(scope="module")
def words(sources: dict[str, str]) -> Words:
    """Of each language."""
    return {own[1]: dict(WORD.findall(own[2])) for own in BLOCK.finditer(sources["words.mjs"])}


def test_each_language_has_the_same_words_with_the_same_gaps(words: Words) -> None:
    assert tuple(words) == LANGUAGES
    gaps = [
        {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in said.items()}
        for said in words.values()
    ]
    assert gaps == [gaps[0]] * len(LANGUAGES)


def test_no_words_lack_or_are_left_over(words: Words, sources: dict[str, str]) -> None:
    text = "".join(sources.values())
    assert {"title", "no_chip", "writing"} <= set(words["en"])
    assert set(SAID.findall(text)) <= set(words["en"]) <= set(QUOTED.findall(text))


def test_the_page_has_the_boards_that_there_is_firmware_for(sources: dict[str, str]) -> None:
    asked = re.findall(r'name="board" value="(\w+)"', sources["index.html"])
    known = re.findall(r"^  (\w+): \{", sources["boards.mjs"], re.MULTILINE)
    assert {*asked} == {*known} == {*firmware_build.BOARDS}

"""The modules of the page that installs, in Node.js: what they make of boards, images and apps."""

import base64
import hashlib
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.tablet import deploy
from support.tablet.emulated import CHIPS_OF, MACHINES, NO_SURVEYS
from support.web.flash_images import APP, CHIPS, image
from support.web.js_cable import Node
from website import installing

ESP32 = image("esp32")


def test_a_survey_that_makes_no_sense_is_refused(js: Node) -> None:
    assert {js.do("survey", answer=answer) for answer in NO_SURVEYS} == {"garbled"}


@pytest.mark.parametrize(("board", "chips"), CHIPS_OF.items())
def test_a_board_with_another_chip_is_named(js: Node, board: str, chips: list[str]) -> None:
    """The page takes the chips that `scorepad deploy` takes, and no others."""
    name = installing.name(board, "ssd1309")
    made = installing.firmware({name: deploy.Version({})})
    assert json.loads(made["firmware.json"])[name]["chips"] == chips
    found = [js.do("machine", machine=machine, chips=chips) for machine in MACHINES]
    assert found == [None if other in chips else other for other in MACHINES.values()]


@pytest.mark.parametrize(
    ("answer", "why"),
    [("error store: 28", "app_refuses"), ("ok scorepad 2", "app_newer"), ("ok hello", "app_odd")],
)
def test_an_app_that_refuses_is_quoted(js: Node, answer: str, why: str) -> None:
    found, said, asked = js.do("greet", said=answer, most=-1)
    assert (found, asked) == (why, 1)
    assert why != "app_refuses" or said == "store: 28"


@pytest.mark.parametrize("board", CHIPS)
def test_an_image_is_for_the_board_of_its_chip(js: Node, board: str) -> None:
    assert js.do("boardOf", image=base64.b64encode(image(board)).decode()) == board


@pytest.mark.parametrize(("code", "size"), [(0x0F, 1), (0x20, 4), (0x3F, 8)])
def test_an_image_says_for_how_much_flash_it_is(js: Node, code: int, size: int) -> None:
    """The upper half of the byte (ESP-IDF, esp_app_format.h, esp_image_flash_size_t)."""
    content = ESP32[:3] + bytes([code]) + ESP32[4:]
    assert js.do("flashOf", image=base64.b64encode(content).decode()) == size << 20


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "empty"), (b"UF2\n" + bytes(508), "uf2"), (b"<!DOCTYPE html>" * 100, "no_image"),
        (ESP32[:12] + b"\x02\x00" + ESP32[14:], "foreign_image"),
        (ESP32[APP - 0x1000 :], "part_of_image"), (ESP32[: APP - 0x1000], "part_of_image"),
        (ESP32[: APP - 0x1000] + bytes(64), "part_of_image"),
    ],
)  # fmt: skip
def test_what_is_no_image_is_refused(js: Node, content: bytes, why: str) -> None:
    assert js.do("boardOf", image=base64.b64encode(content).decode()) == why


def test_the_digest_is_md5(js: Node) -> None:
    contents = [random.Random(size).randbytes(size) for size in (*range(130), 10_000)]
    for content in contents:
        assert js.do("md5", bytes=content.hex()) == hashlib.md5(content).hexdigest()


@pytest.fixture(scope="module")
def boot() -> str:
    return deploy._boot(deploy.FOLDERS[0])


PATHS = ("main.py", "firmware/a.mpy", "firmware/b.mpy")
VERSIONS = st.dictionaries(st.sampled_from(PATHS), st.sampled_from([b"1", b"2"]), max_size=3)


@given(wanted=VERSIONS, here=VERSIONS, there=VERSIONS, starting=st.sampled_from([0, 1, None]))
def test_both_plan_the_same_for_a_board(js, boot, wanted, here, there, starting):
    hashes = {
        f"{folder}/{path}": hashlib.sha256(content).hexdigest()
        for folder, version in zip(deploy.FOLDERS, (here, there), strict=True)
        for path, content in version.items()
    }
    names = ["boot.py", "games.py", *(folder[1:] for folder in deploy.FOLDERS)]
    current = "/" if starting is None else deploy.FOLDERS[starting]
    on_board = "import games\n" if starting is None else deploy._boot(current)
    found = deploy.Found(names, current, on_board, hashes)
    plan = deploy.plan(found, deploy.Version(wanted))
    digests = {path: hashlib.sha256(content).hexdigest() for path, content in wanted.items()}
    site = {"names": names, "boot": on_board, "starting": found.starting, "hashes": hashes}
    said, strangers = js.do("plan", found=site, files=digests, boot=boot)
    assert said == {
        "folder": plan.folder,
        "send": plan.send,
        "copy": plan.copy,
        "remove": plan.remove,
        "change": plan.switch,
    }
    assert strangers == found.strangers

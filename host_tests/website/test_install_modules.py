"""The modules of the page that installs, in Node.js: what they make of images."""

import hashlib
import json
import random
from base64 import b64encode
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from support.web.flash_images import APP, CHIPS, image
from support.web.node import run_checks
from support.web.web_site import WEBSITE

ESP32 = image("esp32")

Make = Callable[[str, Iterable[bytes]], list[object]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """What a function of the page makes of each of these."""

    def made(work: str, contents: Iterable[bytes]) -> list[object]:
        asked = tmp_path / "asked.json"
        asked.write_text(json.dumps([[work, b64encode(content).decode()] for content in contents]))
        answers = run_checks("image_checks.mjs", WEBSITE, asked)
        assert isinstance(answers, list)
        return answers

    return made


def test_an_image_is_for_the_board_of_its_chip(make: Make) -> None:
    assert make("boardOf", map(image, CHIPS)) == [*CHIPS]


def test_an_image_says_for_how_much_flash_it_is(make: Make) -> None:
    """The upper half of the byte (ESP-IDF, esp_app_format.h, esp_image_flash_size_t)."""
    sizes = {0x0F: 1, 0x20: 4, 0x3F: 8}
    images = (ESP32[:3] + bytes([code]) + ESP32[4:] for code in sizes)
    assert make("flashOf", images) == [size << 20 for size in sizes.values()]


def test_what_is_no_image_is_refused(make: Make) -> None:
    wrong = {
        b"": "empty",
        b"UF2\n" + bytes(508): "uf2",
        b"<!DOCTYPE html>" * 100: "no_image",
        ESP32[:12] + b"\x02\x00" + ESP32[14:]: "foreign_image",
        ESP32[APP - 0x1000 :]: "part_of_image",
        ESP32[: APP - 0x1000]: "part_of_image",
        ESP32[: APP - 0x1000] + bytes(64): "part_of_image",
    }
    assert make("boardOf", wrong) == [*wrong.values()]


def test_the_digest_is_md5(make: Make) -> None:
    contents = [random.Random(size).randbytes(size) for size in (*range(130), 10_000)]
    assert make("md5", contents) == [hashlib.md5(content).hexdigest() for content in contents]

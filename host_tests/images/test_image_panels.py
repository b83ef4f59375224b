"""Images for a panel that is named: what is frozen in, their names, what a deploy then does."""

import re
from pathlib import Path
from typing import get_args

import pytest

from dev import make_image
from dev.fetching.outcome import Missing
from dev.images import freezing
from scorepad import build
from scorepad.operations.tablets.common import PanelName
from scorepad.simulator import tablet
from scorepad.sources import SOURCES
from scorepad.tablet import deploy


def frozen(folder: Path, board: str, panel: str) -> tuple[str, str]:
    place = folder / f"{board}-{panel}"
    place.mkdir()
    freezing.manifest(board, board if board == "pico" else "espressif", (), place, panel)
    files = place / "frozen"
    (named,) = re.findall(r'^PANEL = "(\w*)"', (files / "firmware/board.py").read_text(), re.M)
    (identity,) = re.findall(r'ID = "(\w+)"', (files / "scorepad_image.py").read_text())
    return named, identity


@pytest.mark.parametrize("board", make_image.KINDS)
def test_the_panel_is_frozen_in_and_the_id_is_another(board: str, tmp_path: Path) -> None:
    panels = ("", *build.PANELS)
    found = [frozen(tmp_path, board, panel) for panel in panels]
    assert [named for named, _ in found] == list(panels)
    assert len({identity for _, identity in found}) == len(panels)


def test_a_panel_is_called_the_same_wherever_there_is_a_choice() -> None:
    schema = SOURCES / "tools/scorepad/exports/schemas/doctor.schema.json"
    said = schema.read_text(encoding="utf-8")
    firmware = (SOURCES / "firmware/hardware/panels.py").read_text(encoding="utf-8")
    lists = [
        get_args(PanelName), tablet.PANELS, re.findall(r'"((?:sh|ssd)\d+)"', said),
        set(re.findall(r'"((?:sh|ssd)\d+)"', firmware)),
    ]  # fmt: skip
    assert [sorted(each) for each in lists] == [sorted(build.PANELS)] * len(lists)


@pytest.mark.parametrize("board", [*make_image.KINDS, "abacus"])
def test_a_panel_or_board_that_nobody_knows_is_refused(board: str, tmp_path: Path) -> None:
    why = "no (image for 'abacus'|panel 'ssd1308'; there are sh1106, ssd1306, ssd1309)"
    with pytest.raises(Missing, match=why):
        make_image.make(board, tmp_path / "image", "ssd1308")
    assert list(tmp_path.iterdir()) == []


def test_a_board_file_that_has_no_line_for_it_is_refused_in_one(tmp_path, monkeypatch, capsys):
    own = tmp_path / "board.py"
    own.write_text("SDA = 4\n")
    monkeypatch.setattr(build, "board_file", lambda _board: own)
    monkeypatch.setattr("sys.argv", ["", "--board", "pico", "--panel", "sh1106"])
    assert make_image.main() == 2
    said = capsys.readouterr().err
    assert said == f'make_image: {own} has no line for the panel: PANEL = ""\n'


@pytest.mark.parametrize("panel", ["", "ssd1309"])
def test_a_deploy_leaves_an_image_alone_only_if_it_is_for_the_same_panel(panel, tmp_path):
    found = deploy.Found([], "/", "", {}, image=frozen(tmp_path, "esp32", panel)[1])
    assert deploy.plan(found, deploy.compile_version("esp32", "")).changes == bool(panel)

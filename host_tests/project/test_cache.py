"""The cache folder: where it is, and what is said where nothing can be written into it."""

import os
import shutil
from pathlib import Path

import platformdirs
import pytest

from scorepad import build, cache, cli, sources


def test_a_clone_keeps_it_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCOREPAD_CACHE", raising=False)
    assert cache.folder() == sources.SOURCES / ".cache"


def test_where_it_is_installed_it_is_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCOREPAD_CACHE", raising=False)
    monkeypatch.setattr(cache, "INSTALLED", True)
    assert cache.folder() == platformdirs.user_cache_path("scorepad", appauthor=False)


def test_somebody_can_name_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SCOREPAD_CACHE", str(tmp_path / "deep" / "cache"))
    folder = build.cached(build.firmware_sources())
    assert folder.parent == tmp_path / "deep" / "cache" / "mpy"
    assert (folder / "firmware" / "app.mpy").exists()


def test_one_that_cannot_be_written_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SCOREPAD_CACHE", str(tmp_path / "file"))
    assert cli.main(["deploy", "/dev/null"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{tmp_path / 'file'}: the cache folder cannot be written (")
    assert said.endswith("); set SCOREPAD_CACHE to a folder that can\n")
    assert said.count("\n") == 1


def test_one_that_can_only_be_read_serves_what_it_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SCOREPAD_CACHE", str(tmp_path))
    folder = build.cached(build.firmware_sources())
    monkeypatch.setattr(cache, "locked", None)  # for root, who may write everywhere
    monkeypatch.setattr(os, "utime", _denied)
    assert build.cached(build.firmware_sources()) == folder


def test_a_copy_of_the_sources_is_not_taken_for_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Only in the firmware's own files names are made short."""
    monkeypatch.setenv("SCOREPAD_CACHE", str(tmp_path / "cache"))
    shutil.copytree(sources.SOURCES / "firmware", tmp_path / "firmware")
    ours, copied = (build.cached(_keys(root)) for root in (sources.SOURCES, tmp_path))
    assert ours != copied


def _keys(root: Path) -> list[tuple[Path, Path]]:
    place = Path("firmware/keys.py")
    return [(root / place, place)]


def _denied(path: Path) -> None:
    raise PermissionError(13, "Permission denied")

"""Packages that apt downloads: which release they come from, when one of them cannot be had."""

import hashlib
import shutil
import subprocess

import pytest

from scorepad import debian

pytestmark = pytest.mark.skipif(not shutil.which("apt-get"), reason="no apt here")

CONTROL = "Package: dealer\nVersion: 1\nArchitecture: all\nMaintainer: none\nDescription: none\n"


@pytest.fixture
def mirror(tmp_path, monkeypatch):
    """A mirror of our own, on which one series has a package; apt downloads into `area`."""
    _put_package(tmp_path / "mirror" / "whole")
    monkeypatch.setattr(debian, "_mirrors", lambda: [f"copy:{tmp_path}/mirror"])
    monkeypatch.setattr(debian, "_trust", lambda: "[trusted=yes] ")
    monkeypatch.setattr(debian, "distribution", lambda: "debian")
    (tmp_path / "area").mkdir()
    return tmp_path / "area"


def _put_package(series):
    content = series / "dealer" / "DEBIAN"
    content.mkdir(parents=True)
    (content / "control").write_text(CONTROL)
    subprocess.run(["dpkg-deb", "-b", content.parent, series / "dealer.deb"], check=True)
    archive = (series / "dealer.deb").read_bytes()
    digest = hashlib.sha256(archive).hexdigest()
    place = f"Filename: whole/dealer.deb\nSize: {len(archive)}\nSHA256: {digest}\n"
    (series / "Packages").write_text(CONTROL + place)


def test_a_series_that_cannot_be_had_makes_way_for_the_next(mirror, monkeypatch):
    monkeypatch.setattr(debian, "SERIES", {"debian": ("absent/", "whole/")})
    assert debian.packages(mirror, "dealer")


def test_without_any_the_reason_is_said(mirror, monkeypatch):
    monkeypatch.setattr(debian, "SERIES", {"debian": ("absent/",)})
    with pytest.raises(debian.NoPackages, match="apt cannot fetch it"):
        debian.packages(mirror, "dealer")

"""Where MicroPython is built: what stays there, and what a compiler sees of its name."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dev.fetching import building, get_rp2040
from dev.images import pico
from scorepad import cache
from support.depth import TORTURE
from support.needed import or_skip
from support.zones import in_zone

DAY = 86_400


@pytest.fixture
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache whose name has a space."""
    found = tmp_path / "a b"
    monkeypatch.setenv(cache.ENVIRONMENT, str(found))
    return found


def ours(folder: Path, content: str = "") -> list[Path]:
    """Files from which something is built."""
    folder.mkdir(exist_ok=True)
    (folder / "ours").write_text(content)
    return [folder / "ours"]


def test_the_place_stays_while_what_is_built_there_is_the_same(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.ENVIRONMENT, str(tmp_path))
    with building.place("pico", ours(tmp_path), {}) as first:
        first.mkdir(parents=True)
    with building.place("pico", ours(tmp_path), {}) as again:
        assert (again, again.exists()) == (first, True)
    with building.place("pico", ours(tmp_path, "other"), {}) as other:
        assert other != first
        assert not first.exists()


def test_another_compiler_or_python_builds_in_another_place(tmp_path, monkeypatch):
    """What a place links to may be gone with the one that it was built by."""
    monkeypatch.setenv(cache.ENVIRONMENT, str(tmp_path))
    compiler = tmp_path / "bin" / building.COMPILER
    compiler.parent.mkdir()
    compiler.touch(0o755)
    found = set()
    for variables in ({"PATH": ""}, {"PATH": str(compiler.parent)}):
        with building.place("pico", [], variables) as place:
            found.add(place)
    monkeypatch.setattr(sys, "executable", "another")
    with building.place("pico", [], {"PATH": ""}) as place:
        found.add(place)
    assert len(found) == 3


def test_a_name_with_a_space_is_not_built_in(where: Path, tmp_path: Path) -> None:
    with building.place("pico", ours(tmp_path), {}) as place:
        assert building.plain(place)
        assert place.exists()
    assert not place.exists()


@pytest.fixture
@or_skip()
def toolchain() -> dict[str, str]:
    """The variables of the compiler in the cache that the tests share."""
    return get_rp2040.toolchain()


@pytest.mark.full
def test_the_compiler_leaves_out_where_sources_are_that_have_a_space(toolchain, where):
    names = ("micropython", "chip")
    for name in names:
        (where / name / "py").mkdir(parents=True)
        (where / name / "py/mpconfig.h").touch()
        (where / name / "named.c").write_text("const char *name = __FILE__;\n")
    with building.place("pico", [], toolchain) as place:
        sources, chip = (building.plainly(where / name, place / name) for name in names)
        flags = get_rp2040.environment(sources, chip, place)["CFLAGS"].split()
        for name in names:
            subprocess.run(
                ["arm-none-eabi-gcc", *flags, "-c", place / name / "named.c", "-o", place / "o"],
                env={**os.environ, **toolchain},
                check=True,
            )
            made = (place / "o").read_bytes()
            assert f"{name}/named.c\0".encode() in made
            assert bytes(place) not in made


if TORTURE:  # it takes minutes

    def test_wherever_and_whenever_an_image_is_built_it_is_the_same(where: Path) -> None:
        """All is compiled once more, with nothing the same but what was fetched."""
        with pytest.MonkeyPatch.context() as usual, or_skip():
            usual.delenv(cache.ENVIRONMENT)
            fetched = cache.folder()
            first = pico.image().read_bytes()
        for name in ("arm-m0", "pico/chip", "qemu/sources"):
            if (fetched / name).exists():
                (where / name).parent.mkdir(parents=True, exist_ok=True)
                (where / name).symlink_to(fetched / name)
        mask = os.umask(0o077)
        try:
            with in_zone("Pacific/Pago_Pago"):
                again = pico.image()
        finally:
            os.umask(mask)
        assert where in again.parents
        assert again.read_bytes() == first


def test_sources_that_lack_what_is_to_be_different_are_not_built() -> None:
    with pytest.raises(building.DoesNotBuild, match="no '-Werror' any more"):
        get_rp2040.replaced("options", {"    -Werror\n": ""})


def test_what_is_frozen_is_known_by_its_name_and_its_content(tmp_path: Path) -> None:
    (one,) = ours(tmp_path / "one", "1")
    (two,) = ours(tmp_path / "two", "2")
    first = building.digest([one], {"a": one, "b": two})
    assert first == building.digest([one], {"b": two, "a": one})
    assert first not in {building.digest([one], {"a": two, "b": one}), building.digest([two], {})}


def test_of_many_builds_those_used_last_stay(tmp_path: Path) -> None:
    now = time.time()
    for number in range(12):  # one more day ago each
        (tmp_path / f"image-{number}").mkdir()
        os.utime(tmp_path / f"image-{number}", (now - number * DAY, now - number * DAY))
    cache.mark_used(tmp_path / "image-11")
    cache.forget_old(tmp_path.glob("image-*"))
    left = {int(path.name.partition("-")[2]) for path in tmp_path.iterdir()}
    assert left == {11, *range(7)}
    for number in range(100, 124):  # which other processes may still read
        (tmp_path / f"image-{number}").mkdir()
    cache.forget_old(tmp_path.glob("image-*"))
    assert len(list(tmp_path.glob("image-1??"))) == 24

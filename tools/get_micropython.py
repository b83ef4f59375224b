"""Find MicroPython for this machine, or fetch it into .cache without root.

``python3 tools/get_micropython.py`` makes sure that a unix MicroPython of version 1.25 or newer
can be started, and that the two library modules that the tests use are at hand. In order, it
takes: the interpreter that the variable MICROPYTHON names, the one on PATH, the one fetched
before, and on Debian and Ubuntu the distribution's own package, which apt downloads and verifies
but does not install. With ``--32`` it is one with 32-bit words, as a microcontroller's are, whose
heap figures are then those of a board: Debian's package for i386, on an x86-64 machine.

Tests and tools import `micropython` and `micropython_lib`. Only the standard library is used:
this runs before anything is installed.
"""

import argparse
import contextlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

if sys.platform != "win32":  # where nothing is fetched, so nothing needs the lock
    import fcntl

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache"
OLDEST = (1, 25)

# The first series of each distribution whose package is new enough, and where apt finds it.
SERIES = {"debian": ("trixie", "main"), "ubuntu": ("resolute", "main universe")}

NEEDED = (
    ("vfs", "VfsLfs2"),
    ("framebuf", "FrameBuffer"),
    ("select", "poll"),
    ("binascii", "crc32"),
)
PROBE = f"""
import sys
print(sys.implementation.name, *sys.implementation.version[:2])
for module, name in {NEEDED!r}:
    try:
        getattr(__import__(module), name)
    except (ImportError, AttributeError):
        print(module + "." + name)
"""

# Debian's source package leaves micropython-lib out. These are the releases on PyPI that pip can
# still read: its own unittest, and within another package the display driver from which
# micropython-lib's has grown. The hashes hold pip to exactly these archives.
LIBRARY = {
    "unittest.py": (
        "micropython-unittest==0.2",
        "7c6d409348f84708a051934e9bbad6752d854656c2ab330b8dfdd744b755f69f",
    ),
    "ssd1306.py": (
        "micropython-ssd1306py==3.1",
        "1e62557f17c6f0424ac4381d351e0be14683330604b7fa2156302824f1c155db",
    ),
}

# `--argv0` makes sys.executable the launcher, so that programs can start themselves again.
LAUNCHER = """#!/bin/sh
# The interpreter with the C library of its own release: this machine's may be too old for it.
root=${{0%/*}}/..
exec "$root/{loader}" --argv0 "$0" --library-path "$root/{libraries}" \\
    "$root/usr/bin/micropython" "$@"
"""


class MicroPythonMissing(RuntimeError):
    """No suitable MicroPython can be had here; the message is one line for the user."""


def micropython() -> Path:
    """Return an interpreter that can run the firmware, fetching it if it must.

    Raises MicroPythonMissing, also for a MICROPYTHON variable that names an unsuitable one.
    """
    if chosen := os.environ.get("MICROPYTHON"):
        return _checked(Path(shutil.which(chosen) or chosen))
    for launcher in (shutil.which("micropython"), _cached_launcher()):
        if launcher and not defect(Path(launcher)):
            return Path(launcher)
    return _cached_or_fetched(_cached_launcher())


def micropython32() -> Path:
    """Return an interpreter with 32-bit words; the heap it takes is what a board's would be.

    Raises MicroPythonMissing where the distribution has none that this machine can run.
    """
    if platform.machine() != "x86_64" or sys.platform != "linux":
        raise MicroPythonMissing("MicroPython with 32-bit words needs Linux on x86-64")
    return _cached_or_fetched(_cached_launcher("micropython32"), architecture="i386")


def _cached_or_fetched(launcher: Path, architecture: str = "") -> Path:
    if not defect(launcher):
        return launcher
    with _locked():  # another process may have fetched it meanwhile
        return launcher if not defect(launcher) else _fetched(launcher, architecture)


def micropython_lib() -> Path:
    """Return a folder for MICROPYPATH that holds micropython-lib's unittest and ssd1306.

    Raises MicroPythonMissing if it is neither cached nor to be had.
    """
    interpreter = micropython()
    library = CACHE / "micropython-lib"
    if not _library_works(interpreter, library):
        with _locked():
            if not _library_works(interpreter, library):
                _fetch_library(interpreter, library)
    return library


def defect(interpreter: Path) -> str:
    """Say what makes `interpreter` unfit for the firmware; empty if nothing does."""
    try:
        probe = subprocess.run(
            [interpreter, "-c", PROBE], capture_output=True, text=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return f"it does not start ({type(problem).__name__})"
    return _defect_in(probe.stdout.split())


def _defect_in(report: list[str]) -> str:
    """Judge what `PROBE` printed."""
    match report:
        case ["micropython", major, minor, *missing] if major.isdigit() and minor.isdigit():
            if (int(major), int(minor)) < OLDEST:
                return f"it is version {major}.{minor}"
            return f"it lacks {', '.join(missing)}" if missing else ""
    return "it is not MicroPython"


def _checked(interpreter: Path) -> Path:
    if problem := defect(interpreter):
        wanted = ".".join(map(str, OLDEST))
        raise MicroPythonMissing(f"{interpreter} is no use as MicroPython >= {wanted}: {problem}")
    return interpreter


def _cached_launcher(folder: str = "micropython") -> Path:
    return CACHE / folder / "bin" / "micropython"


@contextlib.contextmanager
def _locked() -> Iterator[None]:
    """Let one process at a time change the cache; the system drops the lock of a dead one."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "micropython.lock").open("w") as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def _replacing(target: Path) -> Iterator[Path]:
    """Give an empty folder that takes `target`'s place if the block ends well."""
    draft = target.with_name(target.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)  # what an interrupted run left
    draft.mkdir()
    try:
        yield draft
        shutil.rmtree(target, ignore_errors=True)
        draft.rename(target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _fetched(launcher: Path, architecture: str) -> Path:
    """Put the distribution's package into the cache, where `launcher` is to be; return that.

    `architecture`: as Debian names it; empty for this machine's.
    """
    system = _distribution()
    _say(f"fetching MicroPython from {system.capitalize()}'s packages {architecture}".rstrip())
    with _replacing(launcher.parent.parent) as root:
        for package in _downloaded(root / "apt", architecture, *SERIES[system]):
            _run("dpkg-deb", "-x", package, root)
        shutil.rmtree(root / "apt")
        _checked(_write_launcher(root))
    return launcher


def _distribution() -> str:
    """Name the distribution whose packages suit this machine."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        raise MicroPythonMissing(_advice("this machine has no apt to fetch it with"))
    release = platform.freedesktop_os_release()
    for name in (release["ID"], *release.get("ID_LIKE", "").split()):
        if name in SERIES:
            return name
    raise MicroPythonMissing(_advice(f"none is known for {release['ID']}"))


def _advice(reason: str) -> str:
    wanted = ".".join(map(str, OLDEST))
    how = (
        "brew install micropython"
        if sys.platform == "darwin"
        else "install your system's micropython package, or set MICROPYTHON to one"
    )
    return f"MicroPython >= {wanted} is missing and {reason}: {how}"


def _downloaded(area: Path, architecture: str, series: str, components: str) -> list[Path]:
    """Download the package and all it needs into `area`, verified by apt's signatures."""
    apt = ("apt-get", "-c", _private_apt(area, architecture), "-qq", "-y")
    problem = "no package source is set up"
    for mirror in _mirrors():
        (area / "sources.list").write_text(f"deb {_trust()}{mirror} {series} {components}\n")
        try:
            _run(*apt, "update")
            _run(*apt, "--no-install-recommends", "--download-only", "install", "micropython")
            return sorted(area.glob("cache/archives/*.deb"))
        except subprocess.CalledProcessError as failure:
            problem = _last_line(failure)
    raise MicroPythonMissing(_advice(f"apt cannot fetch it ({problem})"))


def _private_apt(area: Path, architecture: str) -> Path:
    """Make the folders of an apt that knows of no installed package; return its settings file.

    The empty status file makes apt resolve the package's needs down to the C library. Settings
    given with ``-c`` come after the system's, so proxies stay and only these differ.
    """
    for folder in ("lists/partial", "cache/archives/partial"):
        (area / folder).mkdir(parents=True)
    (area / "status").touch()
    settings = area / "apt.conf"
    settings.write_text(
        f'Dir::State::lists "{area}/lists";\n'
        f'Dir::State::status "{area}/status";\n'
        f'Dir::Cache "{area}/cache";\n'
        f'Dir::Etc::sourcelist "{area}/sources.list";\n'
        'Dir::Etc::sourceparts "/dev/null";\n'
        'Dir::Etc::preferences "/dev/null";\n'
        'Dir::Etc::preferencesparts "/dev/null";\n'
        'Acquire::Languages "none";\n'
        'APT::Sandbox::User "root";\n'  # for root: apt's own user may not write in a home folder
        "#clear APT::Update;\n"  # the system's hooks are about the system's lists
        'APT::Update::Error-Mode "any";\n'  # or being offline would only be a warning
        + (f'APT::Architectures {{ "{architecture}"; }};\n' if architecture else "")
        + (f'APT::Architecture "{architecture}";\n' if architecture else "")
    )
    return settings


def _mirrors() -> list[str]:
    """List where this machine's own release comes from, so that no host is named here."""
    codename = platform.freedesktop_os_release().get("VERSION_CODENAME", "")
    targets = _run("apt-get", "indextargets", "--format", "$(CREATED_BY) $(RELEASE) $(REPO_URI)")
    own = {f"Packages {name}" for name in (codename, "stable", "testing", "unstable", "sid")}
    rows = (line.rsplit(" ", 1) for line in targets.splitlines())
    return list(dict.fromkeys(mirror for kind, mirror in rows if kind in own))


def _trust() -> str:
    """Name the distribution's keys for apt; where the file is absent apt's own set decides."""
    keyring = Path(f"/usr/share/keyrings/{_distribution()}-archive-keyring.gpg")
    return f"[signed-by={keyring}] " if keyring.exists() else ""


def _write_launcher(root: Path) -> Path:
    """Write the script that starts the unpacked interpreter; return its path."""
    libraries = next(root.rglob("libc.so.6")).parent
    loader = next(libraries.glob("ld*.so.*"))
    launcher = root / "bin" / "micropython"
    launcher.parent.mkdir(exist_ok=True)
    places = {"loader": loader.relative_to(root), "libraries": libraries.relative_to(root)}
    launcher.write_text(LAUNCHER.format(**places))
    launcher.chmod(0o755)
    return launcher


def _library_works(interpreter: Path, library: Path) -> bool:
    """Tell whether the interpreter can import what should be in `library`."""
    probe = subprocess.run(
        [interpreter, "-c", "import unittest, ssd1306; unittest.TestCase, ssd1306.SSD1306_I2C"],
        env={**os.environ, "MICROPYPATH": str(library)},
        capture_output=True,
        check=False,
    )
    return probe.returncode == 0


def _fetch_library(interpreter: Path, library: Path) -> None:
    """Fill `library` from PyPI or, failing that, with MicroPython's own installer."""
    _say("fetching micropython-lib's unittest and ssd1306")
    problems = []
    for source in (_pip_library, _mip_library):
        try:
            with _replacing(library) as draft:
                source(interpreter, draft)
                return
        except (subprocess.CalledProcessError, OSError) as failure:
            problems.append(f"{source.__name__[1:4]}: {_last_line(failure)}")
    raise MicroPythonMissing(f"micropython-lib cannot be fetched ({'; '.join(problems)})")


def _pip_library(_interpreter: Path, folder: Path) -> None:
    """Take the modules out of their releases on PyPI."""
    pins = folder / "pins.txt"
    pins.write_text("".join(f"{pin} --hash=sha256:{digest}\n" for pin, digest in LIBRARY.values()))
    archives = folder / "archives"
    pip = (sys.executable, "-m", "pip", "-q", "download", "--no-deps", "--no-binary", ":all:")
    _run(*pip, "--require-hashes", "--requirement", pins, "--dest", archives)
    for module, (pin, _digest) in LIBRARY.items():
        archive = archives / f"{pin.replace('==', '-')}.tar.gz"
        (folder / module).write_bytes(_member(archive, module))
    shutil.rmtree(archives)


def _member(archive: Path, name: str) -> bytes:
    """Read the one file called `name`, in whatever folder of the archive it is."""
    with tarfile.open(archive) as files:
        found = next(entry for entry in files if Path(entry.name).name == name)
        content = files.extractfile(found)
        return content.read() if content else b""


def _mip_library(interpreter: Path, folder: Path) -> None:
    for module in LIBRARY:
        install = f"import mip; mip.install({module[:-3]!r}, target={str(folder)!r})"
        _run(interpreter, "-c", install)


def _run(*command: str | Path) -> str:
    """Run a command quietly and return what it printed."""
    # apt and dpkg translate their messages; the reason of a failure should read the same.
    environment = {**os.environ, "LC_ALL": "C"}
    return subprocess.run(
        command, check=True, capture_output=True, text=True, env=environment
    ).stdout


def _last_line(failure: Exception) -> str:
    """Shorten a failed command's complaint to one line."""
    complaint = getattr(failure, "stderr", "") or str(failure)
    return complaint.strip().splitlines()[-1]


def _say(what: str) -> None:
    print(f"get_micropython: {what}", file=sys.stderr)


def main() -> int:
    """Run the command line; 2 is the exit status when MicroPython cannot be had."""
    options = argparse.ArgumentParser(description="Find or fetch MicroPython.")
    options.add_argument("--path", action="store_true", help="print only the interpreter's path")
    options.add_argument("--32", action="store_true", dest="short", help="one with 32-bit words")
    asked = options.parse_args()
    only_path = asked.path
    try:
        interpreter = micropython32() if asked.short else micropython()
        print(interpreter if only_path else f"MicroPython: {interpreter}")
        if not only_path:
            micropython_lib()
    except (MicroPythonMissing, subprocess.CalledProcessError) as problem:
        print(f"get_micropython: {_last_line(problem)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

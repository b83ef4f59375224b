"""Packages of Debian and Ubuntu, downloaded by apt, which verifies them; nothing is installed.

An apt of its own is pointed at folders of its own, so no root is needed. Where the packages come
from is what this machine's apt is set up with: no host is named here.
"""

import itertools
import os
import platform
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

# The series of each distribution with MicroPython 1.25 or later, and where apt finds it. The later
# ones are for a mirror whose lists of the first do not fit together, as while it is being renewed.
SERIES = {"debian": ("trixie main", "forky main"), "ubuntu": ("resolute main universe",)}


class NoPackages(RuntimeError):
    """Packages that this machine's apt cannot provide; the message is one line for the user."""


class Unreachable(NoPackages):
    """A download by apt has failed; it may succeed later."""


def distribution() -> str:
    """Name the distribution whose packages suit this machine. Raise NoPackages."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        raise NoPackages("this machine has no apt to fetch it with")
    release = platform.freedesktop_os_release()
    for name in (release["ID"], *release.get("ID_LIKE", "").split()):
        if name in SERIES:
            return name
    raise NoPackages(f"none is known for {release['ID']}")


def packages(area: Path, *names: str, own: bool = False, architecture: str = "") -> list[Path]:
    """Download packages and all they need into the new folder `area`.

    `own`: of this machine's own release, else of the first in SERIES that can be had;
    `architecture`: as Debian names it, empty for this machine's. Raise NoPackages.
    """
    series = SERIES[distribution()]
    if own:
        series = (" ".join((_codename(), *series[0].split()[1:])),)
    lines = [f"deb {{}} {name}" for name in series]
    command = "--download-only", "install", *names
    _from_a_mirror(area, lines, *command, architecture=architecture)
    return sorted(area.glob("cache/archives/*.deb"))


def alone(area: Path, *names: str) -> list[Path]:
    """Download packages of the first release in SERIES, without what they need, into a new folder.

    Raise NoPackages.
    """
    _from_a_mirror(area, [f"deb {{}} {SERIES[distribution()][0]}"], "download", *names)
    return sorted(area.glob("*.deb"))


def source(area: Path, name: str) -> list[Path]:
    """Download the source package of that name, of the first release, into the new folder `area`.

    What comes are its archives, not unpacked. Raise NoPackages.
    """
    line = f"deb-src {{}} {SERIES[distribution()][0]}"
    _from_a_mirror(area, [line], "--download-only", "source", name)
    return sorted(area.glob("*.tar.*"))


def _from_a_mirror(area: Path, lines: list[str], *command: str, architecture: str = "") -> None:
    """Carry out an apt command with the first source that can.

    Tried are `lines`, with each of this machine's mirrors where `{}` stands.
    """
    apt, problem = _private_apt(area, architecture), "no package source is set up"
    for line, mirror in itertools.product(lines, _mirrors()):
        (area / "sources.list").write_text(line.format(_trust() + mirror) + "\n")
        try:
            run(*apt, "update", folder=area)
            run(*apt, "--no-install-recommends", *command, folder=area)
            return
        except subprocess.CalledProcessError as failure:
            problem = last_line(failure)
    raise Unreachable(f"apt cannot fetch it ({problem})")


def _private_apt(area: Path, architecture: str) -> tuple[str | Path, ...]:
    """Make the folders of an apt that knows of no installed package; the command that starts it.

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
    return "apt-get", "-c", settings, "-qq", "-y"


def _codename() -> str:
    return platform.freedesktop_os_release().get("VERSION_CODENAME", "")


def _mirrors() -> list[str]:
    targets = run("apt-get", "indextargets", "--format", "$(CREATED_BY) $(RELEASE) $(REPO_URI)")
    own = {f"Packages {name}" for name in (_codename(), "stable", "testing", "unstable", "sid")}
    rows = (line.rsplit(" ", 1) for line in targets.splitlines())
    return list(dict.fromkeys(mirror for kind, mirror in rows if kind in own))


def _trust() -> str:
    """Name the distribution's keys for apt; where the file is absent apt's own set decides."""
    keyring = Path(f"/usr/share/keyrings/{distribution()}-archive-keyring.gpg")
    return f"[signed-by={keyring}] " if keyring.exists() else ""


def run(
    *command: str | Path, folder: Path | None = None, variables: Mapping[str, str] | None = None
) -> str:
    """Run a command quietly, with more `variables` in its environment; what it printed."""
    # apt and dpkg translate their messages; the reason of a failure should read the same. Not in
    # plain C: there Python 3.11 and 3.12 do not start from a folder with letters like "ö".
    english = {"LC_ALL": "C.UTF-8", "LANGUAGE": ""}
    environment = {**os.environ, **english, **(variables or {})}
    return subprocess.run(
        command, check=True, capture_output=True, encoding="utf-8", env=environment, cwd=folder
    ).stdout


def last_line(failure: Exception) -> str:
    """Shorten a failed command's complaint to one line."""
    complaint = getattr(failure, "stderr", "") or str(failure)
    return complaint.strip().splitlines()[-1]

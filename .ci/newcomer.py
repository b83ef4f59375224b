"""Play somebody who has just cloned Scorepad on a machine with only what the README asks for.

    python3 .ci/newcomer.py [VARIANT ...] -- make test

copies the sources into a new folder and runs the command there. The home is empty. PATH has links
to the distribution's required packages, `make` and Python, whatever else is installed. Of the
environment only what leads to the package registries is left, and CI. Variants go together:

    c, german       in this language
    east, west      where the day begins first and last, UTC+14 and UTC-11
    spaces          in a path with spaces and letters that are not ASCII
    unwritable      nothing can be written into the home
    user            as an ordinary user, if root plays
    python=NAME     with another Python, as python=python3.14
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from scorepad import debian  # noqa: E402  # for which Python alone is enough

NOBODY = 65534  # whom every system has
# Links that no package owns, and with what apt verifies.
_NAMED = ("make", "awk", "which", "gpgv", "sqv")
_KEPT = re.compile(
    r"CI|PIP_.*|SSL_CERT_.*|REQUESTS_CA_BUNDLE|NODE_EXTRA_CA_CERTS|npm_config_.*|.*_proxy",
    re.IGNORECASE,
)
_SUITS = "import ensurepip, sys, venv; sys.version_info < (3, 11) or print(sys.executable)"


class Unplayable(Exception):
    """This machine lacks something; the message is one line."""


@dataclass
class Newcomer:
    """Where the newcomer works, and what sets that apart from the machine it is played on."""

    area: Path
    clone: str = "scorepad"
    python: str = "python3"
    user: int = field(default_factory=os.geteuid)
    unwritable: bool = False
    variables: dict[str, str] = field(default_factory=lambda: {"LANG": "C.UTF-8"})

    def vary(self, variant: str) -> None:
        """Take on a variant. Raises Unplayable."""
        name, _, value = variant.partition("=")
        match name:
            case "c":
                self.variables = self.variables | {"LC_ALL": "C"}
            case "german":
                self.variables = self.variables | german(self.area)
            case "east" | "west":
                zone = "Kiritimati" if name == "east" else "Pago_Pago"
                self.variables = self.variables | {"TZ": f"Pacific/{zone}"}
            case "spaces":
                self.clone = "my score pad ♠ Łódź"
            case "unwritable":
                self.unwritable = True
            case "user" if os.geteuid() == 0:
                self.user = NOBODY
            case "python" if value:
                self.python = value
            case _ if name != "user":
                raise Unplayable(f"no variant {variant!r}")

    def run(self, *command: str) -> int:
        """Run a command in a new clone; its exit status. Raises Unplayable."""
        places = {"PATH": str(self._programs()), "HOME": str(self._home())}
        kept = {name: value for name, value in os.environ.items() if _KEPT.fullmatch(name)}
        variables = {**kept, **places, "TERM": "dumb", **self.variables}
        done = subprocess.run(
            command, cwd=self._cloned(), env=variables, check=False, **self._identity()
        )
        return done.returncode

    def _identity(self) -> dict[str, Any]:
        if self.user == os.geteuid():
            return {}
        return {"user": self.user, "group": self.user, "extra_groups": []}

    def _cloned(self) -> Path:
        ignored = (ROOT / ".gitignore").read_text().replace("/", "").split()
        clone = self.area / self.clone
        shutil.copytree(ROOT, clone, ignore=shutil.ignore_patterns(".git", *ignored))
        for path in (clone, *clone.rglob("*")):
            self._own(path)
        return clone

    def _own(self, path: Path) -> None:
        if self.user != os.geteuid():
            os.chown(path, self.user, self.user)

    def _home(self) -> Path:
        if self.unwritable and self.user == 0:
            return Path("/dev/null")  # root may write into any folder, and this is none
        home = self.area / "home"
        home.mkdir()
        self._own(home)
        home.chmod(0o555 if self.unwritable else 0o755)
        return home

    def _programs(self) -> Path:
        """Make the only folder of PATH."""
        folder = self.area / "bin"
        folder.mkdir()
        for name, program in {**dict(tools()), "python3": self._python()}.items():
            (folder / name).symlink_to(program)
        return folder

    def _python(self) -> Path:
        """The first on PATH that the newcomer may run and make environments with."""
        folders = os.environ["PATH"].split(":")
        for program in (Path(folder) / self.python for folder in folders):
            try:
                said = self._answer(program, _SUITS)
            except (OSError, subprocess.CalledProcessError):
                continue
            if said:
                return Path(said).resolve()
        raise Unplayable(f"no {self.python} of 3.11 or newer with venv: install python3-venv")

    def _answer(self, python: Path, words: str) -> str:
        done = subprocess.run(
            [python, "-c", words],
            check=True,
            capture_output=True,
            text=True,
            cwd="/",
            **self._identity(),
        )
        return done.stdout.strip()


def tools() -> Iterator[tuple[str, Path]]:
    """The programs that every machine of this distribution has, and those that we ask for."""
    if not shutil.which("dpkg-query"):
        raise Unplayable("this is played on Debian and its kin only")
    listed = debian.run("dpkg-query", "--show", "--showformat=${Package} ${Priority}\n")
    required = [row.split()[0] for row in listed.splitlines() if row.endswith(" required")]
    for line in debian.run("dpkg-query", "--listfiles", *required).splitlines():
        path = Path(line)
        if path.parent.name in ("bin", "sbin") and path.is_file():
            yield path.name, path
    yield from ((name, Path(found)) for name in _NAMED if (found := shutil.which(name)))


def german(area: Path) -> dict[str, str]:
    """Make the German language of the distribution, which few machines have, in `area`."""
    folder = area / "locales"
    folder.mkdir()
    for archive in debian.packages(folder / "apt", "locales", own=True):
        if archive.name.startswith("locales_"):
            debian.run("dpkg-deb", "-x", archive, folder)
    sources = {"I18NPATH": str(folder / "usr/share/i18n")}
    words = ("localedef", "--no-archive", "-i", "de_DE", "-f", "UTF-8", folder / "de_DE.UTF-8")
    debian.run(*words, variables=sources)
    return {"LOCPATH": str(folder), "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de"}


def main() -> int:
    """Run the command line; 2 is the exit status when this machine cannot play it."""
    if "--" not in sys.argv[:-1]:
        print(__doc__, file=sys.stderr)
        return 2
    variants, command = sys.argv[1 : sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1 :]
    with tempfile.TemporaryDirectory(prefix="newcomer-", ignore_cleanup_errors=True) as area:
        Path(area).chmod(0o755)
        newcomer = Newcomer(Path(area))
        try:
            for variant in variants:
                newcomer.vary(variant)
            return newcomer.run(*command)
        except (Unplayable, debian.NoPackages) as problem:
            print(f"newcomer: {problem}", file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main())

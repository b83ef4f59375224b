"""Find a PostgreSQL server, and run one that nobody else sees, for the tests and the figures.

It is that of PATH, else the distribution's packages, unpacked into .cache; no root is needed.
"""

import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg

from dev.fetching.outcome import Missing
from dev.fetching.unpacking import fetch_packages, libraries
from scorepad import cache
from scorepad.debian import last_line, run

_PROGRAMS = ("initdb", "pg_ctl", "postgres")
_UNUSED = (  # most of what is unpacked: compiling of queries, Perl, translations
    *(f"usr/lib/*-linux-gnu*/{name}*" for name in ("libLLVM", "libz3", "*perl")),
    *("usr/lib/llvm*", "usr/lib/postgresql/*/lib/bitcode", "usr/lib/postgresql/*/lib/llvm*"),
    *("usr/bin", "usr/sbin", "usr/share/i18n", "usr/share/perl*", "usr/share/zoneinfo"),
)
_NOBODY = 65534
# The server refuses to be root. As nobody it may still read the programs in root's folders.
_AS_NOBODY = (
    *("setpriv", f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups"),
    *("--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--"),
)
# Sorted as in German in any language of the machine: SQLite's order is another one.
_CLUSTER = (
    *("--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync", "--no-instructions"),
    *("--locale=C", "--locale-provider=icu", "--icu-locale=de"),
)
# In another zone than UTC and than the machine: a time that it is given without one must not pass
# for either. Where the system knows no zones by their names, neither do the server and its driver.
_ZONE = "Etc/GMT+9" if Path("/usr/share/zoneinfo/Etc/GMT+9").exists() else "<-09>9"
_SETTINGS = """
timezone = '{zone}'
listen_addresses = ''
unix_socket_directories = '{folder}'
"""


@dataclass(frozen=True)
class Programs:
    """The folder of the programs, and where they were unpacked; None: they are installed."""

    folder: Path
    root: Path | None

    def run(self, name: str, *options: str | Path) -> None:
        """Run one of them, as nobody if root does it. Raise Missing."""
        mask = _AS_NOBODY if os.geteuid() == 0 else ()
        variables = libraries(self.root) if self.root else {}
        try:
            run(*mask, self.folder / name, *options, folder=Path("/"), variables=variables)
        except subprocess.CalledProcessError as failure:
            raise Missing(f"PostgreSQL fails: {last_line(failure)}") from failure


def programs() -> Programs:
    found = shutil.which("postgres")
    if found and all(Path(found).with_name(name).exists() for name in _PROGRAMS):
        return Programs(Path(found).parent, None)
    root = fetch_packages(
        "PostgreSQL", "postgresql", ("postgresql",), _UNUSED, "install postgresql"
    )
    return Programs(next(root.glob("usr/lib/postgresql/*/bin")), root)


def _new_cluster(programs: Programs) -> Path:
    """Return a new cluster in the cache, of which servers start a copy. Raise Missing."""
    program = (programs.folder / "postgres").stat()
    made_by = f"{programs.folder} {program.st_mtime_ns} {os.geteuid()} {_CLUSTER}"
    name = hashlib.sha256(made_by.encode()).hexdigest()[:16]

    def fill(draft: Path) -> None:
        draft.chmod(0o755)
        programs.run("initdb", *_CLUSTER, draft / "cluster")

    return cache.fetch(cache.folder() / "postgresql-clusters" / name, fill) / "cluster"


class Server:
    """A server with its files in a new folder, reached by a socket there; stops at the end."""

    def __init__(self, folder: Path):
        """Begin a server. Raise Missing."""
        self._programs = programs()
        self._folder = folder
        if os.geteuid() == 0:
            os.chown(folder, _NOBODY, _NOBODY)
        cluster = folder / "cluster"
        run("cp", "-a", _new_cluster(self._programs), cluster)
        with (cluster / "postgresql.conf").open("a") as settings:
            settings.write(_SETTINGS.format(folder=folder, zone=_ZONE))
        self.start()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop("fast")

    def url(self, database: str = "postgres") -> str:
        """Return the value for `--db`."""
        return f"postgresql://postgres@/{database}?host={quote(str(self._folder))}"

    def execute(self, words: str) -> None:
        """Let the server run a command about all its databases."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(words)

    def start(self, how: str = "start") -> None:
        """Start it, or `restart` it if it may run, and wait until it answers. Raise Missing."""
        self._control(f"--log={self._folder / 'log'}", how)

    def stop(self, mode: str) -> None:
        """Stop it; `mode`: fast, or immediate, as if the power were cut. Raise Missing."""
        self._control(f"--mode={mode}", "stop")

    def _control(self, *words: str) -> None:
        cluster = f"--pgdata={self._folder / 'cluster'}"
        self._programs.run("pg_ctl", cluster, "--wait", "--timeout=600", *words)

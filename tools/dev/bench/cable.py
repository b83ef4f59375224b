"""Bytes on the cable when a tablet's sessions are fetched: by sync, and as files by mpremote."""

import os
import pty
import select
import sqlite3
import subprocess
import sys
import threading
import tty
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from scorepad.club.records.store import Club
from scorepad.tablet.sync import sync_port

AS_FILES = """
import os, psram
from firmware.app import Store
store = Store(lambda: psram.mounted(psram.SCORES), b"")
os.mkdir("/log")
for number in store.numbers():
    with open("/log/%d" % number, "wb") as log:
        for page in store.pages(number):
            log.write(page)
"""
_CHUNK = 4096
_PATIENCE = 300  # s


@dataclass(frozen=True)
class Fetched:
    """Bytes: `passed`: on the cable, both ways; `raw`: of the sessions' records."""

    passed: int
    raw: int


class Relay:
    """A serial port that stands for another one. `passed`: bytes until now, both ways."""

    def __init__(self, port: str):
        self.passed = 0
        self._ends = [os.open(port, os.O_RDWR | os.O_NOCTTY), *pty.openpty()]
        for end in self._ends:
            tty.setraw(end)
        self.path = os.ttyname(self._ends[2])
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *reason: object) -> None:
        self._over.set()
        self._thread.join()
        for end in self._ends:
            os.close(end)

    def _serve(self) -> None:
        one, other, _ = self._ends
        while not self._over.is_set():
            for end in select.select([one, other], [], [], 0.05)[0]:
                passing = os.read(end, _CHUNK)
                self.passed += len(passing)
                os.write(one if end == other else other, passing)


def mpremote(port: str, *arguments: str | Path) -> list[str]:
    """Words that mpremote prints."""
    command = [sys.executable, "-m", "mpremote", "connect", port, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=_PATIENCE)
    return done.stdout.split()


def by_sync(port: str) -> Fetched:
    """By a club that has nothing."""
    with TemporaryDirectory() as folder, Relay(port) as relay:
        path = Path(folder) / "club.db"
        with Club(str(path)) as club:
            summary = sync_port(relay.path, club, lambda done, total: None)
        assert summary.new and not (summary.refused or summary.trouble), summary
        with closing(sqlite3.connect(path)) as database:
            (raw,) = database.execute("SELECT sum(length(raw)) FROM records").fetchone()
        return Fetched(relay.passed, raw)


def as_files(port: str) -> Fetched:
    """When each session is a file of its records, which mpremote copies."""
    mpremote(port, "exec", AS_FILES)
    with TemporaryDirectory() as folder, Relay(port) as relay:
        mpremote(relay.path, "fs", "cp", "-r", ":/log", folder)
        raw = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
        return Fetched(relay.passed, raw)

"""Long work, which goes on while its page is left: an import, a backup, a book of sheets."""

import contextlib
import os
import secrets
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from scorepad.errors import UserError
from scorepad.language import Text, marked, text
from scorepad.scratch import Scratch
from scorepad.web.operating import Parts, Progress, Told, hide

MOST = 30  # kept for users who come back; older ones that have ended are deleted with their files
_AT_ONCE = 2
_LEAVE_S = 5.0  # for what is at work when the server ends
STOPPED = marked("The server was stopped; nothing was changed.")


@dataclass
class Work:
    """A background job. `title`: of its form; `done`, `number`: steps of `doing`, if known.

    `file`: its result, for download under the name `called`.
    """

    title: str
    new_folder: Callable[[], Path]
    called: str = ""
    done: int = 0
    number: int = 0
    doing: str = ""
    ended: bool = False
    refused: str = ""
    shown: Parts = field(default_factory=list)
    file: Path | None = None
    id: str = field(default_factory=lambda: secrets.token_hex(8))

    @cached_property
    def folder(self) -> Path:
        """The folder of its files, created for the first one. Raise UserError."""
        try:
            return self.new_folder()
        except OSError as error:
            raise UserError(_not_kept(error)) from error

    @property
    def saved_files(self) -> list[Path]:
        return [*self.folder.iterdir()] if self._has_folder else []

    @property
    def _has_folder(self) -> bool:
        return "folder" in vars(self)

    def bare(self, text: str) -> str:
        """Return a text without the folder: users need no paths of this machine."""
        return hide(text, f"{self.folder}{os.sep}", "") if self._has_folder else text

    def heir(self) -> "Work":
        """Return a new job of the same title, with its files."""
        new = Work(self.title, self.new_folder)
        if self._has_folder:
            new.folder = vars(self).pop("folder")
        return new

    def drop(self) -> None:
        if self._has_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def keep(self, content: bytes) -> None:
        """Keep the file that it has made."""
        self.file = self.folder / "saved"
        self.file.write_bytes(content)


class WorkList:
    """The jobs, running or ended. `happened` is called whenever one has changed."""

    def __init__(self, happened: Callable[[], object]):
        self._happened = happened
        self._works = dict[str, Work]()
        self._lock = threading.Lock()
        self._turn = threading.Semaphore(_AT_ONCE)
        self._end = threading.Event()
        self._threads = list[threading.Thread]()
        self._scratch = Scratch()

    def new(self, title: str) -> Work:
        """Return a new job, which is not listed before it begins."""
        return Work(title, self._scratch.new)

    def begin(self, work: Work, run: Callable[[Progress], Told]) -> None:
        """Do it in a thread."""
        with self._lock:
            self._works[work.id] = work
            ended = [job for job in self._works.values() if job.ended]
            for job in ended[: max(0, len(self._works) - MOST)]:
                self._works.pop(job.id).drop()
            thread = threading.Thread(target=self._run, args=(work, run), daemon=True)
            thread.start()
            self._threads = [each for each in self._threads if each.is_alive()] + [thread]

    def list_all(self) -> list[Work]:
        with self._lock:
            return list(reversed(self._works.values()))

    def find(self, name: str) -> Work:
        with self._lock:
            if name in self._works:
                return self._works[name]
        raise UserError(
            text(
                "There is no such work here. If the server was stopped meanwhile, what had not "
                "ended has changed nothing: begin it again."
            )
        )

    @contextlib.contextmanager
    def going_on(self) -> Iterator[None]:
        """Allow jobs while the block runs; then undo running ones and delete all files."""
        try:
            yield
        finally:
            self._end.set()
            with self._lock:
                threads = self._threads
            for thread in threads:
                thread.join(_LEAVE_S)
            self._scratch.close()

    def _run(self, work: Work, run: Callable[[Progress], Told]) -> None:
        def progress(done: int, number: int, doing: str) -> None:
            if self._end.is_set():
                raise UserError(text(STOPPED))
            before, work.doing = _part(work), doing
            work.done, work.number = done, number
            if _part(work) != before:
                self._happened()

        with self._turn:
            try:
                progress(0, 0, "")
                work.shown = run(progress).parts
            except UserError as refusal:
                work.refused = refusal.said
            except OSError as error:
                work.refused = str(_not_kept(error))
            except Exception:
                work.refused = text("This went wrong inside; nothing was changed.")
                raise
            finally:
                work.ended = True
                self._happened()


def _not_kept(error: OSError) -> Text:
    return text("It cannot be kept: {why}.", why=error.strerror)


def _part(work: Work) -> int:
    """Return the progress of a job in per cent."""
    return 100 * work.done // work.number if work.number else 0

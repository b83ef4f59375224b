"""A process that is killed, as by `kill -9`, when its work on the database has come to a step.

A step is a statement, and also what begins and ends a transaction, and the moment after its end.

    python -m support.kills STEP ARGUMENT ...

does `scorepad ARGUMENT ...` as far as that step; of `serve` those of the next form that is sent
count.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from scorepad.cli import main
from scorepad.club.database.connection import Connection
from support.databases import heard

_listening = list[AbstractContextManager[None]]()  # to the end of the process


def environment() -> dict[str, str]:
    """Return that of a process which finds this module."""
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path}


def die_at(step: int, counts: Callable[[], bool] = lambda: True) -> None:
    """Count the steps of all databases from now on; 0 is the first. counts: says if one counts."""
    left, end = [step], Connection.end

    def count_down(*_: object) -> None:
        left[0] -= counts()
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def count_end(connection: Connection, sql: str) -> None:
        end(connection, sql)
        count_down()

    Connection.end = count_end  # type: ignore[method-assign]
    listening = heard(count_down)
    listening.__enter__()
    _listening.append(listening)


def die_in_a_form(step: int) -> None:
    """Kill this process at a step of the next form that is sent, in the thread that does it."""
    from scorepad.web.visit import Visit  # noqa: PLC0415  # a command starts without it

    thread, answer = [0], Visit.post

    def counted(visit: Visit, sent: Any) -> Any:
        thread[0] = threading.get_ident()
        return answer(visit, sent)

    die_at(step, lambda: threading.get_ident() == thread[0])
    Visit.post = counted  # type: ignore[method-assign]


if __name__ == "__main__":
    step, words = int(sys.argv[1]), sys.argv[2:]
    die_in_a_form(step) if words[0] == "serve" else die_at(step)
    sys.exit(main(words))

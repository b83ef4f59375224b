"""A process that is killed, as by `kill -9`, when its work on the database has come to a step.

A step is a statement, and also the moment before a commit, after it, and after a rollback.

    python kills.py STEP ARGUMENT ...    `scorepad ARGUMENT ...` as far as that step; of `serve`
                                         those of the next form that is sent count
"""

import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, Pool, event

from scorepad.cli import main


def die_at(step: int, counts: Callable[[], bool] = lambda: True) -> None:
    """Counts the steps of all engines from now on; 0 is the first. counts: says if one counts."""
    left = [step]

    @event.listens_for(Engine, "before_cursor_execute")
    @event.listens_for(Engine, "commit")
    @event.listens_for(Pool, "checkin")
    def count_down(*_: object) -> None:
        left[0] -= counts()
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)


def die_in_a_form(step: int) -> None:
    """Kill this process at a step of the next form that is sent, in the thread that does it."""
    from scorepad.web.visit import Visit  # noqa: PLC0415  # a command starts without it

    thread, answer = [0], Visit.answered

    def counted(visit: Visit, sent: Any) -> Any:
        thread[0] = threading.get_ident()
        return answer(visit, sent)

    die_at(step, lambda: threading.get_ident() == thread[0])
    Visit.answered = counted  # type: ignore[method-assign]


if __name__ == "__main__":
    step, words = int(sys.argv[1]), sys.argv[2:]
    die_in_a_form(step) if words[0] == "serve" else die_at(step)
    sys.exit(main(words))

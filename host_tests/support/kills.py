"""A process that is killed, as by `kill -9`, when its work on the database has come to a step.

A step is a statement, and also the moment before a commit, after it, and after a rollback.

    python kills.py STEP ARGUMENT ...      `scorepad ARGUMENT ...` as far as that step
"""

import os
import signal
import sys
from collections.abc import Callable

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


if __name__ == "__main__":
    die_at(int(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))

"""`scorepad` with a server that is killed, as by `kill -9`, in the middle of a form.

A step is a statement, and also the moment before a commit, after it, and after a rollback; those
of the thread that carries the form out are counted.

    python -m support.web.killed STEP serve ...
"""

import os
import signal
import sys
import threading
from typing import Any

from sqlalchemy import Engine, Pool, event

from scorepad.cli import main
from scorepad.web.visit import Visit


def die_at(step: int) -> None:
    """Kill this process at a step of the next form that is sent; 0 is the first."""
    left, thread = [step], [0]
    answer = Visit.answered

    def counted(visit: Visit, sent: Any) -> Any:
        thread[0] = threading.get_ident()
        return answer(visit, sent)

    @event.listens_for(Engine, "before_cursor_execute")
    @event.listens_for(Engine, "commit")
    @event.listens_for(Pool, "checkin")
    def count_down(*_: object) -> None:
        if threading.get_ident() == thread[0]:
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    Visit.answered = counted  # type: ignore[method-assign]


if __name__ == "__main__":
    die_at(int(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))

"""Whether a database has changed, whichever program has changed it: a look that costs little."""

import contextlib
from collections.abc import Callable, Iterator

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from scorepad.club.database.sqlite import is_elsewhere

# Another answer after every commit of another connection; it may be another one without any.
_QUESTIONS = {
    "sqlite": "PRAGMA data_version",
    "postgresql": "SELECT pg_current_wal_insert_lsn()",
}


@contextlib.contextmanager
def looking(engine: Engine) -> Iterator[Callable[[], object]]:
    """What returns another answer when the database has changed, in this thread alone.

    Of another kind of database it is the same one always. It raises DBAPIError.
    """
    question = _QUESTIONS.get(engine.dialect.name)
    if question is None:
        yield lambda: None
        return
    connection = engine.connect().connection
    try:

        def marker() -> object:
            try:
                if is_elsewhere(connection.info):
                    raise engine.dialect.loaded_dbapi.OperationalError("the file was moved")
                cursor = connection.cursor()
                cursor.execute(question)
                found = cursor.fetchone()
                connection.rollback()
            except engine.dialect.loaded_dbapi.Error as error:
                # The driver's own error, which SQLAlchemy has not seen, is none of its kind.
                raise DBAPIError(question, (), error) from error
            return found

        yield marker
    finally:
        connection.invalidate()

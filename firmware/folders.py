"""What stands in the folders of the store (store.py says which files those are).

They are read when the tablet starts, and when somebody asks for older sessions: this code is let
go in between.
"""

from micropython import const

from firmware import record
from firmware.store import NO_NUMBER, TOGETHER, folder_name, gone_name, mark_name, page_name

_FILE = const(0x8000)  # type of a file in ilistdir


def find(fs) -> tuple[list[int], list[str]]:
    """The folders, ascending, and what a power cut left of a list or a self test."""
    folders, strays = [], []
    for name, kind, *_ in fs.ilistdir("/"):
        if kind != _FILE and _folder(name) >= 0:
            folders.append(_folder(name))
        elif name in ("roster.new", "rules.new", "test"):
            strays.append(name)
    return sorted(folders), strays


def read(fs, folder: int) -> tuple[list[int], list[str], dict[int, int]]:
    """The sessions in a folder, what a power cut left there, and where pages are missing.

    The latter: by session, the first record behind the last missing page.
    """
    name = folder_name(folder)
    paths = _paths(fs, name)
    found = _sessions(paths)
    strays = [path for path in paths if _number(path) not in found]
    return found, strays if found else strays + [name], _behind(paths)


def _paths(fs, folder: str) -> list[str]:
    """The files of the store in a folder."""
    files = [entry[0] for entry in fs.ilistdir(folder) if entry[1] == _FILE]
    return [f"{folder}/{name}" for name in files if _number(f"{folder}/{name}")]


def _behind(paths: list[str]) -> dict[int, int]:
    behind: dict[int, int] = {}
    for path in paths:
        number, page = _number(path), _page(path)
        if page > 0 and page_name(number, page - 1) not in paths:
            behind[number] = max(page * record.PER_PAGE, behind.get(number, 0))
    return behind


def _sessions(paths: list[str]) -> list[int]:
    """The sessions that have a page and are not being erased."""
    gone = [_number(path) for path in paths if path[-5:] == ".gone"]
    pages = [_number(path) for path in paths if path[-3:] != ".ok"]
    return sorted({n for n in pages if n not in gone})


def _folder(name: str) -> int:
    """The number of a folder; -1 if its name is none that the store gives."""
    try:
        folder = int(name, 16)
    except ValueError:
        return -1
    known = 0 <= folder < NO_NUMBER // TOGETHER and name == folder_name(folder)
    return folder if known else -1


def _number(path: str) -> int:
    """The session to which a file belongs; 0 if its name is none that the store gives."""
    folder, _, name = path.partition("/")
    digits = name.partition(".")[0]
    try:
        number = int(folder, 16) * TOGETHER + int(digits)
        page = max(_page(path), 0)
    except ValueError:
        return 0
    names = mark_name(number), gone_name(number), page_name(number, page)
    return number if number > 0 and path in names else 0


def _page(path: str) -> int:
    """Which page of its session a file is; -1 for a mark. Raises ValueError."""
    kind = path.partition(".")[2]
    return -1 if kind in ("ok", "gone") else int(kind, 16)

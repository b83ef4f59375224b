"""The content of the store's folders (store.py says which files those are).

They are read when the tablet starts, and when somebody asks for older sessions.
"""

from micropython import const

TOGETHER = 6  # sessions in a folder: with more littlefs soon halves it, and copies more
NO_NUMBER = 1 << 32  # greater than that of any session
_FILE = const(0x8000)  # type of a file in ilistdir
_DIGITS = tuple([str(place) for place in range(TOGETHER)])  # of a session in its folder
_GONE = "gone"
_MARKS = ("ok", _GONE)  # how names end that are no page's


def find(fs) -> tuple[list[int], list[str]]:
    """Return the folders, ascending, and what a power cut left of a list or a self test."""
    folders, strays = [], []
    for name, kind, *_ in fs.ilistdir("/"):
        if kind != _FILE and _folder(name) >= 0:
            folders.append(_folder(name))
        elif name in ("roster.new", "rules.new", "event.new", "test"):
            strays.append(name)
    return sorted(folders), strays


def read(fs, folder: int) -> tuple[list[int], list[str], dict[int, int]]:
    """Return the sessions in a folder, what a power cut left there, and where pages are missing.

    The latter: by session, the page behind the last one that is missing.
    """
    name = folder_name(folder)
    strays: list[str] = []
    found: list[int] = []
    behind: dict[int, int] = {}
    for digit, kinds in _kinds(fs, name).items():
        number = folder * TOGETHER + int(digit)
        pages = sorted([int(kind, 16) for kind in kinds if kind not in _MARKS])
        if not pages or _GONE in kinds:
            strays += [f"{name}/{digit}.{kind}" for kind in kinds]
            continue
        found.append(number)
        missing = _last_gap(pages)
        if missing:
            behind[number] = missing
    return sorted(found), strays if found else strays + [name], behind


def folder_name(folder: int) -> str:
    return f"{folder:03x}"


def _last_gap(pages: list[int]) -> int:
    """Return the page after the last missing one; 0 if none is missing."""
    for page in reversed(pages):
        if page and page - 1 not in pages:
            return page
    return 0


def _kinds(fs, folder: str) -> dict[str, list[str]]:
    """Return the store's files in a folder: by the digit of a session how each name ends."""
    kinds: dict[str, list[str]] = {}
    for entry in fs.ilistdir(folder):
        digit, _, kind = entry[0].partition(".")
        if entry[1] == _FILE and digit in _DIGITS and _is_kind(kind):
            kinds.setdefault(digit, []).append(kind)
    if folder == folder_name(0):
        kinds.pop("0", None)  # there is no session 0
    return kinds


def _is_kind(kind: str) -> bool:
    """Return True if the store makes file names with this ending: of marks or of pages."""
    try:
        return kind in _MARKS or (kind[:1] != "-" and f"{int(kind, 16):02x}" == kind)
    except ValueError:
        return False


def _folder(name: str) -> int:
    """Return the number of a folder; -1 if the store gives no such name."""
    try:
        folder = int(name, 16)
    except ValueError:
        return -1
    known = 0 <= folder < NO_NUMBER // TOGETHER and name == folder_name(folder)
    return folder if known else -1

"""Free space for sessions: estimate it, and erase sessions. Counting is slow: it reads much."""

from micropython import const

from firmware.storage.outline import is_marked
from firmware.storage.store import gone_name, mark_name, page_name

_MOST = const(400)  # sessions: starting reads the log of each of their folders
_RESERVE = const(64 * 1024)  # bytes that no new session may take: the open one grows
_SESSION = const(3072)  # bytes, rather more than an evening of 12 deals takes as `free` counts
_AHEAD = const(8)  # games that begin before the room is counted again; the reserve covers more


def sessions_left(store) -> int:
    """Return how many more sessions of an evening fit."""
    return max(0, min(_by_space(store), _MOST - store.count()))


def has_space(store) -> bool:
    """Return True if another session fits; the free space is measured only now and then."""
    if not store.spare:
        by_number = _MOST - store.most_sessions()
        if by_number <= 0:
            by_number = _MOST - store.count()
        store.spare = max(0, min(_AHEAD, by_number, by_number and _by_space(store)))
    return store.spare > 0


def _by_space(store) -> int:
    return (free(store) - _RESERVE) // _SESSION


def free(store) -> int:
    """Free bytes of flash, counted now: littlefs reads the log of each folder for it."""
    block, _, _, free_blocks = store.files().statvfs("/")[:4]
    store.counted = block * free_blocks
    return store.counted


def about_free(store) -> int:
    """Free bytes of flash as they were counted last."""
    return store.counted if store.counted >= 0 else free(store)


def erase(store, number: int) -> None:
    """Remove a session; after a power cut the store finishes it."""
    marked = is_marked(store, number)  # renaming a page would write its records again
    store.rename(mark_name(number) if marked else page_name(number, 0), gone_name(number))
    page = 0 if marked else 1
    while store.has_file(page_name(number, page)):
        store.remove(page_name(number, page))
        page += 1
    store.remove(gone_name(number))
    store.drop(number)

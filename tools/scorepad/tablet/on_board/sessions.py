"""What `scorepad rescue` does on a board, sent to its prompt: reads the scores, writes nothing."""

import binascii
import gc
import os
import sys

import machine

FOLDER = 0x4000  # type in ilistdir
PLACE = "/scorepad/scores"  # on a board without a part of the flash for the scores
MOUNTED = "/rescued-scores"
ID = 6  # bytes of a tablet's id, the last of its chip's


covered = False  # whether other files lie over the scores


def parts():
    """Return a list with the part of the flash that only the scores use, or []."""
    global covered
    try:
        partitions = __import__("esp32").Partition
        return partitions.find(partitions.TYPE_DATA, label="scores")
    except ImportError:
        pass
    try:
        __import__("scorepad_image")
    except ImportError:
        return []
    sys.modules.clear()
    sys.path[:] = [".frozen"]  # what is deployed may not load
    flash = __import__("firmware.hardware.rp2_flash").hardware.rp2_flash
    if flash.shared():
        if there():
            return []
        covered = True
    return [flash.scores()]


def there():
    """Return True if there is a folder for the scores; else some may lie under the files."""
    try:
        os.stat(PLACE)
    except OSError:
        return False
    return True


def place():
    """Return the folder of the scores: a mounted part of the flash, or an ordinary folder."""
    found = parts()
    if found:
        vfs = __import__("vfs")
        files = vfs.VfsLfs2(found[0], readsize=128, progsize=16, mtime=False)
        if MOUNTED[1:] in os.listdir("/"):  # by a rescue that broke off
            vfs.umount(MOUNTED)
        vfs.mount(files, MOUNTED, readonly=True)
        return MOUNTED
    if not there():
        raise OSError("no scores partition and no folder " + PLACE)
    return PLACE


def show_folders():
    """Report the tablet's id, and the names of all folders; "" is the root."""
    say(binascii.hexlify(machine.unique_id()[-ID:]).decode())
    names = [entry[0] for entry in os.ilistdir(scores) if entry[1] == FOLDER]
    say([""] + names)


def show(folder):
    """Report each file in a folder with its content in base64; null if it is unreadable."""
    try:
        entries = list(os.ilistdir(scores + "/" + folder if folder else scores))
    except OSError:
        entries = []
        say((folder, None))
    for name, kind, *_ in entries:
        if kind != FOLDER:
            path = folder + "/" + name if folder else name
            say((path, content(path)))


def content(path):
    """Return a file in base64."""
    gc.collect()
    try:
        with open(scores + "/" + path, "rb") as file:
            return binascii.b2a_base64(file.read()).decode()
    except OSError:
        return None


scores = place()

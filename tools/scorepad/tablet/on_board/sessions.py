"""What `scorepad rescue` does on a board, sent to its prompt: reads the scores, writes nothing."""

import binascii
import gc
import os

import machine

FOLDER = 0x4000  # type in ilistdir
PLACE = "/scorepad/scores"  # on a board without a partition of the scores
FILES = 96  # blocks, where the scores are not among them (firmware/hardware/rp2_flash.py)
SCORES = 256
BLOCK = 4096
PROGRAM = 256  # bytes: nothing is programmed, but littlefs counts in no more than it is told
MOUNTED = "/rescued-scores"
ID = 6  # bytes of a tablet's id, the last of its chip's


def place():
    """Where the scores are: a part of the flash, which is mounted, else a folder."""
    part = partition()
    if part:
        vfs = __import__("vfs")
        files = vfs.VfsLfs2(part, readsize=128, progsize=PROGRAM, mtime=False)
        if MOUNTED[1:] in os.listdir("/"):  # by a rescue that broke off
            vfs.umount(MOUNTED)
        vfs.mount(files, MOUNTED, readonly=True)
        return MOUNTED
    try:
        os.stat(PLACE)
    except OSError as error:
        raise OSError("no scores partition and no folder " + PLACE) from error
    return PLACE


def partition():
    """The scores' own part of the flash: an ESP32's, or that of a Pico with Scorepad's image."""
    try:
        partitions = __import__("esp32").Partition
        found = partitions.find(partitions.TYPE_DATA, label="scores")
        return found[0] if found else None
    except ImportError:
        pass
    try:
        flash = __import__("rp2").Flash
    except ImportError:
        return None
    try:
        if os.statvfs("/")[2] > FILES:
            return None
    except OSError:  # nothing is mounted there
        pass
    return flash(start=FILES * BLOCK, len=SCORES * BLOCK)


def show_folders():
    """Says the tablet's id, and the names of all folders; "" is the root."""
    say(binascii.hexlify(machine.unique_id()[-ID:]).decode())
    names = [entry[0] for entry in os.ilistdir(scores) if entry[1] == FOLDER]
    say([""] + names)


def show(folder):
    """Says each file in a folder with its content in base64; null where it cannot be read."""
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
    """A file in base64."""
    gc.collect()
    try:
        with open(scores + "/" + path, "rb") as file:
            return binascii.b2a_base64(file.read()).decode()
    except OSError:
        return None


scores = place()

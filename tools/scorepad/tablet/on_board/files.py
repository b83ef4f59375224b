"""What `scorepad deploy` does on a board, sent to its prompt: one function a step."""

import binascii
import gc
import hashlib
import os

PART = 512  # bytes read at a time
room = memoryview(bytearray(PART))  # into which they are read
EXISTS = 17  # errno EEXIST
FOLDER = 0x4000  # type in ilistdir
SCORES = (-144, -143)  # blocks of 4 KB from the flash's end: the first two of those for scores
SUPERBLOCK = b"littlefs"  # from its byte 8 on (littlefs's SPEC.md)

gc.threshold(-1)  # no collection while there is room: they took a third of the time

try:
    file.close()  # left open by a deploy that broke off
except (NameError, AttributeError):  # none was open
    file = None


def survey(folders):
    """Report the names in the root, the current folder, boot.py's start, the folders' files."""
    leave_scores()
    names = os.listdir("/")
    say(names)
    say(os.getcwd())
    text = b""
    if "boot.py" in names:
        with open("/boot.py", "rb") as boot:
            text = boot.read(4 * PART)
    say(binascii.hexlify(text).decode())
    for folder in folders:
        if folder[1:] in names:
            look(folder)


def leave_scores():
    """Raise OSError if MicroPython's image has replaced Scorepad's: scores may be left."""
    if has_hidden_scores():
        raise OSError(
            "scores of Scorepad's image lie under the files: drag that image onto it again"
        )


def has_hidden_scores():
    """Return True if Scorepad's image for a Pico has left scores in the area for files.

    The part that it reserves for them begins with a littlefs (firmware/hardware/rp2_flash.py).
    """
    try:
        flash = __import__("rp2").Flash()
        end = flash.ioctl(4, 0)
        if os.statvfs("/")[2] != end or exists("/scorepad/scores"):
            return False
    except (ImportError, AttributeError, OSError):  # no such chip; no file system
        return False
    found = bytearray(len(SUPERBLOCK))
    for block in SCORES:
        flash.readblocks(end + block, found, 8)
        if found == SUPERBLOCK:
            return True
    return False


def exists(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def image():
    """Report the id of the image, if it is one of Scorepad's, else ""."""
    try:
        say(__import__("scorepad_image").ID)
    except ImportError:
        say("")


def look(folder):
    """Report each file in a folder, and in its subfolders, with its SHA-256."""
    for name, kind, *_ in os.ilistdir(folder):
        path = folder + "/" + name
        if kind == FOLDER:
            look(path)
        else:
            say((path, digest(path)))


def digest(path):
    total = hashlib.sha256()
    with open(path, "rb") as content:
        while size := content.readinto(room):
            total.update(room[:size])
    return binascii.hexlify(total.digest()).decode()


def begin(path):
    """Open a file to be overwritten, in folders that are created."""
    global file
    end = path.find("/", 1)
    while end > 0:
        try:
            os.mkdir(path[:end])
        except OSError as error:
            if error.args[0] != EXISTS:
                raise
        end = path.find("/", end + 1)
    file = open(path, "wb")


def add(part):
    """Write a part of it, which arrived as base64."""
    file.write(binascii.a2b_base64(part))


def end():
    file.close()


def copy(source, target):
    begin(target)
    with open(source, "rb") as content:
        while size := content.readinto(room):
            file.write(room[:size])
    end()


def remove(path):
    """Remove a file, and the folders that are empty without it."""
    os.remove(path)
    while path.count("/") > 1:
        path = path.rpartition("/")[0]
        if os.listdir(path):
            return
        os.rmdir(path)

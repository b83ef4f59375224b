"""Runs a Python program as on Windows, for our modules: `python like_windows.py MODULE ARGS...`

Modules of POSIX are missing, and so are the functions of `os` and `signal` that Windows has not;
files that are open cannot be removed or replaced, and `fsync` takes no file that was opened for
reading. Text is cp1252 unless an encoding is named, which ours must do. Libraries, which choose
for themselves what they take on which system, and Python itself see this machine as it is.
"""

import builtins
import errno
import fcntl
import os
import runpy
import signal
import sys
import types
import warnings
from collections.abc import Sequence
from typing import Any

OURS = ("scorepad", "firmware", "run", "world", "host_python", "vfs", "framebuf", "__main__")
MISSING = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
SIGNALS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM"}
# As the documentation of Python 3.11 says for `os` at "Availability"; set_blocking came with 3.12.
_ONLY_POSIX = """
    EX_OK O_ASYNC O_CLOEXEC O_DIRECT O_DIRECTORY O_DSYNC O_EXLOCK O_NDELAY O_NOATIME O_NOCTTY
    O_NOFOLLOW O_NONBLOCK O_PATH O_RSYNC O_SHLOCK O_SYNC O_TMPFILE WNOHANG WIFEXITED
    WEXITSTATUS chflags chown chroot confstr copy_file_range ctermid environb eventfd fchdir
    fchmod fchown fdatasync fork forkpty fpathconf fstatvfs fwalk get_blocking getegid getenvb
    geteuid getgid getgrouplist getgroups getloadavg getpgid getpgrp getpriority getresgid
    getresuid getsid getuid getxattr initgroups killpg lchflags lchmod lchown listxattr lockf
    login_tty major makedev memfd_create minor mkfifo mknod nice openpty pathconf pidfd_open
    pipe2 plock posix_fadvise posix_fallocate posix_spawn posix_spawnp pread preadv pwrite
    pwritev readv register_at_fork removexattr sched_getaffinity sched_setaffinity sched_yield
    sendfile set_blocking setegid seteuid setgid setgroups setpgid setpriority setregid
    setresgid setresuid setreuid setsid setuid setxattr splice statvfs sync sysconf tcgetpgrp
    tcsetpgrp ttyname uname wait wait3 wait4 waitid writev
"""


def ours(importer: dict[str, Any] | None) -> bool:
    name = (importer or {}).get("__name__", "")
    return name.split(".")[0] in OURS


def without(module: types.ModuleType, names: Sequence[str]) -> types.ModuleType:
    """The module as it would be with some of its names missing."""
    there = {name: value for name, value in vars(module).items() if name not in names}
    like = types.ModuleType(module.__name__)
    vars(like).update(there)
    return like


def fsync(descriptor: int) -> None:
    """As Windows has it: what was not opened for writing cannot be flushed."""
    if fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    os.fsync(descriptor)


def open_here(path: Any) -> bool:
    if not isinstance(path, str | os.PathLike) or not os.path.isfile(path):
        return False
    held = [f"/proc/self/fd/{number}" for number in os.listdir("/proc/self/fd")]
    return any(os.path.samefile(path, file) for file in held if os.path.exists(file))


def refusing(change: Any) -> Any:
    """A function that moves or removes files, and that refuses open ones."""

    def changed(*paths: Any, **how: Any) -> Any:
        for path in paths[:2]:
            if not how and open_here(path):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return change(*paths, **how)

    return changed


def like_windows() -> None:
    """From now on our modules find what they would find on Windows."""
    signals = [n for n in vars(signal) if n.startswith("SIG") and n[3:4].isalpha()]
    lesser = {
        "os": without(os, _ONLY_POSIX.split()),
        "signal": without(signal, [n for n in signals if n not in SIGNALS]),
    }
    lesser["os"].fsync = fsync
    for name in ("remove", "rename", "replace", "unlink"):  # for pathlib too
        setattr(os, name, refusing(getattr(os, name)))
        setattr(lesser["os"], name, getattr(os, name))
    real = builtins.__import__

    def imported(name: str, globals: Any = None, *more: Any, **how: Any) -> Any:
        if ours(globals) and name in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if ours(globals) and name in lesser:
            return lesser[name]
        return real(name, globals, *more, **how)

    builtins.__import__ = imported
    warnings.filterwarnings("error", category=EncodingWarning, module=r"scorepad|firmware")


if __name__ == "__main__":
    module, sys.argv = sys.argv[1], sys.argv[1:]
    like_windows()
    runpy.run_module(module, run_name="__main__", alter_sys=True)

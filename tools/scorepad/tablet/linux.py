"""Says why Linux gives a board no serial port, or keeps a program from using one.

All of it is read from files: USB devices and the drivers of their interfaces in /sys/bus/usb (the
kernel's Documentation/ABI, sysfs-bus-usb), programs and their open files in /proc (proc(5)). On
another system there are no such files, and nothing is found.
"""

import contextlib
import getpass
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from scorepad.language import Text, text
from scorepad.wording import visible

ROOT = Path("/")

_FOR_PROGRAMS = "usbfs"  # the driver of an interface that a program uses without one
_RULES = ("lib/udev/rules.d", "usr/lib/udev/rules.d", "etc/udev/rules.d")  # a later one wins
_MODEMS = "ModemManager"  # asks each new port whether it is a modem, and meanwhile has it alone
_PLUG = "then pull the board's plug and put it in again"


def usb_devices() -> Iterator[tuple[Path, tuple[int, int]]]:
    """Yield the folder and the ids (vendor, product) of every USB device."""
    for folder in sorted((ROOT / "sys/bus/usb/devices").glob("*")):
        with contextlib.suppress(OSError, ValueError):  # an interface, or it has just gone
            vendor, product = ((folder / name).read_text() for name in ("idVendor", "idProduct"))
            yield folder, (int(vendor, 16), int(product, 16))


def why_without_port(device: Path, driver: str) -> tuple[str, str]:
    """Return why a USB device has no port, and what to do; ("", "") if it has one.

    `driver`: the kernel's name of the driver that creates the port.
    """
    interfaces = [*device.parent.glob(f"{device.name}:*")]
    ports = [p.name for at in interfaces for p in (*at.glob("tty?*"), *at.glob("tty/*"))]
    if any((ROOT / "dev" / port).exists() for port in ports):
        return "", ""
    if ports:
        what = f"its port /dev/{ports[0]} is hidden from this program"
        return what, "start Scorepad outside the container or sandbox, or let the port into it"
    links = [link for interface in interfaces if (link := interface / "driver").is_symlink()]
    bound = {Path(os.readlink(link)).name for link in links}
    if _FOR_PROGRAMS not in bound and not (ROOT / "sys/bus/usb/drivers" / driver).exists():
        return (
            f"Linux has no driver {driver} for it",
            f"`sudo modprobe {driver}`; if there is no such module, restart this machine, which "
            "an update may wait for, or install the other modules of its kernel (on Ubuntu "
            "`linux-modules-extra-$(uname -r)`)",
        )
    rules = {
        rule.name: rule for folder in _RULES for rule in (ROOT / folder).glob("*brltty*.rules")
    }
    # Where no display answers it ends, and leaves the device without a driver.
    if "brltty" in _programs().values() or any(rule.is_file() for rule in rules.values()):
        return (
            "the program brltty has taken it for a Braille display",
            f"if nobody here reads Braille: `sudo apt remove brltty`, {_PLUG}; else have brltty "
            "pass the board over (docs/hardware.md, When nothing shows)",
        )
    what = f"another program has taken it from the driver {driver}, as a virtual machine does"
    return what, f"close that program, or have it give the board back; {_PLUG}"


def _programs() -> dict[Path, str]:
    found = {}
    for folder in (ROOT / "proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has just ended
            name = (folder / "comm").read_text(errors="replace")  # cut at 15 bytes
            found[folder] = visible(name.strip())
    return found


def why_busy(port: str) -> Text:
    """Return which program uses a port, and what to do. Only root sees other users' programs."""
    programs = _programs()
    for folder, name in programs.items():
        with contextlib.suppress(OSError):
            if os.path.realpath(port) in map(os.readlink, (folder / "fd").glob("*")):
                return text(
                    "{program} (process {number}) is using this port; close it and try again",
                    program=name,
                    number=folder.name,
                )
    if _MODEMS in programs.values():
        return text(
            "another program is using this port, perhaps {program}, which asks whether it is a "
            "modem; wait half a minute and try again; if that does not help, close other "
            "programs, or `sudo systemctl stop {program}`",
            program=_MODEMS,
        )
    return text("another program is using this port; close it and try again")


def why_forbidden(port: str) -> Text:
    """Return who may use a port, and what to do so that this user may."""
    import grp  # noqa: PLC0415 -- Windows has none

    try:
        status = os.stat(port)
        group, user = grp.getgrgid(status.st_gid), getpass.getuser()
    except (OSError, KeyError):  # it has just gone, or somebody has no name here
        return text("no permission to use this port; join the group that owns it (mostly dialout)")
    if not status.st_gid or not status.st_mode & stat.S_IWGRP:
        return text(
            "no permission, for no group may use this port; a rule of udev must give it to one"
        )
    about = {"user": user, "group": group.gr_name}
    if user in group.gr_mem:
        return text(
            "no permission: {user} has joined the group {group}, and this session does not know "
            "it yet; log out and in again, or restart this machine",
            **about,
        )
    return text(
        "no permission, for this port belongs to the group {group}; `sudo usermod -aG {group} "
        "{user}`, then log out and in again",
        **about,
    )

"""`scorepad doctor`: ports and drives that look like a board, and what is said where none does."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorepad.cli.commands import doctor
from scorepad.tablet import cable
from scorepad.tablet.doctor import plugged_in
from scorepad.tablet.doctor.advice import on_all
from scorepad.tablet.doctor.findings import Findings
from scorepad.tablet.doctor.plugged_in import Drive, Port
from support.commands import scorepad


@pytest.fixture
def usb(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Plugs devices in: a port each, with its USB ids."""

    def plug(*devices: tuple[str, int | None, int | None]) -> None:
        names = ("device", "vid", "pid")
        ports = [SimpleNamespace(**dict(zip(names, one, strict=True))) for one in devices]
        for module in (plugged_in, cable):
            monkeypatch.setattr(module.list_ports, "comports", lambda: ports)
        monkeypatch.setattr(plugged_in, "_mounted", list)
        monkeypatch.setattr(plugged_in, "_USB", Path("/nowhere"))

    return plug


def test_all_that_look_like_a_board_are_asked(
    usb: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    usb(("one", 0x2E8A, 0x0005), ("/dev/mouse", 0x1234, 1), ("/dev/ttyS0", None, None))
    monkeypatch.setattr(doctor, "examine", lambda port, note: Findings(port.path, port.what))
    (said,) = json.loads(scorepad("doctor", "--json").stdout)["ports"]
    assert said["port"] == "one" and "2E8A:0005" in said["plugged"]


def test_a_port_that_is_named_by_a_link_is_known(usb: Callable[..., None], tmp_path: Path) -> None:
    usb(("/dev/null", 0x10C4, 0xEA60))
    (tmp_path / "board").symlink_to("/dev/null")
    named = plugged_in.named(str(tmp_path / "board"), plugged_in.ports())
    assert named.path.endswith("board") and "CP210x" in named.what
    assert plugged_in.named("/dev/zero", plugged_in.ports()).what == ""


def test_where_none_is_plugged_in_a_cable_is_suspected(usb: Callable[..., None]) -> None:
    usb(("/dev/ttyS0", None, None))
    done = scorepad("doctor")
    assert done.returncode == 1 and "Windows" in done.stdout
    usb(("/dev/mouse", 0x1234, 1))
    assert "/dev/mouse" in scorepad("doctor").stdout


def test_every_chip_that_a_port_is_opened_for_is_known() -> None:
    """cable.py holds DTR for these vendors; and each board's converter is one that is known."""
    assert {*plugged_in._VENDORS} == {*cable._CHIPS}
    assert cable._JTAG in plugged_in._BOARDS
    assert plugged_in._what(0x303A, 0x1234).endswith("(USB 303A:1234)")
    assert plugged_in._what(0x1234, None) == ""


PICO = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"


@pytest.mark.parametrize(
    ("note", "found"),
    [
        (PICO, ("RPI-RP2", True)),
        (PICO.replace("RPI-RP2", "RP2350"), ("RP2350", False)),
        ("Board-ID: \x1b[2J\x07x", ("[2Jx", False)),
        ("Model: none", None),
        ("\xff\xfe" * 5000, None),
        ("", None),
        (None, None),
    ],
)
def test_a_pico_that_waits_for_an_image_is_found(
    tmp_path: Path, note: str | None, found: tuple[str, bool] | None
) -> None:
    if note is not None:
        (tmp_path / "INFO_UF2.TXT").write_bytes(note.encode("latin-1"))
    drives = plugged_in.drives([tmp_path, tmp_path / "gone"])
    assert drives == ([Drive(str(tmp_path), *found)] if found else [])


def test_a_drive_is_looked_for_where_drives_are(
    usb: Callable[..., None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    usb()
    (tmp_path / "INFO_UF2.TXT").write_text(PICO)
    monkeypatch.setattr(plugged_in, "_mounted", lambda: [tmp_path])
    done = scorepad("doctor", "--json")
    said = json.loads(done.stdout)
    assert (done.returncode, len(said["advice"])) == (1, 1)
    assert [(one["path"], one["pico"]) for one in said["drives"]] == [(str(tmp_path), True)]


@pytest.mark.parametrize(("product", "waits"), [("0003", True), ("0005", False), ("", False)])
def test_on_linux_a_pico_whose_drive_nobody_has_opened_is_found_by_its_id(
    usb: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    product: str,
    waits: bool,
) -> None:
    usb()
    monkeypatch.setattr(plugged_in, "_USB", tmp_path)
    device = tmp_path / "1-2"
    device.mkdir()
    (device / "idVendor").write_text("2e8a\n")
    if product:
        (device / "idProduct").write_text(f"{product}\n")
    assert plugged_in.drives() == ([Drive("", "RPI-RP2", True)] if waits else [])


def test_on_windows_drives_have_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugged_in.sys, "platform", "win32")
    assert [str(path) for path in plugged_in._mounted()][:2] == ["C:", "D:"]


def test_who_has_only_drives_and_strange_ports_is_told_both() -> None:
    assert len(on_all([Port("P")], [Drive("D", "FEATHER", False)])) == 2

"""The bootloader of an ESP32 at the end of a cable, with a flash.

It is PyPI's esp32-mock-bootloader, which knows each chip's registers from Espressif's esptool.
"""

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from esp32_mock_bootloader.server import BootloaderConnection, FlashImage, handle_client

_SECTOR = 4096


class Flash(FlashImage):
    """What is in it, in `data`; `touched`: whether anything was erased or written.

    `rotten`: an address at which it keeps nothing.
    """

    touched = False
    rotten = -1

    def begin_defl(self, payload: bytes) -> None:
        """Erases what is to be written, by whole sectors, as the chip does."""
        size, _blocks, _packet, offset = struct.unpack_from("<IIII", payload)
        self.erase_region(offset, -(-size // _SECTOR) * _SECTOR)
        super().begin_defl(payload)

    def write_defl_block(self, payload: bytes) -> None:
        super().write_defl_block(payload)
        if self.rotten >= 0:
            self.data[self.rotten] = 0xFF

    def erase_region(self, offset: int, size: int) -> None:
        self.touched = True
        super().erase_region(offset, size)

    def erase_all(self) -> None:
        self.touched = True
        super().erase_all()


@dataclass
class Bootloader:
    """`port`: as pyserial names it."""

    port: str
    flash: Flash = field(default_factory=Flash)


@contextlib.contextmanager
def bootloader(chip: str) -> Iterator[Bootloader]:
    """A chip that was reset into its bootloader; whoever comes meets one that was just reset."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        served = Bootloader(f"socket://127.0.0.1:{server.getsockname()[1]}")
        stop = threading.Event()

        def serve() -> None:
            while not stop.is_set():
                cable = BootloaderConnection(sock=server.accept()[0])
                handle_client(cable, stop, chip, exit_on_disconnect=True, flash=served.flash)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield served
        stop.set()
        with contextlib.suppress(OSError):  # so that it sees that
            socket.create_connection(server.getsockname()).close()
        thread.join()

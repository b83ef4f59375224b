"""Heap that the seam to the hardware takes: the emulated board's, and an ESP32's by count.

No ESP32 is emulated. So what its seam takes is counted on the simulated tablet with a board's
words, where modules stand for those in the chip's ROM; all else is the same code on either.
"""

import subprocess

from dev.bench.cable import mpremote
from scorepad.simulator.process import HEAP, command

# The names of the module are on the heap already: the app shares them.
_PROGRAM = """
import gc, sys
import firmware.board
for name in [name for name in sys.modules if name.startswith("firmware")]:
    del sys.modules[name]
del firmware
gc.collect()
before = gc.mem_alloc()
import firmware.board
gc.collect()
print(gc.mem_alloc() - before)
"""
_IN_ROM = "import esp32, machine, world, sys\nsys.modules['time'] = world"


def emulated(cable: str) -> int:
    """Bytes of the seam of the board at the cable, on which the app has been stopped."""
    return int(mpremote(cable, "exec", _PROGRAM)[-1])


def esp32() -> int:
    """Bytes of an ESP32's seam. Raises SimulationError where there is no interpreter for it."""
    (interpreter, *options, _, _), folder, environment = command("unix32", HEAP)
    done = subprocess.run(
        [interpreter, *options, "-c", _IN_ROM + _PROGRAM],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return int(done.stdout)

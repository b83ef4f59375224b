// What the emulated board adds to MicroPython's own port for it.
#include "py/mphal.h"
#include "shared/runtime/pyexec.h"

// What littlefs asks of the clock: this board has none that runs while the power is off.
uint64_t mp_hal_time_ns(void) {
    return 0;
}

// After a reset, hard or soft, as on the ports for real boards: the file system, boot.py, main.py.
void scorepad_boot(void) {
    pyexec_frozen_module("_boot.py", false);
    pyexec_file_if_exists("boot.py");
    if (pyexec_mode_kind == PYEXEC_MODE_FRIENDLY_REPL) {
        pyexec_file_if_exists("main.py");
    }
}

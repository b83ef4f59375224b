// What the emulated board adds to MicroPython's own port for it.
#include "py/mphal.h"
#include "py/obj.h"
#include "shared/runtime/pyexec.h"

// APB timer 0: Arm Cortex-M System Design Kit TRM (DDI 0479), 4.2.
#define TIMER ((volatile uint32_t *)0x40000000)
enum { TIMER_CTRL, TIMER_VALUE, TIMER_RELOAD };
#define TIMER_LONGEST (0x3fffffff) // a reading that needs no heap; at 25 MHz it is 43 s

// What littlefs asks of the clock: this board has none that runs while the power is off.
uint64_t mp_hal_time_ns(void) {
    return 0;
}

// This board has no source of noise: the timer's low bits stand for one.
static mp_obj_t os_urandom(mp_obj_t count) {
    vstr_t bytes;
    vstr_init_len(&bytes, mp_obj_get_int(count));
    for (size_t i = 0; i < bytes.len; i++) {
        bytes.buf[i] = TIMER[TIMER_VALUE];
    }
    return mp_obj_new_bytes_from_vstr(&bytes);
}
MP_DEFINE_CONST_FUN_OBJ_1(mp_os_urandom_obj, os_urandom);

// After a reset, hard or soft, as on the ports for real boards: the file system, boot.py, main.py.
void scorepad_boot(void) {
    TIMER[TIMER_RELOAD] = TIMER[TIMER_VALUE] = TIMER_LONGEST;
    TIMER[TIMER_CTRL] = 1;
    pyexec_frozen_module("_boot.py", false);
    pyexec_file_if_exists("boot.py");
    if (pyexec_mode_kind == PYEXEC_MODE_FRIENDLY_REPL) {
        pyexec_file_if_exists("main.py");
    }
}

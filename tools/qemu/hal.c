// What the emulated board adds to MicroPython's own port for it.
#include "py/mphal.h"
#include "py/runtime.h"
#include "py/stackctrl.h"
#include "shared/runtime/pyexec.h"
#include "mps2.h"

// The serial ports and timer 1 end a rest: Arm Cortex-M System Design Kit TRM (DDI 0479), 4.2 and
// 4.3; which interrupts are theirs: Application Note AN385, table 3-3; NVIC: Armv7-M ARM (DDI 0403), B3.4.
#define UART0 ((volatile uint32_t *)0x40004000)
#define UART1 ((volatile uint32_t *)0x40005000)
#define TIMER1 ((volatile uint32_t *)0x40001000)
#define NVIC_ENABLE (*(volatile uint32_t *)0xe000e100)
#define NVIC_FORGET (*(volatile uint32_t *)0xe000e280)
enum { UART_DATA, UART_STATE, UART_CTRL, UART_INTERRUPT };
#define UART_RECEIVED (1 << 1)
#define UART_RECEIVE_INTERRUPT (1 << 3)
enum { TIMER_INTERRUPT = 3 };
#define WAKING ((1 << 0) | (1 << 2) | (1 << 9)) // UART 0 and 1 have received, timer 1

#define MOMENT (25000000 / 200) // 5 ms

static void begin_to_wake(void) {
    __asm volatile ("cpsid i"); // an interrupt ends a rest, and no handler is called
    TIMER1[TIMER_RELOAD] = TIMER1[TIMER_VALUE] = MOMENT;
    TIMER1[TIMER_CTRL] = 1 | 1 << 3; // runs, and interrupts
    NVIC_ENABLE = WAKING;
}

// Until one of the ports receives a byte, or for a moment. A busy loop would take the emulator's
// time from what sends the bytes.
static void rest(void) {
    UART0[UART_CTRL] |= UART_RECEIVE_INTERRUPT;
    UART1[UART_CTRL] |= UART_RECEIVE_INTERRUPT;
    UART0[UART_INTERRUPT] = UART1[UART_INTERRUPT] = 1 << 1;
    TIMER1[TIMER_INTERRUPT] = 1;
    NVIC_FORGET = WAKING;
    if (!((UART0[UART_STATE] | UART1[UART_STATE]) & UART_RECEIVED)) {
        __asm volatile ("wfi");
    }
}

// The prompt asks for the next byte until there is one (micropython.mk).
int __real_uart_rx_chr(void);
int __wrap_uart_rx_chr(void) {
    int byte = __real_uart_rx_chr();
    if (byte < 0) {
        rest();
    }
    return byte;
}

static mp_obj_t mps2_rest(void) {
    rest();
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_0(mps2_rest_obj, mps2_rest);

// The C stack. That of a Raspberry Pi Pico has 8 KB (ports/rp2/CMakeLists.txt), of which its
// interrupts use some; the 15 KB of an ESP32 are more, though its frames are 1.7 times as large.
#define STACK_LIMIT (7 * 1024)
#define PAINTED (16 * 1024) // bytes
#define PAINT (0xa5a5a5a5)
extern uint32_t _estack[];
static uint32_t *volatile stack_top = _estack; // not known to the compiler, which holds it for empty

static void begin_stack(void) {
    uint32_t *used = (uint32_t *)__builtin_frame_address(0) - 16;
    for (uint32_t *cell = stack_top - PAINTED / sizeof(uint32_t); cell < used; cell++) {
        *cell = PAINT;
    }
    mp_stack_set_limit(STACK_LIMIT);
}

// The most bytes of it that have been used since the reset.
static mp_obj_t mps2_stack(void) {
    uint32_t *cell = stack_top - PAINTED / sizeof(uint32_t);
    while (*cell == PAINT) {
        cell++;
    }
    return MP_OBJ_NEW_SMALL_INT((stack_top - cell) * sizeof(uint32_t));
}
static MP_DEFINE_CONST_FUN_OBJ_0(mps2_stack_obj, mps2_stack);

static const mp_rom_map_elem_t mps2_names[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_mps2) },
    { MP_ROM_QSTR(MP_QSTR_rest), MP_ROM_PTR(&mps2_rest_obj) },
    { MP_ROM_QSTR(MP_QSTR_stack), MP_ROM_PTR(&mps2_stack_obj) },
    { MP_ROM_QSTR(MP_QSTR_Flash), MP_ROM_PTR(&flash_type) },
    { MP_ROM_QSTR(MP_QSTR_flash_counts), MP_ROM_PTR(&flash_counts_obj) },
};
static MP_DEFINE_CONST_DICT(mps2_globals, mps2_names);
const mp_obj_module_t mps2_module = {
    .base = { &mp_type_module },
    .globals = (mp_obj_dict_t *)&mps2_globals,
};
MP_REGISTER_MODULE(MP_QSTR_mps2, mps2_module);

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
    begin_to_wake();
    begin_stack();
    flash_begin();
    pyexec_frozen_module("_boot.py", false);
    pyexec_file_if_exists("boot.py");
    if (pyexec_mode_kind == PYEXEC_MODE_FRIENDLY_REPL) {
        pyexec_file_if_exists("main.py");
    }
}

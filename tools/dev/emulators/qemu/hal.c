// What the emulated board adds to MicroPython's own port for it.
#include <string.h>
#include "py/mphal.h"
#include "py/runtime.h"
#include "py/stackctrl.h"
#include "shared/runtime/pyexec.h"
#include "mps2.h"

// The serial ports and timer 1 end a rest: Arm Cortex-M System Design Kit TRM (DDI 0479), 4.2 and
// 4.3; which interrupts are theirs: Application Note AN385, table 3-3; NVIC and VTOR: Armv7-M ARM
// (DDI 0403), B3.2 and B3.4.
#define UART0 ((volatile uint32_t *)0x40004000)
#define UART1 ((volatile uint32_t *)0x40005000)
#define TIMER1 ((volatile uint32_t *)0x40001000)
#define NVIC_ENABLE (*(volatile uint32_t *)0xe000e100)
#define NVIC_DISABLE (*(volatile uint32_t *)0xe000e180)
#define NVIC_FORGET (*(volatile uint32_t *)0xe000e280)
#define VTOR (*(volatile uint32_t *)0xe000ed08)
enum { UART_DATA, UART_STATE, UART_CTRL, UART_INTERRUPT };
#define UART_RECEIVED (1 << 1)
#define UART_RECEIVE_INTERRUPT (1 << 3)
enum { TIMER_INTERRUPT = 3 };
#define CABLE (1 << 0) // UART 0 has received
#define WAKING ((1 << 2) | (1 << 9)) // UART 1 has, timer 1
#define SYSTEM_VECTORS (16)
#define CTRL_C (3)
#define AT_ONCE (256)

#define MOMENT (25000000 / 200) // 5 ms

// What has come in on the cable and nobody has read yet: as many bytes as an ESP32 keeps. Where
// there is no room QEMU holds the others back, which no chip does.
#define RING (260)
static uint8_t ring[RING];
static volatile uint16_t oldest, held;

static void receive(void) {
    UART0[UART_INTERRUPT] = 1 << 1;
    while (held < RING && UART0[UART_STATE] & UART_RECEIVED) {
        ring[(oldest + held) % RING] = UART0[UART_DATA];
        held++;
    }
    if (held == RING) {
        NVIC_DISABLE = CABLE;
    }
}

// The oldest byte; -1 if there is none.
static int take_byte(void) {
    if (!held) {
        return -1;
    }
    __asm volatile ("cpsid i");
    int byte = ring[oldest];
    oldest = (oldest + 1) % RING;
    held--;
    receive();
    NVIC_ENABLE = CABLE;
    __asm volatile ("cpsie i");
    return byte;
}

static uint32_t vectors[2 * SYSTEM_VECTORS] __attribute__((aligned(128)));
extern const uint32_t isr_vector[];

static void begin_to_listen(void) {
    memcpy(vectors, isr_vector, SYSTEM_VECTORS * sizeof(uint32_t));
    vectors[SYSTEM_VECTORS] = (uint32_t)&receive;
    VTOR = (uint32_t)vectors;
    TIMER1[TIMER_RELOAD] = TIMER1[TIMER_VALUE] = MOMENT;
    TIMER1[TIMER_CTRL] = 1 | 1 << 3; // runs, and interrupts
    UART0[UART_CTRL] |= UART_RECEIVE_INTERRUPT;
    receive();
    NVIC_ENABLE = CABLE;
}

static uint32_t rested = TIMER_LONGEST; // the timer then

// Until one of the ports receives a byte, or for a moment; `unread`: also while there is one. A busy
// loop would take the emulator's time from what sends the bytes.
static void rest(bool unread) {
    __asm volatile ("cpsid i"); // an interrupt ends the rest, and is served after it
    UART1[UART_CTRL] |= UART_RECEIVE_INTERRUPT;
    UART1[UART_INTERRUPT] = 1 << 1;
    TIMER1[TIMER_INTERRUPT] = 1;
    NVIC_FORGET = WAKING;
    NVIC_ENABLE = WAKING;
    if (unread || (!held && !(UART1[UART_STATE] & UART_RECEIVED))) {
        __asm volatile ("wfi");
    }
    NVIC_DISABLE = WAKING;
    __asm volatile ("cpsie i");
    rested = TIMER[TIMER_VALUE];
}

// The board works faster than a chip, and rests no faster than time passes: rests as long as it has
// worked since its last rest. So whoever waits for it waits at least as long as for a chip.
static mp_obj_t mps2_keep_pace(void) {
    uint32_t begun = TIMER[TIMER_VALUE];
    uint32_t worked = (rested - begun) & TIMER_LONGEST;
    while (((begun - TIMER[TIMER_VALUE]) & TIMER_LONGEST) < worked) {
        rest(true);
    }
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_0(mps2_keep_pace_obj, mps2_keep_pace);

// The prompt asks for the next byte until there is one (micropython.mk).
int __wrap_uart_rx_chr(void) {
    int byte = take_byte();
    if (byte < 0) {
        rest(false);
    }
    return byte;
}

static mp_obj_t mps2_rest(void) {
    rest(false);
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_0(mps2_rest_obj, mps2_rest);

static mp_obj_t mps2_waiting(void) {
    return mp_obj_new_bool(held);
}
static MP_DEFINE_CONST_FUN_OBJ_0(mps2_waiting_obj, mps2_waiting);

// What has come in on the cable, up to a Ctrl-C, and as much as the firmware takes at a time.
static mp_obj_t mps2_read(void) {
    vstr_t bytes;
    vstr_init(&bytes, AT_ONCE);
    for (int byte = 0; bytes.len < AT_ONCE && byte != CTRL_C && (byte = take_byte()) >= 0;) {
        vstr_add_byte(&bytes, byte);
    }
    return mp_obj_new_bytes_from_vstr(&bytes);
}
static MP_DEFINE_CONST_FUN_OBJ_0(mps2_read_obj, mps2_read);

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
    { MP_ROM_QSTR(MP_QSTR_keep_pace), MP_ROM_PTR(&mps2_keep_pace_obj) },
    { MP_ROM_QSTR(MP_QSTR_waiting), MP_ROM_PTR(&mps2_waiting_obj) },
    { MP_ROM_QSTR(MP_QSTR_read), MP_ROM_PTR(&mps2_read_obj) },
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
    begin_to_listen();
    begin_stack();
    flash_begin();
    pyexec_frozen_module("_boot.py", false);
    pyexec_file_if_exists("boot.py");
    if (pyexec_mode_kind == PYEXEC_MODE_FRIENDLY_REPL) {
        pyexec_file_if_exists("main.py");
    }
}

// Memory as a block device that is what `esp32.Partition` and `rp2.Flash` are: programming only
// clears bits, an erase sets a block, and both take a chip's time.
#include <string.h>
#include "py/mperrno.h"
#include "py/runtime.h"
#include "mps2.h"

#define BLOCK (4096)
#define ERASED (0xff)
// Winbond W25Q32JV data sheet, 9.6: the first byte of a page tBP1, each further one tBP2, at most
// a page tPP; a block tSE. All typical.
#define MICROSECOND (25)
#define FIRST (30 * MICROSECOND)
#define FURTHER (5 * MICROSECOND / 2)
#define PAGE (400 * MICROSECOND)
#define SECTOR (45000 * MICROSECOND)
enum { BLOCKS = 4, BLOCK_SIZE = 5, ERASE = 6 }; // of ioctl; MicroPython's vfs.AbstractBlockDev

typedef struct {
    mp_obj_base_t base;
    uint8_t *cells;
    size_t blocks;
} flash_t;

static struct { uint32_t reads, programmed, erased, waited; } counts;

// When QEMU starts all memory is 0, but for what it has loaded, whose end is erased: a part that ends
// so is whole, also where a reset cut what follows. psram.py has the map.
#define BEGUN (*(volatile uint32_t *)0x21000000)
#define WORD (0x5c09e9ad)
#define SCORES ((uint32_t *)0x21200000)
#define SCORES_SIZE (0x200000)
#define SCORES_END (SCORES + SCORES_SIZE / sizeof(uint32_t) - 1)
#define KEPT ((void *)0x21400000)

void flash_begin(void) {
    memset(&counts, 0, sizeof(counts));
    if (BEGUN != WORD) {
        if (!*SCORES_END) {
            memset(SCORES, ERASED, SCORES_SIZE);
        }
        memset(KEPT, ERASED, BLOCK);
        BEGUN = WORD;
    }
}

// The power fails in the middle of one of the next operations: of which one, the host has said
// (board.py); 0: of none. It is in memory, so that it may be one of the next start.
#define CUT (*(volatile uint32_t *)0x21401008)
#define AIRCR (*(volatile uint32_t *)0xE000ED0C)
#define SYSRESETREQ (0x05FA0004)

static bool is_cut(void) {
    return CUT && --CUT == 0;
}

static void cut(void) {
    AIRCR = SYSRESETREQ;
    for (;;) {
    }
}

static void take(uint32_t ticks) {
    uint32_t begun = TIMER[TIMER_VALUE];
    while (((begun - TIMER[TIMER_VALUE]) & TIMER_LONGEST) < ticks) {
    }
    counts.waited += ticks;
}

static mp_obj_t make(const mp_obj_type_t *type, size_t n_args, size_t n_kw, const mp_obj_t *args) {
    mp_arg_check_num(n_args, n_kw, 2, 2, false);
    flash_t *flash = mp_obj_malloc(flash_t, type);
    flash->cells = (uint8_t *)mp_obj_get_int_truncated(args[0]);
    flash->blocks = mp_obj_get_int(args[1]);
    return MP_OBJ_FROM_PTR(flash);
}

// `size` bytes from an offset in a block on.
static uint8_t *at(flash_t *flash, mp_obj_t block, size_t offset, size_t size) {
    size_t begin = (size_t)mp_obj_get_int(block) * BLOCK + offset;
    if (begin + size > flash->blocks * BLOCK) {
        mp_raise_OSError(MP_EINVAL);
    }
    return flash->cells + begin;
}

static void erase(flash_t *flash, mp_obj_t block) {
    bool ends = is_cut();
    memset(at(flash, block, 0, BLOCK), ERASED, ends ? BLOCK / 2 : BLOCK);
    if (ends) {
        cut();
    }
    counts.erased++;
    take(SECTOR);
}

static mp_obj_t readblocks(size_t n_args, const mp_obj_t *args) {
    mp_buffer_info_t buffer;
    mp_get_buffer_raise(args[2], &buffer, MP_BUFFER_WRITE);
    size_t offset = n_args > 3 ? mp_obj_get_int(args[3]) : 0;
    memcpy(buffer.buf, at(MP_OBJ_TO_PTR(args[0]), args[1], offset, buffer.len), buffer.len);
    counts.reads++;
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(readblocks_obj, 3, 4, readblocks);

static mp_obj_t writeblocks(size_t n_args, const mp_obj_t *args) {
    mp_buffer_info_t buffer;
    mp_get_buffer_raise(args[2], &buffer, MP_BUFFER_READ);
    flash_t *flash = MP_OBJ_TO_PTR(args[0]);
    size_t offset = n_args > 3 ? mp_obj_get_int(args[3]) : 0;
    uint8_t *cells = at(flash, args[1], offset, buffer.len);
    if (n_args < 4) {
        erase(flash, args[1]);
    }
    bool ends = is_cut();
    for (size_t i = 0; i < (ends ? buffer.len / 2 : buffer.len); i++) {
        cells[i] &= ((const uint8_t *)buffer.buf)[i];
    }
    if (ends) {
        cut();
    }
    counts.programmed += buffer.len;
    take(MIN(FIRST + FURTHER * buffer.len, PAGE * ((buffer.len + 255) / 256)));
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(writeblocks_obj, 3, 4, writeblocks);

static mp_obj_t ioctl(mp_obj_t self, mp_obj_t operation, mp_obj_t block) {
    flash_t *flash = MP_OBJ_TO_PTR(self);
    switch (mp_obj_get_int(operation)) {
        case BLOCKS:
            return mp_obj_new_int(flash->blocks);
        case BLOCK_SIZE:
            return mp_obj_new_int(BLOCK);
        case ERASE:
            erase(flash, block);
            return mp_obj_new_int(0);
        default:
            return mp_obj_new_int(0);
    }
}
static MP_DEFINE_CONST_FUN_OBJ_3(ioctl_obj, ioctl);

static const mp_rom_map_elem_t names[] = {
    { MP_ROM_QSTR(MP_QSTR_readblocks), MP_ROM_PTR(&readblocks_obj) },
    { MP_ROM_QSTR(MP_QSTR_writeblocks), MP_ROM_PTR(&writeblocks_obj) },
    { MP_ROM_QSTR(MP_QSTR_ioctl), MP_ROM_PTR(&ioctl_obj) },
};
static MP_DEFINE_CONST_DICT(methods, names);

MP_DEFINE_CONST_OBJ_TYPE(
    flash_type, MP_QSTR_Flash, MP_TYPE_FLAG_NONE, make_new, make, locals_dict, &methods);

// Of all since the reset: how often they were read; bytes programmed; blocks erased; counts of
// the timer for which the firmware has waited for the last two.
static mp_obj_t flash_counts(void) {
    mp_obj_t each[] = {
        mp_obj_new_int_from_uint(counts.reads),
        mp_obj_new_int_from_uint(counts.programmed),
        mp_obj_new_int_from_uint(counts.erased),
        mp_obj_new_int_from_uint(counts.waited),
    };
    return mp_obj_new_tuple(MP_ARRAY_SIZE(each), each);
}
MP_DEFINE_CONST_FUN_OBJ_0(flash_counts_obj, flash_counts);

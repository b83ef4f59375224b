// What littlefs asks of the clock: this board has none that runs while the power is off.
#include "py/mphal.h"

uint64_t mp_hal_time_ns(void) {
    return 0;
}

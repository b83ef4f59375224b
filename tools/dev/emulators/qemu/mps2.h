// The emulated board's clock, which counts down at 25 MHz, and its flash.
#include <stdint.h>
#include "py/obj.h"

// APB timer 0: Arm Cortex-M System Design Kit TRM (DDI 0479), 4.2.
#define TIMER ((volatile uint32_t *)0x40000000)
enum { TIMER_CTRL, TIMER_VALUE, TIMER_RELOAD };
#define TIMER_LONGEST (0x3fffffff) // a reading that needs no heap; it is 43 s

extern const mp_obj_type_t flash_type;
extern const mp_obj_fun_builtin_fixed_t flash_counts_obj;
void flash_begin(void);

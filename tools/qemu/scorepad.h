// Seen by every source file: what MicroPython does when it has started.
void scorepad_boot(void);
#define MICROPY_PORT_INIT_FUNC scorepad_boot()

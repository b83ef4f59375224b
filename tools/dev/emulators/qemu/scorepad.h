// Seen by every source file: what MicroPython does when it has started.
void scorepad_boot(void);
#define MICROPY_PORT_INIT_FUNC scorepad_boot()

// os.urandom, which the port leaves out.
extern const struct _mp_obj_fun_builtin_fixed_t mp_os_urandom_obj;
#define MICROPY_PY_OS_URANDOM (1)

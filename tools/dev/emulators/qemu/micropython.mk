SRC_USERMOD_C += $(USERMOD_DIR)/hal.c $(USERMOD_DIR)/flash.c
LDFLAGS += -Wl,--wrap=uart_rx_chr

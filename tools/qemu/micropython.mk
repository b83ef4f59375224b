SRC_USERMOD_C += $(USERMOD_DIR)/hal.c
LDFLAGS += -Wl,--wrap=uart_rx_chr

/**
 * The kinds of boards, as scorepad.build has them: the `name` of the chip, and of MicroPython's
 * `image` for it; where the page writes that, the chip's `id` in it, and its `start` in the flash.
 */
export const BOARDS = {
  esp32: { name: "ESP32", id: 0, start: 0x1000, image: "ESP32_GENERIC" },
  esp32c3: { name: "ESP32-C3", id: 5, start: 0, image: "ESP32_GENERIC_C3" },
  esp32s3: { name: "ESP32-S3", id: 9, start: 0, image: "ESP32_GENERIC_S3" },
  pico: { name: "RP2040", image: "RPI_PICO" },
};

/**
 * The kinds of boards, as scorepad.build has them: the name of MicroPython's `image`; where the page
 * writes that, the `name` of the chip, its `id` in the image, and the image's `start` in the flash.
 */
export const BOARDS = {
  esp32: { name: "ESP32", id: 0, start: 0x1000, image: "ESP32_GENERIC" },
  esp32c3: { name: "ESP32-C3", id: 5, start: 0, image: "ESP32_GENERIC_C3" },
  esp32s3: { name: "ESP32-S3", id: 9, start: 0, image: "ESP32_GENERIC_S3" },
  pico: { image: "RPI_PICO; Pico 2: RPI_PICO2" },
};

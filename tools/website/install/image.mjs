// An image of MicroPython for an ESP32, as one downloads it: what it is for, before it is written.
//
// It begins with the chip's second bootloader, wherever that belongs in the flash; the table of
// partitions and the app are at their own places behind it (ESP-IDF, esp_app_format.h).

import { BOARDS } from "./boards.mjs";
import { Trouble } from "./trouble.mjs";

export const TABLE = 0x8000; // in the flash
export const TABLE_SIZE = 0x1000; // a block of it, of which 0xc00 bytes are used
export const APP = 0x10000;
export const MB = 1 << 20;

const MAGIC = 0xe9;
const ROW = 32; // bytes of the table
const HEADER = 24;
const UF2 = "UF2\n";

/** What kind of board an image is for, one of BOARDS. Throws Trouble. */
export function boardOf(image) {
  if (!image.length) throw new Trouble("empty");
  if (latin(image.subarray(0, 4)) === UF2) throw new Trouble("uf2");
  if (image.length < HEADER || image[0] !== MAGIC) throw new Trouble("no_image");
  const [board, chip] = Object.entries(BOARDS).find(([, { id }]) => id === chipOf(image)) ?? [];
  if (!board) throw new Trouble("foreign_image");
  const app = image.subarray(APP - chip.start);
  const whole = rows(image.subarray(TABLE - chip.start)).length && app.length >= HEADER;
  if (!whole || app[0] !== MAGIC || chipOf(app) !== chip.id) throw new Trouble("part_of_image");
  return board;
}

function chipOf(image) {
  return image[12] | (image[13] << 8);
}

/** How many bytes of flash an image is for at least: with fewer ESP-IDF starts again and again. */
export function flashOf(image) {
  return MB << (image[3] >> 4);
}

/** The partitions of a table: `name`, `start` and `size`, in bytes; none if it is no table. */
export function rows(table) {
  const found = [];
  for (let at = 0; at + ROW <= table.length && table[at] === 0xaa && table[at + 1] === 0x50; at += ROW) {
    const row = new DataView(table.buffer, table.byteOffset + at, ROW);
    const name = latin(table.subarray(at + 12, at + 28)).replace(/\0.*$/s, "");
    found.push({ name, start: row.getUint32(4, true), size: row.getUint32(8, true) });
  }
  return found;
}

function latin(bytes) {
  return String.fromCharCode(...bytes);
}

// Writes MicroPython onto an ESP32, by esptool-js, which speaks with the chip's bootloader.

import { BOARDS } from "./boards.mjs";
import { ESPError, ESPLoader, Transport } from "./esptool.mjs";
import { APP, flashOf, MB, rows, TABLE, TABLE_SIZE } from "./image.mjs";
import { md5 } from "./md5.mjs";
import { Gone, Trouble } from "./trouble.mjs";

const BAUD = 115200; // as the chip begins: no port need be opened twice
const RESET = 100; // ms
const USED = 0xc00; // bytes of the table
const SECTOR = 4096; // bytes, which the flash erases at once
const ERASE = 60_000; // ms per MB
const OPTIONS = {
  baudrate: BAUD,
  romBaudrate: BAUD,
  serialOptions: { bufferSize: 64 * 1024 }, // bytes; a browser has few by default
  terminal: { clean() {}, write() {}, writeLine() {} }, // what it says, the page says in other words
};

/**
 * Writes an image that is for `board` (boardOf), and verifies it. `layout`: the table with a
 * partition for the scores, if the board is to be emptied and get it. A board that has such a
 * partition keeps its table. `face.show(step, done, total)`, and `face.ask(question)`, a promise of
 * yes or no. False: somebody said no, and nothing was changed. Throws Trouble, Gone.
 */
export async function flash(serial, { image, board, layout }, face) {
  face.show("connecting");
  const line = new Line(serial);
  try {
    const loader = new ESPLoader({ transport: line, ...OPTIONS });
    await loader.main();
    if (loader.chip.CHIP_NAME !== BOARDS[board].name)
      throw new Trouble("other_chip", { found: loader.chip.CHIP_NAME, image: BOARDS[board].name });
    const job = planned(image, board, rows(await loader.readFlash(TABLE, USED)), layout);
    checkSize(job, flashOf(image), await loader.detectFlashSize());
    if (job.empties) {
      face.show("looking");
      if (!(await isEmpty(loader, job)) && !(await face.ask("empties"))) return false;
    }
    await carryOut(loader, job, face);
    return true;
  } catch (error) {
    throw line.translated(error);
  } finally {
    await line.close();
  }
}

/** What is written where and erased before, given the partitions that the board has. */
function planned(image, board, found, layout) {
  const { start } = BOARDS[board];
  const part = (from, to) => ({ address: from, data: image.subarray(from - start, to - start) });
  if (found.some(({ name }) => name === "scores")) {
    const job = { pieces: [part(start, TABLE), part(APP, start + image.length)], erase: [] };
    return fitting(job, found);
  }
  if (!layout) return { pieces: [{ address: start, data: image }], erase: [] };
  const without = image.slice().fill(0xff, TABLE - start, TABLE - start + TABLE_SIZE);
  const table = rows(layout);
  return fitting({
    // The table comes last: what broke off before has none, and is begun anew.
    pieces: [{ address: start, data: without }, { address: TABLE, data: layout }],
    erase: table.filter(({ name }) => name === "vfs" || name === "scores"),
    empties: true,
  }, table);
}

/** Whether there is nothing in the flash where this job writes or erases. */
async function isEmpty(loader, { pieces, erase }) {
  const written = pieces.map(({ address, data }) => ({ start: address, size: data.length }));
  for (const { start, size } of [...written, ...erase]) {
    const all = Math.ceil(size / SECTOR) * SECTOR;
    if ((await loader.flashMd5sum(start, all)) !== md5(new Uint8Array(all).fill(0xff))) return false;
  }
  return true;
}

/** The job, if the app has room in this table. */
function fitting(job, table) {
  const end = Math.max(...job.pieces.map(({ address, data }) => address + data.length));
  const app = table.find(({ start }) => start === APP);
  if (!app || end > app.start + app.size) throw new Trouble("no_room");
  return job;
}

/** `least`: bytes of flash; `size`: of the board's, as "4MB"; undefined if its chip does not say. */
function checkSize({ pieces, erase }, least, size) {
  if (!size) throw new Trouble("not_written", { said: "flash ID" });
  const most = Number.parseInt(size, 10) * (size.endsWith("MB") ? MB : 1024);
  const written = pieces.map(({ address, data }) => address + data.length);
  const erased = erase.map((part) => part.start + part.size);
  if (Math.max(least, ...written, ...erased) > most) throw new Trouble("too_large", { size });
}

async function carryOut(loader, { pieces, erase }, face) {
  for (const { start, size } of erase) {
    face.show("erasing");
    const words = Uint32Array.of(start, size);
    await loader.checkCommand("erase", loader.ESP_ERASE_REGION, new Uint8Array(words.buffer), 0, 0, (ERASE * size) / MB);
  }
  const sizes = pieces.map(({ data }) => data.length);
  const total = sizes.reduce((sum, size) => sum + size);
  const before = (piece) => sizes.slice(0, piece).reduce((sum, size) => sum + size, 0);
  await loader.writeFlash({
    fileArray: pieces,
    flashMode: "keep",
    flashFreq: "keep",
    flashSize: "keep",
    compress: true,
    calculateMD5Hash: md5,
    reportProgress: (piece, done, all) => face.show("writing", before(piece) + (sizes[piece] * done) / all, total),
  });
}

/** The port, as esptool-js has it, that says at once when it is gone. */
class Line extends Transport {
  #gone = false;
  #lost;

  constructor(serial) {
    super(serial);
    this.#lost = new Promise((_, reject) => {
      serial.addEventListener("disconnect", () => {
        this.#gone = true;
        reject(new Gone("disconnected"));
      }, { once: true });
    });
    this.#lost.catch(() => {});
  }

  trace() {}

  async connect(...options) {
    try {
      await super.connect(...options);
    } catch (error) {
      throw new Trouble("shut");
    }
  }

  async write(bytes) {
    try {
      if (!this.#gone) return await super.write(bytes);
    } catch {
      this.#gone = true;
    }
    throw new Gone("disconnected");
  }

  async read(ms) {
    return Promise.race([super.read(ms), this.#lost]);
  }

  /**
   * Has the chip start what is in its flash, and gives the port back. `setRTS` sets DTR once more:
   * usbser.sys of Windows sends RTS only then.
   */
  async close() {
    try {
      await this.setDTR(false);
      await this.setRTS(true);
      await new Promise((resolve) => setTimeout(resolve, RESET));
      await this.setRTS(false);
    } catch {
      // it is gone, and starts when it is plugged in again
    }
    this.#gone = true; // also for what esptool-js still tries
    try {
      await this.reader?.cancel();
      await this.device.close();
    } catch {
      return; // as above
    }
  }

  /** What has gone wrong, in a way that people are told of. */
  translated(error) {
    if (this.#gone) return new Gone(error.message, { cause: error });
    if (!(error instanceof ESPError)) return error;
    if (error.message.startsWith("Failed to connect")) return new Trouble("no_chip");
    return new Trouble("not_written", { said: error.message });
  }
}

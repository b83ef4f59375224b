// What the site's ports do where no real one can be made to: lines, floods, and what takes nothing.
//
//     node port_checks.mjs SITE        prints what happened, as JSON

import path from "node:path";
import { pathToFileURL } from "node:url";

const from = (name) => import(pathToFileURL(path.join(process.argv[2], name)));
const { Port, Shut } = await from("serial/port.mjs");
const { Cable, NoAnswer, openPort } = await from("serial/cable.mjs");

const BYTES = 10_000_000;

/** A port as a browser has it: what comes in is `chunks`; what goes out is taken, unless `stuck`. */
class Serial {
  signals = [];

  constructor({ usb = {}, chunks = [], stuck = false, lines = true, shut = false } = {}) {
    Object.assign(this, { usb, chunks, stuck, lines, shut });
  }

  getInfo() {
    return this.usb;
  }

  async open() {
    if (this.shut) throw new DOMException("in use", "NetworkError");
    this.readable = new ReadableStream({
      start: (controller) => this.chunks.forEach((chunk) => controller.enqueue(chunk)),
    });
    this.writable = new WritableStream({
      write: (_, { signal }) => this.stuck && new Promise((_, fail) => (signal.onabort = fail)),
    });
  }

  async setSignals(lines) {
    if (!this.lines) throw new DOMException("no such lines", "NetworkError");
    this.signals.push(...Object.entries(lines));
  }

  async close() {
    if (this.readable.locked || this.writable.locked) throw new TypeError("locked");
    this.closed = true;
  }
}

const kind = (error) => error.constructor.name;

async function signals(usbVendorId, usbProductId) {
  const serial = new Serial({ usb: { usbVendorId, usbProductId } });
  await openPort(serial);
  return serial.signals;
}

async function pieces() {
  const port = await Port.open(new Serial({ chunks: [Uint8Array.of(1, 2, 3, 4, 5), Uint8Array.of(6)] }));
  const found = [];
  for (let n = 0; n < 5; n++) found.push([...(await port.read(1, 2))]);
  return found;
}

/** A board that is reset breaks off in the middle of a byte: the browser then has a new stream. */
async function broken() {
  const serial = new Serial();
  serial.open = async () => {
    serial.readable = new ReadableStream({
      pull: (controller) => {
        if (!serial.half) return controller.enqueue(Uint8Array.of((serial.half = 1)));
        serial.readable = new ReadableStream({
          start: (next) => [2, 3].forEach((byte) => next.enqueue(Uint8Array.of(byte))),
        });
        controller.error(new DOMException("Framing error", "FramingError"));
      },
    }, { highWaterMark: 0 });
  };
  const port = await Port.open(serial);
  const found = [];
  for (let n = 0; n < 3; n++) found.push(...(await port.read(100)));
  return found;
}

async function flood() {
  const chunks = Array.from({ length: BYTES / 1000 }, () => new Uint8Array(1000));
  const port = await Port.open(new Serial({ chunks }));
  await new Promise(setImmediate); // all of it has come by then: nothing waits for a timer
  let size = 0;
  for (let part; (part = await port.read(0)).length; ) size += part.length;
  return size;
}

async function stuck() {
  const serial = new Serial({ stuck: true });
  const cable = new Cable(await openPort(serial), { timeout: 10, tries: 2 });
  const error = await cable.ask("who").catch((error) => error);
  await cable.close();
  return [error instanceof NoAnswer, serial.closed];
}

async function closed() {
  const serial = new Serial();
  const port = await openPort(serial);
  await port.close();
  const asked = [port.read(0), port.write(Uint8Array.of(1))];
  const refused = await Promise.all(asked.map((one) => one.catch((error) => kind(error))));
  return [...refused, serial.closed];
}

const shut = (await openPort(new Serial({ shut: true })).catch((error) => error)) instanceof Shut;
const lineless = Boolean(await openPort(new Serial({ lines: false })));
console.log(
  JSON.stringify({
    converter: await signals(0x10c4, 0xea60),
    pico: await signals(0x2e8a, 0x0005),
    s3: await signals(0x303a, 0x4001),
    jtag: await signals(0x303a, 0x1001),
    unknown: await signals(),
    pieces: await pieces(), broken: await broken(), flood: await flood(), stuck: await stuck(), closed: await closed(), shut, lineless,
  }),
);
process.exit();

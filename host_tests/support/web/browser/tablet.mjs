// A tablet as it runs in a page, here in a process that the host turns.
//
//     node tablet.mjs RUNTIME BUNDLE PRODUCT PORT FLASH TABLET
//
// PORT: of this machine, twice: to be controlled and the serial port, each after the token from
// standard input (simulator/wires.py). What the host says and is answered is in
// simulator/device/run.py. PRODUCT: the folder of what runs in a page, too. FLASH with .a and .b added: the files of the journal.

import fs from "node:fs";
import net from "node:net";
import { pathToFileURL } from "node:url";
import { File } from "./file.mjs";

const [RUNTIME, BUNDLE, PRODUCT, PORT, FLASH, TABLET] = process.argv.slice(2);
const TOKEN_SIZE = 16; // bytes
const STEP = 5; // ms between two turns of the loop
const PANEL = 0x3c;
const MINUTE = 60_000; // ms

const { Tablet } = await import(pathToFileURL(`${PRODUCT}/tablet.mjs`));
const { Journal } = await import(pathToFileURL(`${PRODUCT}/journal.mjs`));
const { loadMicroPython } = await import(pathToFileURL(`${RUNTIME}/micropython.mjs`));

/** As a worker's, with a font in which every letter is a block. */
globalThis.OffscreenCanvas = class {
  getContext() {
    return this;
  }

  measureText() {
    return { width: 6 };
  }

  fillText(_letter, left, bottom) {
    this.block = { left, bottom };
  }

  getImageData(_left, _top, width, height) {
    const { left, bottom } = this.block;
    const data = new Uint8ClampedArray(4 * width * height);
    for (let y = bottom - 7; y < bottom; y++)
      for (let x = left; x < left + 6; x++) data[4 * (y * width + x) + 3] = 255;
    return { data, width, height };
  }
};

class World {
  time = 0; // ms
  day = 0; // minutes since 2000-01-01 00:00 UTC
  files = ["a", "b"].map((name) => new File(`${FLASH}.${name}`));
  tablet = null;

  constructor(control, serial) {
    this.control = control;
    this.serial = serial;
  }

  now() {
    return this.time;
  }

  minutes() {
    return this.day;
  }

  setMinutes(minutes) {
    this.day = minutes;
  }

  send(letter, ...parts) {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    const head = Buffer.from([letter.charCodeAt(0), size & 255, size >> 8]);
    this.control.write(Buffer.concat([head, ...parts]));
  }

  async boot() {
    this.journal = new Journal(this.files);
    const { kept } = this.journal;
    const first = kept.has("tablet") ? [] : [["tablet", Buffer.from(TABLET, "hex")]];
    this.journal.commit([...first, ["memory", this.memory ?? new Uint8Array(0)]]);
    this.tablet = await Tablet.start({
      load: loadMicroPython,
      url: `${RUNTIME}/micropython.wasm`,
      bundle: new Uint8Array(fs.readFileSync(BUNDLE)),
      files: [...kept],
      clock: this,
    });
  }

  /** One command of the host. */
  async obey([what, ...values]) {
    if (what === "memory") this.memory = Buffer.from(values[0], "hex");
    else if (what === "run" || what === "busy") await this.run(what, ...values.map(Number));
    else if (what === "clock") this.setClock(...values.map(Number));
    else if (what === "skip") this.time += Number(values[0]);
    else if (what === "flash") for (const file of this.files) file.whole = values[0] === "1";
    else if (what === "look") this.send("J", this.look());
    else if (what === "panel") this.panel(Number(values[0]));
    else if (what === "count") this.send("J", Buffer.from(JSON.stringify(this.count())));
    else throw new Error(`a page knows no "${what}"`);
    this.send(".");
  }

  /** A page draws its panel itself: it is always there, and nobody reads it. */
  panel(address) {
    if (address !== PANEL) throw new Error("the panel of a page cannot be moved");
  }

  async run(how, ms, keys) {
    if (!this.tablet) await this.boot();
    this.tablet.hold(keys);
    const end = this.time + ms;
    if (how === "busy") {
      this.time = end;
      this.tablet.hold(0);
      return;
    }
    do {
      this.time = Math.min(this.time + STEP, end);
      if (!this.turn()) return;
    } while (this.time < end);
  }

  /** A turn of the loop; whether the tablet goes on. */
  turn() {
    const { changes, shown, said, reset } = this.tablet.turn();
    if (changes.length) {
      try {
        this.journal.commit(changes);
      } catch {
        this.send("R");
        return false;
      }
    }
    for (const [name, content] of changes) if (name === "memory") this.send("M", content);
    for (const message of shown) this.send("W", Buffer.from([PANEL]), message);
    for (const part of said) this.serial.write(part);
    if (reset) this.send("R");
    return !reset;
  }

  setClock(year, month, day, hour, minute) {
    this.day = (Date.UTC(year, month - 1, day, hour, minute) - Date.UTC(2000, 0, 1)) / MINUTE;
  }

  look() {
    const { runtime } = this.tablet;
    runtime.runPython("import looking\nlooked = str(looking.look(app), 'utf-8')");
    return Buffer.from(runtime.globals.get("looked"));
  }

  count() {
    const { runtime } = this.tablet;
    runtime.runPython("import gc\ngc.collect()\nused = gc.mem_alloc()\nfree = gc.mem_free()");
    return [runtime.globals.get("used"), runtime.globals.get("free"), 0, 0, 0, 0];
  }
}

function joined(token) {
  return new Promise((resolve) => {
    const socket = net.connect(Number(PORT), "127.0.0.1", () => {
      socket.setNoDelay(true);
      socket.write(token);
      resolve(socket);
    });
  });
}

process.on("uncaughtException", die);
const token = Buffer.alloc(TOKEN_SIZE);
for (let got = 0; got < TOKEN_SIZE; ) got += fs.readSync(0, token, { offset: got });
const control = await joined(token);
const world = new World(control, await joined(token));
let line = "";
let work = Promise.resolve();
world.serial.on("data", (bytes) => world.tablet?.hear(bytes));
control.on("data", (bytes) => {
  const lines = (line + bytes.toString()).split("\n");
  line = lines.pop();
  for (const words of lines.map((said) => said.split(" ")))
    // After what has come on the other socket before.
    work = work.then(() => new Promise(setImmediate)).then(() => world.obey(words)).catch(die);
});
control.on("end", () => process.exit(0));

function die(error) {
  process.stderr.write(`${String(error.message ?? error).trim()}\n`, () => process.exit(1));
}

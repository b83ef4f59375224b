// The firmware on MicroPython in WebAssembly, and what it takes for its hardware (board.py).
//
// One Tablet is one run, from power-on or reset to the next. Nothing in here waits: whoever has it
// lets it turn, keeps what has changed, and only then lets out what was shown and said.

import { drawn } from "./letters.mjs";

const HEAP = 1 << 20; // bytes; a board has a tenth
const HOME = "/kept";
const START_OF_TIME = Date.UTC(2000, 0, 1); // of the firmware's minutes
const CALENDAR = 52_596_000; // minutes, until 2100
const MINUTE = 60_000; // ms

const START = `
import boot, main
app = main.build()
def turn():
    app.tick()
    app.rest()
`;

/** The files of a bundle (bundle.py), as [name, content]. */
function unpacked(bundle) {
  const end = bundle.indexOf(10);
  const sizes = JSON.parse(new TextDecoder().decode(bundle.subarray(0, end)));
  let start = end + 1;
  return sizes.map(([name, size]) => [name, bundle.subarray(start, (start += size))]);
}

/** What a clock says: ms since it was started, and minutes since 2000-01-01 00:00 UTC. */
export class Clock {
  #ahead = 0; // minutes before this machine's

  now() {
    return Math.floor(performance.now());
  }

  /** 0, as if nobody had set it, outside of the firmware's calendar. */
  minutes() {
    const minutes = this.#machine() + this.#ahead;
    return minutes > 0 && minutes < CALENDAR ? minutes : 0;
  }

  setMinutes(minutes) {
    this.#ahead = minutes - this.#machine();
  }

  #machine() {
    return Math.floor((Date.now() - START_OF_TIME) / MINUTE);
  }
}

export class Tablet {
  #runtime;
  #turn;
  #clock;
  #files; // path -> bytes in it, of what is kept
  #changed = new Set(); // paths, since the turn before
  #shown = []; // messages to the panel
  #said = []; // parts of lines to the PC
  #heard = []; // bytes from the PC
  #down = 0; // a bit per button
  #moved = () => {};
  #reset = false;

  /**
   * Starts one. `load` and `url`: loadMicroPython and the address of its WebAssembly; `bundle`: the
   * firmware; `files`: what was kept, by path beneath HOME; `clock`: as Clock.
   */
  static async start({ load, url, bundle, files, clock = new Clock() }) {
    const errors = [];
    const runtime = await load({
      url,
      heapsize: HEAP,
      stdout: (line) => errors.push(line),
      stderr: (line) => errors.push(line),
      linebuffer: true,
    });
    const tablet = new Tablet();
    tablet.#begin(runtime, bundle, files, clock);
    return tablet;
  }

  #begin(runtime, bundle, files, clock) {
    this.#runtime = runtime;
    this.#clock = clock;
    this.#files = new Map();
    this.#put("/lib", unpacked(bundle));
    this.#put(HOME, files);
    for (const [name, content] of files) this.#files.set(`${HOME}/${name}`, content.length);
    this.#addDevices();
    runtime.registerJsModule("page", this.#page());
    runtime.runPython(START);
    this.#turn = runtime.globals.get("turn");
  }

  #put(folder, files) {
    const { FS } = this.#runtime;
    FS.mkdirTree(folder);
    for (const [name, content] of files) {
      const path = `${folder}/${name}`;
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, content);
    }
  }

  #addDevices() {
    const { FS } = this.#runtime;
    const add = (number, name, operations) => {
      const device = FS.makedev(64, number);
      FS.registerDevice(device, { open() {}, close() {}, ...operations });
      FS.mkdev(name, device);
    };
    const taken = (into) => (_stream, buffer, offset, length) => {
      into.push(new Uint8Array(buffer.slice(offset, offset + length)));
      return length;
    };
    add(0, "/dev/panel", { write: taken(this.#shown) });
    add(1, "/dev/link", {
      write: taken(this.#said),
      read: (_stream, buffer, offset, length) => {
        const part = this.#heard.splice(0, length);
        buffer.set(part, offset);
        return part.length;
      },
    });
  }

  #page() {
    return {
      now: () => this.#clock.now(),
      minutes: () => this.#clock.minutes(),
      set_minutes: (minutes) => this.#clock.setMinutes(minutes),
      pressed: (button) => (this.#down >> button) & 1,
      on_edge: (moved) => (this.#moved = moved),
      waiting: () => this.#heard.length > 0,
      changed: (path) => this.#changed.add(path),
      blocks: (size) => this.#blocks(size),
      drawn,
      restart: () => (this.#reset = true),
    };
  }

  #blocks(size) {
    let blocks = 0;
    for (const bytes of this.#files.values()) blocks += Math.ceil(bytes / size);
    return blocks;
  }

  /** The runtime, for who looks at the tablet from outside. */
  get runtime() {
    return this.#runtime;
  }

  /**
   * `mask`: the buttons that are held down, a bit each; `at`: since when, by the clock. It may be a
   * while ago, where much was to be done: then two presses are two, as with interrupts.
   */
  hold(mask, at = Infinity) {
    const moved = this.#down ^ mask;
    const since = Math.min(Math.floor(at), this.#clock.now());
    this.#down = mask;
    for (let button = 0; moved >> button; button++) {
      if ((moved >> button) & 1) this.#moved(button, Boolean((mask >> button) & 1), since);
    }
  }

  /** Bytes come in from the PC. */
  hear(bytes) {
    this.#heard.push(...bytes);
  }

  /**
   * One turn of the loop. What came of it: `changes`, of files, as [path, content or null];
   * `shown`, messages to the panel; `said`, bytes for the PC; `reset`: the tablet must be started
   * anew.
   */
  turn() {
    try {
      this.#turn();
    } catch (error) {
      if (!this.#reset) throw error;
    }
    return {
      changes: this.#changes(),
      shown: this.#shown.splice(0),
      said: this.#said.splice(0),
      reset: this.#reset,
    };
  }

  #changes() {
    const changes = [...this.#changed].map((path) => [
      path.slice(HOME.length + 1),
      this.#content(path),
    ]);
    this.#changed.clear();
    return changes;
  }

  #content(path) {
    const { FS } = this.#runtime;
    if (!FS.analyzePath(path).exists) {
      this.#files.delete(path);
      return null;
    }
    const content = FS.readFile(path);
    this.#files.set(path, content.length);
    return content;
  }
}

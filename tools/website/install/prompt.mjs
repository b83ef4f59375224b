// A board's own prompt (MicroPython's raw REPL), whatever runs on it: as tablet/board_link.py.

import { crc32 } from "../serial/codec.mjs";
import { Trouble } from "./trouble.mjs";

const STEP = 30_000; // ms that a board takes at most for one step: the hashes of a hundred files
const ENTER = 3_000; // ms
const ENTRIES = 4;
// As long as a tablet naps that is asleep, and hears nothing meanwhile: 600 bytes take 52 ms.
const BURST = "\x03".repeat(600);
const BANNER = "raw REPL; CTRL-B to exit\r\n";
const PART = 256; // bytes that a board without flow control takes at once
const PAUSE = 10; // ms
const LONGEST = 200; // characters of a board's error that are repeated

export class Prompt {
  #port;
  #sources;
  #paste;
  #heard = ""; // a character a byte
  #end = 0; // of the step

  /**
   * Stops whatever runs on the board at this Port. `sources`: what can be taught, by name; `paste`:
   * whether it is asked for flow control. Throws Trouble, Gone.
   */
  static async open(port, sources, paste = true) {
    const prompt = new Prompt();
    prompt.#port = port;
    prompt.#sources = sources;
    prompt.#paste = paste;
    await prompt.#enter();
    await prompt.teach("unwatch.py");
    await prompt.teach("said.py");
    return prompt;
  }

  /** Sends a file of on_board/, whose functions `run` can then call. */
  async teach(name) {
    await this.run(this.#sources.get(name));
  }

  /** What the board prints when it runs this. Throws Trouble, Gone. */
  async run(code) {
    this.#limit(STEP);
    await this.#until(">");
    const bytes = new TextEncoder().encode(code);
    if (this.#paste && (await this.#takesPaste())) await this.#sendPaste(bytes);
    else await this.#sendPlain(bytes);
    const printed = text(await this.#until("\x04"));
    const error = text(await this.#until("\x04")).trim();
    if (error) throw new Trouble("failed", { said: error.split("\n").at(-1).slice(0, LONGEST) });
    return printed;
  }

  /** All that the board says with `say` (on_board/said.py). Throws Trouble, Gone. */
  async answers(code) {
    const printed = await this.run(`said = 0\n${code}\nprint(said)`);
    const lines = printed.trimEnd().split(/\r?\n/);
    const sum = lines.pop();
    const said = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
    try {
      if (sum === String(crc32(said))) return lines.map((line) => JSON.parse(line));
    } catch {
      // as what was lost
    }
    throw new Trouble("garbled");
  }

  /** A soft reset, which runs boot.py and main.py; it leaves a USB port where it is. */
  async restart() {
    this.#limit(ENTER);
    await this.#send("\r\x03\x02"); // ends what broke off, then the raw prompt
    await this.#until("\r\n>>> ");
    await this.#send("\x04");
  }

  async #enter() {
    for (let attempt = 0; attempt < ENTRIES; attempt++) {
      this.#limit(ENTER);
      try {
        await this.#send(`${attempt ? BURST : ""}\r\x03`);
        while ((await this.#port.read(0)).length); // what was said before
        this.#heard = "";
        await this.#send("\r\x01");
        return await this.#until(BANNER);
      } catch (error) {
        if (!(error instanceof Trouble)) throw error;
      }
    }
    throw new Trouble("no_board");
  }

  /** Whether the board has flow control (raw-paste mode); if not, it is not asked again. */
  async #takesPaste() {
    await this.#send("\x05A\x01");
    const answer = await this.#take(2);
    if (answer === "R\x01") return true;
    if (answer !== "R\x00") await this.#until(`${BANNER}>`);
    return (this.#paste = false);
  }

  async #sendPaste(bytes) {
    const [low, high] = await this.#take(2);
    const more = low.charCodeAt() + 256 * high.charCodeAt();
    let room = more;
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + room);
      await this.#write(part);
      at += part.length;
      room -= part.length;
      while (!room && at < bytes.length) {
        const sign = await this.#take(1);
        if (sign === "\x04") return this.#send("\x04"); // it has seen enough, and says why
        if (sign !== "\x01") throw new Trouble("garbled");
        room += more;
      }
    }
    await this.#send("\x04");
    await this.#until("\x04");
  }

  async #sendPlain(bytes) {
    for (let at = 0; at < bytes.length; at += PART) {
      await this.#write(bytes.subarray(at, at + PART));
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    await this.#send("\x04");
    if ((await this.#take(2)) !== "OK") throw new Trouble("garbled");
  }

  #limit(ms) {
    this.#end = performance.now() + ms;
  }

  async #send(characters) {
    await this.#write(new TextEncoder().encode(characters));
  }

  async #write(bytes) {
    await this.#port.write(bytes, this.#left());
  }

  #left() {
    const left = this.#end - performance.now();
    if (left <= 0) throw new Trouble("silent");
    return left;
  }

  async #until(ending) {
    let at;
    while ((at = this.#heard.indexOf(ending)) < 0) await this.#hear();
    const before = this.#heard.slice(0, at);
    this.#heard = this.#heard.slice(at + ending.length);
    return before;
  }

  async #take(size) {
    while (this.#heard.length < size) await this.#hear();
    const taken = this.#heard.slice(0, size);
    this.#heard = this.#heard.slice(size);
    return taken;
  }

  async #hear() {
    for (const byte of await this.#port.read(this.#left())) this.#heard += String.fromCharCode(byte);
  }
}

function text(characters) {
  const bytes = Uint8Array.from(characters, (one) => one.charCodeAt());
  return new TextDecoder().decode(bytes);
}

const MACHINE = "import sys\nsay(getattr(sys.implementation, '_machine', ''))"; // "... with ESP32S3"

/** Throws Trouble if the board says that its chip is none of these, by MicroPython's names. */
export async function checkBoard(prompt, chips) {
  const [machine] = await prompt.answers(MACHINE);
  const [, family = "", kind = ""] = / with (ESP32|RP2\d+)-?([CHP]\d|S[23])?[^ ]*$/.exec(machine) ?? [];
  const found = family + kind; // some boards name the order code: ESP32-C3FH4, ESP32-PICO-D4
  if (found && !chips.includes(found)) throw new Trouble("other_board", { found });
}

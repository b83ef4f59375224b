// The PC's end of the cable to a tablet, as tools/scorepad/tablet/cable.py has it: one question and
// one answer at a time. Whatever does not verify, or answers something else, is passed over.

import { LineReader, frame, unframe } from "./codec.mjs";
import { Gone, Port } from "./port.mjs";

export const TIMEOUT = 500; // ms: a tablet says within some that it has heard, unless it is drawing
export const TRIES = 6; // some 5 s: where opening the port resets the board, it boots for about 4 s
export const LONGEST = 8; // times the timeout, between two tries at a tablet that was there
export const WORK = 3000; // ms that it works on what it has heard until it is asked again
export const MOST = 120000; // ms for an answer, however often `wait` is said; the firmware says it once
export const WAKE = 300; // ms after BURST, for what a tablet then still has to do

const BAUD = 115200;
const POLL = 50; // ms: how long a read waits before the time is looked at again
const CHUNK = 4096; // bytes
const FIRST = 1000; // numbers of requests, which go round; all are as long on the line
const LAST = 9999;
const BURST = new Uint8Array(700).fill(10); // as long as a tablet naps that is asleep: 61 ms
const ANSWER = /^!([0-9]{1,4}) (ok|error|wait)(?: (.*))?$/;

const CHIPS = [0x2e8a, 0x303a]; // USB vendors: Raspberry Pi, Espressif
const JTAG = [0x303a, 0x1001]; // Espressif's port without TinyUSB; to it DTR alone asks for a download

/** Nothing at this port answers as a tablet does. */
export class NoAnswer extends Error {}

/** The tablet was there, and is not any more. */
export class CableGone extends Error {}

/** Somebody has broken it off. */
export class Interrupted extends Error {}

/** The tablet's answer is an error; the message is what it says. */
export class Refused extends Error {}

/**
 * The port of a tablet, open, its chip not reset. Throws Shut.
 *
 * On an ESP32 board RTS asserted without DTR is a reset, and both or neither is none. Which of them
 * `open` asserts is not specified (github.com/WICG/serial/issues/177); mostly both. So RTS goes
 * first, and DTR only then. At a chip's own USB DTR is asserted: else the chip drops what it has not
 * sent.
 */
export async function openPort(serial) {
  const port = await Port.open(serial, BAUD);
  await port.signal({ requestToSend: false });
  await port.signal({ dataTerminalReady: isChipsOwn(serial.getInfo()) });
  return port;
}

/** Whether a port is the chip's own USB, not that of a converter on its board. */
function isChipsOwn({ usbVendorId, usbProductId }) {
  const jtag = usbVendorId === JTAG[0] && usbProductId === JTAG[1];
  return CHIPS.includes(usbVendorId) && !jtag;
}

const clock = () => performance.now();
const never = () => false;

export class Cable {
  #port;
  #now;
  #timeout;
  #tries;
  #ended;
  #met = false;
  // Begins anywhere, so that a late answer to an earlier page is not taken for one to this.
  #number = FIRST + Math.floor(Math.random() * (LAST - FIRST));
  #reader = new LineReader();

  /**
   * `port`: open, as port.mjs has it; `timeout`: ms to wait for an answer before asking again;
   * `tries`: how often to ask; `now`: ms on some clock; `ended`: says whether nothing more
   * is to be asked.
   */
  constructor(port, { timeout = TIMEOUT, tries = TRIES, now = clock, ended = never } = {}) {
    this.#port = port;
    this.#timeout = timeout;
    this.#tries = tries;
    this.#now = now;
    this.#ended = ended;
  }

  /** Lets others have the port. */
  async close() {
    await this.#port.close();
  }

  /**
   * What the tablet answers to the request `words`; asked again if it says nothing.
   *
   * Throws Refused if it answers with an error, NoAnswer if nothing has ever answered here,
   * CableGone if something has, and does not any more; Interrupted.
   */
  async ask(words) {
    this.#number = this.#number < LAST ? this.#number + 1 : FIRST;
    const line = frame(`?${this.#number} ${words}`);
    const latest = this.#now() + this.#timeout + MOST;
    for (const patience of this.#patience()) {
      await this.#send(Uint8Array.of(10, ...line)); // its end ends what was left half said
      let answer = await this.#answer(patience, latest);
      if (answer === null) {
        await this.#send(BURST);
        answer = await this.#answer(WAKE, latest);
      }
      if (answer !== null) return answer;
    }
    throw this.#met ? new CableGone("the tablet has stopped answering") : new NoAnswer("no tablet");
  }

  /** ms to wait after each try; a tablet that was there is given more and more. */
  *#patience() {
    let longer = 1;
    for (let attempt = 0; attempt < this.#tries; attempt++) {
      yield longer * this.#timeout;
      if (this.#met && attempt) longer = Math.min(2 * longer, LONGEST);
    }
  }

  async #send(bytes) {
    await this.#pluggedIn(() => this.#port.write(bytes, this.#timeout));
  }

  /** The answer to the last request; null if there was none in time. Throws Refused. */
  async #answer(patience, latest) {
    let end = this.#now() + patience;
    while (this.#now() < end) {
      if (this.#now() > latest) throw new CableGone("the tablet takes too long");
      if (this.#ended()) throw new Interrupted("broken off");
      const received = await this.#pluggedIn(() => this.#port.read(POLL, CHUNK));
      for (const line of this.#reader.feed(received)) {
        const [, number, what, said = ""] = ANSWER.exec(unframe(line) ?? "") ?? [];
        if (Number(number) !== this.#number) continue;
        this.#met = true;
        if (what === "error") throw new Refused(said || "no");
        if (what === "ok") return said;
        end = Math.max(end, this.#now() + WORK);
      }
    }
    return null;
  }

  async #pluggedIn(work) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Gone) throw new CableGone(error.message, { cause: error });
      throw error;
    }
  }
}

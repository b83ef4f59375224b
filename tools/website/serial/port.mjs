// A serial port of the browser (Web Serial), where each read has its limit of time.

/** The port is not there any more: the cable was pulled, or the board switched off. */
export class Gone extends Error {}

/** The port cannot be opened: another program has it, or the system refuses. */
export class Shut extends Error {}

const ROOM = 256 * 1024; // bytes that the browser keeps until they are read; it has few by default

/** Whether this browser has serial ports at all. */
export function hasPorts() {
  return Boolean(navigator.serial);
}

export class Port {
  #serial;
  #reader;
  #come = [];
  #awake = () => {};
  #gone = null; // why

  /** Opens one. `serial`: as navigator.serial.requestPort() gives it. Throws Shut. */
  static async open(serial, baudRate = 115200) {
    const port = new Port();
    port.#serial = serial;
    try {
      await serial.open({ baudRate, bufferSize: ROOM });
    } catch (error) {
      throw new Shut(error.message, { cause: error });
    }
    port.#pump();
    return port;
  }

  /** What comes in is kept until it is read; an error in the line loses what it hits, no more. */
  async #pump() {
    const { readable } = this.#serial;
    this.#reader = readable.getReader();
    try {
      while (!this.#gone) {
        const { value, done } = await this.#reader.read();
        if (done) break;
        this.#come.push(...value);
        this.#awake();
      }
      this.#lost("closed");
    } catch (error) {
      if (this.#serial.readable && this.#serial.readable !== readable) return this.#pump();
      this.#lost(error);
    } finally {
      this.#reader.releaseLock();
    }
  }

  #lost(why) {
    this.#gone ??= why;
    this.#awake();
  }

  /** What has come in, at most `size` bytes; waits so many ms for the first. Throws Gone. */
  async read(ms, size = Infinity) {
    if (!this.#come.length && !this.#gone && ms > 0) await this.#some(ms);
    if (!this.#come.length && this.#gone) throw new Gone(String(this.#gone));
    return Uint8Array.from(this.#come.splice(0, size));
  }

  #some(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#awake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Sends bytes. Throws Gone. */
  async write(bytes) {
    if (this.#gone || !this.#serial.writable) throw new Gone(String(this.#gone));
    const writer = this.#serial.writable.getWriter();
    try {
      await writer.write(bytes);
    } catch (error) {
      this.#lost(error);
      throw new Gone(error.message, { cause: error });
    } finally {
      writer.releaseLock();
    }
  }

  /** Lets others have the port. */
  async close() {
    this.#lost("closed");
    try {
      await this.#reader?.cancel();
      await this.#serial.close();
    } catch {
      return; // it is gone already
    }
  }
}

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

const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Port {
  #serial;
  #reader;
  #come = []; // chunks
  #waiting = 0; // bytes in them
  #sent = Promise.resolve(); // when all that was to be sent is
  #writer = null;
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

  /**
   * What comes in is kept until it is read. An error in the line, as when a board is reset in the
   * middle of a byte, loses what it hits and no more: the browser has another stream then.
   */
  async #pump() {
    let before, why;
    for (let now; (now = this.#serial.readable) && now !== before && !this.#gone; before = now)
      why = await this.#drain(now);
    this.#lost(why ?? "closed");
  }

  /** Keeps what one stream has, to its end; the error that ends it. */
  async #drain(stream) {
    const reader = (this.#reader = stream.getReader());
    try {
      for (let chunk; !(chunk = await reader.read()).done; ) this.#keep(chunk.value);
    } catch (error) {
      return error;
    } finally {
      reader.releaseLock();
    }
  }

  /** What is more than there is room for is lost, as on any cable. */
  #keep(chunk) {
    if (this.#waiting > ROOM) return;
    this.#come.push(chunk);
    this.#waiting += chunk.length;
    this.#awake();
  }

  #lost(why) {
    this.#gone ??= why;
    this.#awake();
  }

  /** Of what has come in the next bytes, at most `size`; waits so many ms for the first. Throws Gone. */
  async read(ms, size = Infinity) {
    if (!this.#come.length && !this.#gone && ms > 0) await this.#some(ms);
    if (!this.#come.length && this.#gone) throw new Gone(String(this.#gone));
    const chunk = this.#come.shift() ?? new Uint8Array();
    if (chunk.length > size) this.#come.unshift(chunk.subarray(size));
    const part = chunk.subarray(0, size);
    this.#waiting -= part.length;
    return part;
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

  /**
   * Sends bytes, after those before. Waits for that at most so many ms: a port whose other end takes
   * nothing would wait for ever. Throws Gone.
   */
  async write(bytes, ms = Infinity) {
    this.#sent = this.#sent.then(() => this.#send(bytes));
    await (ms === Infinity ? this.#sent : Promise.race([this.#sent, after(ms)]));
  }

  async #send(bytes) {
    if (this.#gone || !this.#serial.writable) throw new Gone(String(this.#gone));
    this.#writer = this.#serial.writable.getWriter();
    try {
      await this.#writer.write(bytes);
    } catch (error) {
      this.#lost(error);
      throw new Gone(error.message, { cause: error });
    } finally {
      this.#writer.releaseLock();
      this.#writer = null;
    }
  }

  /** Sets lines, as SerialPort.setSignals takes them; a port without such lines is left as it is. */
  async signal(lines) {
    try {
      await this.#serial.setSignals(lines);
    } catch {
      return; // if the port is gone, who reads is told
    }
  }

  /** Lets others have the port. */
  async close() {
    this.#lost("closed");
    try {
      await this.#writer?.abort();
      await this.#reader?.cancel();
      await this.#serial.close();
    } catch {
      return; // it is gone already
    }
  }
}

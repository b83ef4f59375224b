// The line to the club: a WebSocket that comes back by itself.
//
// What is said while there is none is lost, as on a cable that is pulled: the PC asks again.

const FIRST = 500; // ms until the first new try, twice as long each time
const LONGEST = 5000; // ms
const FOR_GOOD = { 4400: "unlinked", 4401: "unlinked", 4403: "not_yours" }; // joining.py

export class Link {
  #address;
  #hello;
  #heard;
  #state;
  #socket = null;
  #wait = FIRST;
  #timer = 0;
  #in = false; // it has been let in
  #over = false;

  /**
   * `hello`: what is said first; `heard(bytes)`; `state(what)`: `linked`, as soon as the club says
   * something, which it does to whom it has let in; `cut_off`; or, where it does not let it in,
   * `unlinked` for its link, `not_yours` for the tablet.
   */
  constructor(address, hello, heard, state) {
    this.#address = address;
    this.#hello = JSON.stringify(hello);
    this.#heard = heard;
    this.#state = state;
    this.#open();
  }

  #open() {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => socket.send(this.#hello);
    socket.onmessage = ({ data }) => this.#takes(new Uint8Array(data));
    socket.onclose = ({ code }) => this.#closed(code);
  }

  #takes(bytes) {
    if (this.#over) return;
    if (!this.#in) this.#state("linked");
    this.#in = true;
    this.#wait = FIRST;
    this.#heard(bytes);
  }

  #closed(code) {
    if (this.#over) return;
    this.#in = false;
    this.#state(FOR_GOOD[code] ?? "cut_off");
    if (code in FOR_GOOD) return;
    this.#timer = setTimeout(() => this.#open(), this.#wait * (0.5 + Math.random() / 2));
    this.#wait = Math.min(2 * this.#wait, LONGEST);
  }

  send(parts) {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    for (const part of parts) this.#socket.send(part);
  }

  /** Ends it. */
  end() {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#socket.close();
  }
}

// The line to the club: a WebSocket that comes back by itself.
//
// What is said while there is none is lost, as on a cable that is pulled: the PC asks again.

const SILENCE = 8000; // ms, after which the club is out of reach: it says something every 3 s
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
  #silent = 0; // the timer of a silence
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
    this.#listen();
  }

  /** A browser takes minutes to see that a network is gone; so does one that is connecting. */
  #listen() {
    clearTimeout(this.#silent);
    this.#silent = setTimeout(() => this.#lost(), SILENCE);
  }

  #lost() {
    const socket = this.#socket;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#closed(0);
  }

  #takes(bytes) {
    if (this.#over) return;
    this.#listen();
    if (!this.#in) this.#state("linked");
    this.#in = true;
    this.#wait = FIRST;
    this.#heard(bytes);
  }

  #closed(code) {
    if (this.#over) return;
    clearTimeout(this.#silent);
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
    clearTimeout(this.#silent);
    this.#socket.close();
  }
}

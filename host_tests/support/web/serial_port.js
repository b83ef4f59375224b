// Web Serial as a page of the tests has it: one port, whose bytes go over a WebSocket to a real one.
// (A browser without a window has no chooser of ports, and none is plugged into it.)
// ADDRESS is put in front.
(() => {
  const trouble = (why) => new DOMException(why, "NetworkError");

  class Port extends EventTarget {
    #socket = null;
    readable = null;
    writable = null;

    getInfo() {
      return {};
    }

    async open({ baudRate }) {
      if (this.#socket) throw new DOMException("it is open", "InvalidStateError");
      const socket = new WebSocket(`${ADDRESS}/?baud=${baudRate}`);
      socket.binaryType = "arraybuffer";
      await new Promise((resolve, reject) => {
        socket.onmessage = resolve; // that the port is open
        socket.onclose = () => reject(trouble("Failed to open serial port."));
      });
      this.#socket = socket;
      this.readable = new ReadableStream({
        start: (controller) => this.#hear(socket, controller),
      });
      this.writable = new WritableStream({ write: (bytes) => this.#send(socket, bytes) });
    }

    #hear(socket, controller) {
      socket.onmessage = ({ data }) => controller.enqueue(new Uint8Array(data));
      socket.onclose = () => {
        if (this.#socket !== socket) return;
        controller.error(trouble("The device has been lost."));
        this.#socket = this.readable = this.writable = null;
        this.dispatchEvent(new Event("disconnect"));
      };
    }

    #send(socket, bytes) {
      if (socket.readyState !== WebSocket.OPEN) throw trouble("The device has been lost.");
      socket.send(bytes);
    }

    async setSignals(signals) {
      this.#send(this.#socket, JSON.stringify(signals));
    }

    async getSignals() {
      return { clearToSend: false, dataCarrierDetect: false, dataSetReady: false, ringIndicator: false };
    }

    async close() {
      if (this.readable?.locked || this.writable?.locked) throw new TypeError("Cannot cancel a locked stream");
      const socket = this.#socket;
      this.#socket = this.readable = this.writable = null;
      socket?.close();
    }
  }

  const port = new Port();
  const serial = Object.assign(new EventTarget(), {
    requestPort: async () => port,
    getPorts: async () => [port],
  });
  Object.defineProperty(navigator, "serial", { value: serial });
})();

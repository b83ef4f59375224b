// Relays the bytes of a serial port of this computer to the club, both ways, as a cable does.
"use strict";

const BAUD = 115200;
const ROOM = 256 * 1024; // bytes that the browser keeps until they are read; it has few by default
const MESSAGE = 4096; // bytes; the club takes no message that is much longer
const AGAIN = 5000; // ms until the club is asked again
const CHIPS = [0x2e8a, 0x303a]; // USB vendors: Raspberry Pi, Espressif
const JTAG = [0x303a, 0x1001]; // Espressif's port without TinyUSB; to it DTR alone asks for a download

const button = document.getElementById("cable");
const state = document.getElementById("state");

function say(name) {
  state.textContent = button.dataset[name];
  state.dataset.name = name;
  button.hidden = ["open", "gone", "lost"].includes(name);
}

// On an ESP32 board RTS asserted without DTR is a reset, and both or neither is none. Which of them
// `open` asserts is not specified (github.com/WICG/serial/issues/177); mostly both. So RTS goes
// first, and DTR only then. At a chip's own USB DTR is asserted: else the chip drops what it has not
// sent.
async function open(port) {
  await port.open({ baudRate: BAUD, bufferSize: ROOM });
  const { usbVendorId: vendor, usbProductId: product } = port.getInfo();
  const isOwn = CHIPS.includes(vendor) && !(vendor === JTAG[0] && product === JTAG[1]);
  for (const lines of [{ requestToSend: false }, { dataTerminalReady: isOwn }]) {
    await port.setSignals(lines).catch(() => {}); // a port without such lines is left as it is
  }
}

// What the port says, to its end. An error in the line, as when a board is reset in the middle of a
// byte, loses what it hits and no more: the browser has another stream then.
async function read(port, socket) {
  for (let before, now; (now = port.readable) && now !== before && isOpen(socket); before = now) {
    const reader = now.getReader();
    const stop = () => reader.cancel().catch(() => {});
    socket.addEventListener("close", stop);
    try {
      for (let chunk; !(chunk = await reader.read()).done; ) {
        for (let at = 0; at < chunk.value.length && isOpen(socket); at += MESSAGE) {
          socket.send(chunk.value.subarray(at, at + MESSAGE));
        }
      }
    } catch {
      // of the line; if the port is gone, it has no other stream
    } finally {
      socket.removeEventListener("close", stop);
      reader.releaseLock();
    }
  }
}

async function write(port, bytes) {
  if (!bytes.byteLength || !port.writable) return; // the club says nothing so as to be heard
  const writer = port.writable.getWriter();
  await writer.write(new Uint8Array(bytes)).catch(() => {}); // whoever reads is told
  writer.releaseLock();
}

const isOpen = (socket) => socket.readyState === WebSocket.OPEN;
const once = (target, ...names) =>
  new Promise((resolve) => names.forEach((name) => target.addEventListener(name, resolve, { once: true })));

// Relays until one of the two ends goes; which: "lost" the club, "gone" the port.
async function relay(port) {
  const socket = new WebSocket(new URL("/cable/link", location.href.replace(/^http/, "ws")));
  socket.binaryType = "arraybuffer";
  await once(socket, "open", "close");
  if (!isOpen(socket)) return "lost";
  let sent = open(port);
  socket.onmessage = ({ data }) => (sent = sent.then(() => write(port, data)));
  try {
    await sent;
    say("open");
    await read(port, socket);
    return isOpen(socket) ? "gone" : "lost";
  } catch {
    return "shut";
  } finally {
    socket.close();
    await sent.catch(() => {});
    await port.close().catch(() => {});
  }
}

async function keep(port) {
  for (;;) {
    const plugged = new Promise((resolve) => {
      navigator.serial.addEventListener("connect", ({ target }) => target === port && resolve());
    });
    const ended = await relay(port);
    say(ended);
    if (ended === "shut") return;
    await (ended === "gone" ? plugged : new Promise((resolve) => setTimeout(resolve, AGAIN)));
  }
}

if (navigator.serial) {
  state.textContent = "";
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.serial.requestPort().then(keep, () => say("unchosen"));
  });
  addEventListener("beforeunload", (event) => state.dataset.name === "open" && event.preventDefault());
}

// A tablet in a page as a process: what runs in the page's Worker, without the page.
//
//     node --experimental-websocket phone.mjs FOLDER ADDRESS STORE
//
// FOLDER: the files of the page, with stores.mjs of this folder in place of its own; ADDRESS: of
// the line to the club, ws://...; STORE: where it keeps what is saved, .a and .b added. A line of
// standard input is a message of the page, as JSON, or {look: true}, or {press: [[ms, buttons],
// ...]}; a line of standard output is one to the page, or {looked: the panel's RAM in hexadecimal
// digits}, or {pressed: how often that was done}.
//
// The tablet's clock goes on by TURN with each turn of its loop, and while somebody presses keys by
// as long as they are held. So a press takes as long on a busy machine as on any other.

import fs from "node:fs";
import readline from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";

const [FOLDER, ADDRESS, STORE] = process.argv.slice(2);
const { Panel } = await import(pathToFileURL(`${FOLDER}/panel.mjs`));
const { Tablet } = await import(pathToFileURL(`${FOLDER}/tablet.mjs`));
const TURN = 5; // ms
const panel = new Panel();
let now = performance.now();
let presses = 0;
let turned = () => {};

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

performance.now = () => now;
const { turn } = Tablet.prototype;
Tablet.prototype.turn = function () {
  now += TURN;
  turned();
  return turn.call(this);
};

const oneTurn = () => new Promise((resolve) => (turned = resolve));

async function press(holds) {
  for (const [ms, hold] of holds) {
    onmessage({ data: { hold, at: performance.timeOrigin + now } });
    await oneTurn();
    now += ms;
    await oneTurn();
  }
  say({ pressed: ++presses });
}

Object.assign(globalThis, {
  STORE,
  onmessage: null,
  postMessage({ shown, ...others }) {
    for (const message of shown ?? []) panel.take(message);
    if (Object.keys(others).length) say(others);
  },
  async fetch(url) {
    const content = fs.readFileSync(fileURLToPath(url));
    return { ok: true, arrayBuffer: async () => new Uint8Array(content).buffer };
  },
  WebSocket: class extends WebSocket {
    constructor() {
      super(ADDRESS);
      let ended = false;
      this.addEventListener("close", () => (ended = true));
      // Node.js 20 says of a server that is not there only this; a browser says both.
      this.addEventListener("error", () => setTimeout(() => ended || this.onclose?.({ code: 1006 })));
    }
  },
});
await import(pathToFileURL(`${FOLDER}/worker.mjs`));

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.look) say({ looked: Buffer.from(panel.ram).toString("hex") });
  else if (message.press) press(message.press);
  else onmessage({ data: message });
});
process.stdin.on("end", () => process.exit(0));

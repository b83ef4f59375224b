// The web site's side of a cable in Node.js; its port, and the time, are the test's (js_cable.py).
//
//     node js_cable.mjs SITE
//
// A line of JSON comes in, what is to be done; lines go out, what the port is asked, each answered
// by a line; the last one is what came of it: { made } or { kind, error }.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const SITE = process.argv[2];
const from = (name) => import(pathToFileURL(path.join(SITE, name)));
const codec = await from("serial/codec.mjs");
const { Cable } = await from("serial/cable.mjs");
const { Gone } = await from("serial/port.mjs");
const { Fetched } = await from("fetch/fetching.mjs");

const cables = new Map();
const tablets = new Map(); // what has come, by what the test calls it
let pending = "";
let now = 0; // ms

function heard() {
  const chunk = Buffer.alloc(1 << 16);
  for (;;) {
    const end = pending.indexOf("\n");
    if (end >= 0) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 1);
      return JSON.parse(line);
    }
    const size = fs.readSync(0, chunk);
    if (!size) process.exit();
    pending += chunk.toString("latin1", 0, size);
  }
}

function say(what) {
  fs.writeSync(1, `${JSON.stringify(what)}\n`);
}

function asked(what) {
  say(what);
  const answer = heard();
  now = answer.now;
  if (answer.gone) throw new Gone(answer.gone);
  return Buffer.from(answer.bytes ?? "", "hex");
}

const named = (error) => [error.constructor.name, error.message];

const port = {
  read: async (ms, size) => asked({ read: size }),
  write: async (bytes) => asked({ write: Buffer.from(bytes).toString("hex") }),
  close: async () => {},
};

const WORK = {
  open: ({ id, timeout, tries, start }) => {
    now = start;
    cables.set(id, new Cable(port, { timeout, tries, now: () => now }));
  },
  close: ({ id }) => void cables.delete(id),
  ask: ({ id, words }) => cables.get(id).ask(words),
  // Once more with what came before, where `tablet` is the same.
  fetch: async ({ id, tablet }) => {
    const fetched = tablets.get(tablet) ?? new Fetched();
    tablets.set(tablet, fetched);
    let trouble = null;
    await fetched.read(cables.get(id)).catch((error) => (trouble = named(error)));
    return { file: fetched.who && fetched.file(), trouble };
  },
  safe: ({ id, tablet, numbers }) => {
    const fetched = tablets.get(tablet);
    const sessions = fetched.sessions.filter(({ number }) => numbers.includes(number));
    return fetched.tellSafe(cables.get(id), sessions);
  },

  frame: ({ text }) => Buffer.from(codec.frame(text)).toString("hex"),
  // What LineReader and unframe make of pieces of a stream.
  lines: ({ pieces }) => {
    const reader = new codec.LineReader();
    return pieces.flatMap((piece) => reader.feed(Buffer.from(piece, "hex"))).map(codec.unframe);
  },
  unframed: ({ lines }) => lines.map((line) => codec.unframe(Buffer.from(line, "hex"))),
};

for (;;) {
  const { work, ...given } = heard();
  try {
    say({ made: (await WORK[work](given)) ?? null });
  } catch (error) {
    const [kind, message] = named(error);
    say({ kind, error: message, stack: error.stack });
  }
}

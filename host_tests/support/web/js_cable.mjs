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
const deploying = await from("install/deploying.mjs");
const { greet } = await from("install/greeting.mjs");
const { boardOf, flashOf } = await from("install/image.mjs");
const { md5 } = await from("install/md5.mjs");
const { checkBoard } = await from("install/prompt.mjs");

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

const prompt = (answer) => ({ teach() {}, answers: async () => answer });
const why = (error) => error.why;

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
  // What the page that installs makes of a board's answers; why it refuses them.
  survey: ({ answer }) => deploying.survey(prompt(answer)).then(({ hashes, ...found }) => ({ ...found, hashes: [...hashes] }), why),
  machine: ({ machine, chips }) => checkBoard(prompt([machine]), chips).then(() => null, ({ parts }) => parts.found),
  plan: ({ found, files, boot }) => {
    const wanted = { files: new Map(Object.entries(files)), boot };
    const hashes = new Map(Object.entries(found.hashes));
    return [deploying.plan({ ...found, hashes }, wanted), deploying.strangers(found)];
  },
  // What an app that always says the same is asked, until the page gives up.
  greet: async ({ said, most }) => {
    const reader = new codec.LineReader();
    let [asked, come] = [0, []];
    const app = {
      async write(bytes) {
        for (const line of reader.feed(bytes).map(codec.unframe).filter(Boolean)) {
          asked += / clock /.test(line); // the first question of each try
          come.push(...codec.frame(`!${/[0-9]+/.exec(line)[0]} ${said}`));
        }
      },
      read: async () => Uint8Array.from(come.splice(0)),
    };
    const trouble = await greet(app, 0, most).catch((error) => error);
    return [trouble.why, trouble.parts?.said, asked];
  },
  boardOf: ({ image }) => {
    try {
      return boardOf(Buffer.from(image, "base64"));
    } catch (error) {
      return error.why;
    }
  },
  flashOf: ({ image }) => flashOf(Buffer.from(image, "base64")),
  md5: ({ bytes }) => md5(Buffer.from(bytes, "hex")),
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

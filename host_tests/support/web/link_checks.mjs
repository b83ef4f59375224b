// Run the page's line to the club (link.mjs) on sockets and timers of this script.
//
//     node link_checks.mjs PAGE        prints what happened, as JSON
//
// PAGE: the folder of link.mjs. No time passes: a timer runs when a check says so.

import path from "node:path";
import { pathToFileURL } from "node:url";

const { Link } = await import(pathToFileURL(path.join(process.argv[2], "link.mjs")));
const HELLO = { table: 3 };
const CODES = [1000, 1006, 1012, 4400, 4401, 4403, 4413];

let sockets = [];
let timers = [];

globalThis.setTimeout = (run, ms) => timers.push({ run, ms });
globalThis.clearTimeout = (number) => number && (timers[number - 1] = null);
Math.random = () => 1; // the longest pause

globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  constructor() {
    sockets.push(this);
  }
  send(part) {
    this.sent.push(part);
  }
  close() {
    this.closed = true;
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  say(...bytes) {
    this.onmessage({ data: Uint8Array.from(bytes).buffer });
  }
  fail(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
};

/** Starts a link; `states` and `heard`: what it has reported. */
function begin() {
  [sockets, timers] = [[], []];
  const found = { states: [], heard: [] };
  const link = new Link("ws://club", HELLO, (bytes) => found.heard.push(...bytes), (state) => found.states.push(state));
  return { link, ...found };
}

const last = () => sockets.at(-1);

function ended(code) {
  const { states } = begin();
  last().open();
  last().fail(code);
  return [states.at(-1), timers.filter(Boolean).length];
}

/** The pauses before each new try, and after the club has answered once more. */
function pauses() {
  begin();
  const found = [];
  for (let n = 0; n < 6; n++) {
    last().fail();
    found.push(timers.at(-1).ms);
    timers.at(-1).run();
  }
  last().open();
  last().say(10);
  last().fail();
  return [...found, timers.at(-1).ms];
}

/** What each of two lines of one page has sent. */
function cameBack() {
  const { link } = begin();
  link.send(["lost"]);
  last().open();
  link.send(["first"]);
  last().fail();
  link.send(["lost"]);
  timers.at(-1).run();
  link.send(["lost"]);
  last().open();
  link.send(["second"]);
  return sockets.map(({ sent }) => sent);
}

/** The states that are reported from the connection to its end, with the bytes that came. */
function letIn() {
  const { states, heard } = begin();
  last().open();
  const before = [...states];
  last().say(1, 2);
  last().say(3);
  last().fail();
  return [before, states, heard];
}

/** What is reported of a club that says nothing more, and the timers that are left. */
function silent() {
  const { states } = begin();
  last().open();
  last().say(1);
  const { run, ms } = timers.findLast(Boolean);
  run();
  return [ms, states, last().closed, timers.filter(Boolean).map((one) => one.ms)];
}

/** Whether a link that has ended reports or does anything more. */
function over() {
  const { link, states, heard } = begin();
  last().open();
  last().fail();
  link.end();
  const left = timers.filter(Boolean).length;
  last().say(1);
  last().fail(4401);
  return [left, timers.filter(Boolean).length, states, heard, last().closed];
}

console.log(
  JSON.stringify({
    ended: Object.fromEntries(CODES.map((code) => [code, ended(code)])),
    pauses: pauses(), cameBack: cameBack(), letIn: letIn(), silent: silent(), over: over(),
  }),
);

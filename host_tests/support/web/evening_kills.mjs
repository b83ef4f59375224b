// Plays an evening on the tablet's thread, which is killed at writes and started again.
//
// A step is [key or "", ms, picture then, picture after a reset then]. At each write of the steps
// whose places are in `killed` the thread dies once. What the next one shows must be what was
// there before the step or after it, and the evening goes on from there. A tablet's time is what is
// said to pass (_CLOCK in tablet_page.py).

import { Panel } from "./panel.mjs";

const KEYS = ["UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK"];
const PRESS = 40; // ms
const LOOK = 5; // ms
const SETTLED = 300; // ms in which it has written what it writes when it starts

const faults = new BroadcastChannel("faults");
const cable = new BroadcastChannel("cable");

/** Waits until a condition holds, as long as that takes. */
async function until(met) {
  while (!met()) await new Promise((resolve) => setTimeout(resolve, LOOK));
}

class Thread {
  panel = new Panel();
  dead = false;
  started = false;

  constructor(name) {
    this.worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module", name });
    this.worker.onmessage = ({ data }) => {
      for (const message of data.shown ?? []) this.panel.take(message);
      if (data.started) this.started = true;
      if (data.passed) this.passed?.();
      if (data.stopped === "taken") setTimeout(() => this.#start(), LOOK); // the dead one lets go
      // A death is told by the thread itself, before or after this.
      else if (data.stopped && !data.message.endsWith("dead")) this.stopped = data.message;
    };
    faults.onmessage = ({ data }) => (data === "died" ? (this.dead = true) : this.heard?.());
    this.#start();
  }

  #start() {
    this.worker.postMessage({ start: {} });
  }

  get picture() {
    let lit = "";
    for (let y = 0; y < 64; y++) for (let x = 0; x < 128; x++) lit += this.panel.lit(x, y) ? "1" : "0";
    return lit;
  }

  /** It dies at the next write but so many. */
  arm(writes) {
    const heard = new Promise((resolve) => {
      this.heard = resolve;
      faults.postMessage({ die: writes });
    });
    return heard;
  }

  /** So much time passes, unless it dies in it. */
  async pass(ms) {
    let over = false;
    this.passed = () => (over = true);
    this.worker.postMessage({ pass: ms });
    await until(() => over || this.dead || this.stopped);
  }

  async hold(keys, ms) {
    this.worker.postMessage({ hold: keys, at: performance.timeOrigin + performance.now() });
    await this.pass(ms);
  }

  /** Does a step; whether it lived to show what comes of it. */
  async does([key, ms, expected]) {
    if (key) {
      await this.hold(1 << KEYS.indexOf(key), ms);
      await this.hold(0, PRESS);
    } else await this.pass(ms); // what was shown before a death has come by then
    await until(() => this.dead || this.stopped || this.picture === expected);
    return !this.dead;
  }
}

/** A database belongs to a page that is dead for some seconds: as if they had passed. */
async function letGo() {
  const owned = (await indexedDB.databases()).some(({ name }) => name === "scorepad");
  if (owned)
    await new Promise((resolve) => {
      indexedDB.open("scorepad").onsuccess = ({ target: { result } }) => {
        const transaction = result.transaction("owner", "readwrite");
        transaction.objectStore("owner").delete(0);
        transaction.oncomplete = () => resolve(result.close());
      };
    });
}

let thread = null;

/** The thread is gone for good, and another one starts. */
async function again(name = "") {
  thread?.worker.terminate();
  await letGo();
  thread = new Thread(name);
  await until(() => thread.started || thread.dead);
  await thread.pass(0); // from now on no other time passes
}

/** Which of the pictures the tablet comes back with; throws if it is none of them. */
async function back(pictures) {
  const place = () => pictures.findIndex((alike) => alike.includes(thread.picture));
  await until(() => place() >= 0);
  return place();
}

/** Does a step, and dies at each of its writes; how many died. */
async function survive(step, pause, before) {
  const after = step.slice(2);
  for (let write = 1; ; write++) {
    await thread.arm(write);
    if (await thread.does(step)) {
      await thread.arm(Infinity);
      return write - 1;
    }
    const shown = thread.picture === after[0] && after[0] !== before[0];
    await again();
    await thread.pass(Math.max(SETTLED, pause));
    if (await back([shown ? after : before, after])) return write; // kept, and not shown before
    if (shown) return write;
  }
}

/** Plays an evening; how many died. */
export async function play(home, steps, killed) {
  await again();
  let deaths = 0;
  let before = [home];
  let pause = 0;
  await back([before]);
  for (const [at, step] of steps.entries()) {
    if (killed.includes(at)) deaths += await survive(step, pause, before);
    else await thread.does(step);
    before = step.slice(2);
    pause = step[0] ? 0 : step[1];
  }
  return deaths;
}

/** Threads die while they start, at each of their writes, until one lives; how many died. */
export async function dieStarting(pictures) {
  for (let write = 1; ; write++) {
    await again(String(write));
    await thread.pass(SETTLED);
    if (!thread.dead) return [await back([pictures]), write - 1][1];
  }
}

/** What the tablet answers to these bytes on its line. */
export function ask(bytes) {
  const answer = new Promise((resolve) => {
    let said = "";
    cable.onmessage = ({ data }) => {
      for (const part of data) said += new TextDecoder().decode(part);
      if (said.trimStart().includes("\n")) resolve(said);
    };
    cable.postMessage(Uint8Array.from(bytes));
  });
  return answer;
}

// Cuts the power at every write of a journal, and looks what is left.
//
//     node journal_cuts.mjs PRODUCT SEED
//
// Prints as JSON how many cuts were tried, after how many turns the other file was begun, and in how
// many places a rotten byte was found, then and at the end. A cut leaves of the write that it meets
// each of: nothing, its first half, all but its last byte, as many zeros as it has bytes; and of what
// no flush came after all, nothing, or only what came last, for a disk writes in any order.

import { pathToFileURL } from "node:url";

const [PRODUCT, SEED] = process.argv.slice(2);
const { Damaged, Journal } = await import(pathToFileURL(`${PRODUCT}/journal.mjs`));

let seed = Number(SEED);
function below(limit) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % limit;
}

const WRITTEN = 90_000; // bytes, of all turns: of 64 KB a file is begun anew
const ROTTEN = 60; // places
const HEAD = 12; // bytes of a file, each of which rots

class Cut extends Error {}

const LEFT = [
  () => new Uint8Array(0),
  (bytes) => bytes.slice(0, bytes.length >> 1),
  (bytes) => bytes.slice(0, -1),
  (bytes) => new Uint8Array(bytes.length),
];

const UNFLUSHED = [(changes) => changes, () => [], (changes) => changes.slice(-1)];

/** left: operations until the power goes; unflushed: which changes of those not flushed are there. */
function supplied(left = Infinity, how = LEFT[0], unflushed = UNFLUSHED[0]) {
  return { left, how, unflushed };
}

/** A file in memory; `durable` is what a cut leaves. */
class File {
  #changes = []; // since the last flush

  constructor(supply, durable = new Uint8Array(0)) {
    this.supply = supply;
    this.durable = durable;
    this.bytes = durable.slice();
  }

  getSize() {
    return this.bytes.length;
  }

  read(into, { at }) {
    into.set(this.bytes.subarray(at, at + into.length));
    return into.length;
  }

  /** Changes the bytes, or changes them in another way and cuts the power. */
  #operation(whole, torn) {
    const cut = this.supply.left-- <= 0;
    this.#changes.push(cut ? torn : whole);
    this.bytes = this.#changes.at(-1)(this.bytes);
    if (cut) this.#cut();
  }

  #cut() {
    const changes = this.supply.unflushed(this.#changes);
    this.durable = changes.reduce((bytes, change) => change(bytes), this.durable);
    throw new Cut();
  }

  write(bytes, { at }) {
    this.#operation(put(bytes, at), put(this.supply.how(bytes), at));
    return bytes.length;
  }

  truncate(size) {
    this.#operation((bytes) => bytes.slice(0, size), (bytes) => bytes);
  }

  flush() {
    if (this.supply.left-- <= 0) this.#cut();
    this.durable = this.bytes.slice();
    this.#changes = [];
  }
}

function put(part, at) {
  return (bytes) => {
    const grown = new Uint8Array(Math.max(bytes.length, at + part.length));
    grown.set(bytes);
    grown.set(part, at);
    return grown;
  };
}

function turns() {
  const made = [];
  for (let written = 0; written < WRITTEN; ) {
    const changes = [];
    for (let part = 0; part <= below(3); part++) {
      const size = below(4) ? below(200) : 6000;
      const content = below(5) ? Uint8Array.from({ length: size }, () => below(256)) : null;
      changes.push([`scores/00${below(2)}/${part}`, content]);
      written += content?.length ?? 0;
    }
    made.push(changes);
  }
  return made;
}

function text(kept) {
  const names = [...kept.keys()].sort();
  return names.map((name) => `${name} ${Buffer.from(kept.get(name)).toString("hex")}`).join("\n");
}

/** What is kept after each number of turns. */
function states(all) {
  const kept = new Map();
  return [
    text(kept),
    ...all.map((changes) => {
      for (const [name, content] of changes)
        content ? kept.set(name, content) : kept.delete(name);
      return text(kept);
    }),
  ];
}

/** Does turns until the power goes; how many were done, and the files. */
function play(all, left, how, unflushed) {
  const supply = supplied(left, how, unflushed);
  const files = [new File(supply), new File(supply)];
  let done = 0;
  try {
    const journal = new Journal(files);
    for (; done < all.length; done++) journal.commit(all[done]);
  } catch (error) {
    if (!(error instanceof Cut)) throw error;
    return [done, files, false];
  }
  return [done, files, true];
}

/** Goes on from what a cut left: all that was done is there, and nothing half. */
function check(all, expected, done, files, where) {
  const again = () => files.map((file) => new File(supplied(), file.durable));
  files = again();
  const journal = new Journal(files);
  const turn = expected.indexOf(text(journal.kept), done);
  if (turn !== done && turn !== done + 1) throw new Error(`${where}: not what was kept`);
  for (const changes of all.slice(turn)) journal.commit(changes);
  files = again();
  if (text(new Journal(files).kept) !== expected.at(-1)) throw new Error(`${where}: went on wrong`);
}

const all = turns();
const expected = states(all);
let cuts = 0;
for (const how of LEFT) {
  for (const unflushed of UNFLUSHED) {
    for (let left = 0; ; left++) {
      const [done, files, whole] = play(all, left, how, unflushed);
      if (whole) break;
      check(all, expected, done, files, `operation ${left}`);
      cuts++;
    }
  }
}
const begun = all.findIndex((_, at) => generation(all.slice(0, at + 1)) > 1) + 1;
console.log(JSON.stringify([cuts, begun, rot(all) + rot(all.slice(0, begun))]));

function generation(turns) {
  const views = play(turns)[1].map((file) => new DataView(file.bytes.buffer));
  return Math.max(...views.map((view) => view.byteLength && view.getUint32(4)));
}

/** What is read in spite of a byte that has rotted is all, or all but the last turn. */
function rot(turns) {
  const [, files] = play(turns);
  const right = expected.slice(turns.length - 1, turns.length + 1);
  let found = 0;
  for (let tried = 0; tried < ROTTEN; tried++) {
    const copies = files.map((file) => new File(supplied(), file.bytes));
    const { bytes } = copies[below(2)];
    const at = tried < HEAD ? tried : below(bytes.length);
    bytes[at] ^= 1 << below(8);
    try {
      const { kept } = new Journal(copies);
      if (!right.includes(text(kept))) throw new Error(`rot at ${at}: lost`);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      found++;
    }
  }
  return found;
}

// The tablet's thread: the loop turns, what has changed is kept, and then the page hears of it.
//
// The page says   {hold: buttons, at: ms since 1970} {power: "reset" | "cut"}
//                 {start: {take, known, table, token}} {join: {table, token}}
// and is told     {shown} {stopped: why} {started: true} {tablet: id} {link: state}

import { loadMicroPython } from "./micropython.mjs";
import { Link } from "./link.mjs";
import { NoStore, openStore } from "./stores.mjs";
import { Tablet } from "./tablet.mjs";

const TURN = 5; // ms between two turns
const REST = 40; // ms, when nothing has happened for QUIET
const QUIET = 3000; // ms

const KEY = 16; // bytes
const LET_GO = 500; // ms in which another page of this browser gives the store away

const others = new BroadcastChannel("scorepad");
let bundle;
let store = null;
let link = null;
let club = {}; // table and token
let tablet = null;
let down = 0;
let busy = Date.now();
let timer = 0;
let runs = 0; // of the tablet, from a start to a stop
let run = 0; // the one that goes on; 0: none
let power = ""; // what somebody did to it

async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** What has been waited for. Throws if that run has ended meanwhile: nobody waits for it now. */
async function during(own, waited) {
  const got = await waited;
  if (own !== run) throw new Error("ended");
  return got;
}

/** `known`: the id of the tablet that this browser has had, unless it may be a new one. */
async function start(own, { take, known }) {
  bundle ??= await during(own, fetched("firmware.bin"));
  if (take) await during(own, taken());
  store = await opened(own, take);
  if (known && !store.kept.has("tablet")) throw new NoStore("gone");
  await switchOn(own);
}

/** The store, for as long as this run goes on. */
async function opened(own, take) {
  const found = await openStore(take, (error) => stop(own, error));
  if (own !== run) found.close();
  return during(own, found);
}

async function switchOn(own) {
  tablet = await during(
    own,
    Tablet.start({
      load: loadMicroPython,
      url: new URL("micropython.wasm", import.meta.url).href,
      bundle,
      files: [...store.kept],
    }),
  );
  tablet.hold(down);
  postMessage({ started: true });
  await turn(own);
  if (own === run) postMessage({ tablet: hexadecimal(store.kept.get("tablet")) });
}

/** The line to the club, for this tablet with its own key. */
async function join(own) {
  if (!store.kept.has("key"))
    await during(own, store.commit([["key", crypto.getRandomValues(new Uint8Array(KEY))]]));
  const who = Object.fromEntries(
    ["tablet", "key"].map((name) => [name, hexadecimal(store.kept.get(name))]),
  );
  link = new Link(
    new URL("link", import.meta.url.replace(/^http/, "ws")),
    { ...club, ...who },
    (bytes) => {
      tablet?.hear(bytes);
      wake();
    },
    (state) => postMessage({ link: state }),
  );
}

function hexadecimal(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Another page that has the store stops, unless it is asleep. */
async function taken() {
  others.postMessage("taken");
  await new Promise((resolve) => setTimeout(resolve, LET_GO));
}

others.onmessage = () => stop(run, new NoStore("taken"));

/** Ends a run, if it has not ended yet. */
function stop(own, error) {
  if (!own || own !== run) return;
  run = 0;
  clearTimeout(timer);
  link?.end();
  tablet = link = null;
  store?.close();
  store = null;
  postMessage({ stopped: error.why ?? "broken", message: String(error.message ?? error) });
}

async function turn(own) {
  timer = 0;
  try {
    const { changes, shown, said, reset } = tablet.turn();
    if (changes.length) await during(own, store.commit(changes));
    if (shown.length) postMessage({ shown });
    link?.send(said);
    if (changes.some(([name]) => name.startsWith("scores/"))) link?.send(["news"]);
    if (reset || power) return await restart(own, power || "reset");
    if (club.token && !link) await join(own);
  } catch (error) {
    return stop(own, error);
  }
  timer = setTimeout(turn, Date.now() - busy < QUIET ? TURN : REST, own);
}

/** A power cut takes with it what only a reset leaves. */
async function restart(own, how) {
  power = "";
  tablet = null;
  if (how === "cut") await during(own, store.commit([["memory", null]]));
  await switchOn(own);
}

/** Something happens: the loop turns soon. */
function wake() {
  const rested = Date.now() - busy >= QUIET;
  busy = Date.now();
  if (rested && timer) {
    clearTimeout(timer);
    timer = setTimeout(turn, 0, run);
  }
}

/** Begins a run, where none goes on. */
function begin({ table, token, ...how }) {
  if (run) return;
  const own = (run = ++runs);
  power = "";
  club = { table, token };
  start(own, how).catch((error) => stop(own, error));
}

/** Goes to another table: the next turn joins. */
function move(to) {
  club = to;
  link?.end();
  link = null;
}

onmessage = ({ data }) => {
  if (data.start) begin(data.start);
  if (data.join) move(data.join);
  if (data.hold !== undefined) {
    down = data.hold;
    tablet?.hold(down, data.at - performance.timeOrigin);
  }
  if (data.power) power = data.power;
  if (tablet) wake();
};

// The tablet's thread: the loop turns, what has changed is kept, and then the page hears of it.
//
// The page says   {hold: buttons, at: ms since 1970} {power: "reset" | "cut"}
//                 {start: {take, known, table, token}}
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
let stopped = true;
let power = ""; // what somebody did to it

async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** `known`: the id of the tablet that this browser has had, unless it may be a new one. */
async function start({ take, known } = {}) {
  stopped = false;
  bundle ??= await fetched("firmware.bin");
  if (take) await taken();
  store ??= await openStore(take, stop);
  if (known && !store.kept.has("tablet")) throw new NoStore("gone");
  tablet = await Tablet.start({
    load: loadMicroPython,
    url: new URL("micropython.wasm", import.meta.url).href,
    bundle,
    files: [...store.kept],
  });
  tablet.hold(down);
  postMessage({ started: true });
  await turn();
  if (stopped) return;
  postMessage({ tablet: hexadecimal(store.kept.get("tablet")) });
  if (club.token && !link) link = await join();
}

/** The line to the club, for this tablet with its own key. */
async function join() {
  if (!store.kept.has("key"))
    await store.commit([["key", crypto.getRandomValues(new Uint8Array(KEY))]]);
  const who = Object.fromEntries(
    ["tablet", "key"].map((name) => [name, hexadecimal(store.kept.get(name))]),
  );
  const address = new URL("link", import.meta.url.replace(/^http/, "ws"));
  return new Link(
    address,
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

others.onmessage = () => {
  if (!stopped) stop(new NoStore("taken"));
};

function stop(error) {
  if (stopped) return;
  stopped = true;
  clearTimeout(timer);
  link?.end();
  tablet = link = null;
  store?.close();
  store = null;
  postMessage({ stopped: error.why ?? "broken", message: String(error.message ?? error) });
}

async function turn() {
  timer = 0;
  try {
    const { changes, shown, said, reset } = tablet.turn();
    if (changes.length) await store.commit(changes);
    if (stopped) return;
    if (shown.length) postMessage({ shown });
    link?.send(said);
    if (changes.some(([name]) => name.startsWith("scores/"))) link?.send(["news"]);
    if (reset || power) return await restart(power || "reset");
  } catch (error) {
    return stop(error);
  }
  timer = setTimeout(turn, Date.now() - busy < QUIET ? TURN : REST);
}

/** A power cut takes with it what only a reset leaves. */
async function restart(how) {
  power = "";
  tablet = null;
  if (how === "cut") await store.commit([["memory", null]]);
  await start();
}

/** Something happens: the loop turns soon. */
function wake() {
  const rested = Date.now() - busy >= QUIET;
  busy = Date.now();
  if (rested && timer) {
    clearTimeout(timer);
    timer = setTimeout(turn);
  }
}

onmessage = ({ data }) => {
  if (data.start && stopped) {
    const { table, token } = data.start;
    club = { table, token };
    start(data.start).catch(stop);
  }
  if (data.hold !== undefined) {
    down = data.hold;
    tablet?.hold(down, data.at - performance.timeOrigin);
  }
  if (data.power) power = data.power;
  if (tablet) wake();
};

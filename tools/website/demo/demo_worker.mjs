// A tablet that keeps nothing, and that plays a key script (screens.json) up to one of its steps.
// Its time goes on while something is pressed, and stands still while somebody looks.
//
// The page says   {start} {hold: buttons} {power: "reset" | "cut"}
//                 {play: {quickly, to}}: on to a step; up to another one as fast as it goes
//                 {pause: true}
// and is told     {started: true} {stopped, message} {shown} {down: buttons}
//                 {played: {at, playing, own}}: steps done; `own`: somebody has pressed keys since

import { loadMicroPython } from "./micropython.mjs";
import { Clock, Tablet } from "./tablet.mjs";

const BUTTONS = { UP: 0, DOWN: 1, LEFT: 2, RIGHT: 3, OK: 4, BACK: 5 };
const TURN = 5; // ms
const LONGEST = 50; // ms between two turns that count: a page that is not looked at rests
const QUICK = { down: 40, up: 40 }; // ms, as in the simulator
const SLOW = { down: 180, up: 420 }; // ms, for eyes to follow
const CONFIRMING = ["OK", "RIGHT"]; // sooner than this the firmware takes two presses for one
const READ = 600; // ms
const ANSWER = 200; // ms for what is asked over the cable
const BREATH = 30; // ms without a look at what the page says

/** The tablet's time. */
class Standing extends Clock {
  time = 0; // ms

  now() {
    return Math.floor(this.time);
  }
}

const clock = new Standing();
let kept = new Map(); // the files: in memory, and nowhere else
let tablet = null;
let steps, bundle;
let said = []; // by the tablet, over the cable
let at = 0; // steps that are done
let to = 0; // the step before which it stops
let quickly = 0; // up to this step
let fresh = true; // to be begun from nothing
let power = "";
let own = false; // somebody presses the keys
let pressed = ""; // last, by the script
let down = 0; // by them
let running = false;
let breath = 0;
let awake = () => {};

async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

/** Power on, with the files that are kept. */
async function start() {
  tablet = await Tablet.start({
    load: loadMicroPython,
    url: new URL("micropython.wasm", import.meta.url).href,
    bundle,
    files: [...kept],
    clock,
  });
  tablet.hold(own ? down : 0);
  await pass(2 * TURN, true);
}

/** A power cut takes with it what only a reset leaves. */
async function restart(how) {
  power = "";
  if (how === "cut") kept.delete("memory");
  await start();
}

/** The tablet's time goes on by so many ms: at once, or as on everybody's clock. */
async function pass(ms, quick) {
  for (const end = clock.time + ms; clock.time < end; ) {
    clock.time = Math.min(end, clock.time + (quick ? TURN : await gone(TURN)));
    if (turn()) return start();
    if (performance.now() - breath > BREATH) await gone(0);
  }
}

/** How many ms have gone when at least so many have. */
async function gone(ms) {
  const before = performance.now();
  await new Promise((resolve) => setTimeout(resolve, ms));
  breath = performance.now();
  return Math.min(breath - before, LONGEST);
}

/** One turn of the loop; whether the tablet wants to be started anew. */
function turn() {
  const { changes, shown, said: bytes, reset } = tablet.turn();
  for (const [name, content] of changes) content ? kept.set(name, content) : kept.delete(name);
  if (shown.length) postMessage({ shown });
  said.push(...bytes);
  return reset;
}

async function press(key, milliseconds, up, quick) {
  if (key === pressed && CONFIRMING.includes(key)) await pass(READ, quick);
  pressed = key;
  const mask = 1 << BUTTONS[key];
  tablet.hold(mask);
  postMessage({ down: mask });
  await pass(milliseconds, quick);
  tablet.hold(own ? down : 0);
  postMessage({ down: 0 });
  await pass(up, quick);
}

async function ask(line, quick) {
  said = [];
  tablet.hear(new TextEncoder().encode(line));
  await pass(ANSWER, quick);
  const answer = said.map((part) => new TextDecoder().decode(part)).join("");
  if (!answer.includes("!1 ok")) throw new Error(`${line}: ${answer}`);
}

const DONE = {
  press: ({ key }, quick, { down, up }) => press(key, down, up, quick),
  hold: ({ key, milliseconds }, quick, { up }) => press(key, milliseconds, up, quick),
  wait: ({ milliseconds }, quick) => pass(milliseconds, quick),
  ask: ({ line }, quick) => ask(line, quick),
  reset: () => restart("reset"),
  "power-cut": () => restart("cut"),
  shot() {},
};

function tell() {
  postMessage({ played: { at, playing: !own && at < to, own } });
}

/** One thing after another, for as long as the page is there. */
async function play() {
  running = true;
  steps ??= await (await fetched("screens.json")).json();
  bundle ??= new Uint8Array(await (await fetched("firmware.bin")).arrayBuffer());
  for (;;) {
    if (fresh) await begin();
    else if (power) await restart(power);
    else if (own) await pass(TURN);
    else if (at < to) await next();
    else await new Promise((resolve) => (awake = resolve));
  }
}

async function begin() {
  fresh = false;
  at = 0;
  kept = new Map();
  await start();
  postMessage({ started: true });
  tell();
}

async function next() {
  const step = steps[at];
  const quick = at < quickly;
  await DONE[step.verb](step, quick, quick ? QUICK : SLOW);
  at += 1;
  tell();
}

function stop(error) {
  running = false;
  postMessage({ stopped: "broken", message: String(error.stack ?? error) });
}

function heard({ start: again, hold, power: what, play: goal, pause }) {
  if (goal) {
    fresh = own || goal.to <= at;
    own = false;
    ({ to, quickly } = goal);
  }
  if (pause) to = at;
  if (hold || what) byHand();
  if (hold !== undefined && own) tablet?.hold((down = hold));
  if (what) power = what;
  if (again) fresh = true;
}

function byHand() {
  own = true;
  to = at;
  tell();
}

onmessage = ({ data }) => {
  heard(data);
  awake();
  if (data.start && !running) play().catch(stop);
};

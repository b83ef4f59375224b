// What people see and touch of a tablet in a page.

import { club, isCutShort, isMissing, scanned, settle } from "./club.mjs";
import { HEIGHT, Panel, WIDTH } from "./panel.mjs";
import { remember, remembered } from "./remembered.mjs";
import { say, speak } from "./words.mjs";

export const KEYS = ["up", "down", "left", "right", "ok", "back"]; // a bit each, from the lowest on
const BY_KEYBOARD = {
  ArrowUp: 0, ArrowDown: 1, ArrowLeft: 2, ArrowRight: 3, Enter: 4, " ": 4, Backspace: 5, Escape: 5,
};
const BUZZ = 15; // ms
const KNOWN = "scorepad-tablet"; // remembered: the id of its tablet, which outlives the tablet's own store
const AGAIN = 2000; // ms until a store that another page has is asked for again

const find = (id) => document.getElementById(id);
const canvas = find("panel");
const panel = new Panel();
// The static site says whose loop turns, where nothing is to be kept.
const { worker: thread = "worker.mjs" } = document.documentElement.dataset;
export const worker = new Worker(new URL(thread, import.meta.url), { type: "module" });
let down = 0;
let lock = null;
let line = ""; // to the club: what the tablet's thread has said of it last
let since = ""; // when it became so, by the phone's clock
let lasting = thread !== "worker.mjs"; // the browser has been asked to keep it

function draw() {
  const context = canvas.getContext("2d");
  const picture = context.createImageData(WIDTH, HEIGHT);
  const light = 0.55 + (0.45 * panel.contrast) / 255;
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const at = 4 * (y * WIDTH + x);
      const value = panel.lit(x, y) ? Math.round(255 * light) : 0;
      picture.data.set([value, value, value, 255], at);
    }
  }
  context.putImageData(picture, 0, 0);
}

/** As large as there is room, each pixel of the panel so many whole ones of the screen. */
function fit() {
  const { clientWidth, clientHeight } = canvas.parentElement;
  const dots = window.devicePixelRatio;
  const times = Math.floor(Math.min((clientWidth * dots) / WIDTH, (clientHeight * dots) / HEIGHT));
  canvas.style.width = `${(Math.max(1, times) * WIDTH) / dots}px`;
}

function hold(button, closed, at = performance.now()) {
  const before = down;
  down = closed ? down | (1 << button) : down & ~(1 << button);
  if (down === before) return;
  find(KEYS[button]).classList.toggle("down", closed);
  worker.postMessage({ hold: down, at: performance.timeOrigin + at });
  if (closed) pressed();
}

function letGo() {
  KEYS.forEach((_, button) => hold(button, false));
}

function pressed() {
  navigator.vibrate?.(BUZZ);
  stayAwake();
  if (!lasting) navigator.storage?.persist?.();
  lasting = true;
}

/** The telephone's screen stays on as long as the tablet's does. */
async function stayAwake() {
  if (lock || !panel.on || document.visibilityState !== "visible") return;
  try {
    lock = (await navigator.wakeLock?.request("screen")) ?? null;
    lock?.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // a telephone that saves power
  }
}

function listenToFingers() {
  KEYS.forEach((name, button) => {
    const key = find(name);
    key.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      key.setPointerCapture(event.pointerId);
      hold(button, true, event.timeStamp);
    });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"])
      key.addEventListener(kind, (event) => hold(button, false, event.timeStamp));
    key.addEventListener("contextmenu", (event) => event.preventDefault());
    key.addEventListener("click", (event) => {
      if (event.detail) return; // a finger's, which was a press already
      hold(button, true);
      setTimeout(() => hold(button, false), 60);
    });
  });
}

function listenToKeyboard() {
  const turn = (event, closed) => {
    const button = BY_KEYBOARD[event.key];
    const elsewhere = event.target.closest?.("summary, #menu button, #trouble button");
    if (button === undefined || event.ctrlKey || event.altKey || event.metaKey || elsewhere) return;
    event.preventDefault();
    if (!event.repeat) hold(button, closed, event.timeStamp);
  };
  addEventListener("keydown", (event) => turn(event, true));
  addEventListener("keyup", (event) => turn(event, false));
}

/** Who looks at something else holds no key; who comes back may look on without pressing one. */
function listenToComing() {
  addEventListener("blur", letGo);
  document.addEventListener("visibilitychange", () => (document.hidden ? letGo() : stayAwake()));
}

/** Another code is scanned in this page. */
function listenToLinks() {
  addEventListener("hashchange", () => {
    if (scanned()) worker.postMessage({ join: club() });
    if (scanned()) line = "";
    if (document.body.dataset.state === "started") settle();
    else show(document.body.dataset.state);
    showClub();
  });
}

function show(why) {
  find("trouble").hidden = !why;
  put("why", why ? reason(why) : "");
  find("take").hidden = why !== "taken";
  find("anew").hidden = why !== "gone";
  find("again").hidden = !why || why === "taken" || why === "gone";
  document.body.classList.toggle("stopped", Boolean(why));
}

function reason(why) {
  const said = say(why, { tablet: remembered(KNOWN) });
  return why === "taken" && scanned() ? `${said} ${say("takeMeans", scanned())}` : said;
}

/** A screen reader says each time what is put there. */
function put(id, said) {
  if (find(id).textContent !== said) find(id).textContent = said;
}

/** How it is with the club. */
function showClub() {
  const state = isCutShort() ? "cut_short" : line || (isMissing() ? "alone" : "");
  document.body.dataset.link = state;
  put("link", say(state, { ...club(), time: since }) ?? "");
  find("trying").hidden = Boolean(club().token);
}

function start(take = false) {
  worker.postMessage({ start: { take, known: remembered(KNOWN), ...club() } });
}

/** With another tablet than the one that is gone. */
function startAnew() {
  remember(KNOWN, "");
  start();
}

worker.onmessage = ({ data }) => {
  if (data.started) {
    show("");
    settle();
    document.body.dataset.state = "started";
  }
  if (data.stopped) {
    document.body.dataset.state = data.stopped;
    console.warn(data.message);
    show(data.stopped);
    if (data.stopped === "taken") setTimeout(start, AGAIN); // for when it is closed
  }
  if (data.tablet) remember(KNOWN, data.tablet);
  if (data.link || data.stopped) {
    if (line !== data.link) since = new Date().toTimeString().slice(0, 5);
    line = data.link ?? "";
    showClub();
  }
  for (const message of data.shown ?? []) panel.take(message);
  if (data.shown?.length) {
    draw();
    if (!panel.on) lock?.release();
  }
};
worker.onerror = (error) => {
  console.warn(error.message, error.filename, error.lineno);
  show("broken");
};

speak(document);
listenToFingers();
listenToKeyboard();
listenToComing();
listenToLinks();
new ResizeObserver(fit).observe(canvas.parentElement);
find("take").addEventListener("click", () => start(true));
find("again").addEventListener("click", () => start());
find("anew").addEventListener("click", startAnew);
find("reset").addEventListener("click", () => worker.postMessage({ power: "reset" }));
find("cut").addEventListener("click", () => worker.postMessage({ power: "cut" }));
showClub();
start();

// The page: what is pressed, in which order, and what is said of it.

import { Cable, CableGone, Interrupted, NoAnswer, openPort } from "../serial/cable.mjs";
import { Shut, hasPorts } from "../serial/port.mjs";
import { AnotherTablet, BadAnswer, TooNew } from "../serial/tablet.mjs";
import { scoring } from "./core.mjs";
import { Fetched } from "./fetching.mjs";
import { drawn, wrong } from "./sheets.mjs";
import { say, speak } from "./words.mjs";

const find = (id) => document.getElementById(id);
const TROUBLES = [
  [CableGone, "cut"], [Interrupted, "stopped"], [NoAnswer, "silent"], [Shut, "shut"],
  [AnotherTablet, "another"], [TooNew, "newer"], [BadAnswer, "odd"],
];

let fetched = new Fetched();
let sheetOf = null; // from when the core is there
let chosen = null; // the port
let cable = null; // while something works
let listed = 0; // sessions
let saved = null; // numbers and CRCs of the sessions in the file
let stopped = false;
const sheets = new Map(); // by the number of the session

function tell(id, what, parts) {
  find(id).textContent = what ? say(what, parts) : "";
}

/** What has gone wrong, in words; the cable is opened anew the next time. */
function complain(id, error) {
  const [, known] = TROUBLES.find(([kind]) => error instanceof kind) ?? [];
  const what = known === "cut" && (id === "told" || !listed) ? "cutThen" : known;
  const unchosen = error instanceof DOMException && error.name === "NotFoundError";
  if (!what && !unchosen) console.warn(error);
  const parts = { ...fetched.who, done: fetched.sessions.length, number: listed, why: error.message };
  tell(id, unchosen ? "unchosen" : (what ?? "broken"), parts);
}

/** The cable, at the port that was chosen or now is. */
async function plugged() {
  chosen ??= await navigator.serial.requestPort();
  cable = new Cable(await openPort(chosen), { ended: () => stopped });
  return cable;
}

async function unplugged() {
  await cable?.close();
  cable = null;
}

/** One thing at a time; `button` was pressed. `id`: where it is said if it fails. */
async function busy(button, id, work) {
  for (const each of document.querySelectorAll("button")) each.disabled = true;
  document.body.dataset.state = "busy";
  stopped = false;
  tell(id);
  try {
    await work();
  } catch (error) {
    complain(id, error);
    if (!(error instanceof Interrupted)) chosen = null;
  }
  await unplugged();
  refresh();
  refocus(button, id);
}

/** A pressed button that was disabled meanwhile has lost the focus. */
function refocus(button, id) {
  if (![document.body, find("stop")].includes(document.activeElement)) return;
  (button.disabled ? find(id) : button).focus({ preventScroll: true });
}

function contents(sessions) {
  return sessions.map(({ number, crc, error }) => `${number}:${crc}:${error}`).join();
}

const isUnsaved = () => fetched.sessions.length > 0 && contents(fetched.sessions) !== saved;

function isWrong(session) {
  return wrong(session, sheets.get(session.number));
}

/** Complete sessions in the file, of which tablet and records say the same. */
function safe() {
  return fetched.sessions.filter((one) => one.state === "c" && sheets.get(one.number) && !isWrong(one));
}

function refresh() {
  const sessions = fetched.sessions;
  const whole = listed && !fetched.missing;
  find("fetch").disabled = !hasPorts();
  find("fetch").textContent = say(!fetched.who ? "choose" : whole ? "again" : "goOn");
  for (const id of ["stop", "progress", "here"]) find(id).hidden = true;
  find("save").disabled = !sessions.length;
  find("safe").disabled = !sessions.length || isUnsaved() || !safe().length;
  const next = !sessions.length || !whole ? "fetch" : isUnsaved() ? "save" : safe().length ? "safe" : "";
  for (const id of ["fetch", "save", "safe"]) find(id).classList.toggle("main", id === next);
  document.body.dataset.state = "ready";
}

function progress(done, number, session) {
  listed = number;
  Object.assign(find("progress"), { hidden: false, max: number || 1, value: done });
  tell("said", number ? "" : "nothing", fetched.who);
  find("here").hidden = !number; // beside `said`, or each session would be spoken of
  tell("here", "reading", { ...fetched.who, done, number });
  if (session) show(session);
}

/** Its sheet; whatever happens, the other sessions go on. */
function scored(session) {
  try {
    return sheetOf(fetched.who.tablet, session);
  } catch (error) {
    console.warn(error);
    return { fault: "it cannot be scored here", accounts: [], rows: [] };
  }
}

/** Scores a session and shows it, in the place of what was shown of it before. */
function show(session) {
  if (sheetOf && session.pages.length) sheets.set(session.number, scored(session));
  const element = drawn(session, sheets.get(session.number));
  element.dataset.number = session.number;
  const there = [...find("sessions").children];
  const before = there.find(({ dataset }) => Number(dataset.number) === session.number);
  if (before) before.replaceWith(element);
  else find("sessions").append(element);
  if (sheetOf) find("look").hidden = true;
}

async function fetchAll() {
  if (!fetched.missing) chosen = null; // all of it is here: now it may be another one
  const port = await plugged();
  Object.assign(find("stop"), { hidden: false, disabled: false });
  find("stop").focus();
  tell("said", "asking");
  try {
    await fetched.read(port, progress);
  } catch (error) {
    if (!(error instanceof AnotherTablet) || isUnsaved()) throw error;
    begin();
    await fetched.read(port, progress);
  }
  const found = { complete: 0, open: 0, wrong: 0 };
  for (const one of fetched.sessions) found[isWrong(one) ? "wrong" : one.state === "o" ? "open" : "complete"]++;
  if (listed) tell("said", "all", { ...fetched.who, ...found });
}

/** With another tablet. */
function begin() {
  fetched = new Fetched();
  listed = 0;
  saved = null;
  sheets.clear();
  find("sessions").replaceChildren();
  for (const id of ["saved", "told"]) tell(id);
}

function save() {
  const now = new Date();
  const { tablet, table } = fetched.who;
  const local = new Date(now - now.getTimezoneOffset() * 60_000).toISOString();
  const day = local.slice(0, 16).replace("T", "-").replace(":", "");
  const name = `scorepad-table-${table}-${tablet}-${day}.json`;
  const url = URL.createObjectURL(new Blob([fetched.file(now)], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // ms: a browser may ask where first
  saved = contents(fetched.sessions);
  tell("saved", "savedAs", { name });
  refresh();
}

async function tellTablet() {
  const sessions = safe();
  const refused = await fetched.tellSafe(await plugged(), sessions, show);
  const number = sessions.length - refused.length;
  const parts = refused.map((one) => say("toldRefused", one));
  find("told").textContent = [say("told", { number }), ...parts].join(" ");
}

async function loadCore() {
  try {
    sheetOf = await scoring();
    fetched.sessions.forEach(show);
    document.body.dataset.core = "here";
  } catch (error) {
    console.warn(error);
    tell("look", "scoring");
    find("look").hidden = false;
  }
}

speak(document);
document.title = say("title");
find("without").hidden = hasPorts();
find("steps").hidden = !hasPorts();
find("fetch").addEventListener("click", ({ currentTarget }) => busy(currentTarget, "said", fetchAll));
find("stop").addEventListener("click", () => (stopped = true));
find("save").addEventListener("click", save);
find("safe").addEventListener("click", ({ currentTarget }) => busy(currentTarget, "told", tellTablet));
addEventListener("beforeunload", (event) => {
  if (isUnsaved()) event.preventDefault();
});
refresh();
if (hasPorts()) loadCore();

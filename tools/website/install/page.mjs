// What people see and do on the page that puts Scorepad on a board.

import { CableGone, openPort } from "../serial/cable.mjs";
import { Gone, hasPorts, Shut } from "../serial/port.mjs";
import { BOARDS } from "./boards.mjs";
import { carryOut, plan, strangers, survey } from "./deploying.mjs";
import { fetched, firmware, sources } from "./firmware.mjs";
import { greet } from "./greeting.mjs";
import { boardOf } from "./image.mjs";
import { checkBoard, Prompt } from "./prompt.mjs";
import { Trouble } from "./trouble.mjs";
import { say, speak } from "./words.mjs";

const NAMED = 5; // strangers' files that a question names

const find = (id) => document.getElementById(id);
let unplugged = null; // the task that goes on when its own board is plugged in again, and its port
let last = null; // what was begun last

const face = {
  show(step, done = 0, total = 0) {
    find("doing").textContent = say(step);
    find("progress").hidden = false;
    if (total) find("progress").value = done / total;
    else find("progress").removeAttribute("value");
  },

  ask(question, parts) {
    find("asked").textContent = say(question, parts);
    const dialog = find("question");
    dialog.returnValue = "no"; // also of Escape
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
    });
  },
};

/** Writes MicroPython; what to say at the end. */
async function writeMicroPython(serial) {
  const [file] = find("image").files;
  const image = new Uint8Array(await file.arrayBuffer());
  const board = boardOf(image);
  if (board !== chosen()) throw new Trouble("other_image", { image: BOARDS[board].name });
  const layout = find("apart").checked ? await fetched("scores.bin") : null;
  const { flash } = await import("./flashing.mjs"); // it is as large as all else
  return (await flash(serial, { image, board, layout }, face)) ? ["written"] : ["unchanged"];
}

/** Puts Scorepad on the board; what to say at the end. */
async function installScorepad(serial) {
  face.show("loading");
  const [wanted, taught] = await Promise.all([firmware(chosen(), find("panel").value), sources()]);
  face.show("looking");
  const port = await openPort(serial);
  try {
    const prompt = await Prompt.open(port, taught);
    const done = await onBoard(prompt, wanted).finally(() => started(prompt));
    if (!done) return ["unchanged"];
    face.show("starting");
    const there = await greet(port, Number(find("table").value));
    if (there.firmware !== wanted.version)
      throw new Trouble("other_version", { wanted: wanted.version, there: there.firmware });
    return ["installed", there];
  } finally {
    await port.close();
  }
}

/** Whether the version is there; false: somebody would not have it. */
async function onBoard(prompt, wanted) {
  await checkBoard(prompt, wanted.chips);
  const found = await survey(prompt);
  const names = strangers(found);
  const named = names.slice(0, NAMED).join(", ") + (names.length > NAMED ? " …" : "");
  if (names.length && !(await face.ask("strangers", { names: named }))) return false;
  await carryOut(prompt, plan(found, wanted), wanted, (done, total) => {
    face.show(done < total ? "sending" : "verifying", done, total);
  });
  return true;
}

/** The board starts, whatever went wrong before. */
async function started(prompt) {
  try {
    await prompt.restart();
  } catch (error) {
    console.warn(error.message);
  }
}

function chosen() {
  return document.querySelector("[name=board]:checked").value;
}

/** The port that somebody chooses. Throws Trouble if it is none. */
async function choosePort() {
  face.show("choosing");
  try {
    return await navigator.serial.requestPort();
  } catch (error) {
    throw error.name === "NotFoundError" ? new Trouble("unchosen") : error;
  }
}

/** One task at a time. `port`: what gives the port. */
async function work(task, port) {
  if (document.body.dataset.state === "busy") return;
  unplugged = null;
  last = task;
  busy(true);
  let serial, said, trouble;
  try {
    serial = await port();
    said = await task(serial);
  } catch (error) {
    trouble = error;
    if (isUnplugged(error)) unplugged = { task, serial };
  }
  busy(false);
  finish(said, trouble);
}

function busy(now) {
  find("work").hidden = false;
  find("work").scrollIntoView({ block: "nearest" });
  if (now) find("work").focus({ preventScroll: true }); // what was pressed is disabled
  find("trouble").hidden = find("again").hidden = true;
  for (const control of document.querySelectorAll("#steps input, #steps select, #steps button")) control.disabled = now;
  document.body.dataset.state = now ? "busy" : "";
}

function finish(said, trouble) {
  find("progress").hidden = true;
  find("doing").textContent = said ? say(...said) : say("stopped");
  if (trouble) {
    console.warn(trouble);
    find("trouble").textContent = inWords(trouble);
    find("trouble").hidden = find("again").hidden = false;
  }
  find("work").scrollIntoView({ block: "nearest" });
  document.body.dataset.state = trouble ? "trouble" : said[0];
}

function inWords(error) {
  if (isUnplugged(error)) return say(last === writeMicroPython ? "gone_writing" : "gone");
  if (error instanceof Shut) return say("shut");
  if (error instanceof Trouble) return say(error.why, error.parts);
  return say("broken", { said: error.message });
}

function isUnplugged(error) {
  return error instanceof Gone || error instanceof CableGone;
}

function choose() {
  const { id, image } = BOARDS[chosen()];
  const dragged = id === undefined;
  find("flash").hidden = dragged;
  find("drag").hidden = !dragged;
  find("which-image").textContent = say("whichImage", { image, kind: dragged ? ".uf2" : ".bin" });
}

function listen() {
  const tasks = { flash: writeMicroPython, deploy: installScorepad };
  for (const [form, task] of Object.entries(tasks)) {
    find(form).addEventListener("submit", (event) => {
      event.preventDefault();
      work(task, choosePort);
    });
  }
  find("boards").addEventListener("change", choose);
  find("again").addEventListener("click", () => work(last, choosePort));
  addEventListener("beforeunload", (event) => document.body.dataset.state === "busy" && event.preventDefault());
  navigator.serial.addEventListener("connect", ({ target }) => {
    // Another port may be another board: somebody has to choose that.
    if (target === unplugged?.serial) work(unplugged.task, async () => target);
  });
}

speak(document);
document.title = `Scorepad: ${say("title")}`;
choose();
find("no-serial").hidden = hasPorts();
find("steps").hidden = !hasPorts();
if (hasPorts()) listen();
document.body.dataset.state ??= "";

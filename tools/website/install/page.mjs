// What people see and do on the page that puts MicroPython on a board.

import { BOARDS } from "./boards.mjs";
import { boardOf } from "./image.mjs";
import { Gone, Trouble } from "./trouble.mjs";
import { say, speak } from "./words.mjs";

const find = (id) => document.getElementById(id);
let unplugged = null; // the port with which it goes on when its own board is plugged in again

const face = {
  show(step, done = 0, total = 0) {
    find("doing").textContent = say(step);
    find("progress").hidden = false;
    if (total) find("progress").value = done / total;
    else find("progress").removeAttribute("value");
  },

  ask(question) {
    find("asked").textContent = say(question);
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
  const layout = find("apart").checked ? await partitions() : null;
  const { flash } = await import("./flashing.mjs"); // it is as large as all else
  return (await flash(serial, { image, board, layout }, face)) ? "written" : "unchanged";
}

async function partitions() {
  const answer = await fetch(new URL("scores.bin", import.meta.url));
  if (!answer.ok) throw new Error(`scores.bin: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
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

/** Once at a time. `port`: what gives the port. */
async function work(port) {
  if (document.body.dataset.state === "busy") return;
  unplugged = null;
  busy(true);
  let serial, said, trouble;
  try {
    serial = await port();
    said = await writeMicroPython(serial);
  } catch (error) {
    trouble = error;
    if (error instanceof Gone) unplugged = serial;
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
  find("doing").textContent = say(said ?? "stopped");
  if (trouble) {
    console.warn(trouble);
    find("trouble").textContent = inWords(trouble);
    find("trouble").hidden = find("again").hidden = false;
  }
  find("work").scrollIntoView({ block: "nearest" });
  document.body.dataset.state = trouble ? "trouble" : said;
}

function inWords(error) {
  if (error instanceof Gone) return say("gone");
  if (error instanceof Trouble) return say(error.why, error.parts);
  return say("broken", { said: error.message });
}

function choose() {
  const { id, image } = BOARDS[chosen()];
  const dragged = id === undefined;
  find("flash").hidden = dragged;
  find("drag").hidden = !dragged;
  find("which-image").textContent = say("whichImage", { image, kind: dragged ? ".uf2" : ".bin" });
}

function listen() {
  find("flash").addEventListener("submit", (event) => {
    event.preventDefault();
    work(choosePort);
  });
  find("boards").addEventListener("change", choose);
  find("again").addEventListener("click", () => work(choosePort));
  addEventListener("beforeunload", (event) => document.body.dataset.state === "busy" && event.preventDefault());
  navigator.serial.addEventListener("connect", ({ target }) => {
    // Another port may be another board: somebody has to choose that.
    if (target === unplugged) work(async () => target);
  });
}

speak(document);
document.title = `Scorepad: ${say("title")}`;
choose();
find("no-serial").hidden = Boolean(navigator.serial);
find("steps").hidden = !navigator.serial;
if (navigator.serial) listen();
document.body.dataset.state ??= "";

// The tablet beside the page, which plays the keys up to the picture that somebody chooses.

const PICTURE = /pictures\/([\w-]+)\.png$/;
const WIDE = matchMedia("(min-width: 64rem)");

const find = (id) => document.getElementById(id);
const beside = find("beside");
const frame = beside.querySelector("iframe");
const fold = beside.querySelector("details");
const shots = new Map(); // name -> its step
const buttons = new Map(); // name -> the button around the picture in the page
let played = null; // {at, playing, own}
let wanted = null; // a picture that was chosen before the tablet had started

/** The picture at which the script is, or was last. */
function last() {
  return [...shots].findLast(([, step]) => step < played.at);
}

function after() {
  return [...shots].find(([, step]) => step >= played.at);
}

/** Plays on to a picture: what comes before the one before it at once, the rest for eyes. */
function playTo(name) {
  fold.open = true;
  beside.scrollIntoView({ block: matchMedia("(max-height: 30rem)").matches ? "start" : "nearest" });
  if (!played) return (wanted = name);
  const step = shots.get(name);
  const before = [...shots.values()].findLast((other) => other < step) ?? -1;
  tell({ play: { quickly: before + 1, to: step + 1 } });
}

function tell(message) {
  frame.contentWindow.postMessage(message, location.origin);
}

function pauseOrPlay() {
  if (played.playing) return tell({ pause: true });
  const next = played.own ? last() : after();
  if (next) playTo(next[0]);
}

function title(name) {
  return buttons.get(name)?.querySelector("img").alt ?? name;
}

function said() {
  if (played.own) return "You play. Press a picture, and the tablet is brought there.";
  const [next] = after() ?? [];
  if (played.playing && next) return `On to: ${title(next)}`;
  const [name, step] = last() ?? [];
  return step === played.at - 1 ? `Here: ${title(name)}. Go on by yourself, or to the next picture.` : "";
}

function show() {
  const here = last()?.[0];
  find("at").textContent = said() || find("at").textContent;
  find("play").textContent = played.playing ? "Pause" : "Play on";
  find("play").disabled = !played.playing && !played.own && !after();
  find("before").disabled = !here;
  find("next").disabled = !after();
  for (const [name, button] of buttons)
    name === here && !played.own ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current");
}

function heard({ data, origin, source }) {
  if (origin !== location.origin || source !== frame.contentWindow) return;
  played = data;
  show();
  if (wanted) playTo(wanted);
  wanted = null;
}

function step(by) {
  const names = [...shots.keys()];
  const here = names.indexOf(last()?.[0]);
  playTo(names[Math.max(0, here + by)]);
}

/** Each picture that the script takes can be pressed. */
function wrap(image) {
  const name = PICTURE.exec(image.src)?.[1];
  if (!shots.has(name)) return;
  const button = document.createElement("button");
  button.className = "shot";
  button.setAttribute("aria-label", `Play on to: ${image.alt}`);
  button.addEventListener("click", () => playTo(name));
  image.replaceWith(button);
  button.append(image);
  buttons.set(name, button);
}

function switchOn() {
  if (fold.open && !frame.src) frame.src = frame.dataset.src;
}

const steps = await (await fetch("../tablet/screens.json")).json();
steps.forEach(({ verb, name }, at) => verb === "shot" && shots.set(name, at));
document.querySelectorAll("article img").forEach(wrap);
addEventListener("message", heard);
find("play").addEventListener("click", pauseOrPlay);
find("before").addEventListener("click", () => step(-1));
find("next").addEventListener("click", () => step(1));
fold.addEventListener("toggle", switchOn);
fold.open = WIDE.matches;
beside.hidden = false;

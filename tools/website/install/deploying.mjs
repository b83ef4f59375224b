// Puts a version of the firmware on a board, beside the one that is there: as tablet/deploy.py.
//
// Nothing that starts is ever changed: only the other folder is, and boot.py takes the place of
// the old one by a rename. What broke off is gone on with by the next try.

import { Trouble } from "./trouble.mjs";

const FOLDERS = ["/scorepad-a", "/scorepad-b"];
const OURS = new Set(["scorepad", "boot.py.new", ...FOLDERS.map((folder) => folder.slice(1))]);
const CHOICE = /^FOLDERS = "(\/scorepad-[ab])", "(\/scorepad-[ab])"$/m;
const PART = 768; // bytes that one command to the board brings, 1024 in base64

/**
 * What a board has: `names` in its root, its `boot` file, the `hashes` of the files in FOLDERS by
 * their paths, and the folder that is `starting`, empty if none does. Throws Trouble, Gone.
 */
export async function survey(prompt) {
  await prompt.teach("files.py");
  const folders = `(${FOLDERS.map(quoted).join(", ")})`;
  const [names, current, boot, ...files] = await prompt.answers(`survey(${folders})`);
  const whole = Array.isArray(names) && names.every(isText) && isText(current) && isText(boot);
  if (!whole || !/^([0-9a-f]{2})*$/.test(boot)) throw new Trouble("garbled");
  const text = new TextDecoder().decode(unhexed(boot));
  const [, choice] = CHOICE.exec(text) ?? [];
  const starting = choice && FOLDERS.includes(current) ? current : (choice ?? "");
  return { names, boot: text, starting, hashes: hashesOf(files) };
}

/** Whose place Scorepad would take: all that is in the root of a board that is not ours. */
export function strangers({ names, boot, starting }) {
  if (starting) return [];
  const blank = boot.split("\n").every((line) => /^\s*(#|$)/.test(line));
  return names.filter((name) => !OURS.has(name) && !(blank && name === "boot.py")).sort();
}

/**
 * What makes the board start this version: the `folder` in which it is, the paths in it to `send`,
 * to `copy` from the other one, and to `remove`; whether boot.py must `change`.
 */
export function plan(found, wanted) {
  const { starting } = found;
  const running = inside(found.hashes, starting);
  const nothing = { folder: starting, send: [], copy: [], remove: [] };
  if (starting && !wrong(running, wanted.files).length)
    return { ...nothing, change: found.boot !== bootOf(wanted, starting) };
  const folder = other(starting);
  const here = inside(found.hashes, folder);
  const missing = [...wanted.files.keys()].filter((path) => here.get(path) !== wanted.files.get(path));
  const there = (path) => running.get(path) === wanted.files.get(path);
  return {
    folder,
    send: missing.filter((path) => !there(path)),
    copy: missing.filter(there),
    remove: [...here.keys()].filter((path) => !wanted.files.has(path)).sort(),
    change: true,
  };
}

/**
 * Does what is planned; `progress(sent, total)`, in bytes. Throws Trouble, Gone: the board then
 * starts the version that it has started before.
 */
export async function carryOut(prompt, { folder, send, copy, remove, change }, wanted, progress) {
  for (const path of remove) await prompt.run(`remove(${quoted(`${folder}/${path}`)})`);
  for (const path of copy) {
    const [from, to] = [other(folder), folder].map((one) => quoted(`${one}/${path}`));
    await prompt.run(`copy(${from}, ${to})`);
  }
  const contents = send.map((path) => [path, wanted.contents.get(wanted.files.get(path))]);
  const total = contents.reduce((sum, [, content]) => sum + content.length, 0);
  let sent = 0;
  progress(sent, total);
  for (const [path, content] of contents)
    await write(prompt, `${folder}/${path}`, content, (size) => progress((sent += size), total));
  if (change) {
    await verify(prompt, folder, wanted.files);
    await choose(prompt, bootOf(wanted, folder));
  }
}

async function write(prompt, path, content, progress) {
  await prompt.run(`begin(${quoted(path)})`);
  for (let at = 0; at < content.length; at += PART) {
    const part = content.subarray(at, at + PART);
    await prompt.run(`add(${quoted(btoa(String.fromCharCode(...part)))})`);
    progress(part.length);
  }
  await prompt.run("end()");
}

async function verify(prompt, folder, files) {
  const hashes = hashesOf(await prompt.answers(`look(${quoted(folder)})`));
  const [path] = wrong(inside(hashes, folder), files);
  if (path) throw new Trouble("not_as_sent", { path: `${folder}/${path}` });
}

/** The one step after which the board starts the other version. */
async function choose(prompt, boot) {
  await write(prompt, "/boot.py.new", new TextEncoder().encode(boot), () => {});
  await prompt.run("os.rename('/boot.py.new', '/boot.py')");
}

function bootOf(wanted, folder) {
  return wanted.boot.replace(CHOICE, `FOLDERS = "${folder}", "${other(folder)}"`);
}

function other(folder) {
  return folder === FOLDERS[0] ? FOLDERS[1] : FOLDERS[0];
}

/** The hashes of a folder's files, by their paths in it. */
function inside(hashes, folder) {
  const begin = `${folder}/`;
  const files = [...hashes].filter(([path]) => path.startsWith(begin));
  return new Map(files.map(([path, hash]) => [path.slice(begin.length), hash]));
}

/** The paths at which the two differ, in order. */
function wrong(hashes, files) {
  const paths = new Set([...hashes.keys(), ...files.keys()]);
  return [...paths].filter((path) => hashes.get(path) !== files.get(path)).sort();
}

function hashesOf(files) {
  const pairs = files.every((file) => Array.isArray(file) && file.length === 2 && file.every(isText));
  if (!pairs) throw new Trouble("garbled");
  return new Map(files);
}

/** A string as Python has it in its sources. */
function quoted(text) {
  return JSON.stringify(text);
}

function isText(value) {
  return typeof value === "string";
}

function unhexed(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

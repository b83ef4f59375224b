// What is put on boards, as the site has it: versions by kind of board, and what a board is taught.

import { unpacked } from "../tablet/tablet.mjs";
import { Trouble } from "./trouble.mjs";

const ON_BOARD = ["boot.py", "files.py", "said.py", "unwatch.py"];

/** A file of the page's folder. Throws Error. */
export async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function text(name) {
  return new TextDecoder().decode(await fetched(name));
}

/** What a board is taught, by name (on_board/). */
export async function sources() {
  return new Map(await Promise.all(ON_BOARD.map(async (name) => [name, await text(`on_board/${name}`)])));
}

/**
 * The firmware for a kind of board, and for a panel that is named, or "": its `version`, the `chips`
 * of such boards, the SHA-256 of its `files` by their paths, the `contents` by SHA-256, and `boot`, its
 * boot.py. Throws Trouble.
 */
export async function firmware(board, panel) {
  const [boards, bundle, boot] = await Promise.all(
    [text("firmware.json"), fetched("firmware.bin"), text("on_board/boot.py")],
  );
  const { version, chips, files } = JSON.parse(boards)[[board, panel].filter(Boolean).join(" ")] ?? {};
  const contents = new Map(unpacked(bundle));
  // A browser may have kept one of the two from before the site was made anew.
  const whole = chips && Object.values(files).every((digest) => contents.has(digest));
  if (!whole) throw new Trouble("stale");
  return { version, chips, files: new Map(Object.entries(files)), contents, boot };
}

// The firmware's own scoring core in this page: MicroPython in WebAssembly, beside the tablet's.

import { unpacked } from "../tablet/tablet.mjs";

const HEAP = 4 << 20; // bytes
const TABLET = new URL("../tablet/", import.meta.url);

/** What is in a file of this site. */
async function content(url) {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url} is not there`);
  return new Uint8Array(await reply.arrayBuffer());
}

/**
 * Starts it: what gives the sheet of a session (sheets.py). Once a page: two of these runtimes get
 * into each other's way. Throws what keeps a page from its files.
 */
export async function scoring() {
  const { loadMicroPython } = await import(new URL("micropython.mjs", TABLET));
  const runtime = await loadMicroPython({
    url: String(new URL("micropython.wasm", TABLET)),
    heapsize: HEAP,
  });
  for (const [name, bytes] of unpacked(await content(new URL("core.bin", TABLET)))) {
    const path = `/lib/${name}`;
    runtime.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    runtime.FS.writeFile(path, bytes);
  }
  const source = await content(new URL("sheets.py", import.meta.url));
  runtime.runPython(new TextDecoder().decode(source));
  const sheet = runtime.globals.get("sheet");
  return (tablet, { number, pages }) => JSON.parse(sheet(tablet, number, JSON.stringify(pages)));
}

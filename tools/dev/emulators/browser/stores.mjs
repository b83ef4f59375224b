// The page's store (scorepad/web/tablet/page/stores.mjs) where there is no browser: the journal in
// two files of this machine. It takes the place of that, and says when something was saved.

import fs from "node:fs";
import { Journal } from "./journal.mjs";

/** As in a page. */
export class NoStore extends Error {
  constructor(why, cause) {
    super(`${why}: ${cause?.message ?? ""}`, { cause });
    this.why = why;
  }
}

/** A file as a FileSystemSyncAccessHandle. */
class File {
  #number;

  constructor(path) {
    this.#number = fs.openSync(path, fs.existsSync(path) ? "r+" : "w+");
  }

  getSize() {
    return fs.fstatSync(this.#number).size;
  }

  read(bytes, { at }) {
    return fs.readSync(this.#number, bytes, 0, bytes.length, at);
  }

  write(bytes, { at }) {
    return fs.writeSync(this.#number, bytes, 0, bytes.length, at);
  }

  truncate(size) {
    fs.ftruncateSync(this.#number, size);
  }

  flush() {
    fs.fdatasyncSync(this.#number);
  }
}

export async function openStore() {
  const journal = new Journal(["a", "b"].map((name) => new File(`${globalThis.STORE}.${name}`)));
  return {
    kept: journal.kept,
    async commit(changes) {
      journal.commit(changes);
      if (changes.some(([name]) => name.startsWith("scores/"))) postMessage({ saved: Date.now() });
    },
    close() {},
  };
}

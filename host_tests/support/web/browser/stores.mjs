// The page's store (scorepad/web/tablet/page/stores.mjs) where there is no browser: the journal in
// two files of this machine. It takes the place of that, and says when something was saved.

import { File } from "./file.mjs";
import { Journal } from "./journal.mjs";

/** As in a page. */
export class NoStore extends Error {
  constructor(why, cause) {
    super(`${why}: ${cause?.message ?? ""}`, { cause });
    this.why = why;
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

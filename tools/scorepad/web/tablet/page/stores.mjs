// Where a page keeps its tablet: in files of its own (OPFS) where the browser has them, which is
// from https and from this machine; else, from plain http, in a database (IndexedDB).
//
// A store has `kept`, name -> content, and `commit(changes)`: when that is done, all changes of a
// turn are on the disk, or, after a power cut, none. One page owns it at a time.

import { Damaged, Journal } from "./journal.mjs";

const NAME = "scorepad";
const FILES = ["a", "b"];
const BEAT = 1000; // ms between two signs that the owner is there
const DEAD = 4000; // ms without one
const WHY = { QuotaExceededError: "full", NoModificationAllowedError: "taken", NotFoundError: "gone" };

/** Why there is no store, or it takes nothing: `taken`, `full`, `refused`, `damaged`, `gone`. */
export class NoStore extends Error {
  constructor(why, cause) {
    super(`${why}: ${cause?.message ?? ""}`, { cause });
    this.why = why;
  }
}

function translated(error) {
  if (error instanceof NoStore) return error;
  if (error instanceof Damaged) return new NoStore("damaged", error);
  return new NoStore(WHY[error?.name] ?? "refused", error);
}

/**
 * The store of this browser. `take`: also from another page that has it; `lost` is called with a
 * NoStore when another page has taken it. Throws NoStore.
 */
export async function openStore(take, lost) {
  try {
    return hasFiles() ? await Files.open() : await Database.open(take, lost);
  } catch (error) {
    throw translated(error);
  }
}

function hasFiles() {
  return Boolean(
    navigator.storage?.getDirectory && globalThis.FileSystemFileHandle?.prototype.createSyncAccessHandle,
  );
}

/** A new one has a new name: what the browser has deleted it may hold locked until it ends. */
async function ownFolder() {
  const root = await navigator.storage.getDirectory();
  return navigator.locks.request(NAME, async () => {
    const names = [];
    for await (const name of root.keys()) if (name.startsWith(NAME)) names.push(name);
    return root.getDirectoryHandle(names.sort().at(-1) ?? `${NAME}-${Date.now()}`, { create: true });
  });
}

class Files {
  #file;
  #handles = [];
  #journal;
  #gone = false;

  static async open() {
    const folder = await ownFolder();
    const store = new Files();
    try {
      for (const name of FILES) {
        const file = await folder.getFileHandle(name, { create: true });
        store.#file = file;
        store.#handles.push(await file.createSyncAccessHandle());
      }
      store.#journal = new Journal(store.#handles);
    } catch (error) {
      store.close();
      throw error;
    }
    return store;
  }

  get kept() {
    return this.#journal.kept;
  }

  async commit(changes) {
    try {
      try {
        this.#journal.commit(changes);
      } finally {
        await this.#file.getFile(); // a handle writes on into what the browser has deleted
      }
    } catch (error) {
      const problem = translated(error);
      this.#gone = problem.why === "gone";
      throw problem;
    }
  }


  close() {
    if (this.#gone) return; // for a file that is deleted Chromium 150 waits here for ever
    for (const handle of this.#handles) handle.close();
  }
}

class Database {
  kept = new Map();
  #database;
  #token = crypto.getRandomValues(new Uint32Array(4)).join("-");
  #beating;

  static async open(take, lost) {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("files");
      request.result.createObjectStore("owner");
    };
    const store = new Database();
    store.#database = await asked(request);
    store.#database.onclose = () => lost(new NoStore("gone")); // the browser has deleted it
    try {
      await store.#own(take);
    } catch (error) {
      store.#database.close();
      throw error;
    }
    store.#beating = setInterval(() => store.commit([]).catch(lost), BEAT);
    return store;
  }

  #transaction() {
    return this.#database.transaction(["files", "owner"], "readwrite", { durability: "strict" });
  }

  async #own(take) {
    const transaction = this.#transaction();
    const owner = await asked(transaction.objectStore("owner").get(0));
    if (owner && !take && Math.abs(Date.now() - owner.when) < DEAD) {
      transaction.abort();
      throw new NoStore("taken");
    }
    this.#beat(transaction);
    const files = transaction.objectStore("files");
    const [names, contents] = await Promise.all([asked(files.getAllKeys()), asked(files.getAll())]);
    names.forEach((name, place) => this.kept.set(name, contents[place]));
    await done(transaction);
  }

  #beat(transaction) {
    transaction.objectStore("owner").put({ token: this.#token, when: Date.now() }, 0);
  }

  async commit(changes) {
    try {
      const transaction = this.#transaction();
      const owner = await asked(transaction.objectStore("owner").get(0));
      if (owner?.token !== this.#token) {
        transaction.abort();
        throw new NoStore("taken");
      }
      this.#beat(transaction);
      const files = transaction.objectStore("files");
      for (const [name, content] of changes) content ? files.put(content, name) : files.delete(name);
      await done(transaction);
    } catch (error) {
      throw translated(error);
    }
    for (const [name, content] of changes)
      content ? this.kept.set(name, content) : this.kept.delete(name);
  }

  close() {
    clearInterval(this.#beating);
    try {
      const owner = this.#transaction().objectStore("owner");
      owner.get(0).onsuccess = ({ target }) => target.result?.token === this.#token && owner.delete(0);
    } catch {
      return; // the browser has closed it
    }
    this.#database.close();
  }
}

function asked(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new NoStore("taken"));
  });
}

function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
}

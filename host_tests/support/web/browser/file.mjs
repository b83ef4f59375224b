// A file of this machine as a browser has them (FileSystemSyncAccessHandle).

import fs from "node:fs";

export class File {
  #number;
  whole = true; // whether the disk takes anything

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
    if (!this.whole) throw new Error("the disk is full");
    return fs.writeSync(this.#number, bytes, 0, bytes.length, at);
  }

  truncate(size) {
    fs.ftruncateSync(this.#number, size);
  }

  flush() {
    fs.fdatasyncSync(this.#number);
  }
}
